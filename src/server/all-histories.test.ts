import { expect, test } from "vitest";
import { gapId } from "../model/ids.ts";
import { makeGap } from "../testing/make-gap.ts";
import { paperSession } from "../testing/paper-session.ts";
import { allHistories } from "./all-histories.ts";
import { gapHistory } from "./gap-history.ts";

test("the histories of all gaps are those that each has by itself", () => {
  const session = paperSession({
    gaps: Array.from({ length: 25 }, (_, index) => makeGap({ id: gapId("FLOW", index + 1) })),
    issues: (round, state) =>
      (state.round?.slots ?? []).slice(0, round % 3).map((slot) => ({ gap: slot.gap, severity: "HIGH" as const })),
    answer: (question) => ({ options: question.options[0] ? [question.options[0].id] : [] }),
  });
  session.run();
  const { state, entries } = session;
  const all = allHistories(entries, state);
  expect(Object.keys(all)).toHaveLength(state.gaps.size);
  expect(state.issues.size).toBeGreaterThan(3);
  for (const { id } of state.gaps) {
    const mine = new Set(state.issues.filter((issue) => issue.gap === id).map((issue) => issue.id));
    expect(all[id]).toEqual(gapHistory(entries, id, mine));
  }
});
