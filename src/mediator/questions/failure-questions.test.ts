import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { judgeWholeSpec } from "../gate/single-runs.ts";
import type { Run } from "../state.ts";
import { agentFailureQuestion } from "./failure-questions.ts";

it("tells the person what failed, and not what the agent is told to do about it", () => {
  const { state } = paperSession({ gaps: [makeGap({})] });
  const gate = judgeWholeSpec("final-review", undefined, { spec: state.spec.text, retried: [] });
  const run = { id: "final-review-1", role: "final-review", agent: "replay", end: { gate } } as unknown as Run;
  expect(agentFailureQuestion(state, run).text).toMatch(
    /gave no final review that can be used: No document was returned\. Try again\?$/,
  );
});
