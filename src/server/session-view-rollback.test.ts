import { expect, test } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { paperSession } from "../../test/support/paper-session.ts";
import { gapId } from "../model/ids.ts";
import { rollbackView } from "./session-view.ts";

test("each target says of every gap what it would be again, and which decisions would go", () => {
  const session = paperSession({
    gaps: Array.from({ length: 20 }, (_, index) => makeGap({ id: gapId("FLOW", index + 1) })),
    answer: (question) => ({ options: question.options[0] ? [question.options[0].id] : [] }),
  });
  session.run();
  const { state } = session;
  const { targets } = rollbackView(state);
  expect(targets.map((target) => target.rounds)).toEqual([1, 2, 3]);
  for (const target of targets) {
    const then = state.checkpoints.find(({ round }) => round === target.to)?.state;
    const back = new Map(target.gaps.map((gap) => [gap.id, gap.back]));
    const states = [...state.gaps].map((gap) => (back.has(gap.id) ? back.get(gap.id) : gap.state));
    expect(states).toEqual([...state.gaps].map((gap) => then?.gaps.get(gap.id)?.state));
    expect(back.size).toBeGreaterThan(0);
    expect(target.decisions).toHaveLength(target.decisionsSince);
  }
});
