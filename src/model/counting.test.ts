import { expect, it } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { otherMoves } from "./counting.ts";
import type { Gap } from "./gap.ts";

const ROUND = 3;
const WAITS = { state: "BLOCKED", blocker: { type: "USER_INPUT", reason: "Which?" } } as const;
const PART = { origin: "split", round: ROUND } as const;

it.each<[string, number, before: Partial<Gap> | undefined, after: Partial<Gap>]>([
  ["reopened", 1, { state: "RESOLVED", resolvedInRound: 1 }, { state: "NEEDS_REVISION", resolvedInRound: 1 }],
  ["reopened", 1, undefined, { round: ROUND, state: "NEEDS_REVISION", resolvedInRound: ROUND }],
  ["resolved again", -1, { state: "NEEDS_REVISION", resolvedInRound: 1 }, { state: "ACCEPTED", resolvedInRound: 1 }],
  ["deferred", -0.5, {}, { state: "USER_DEFERRED" }],
  ["taken up", 0.5, { state: "USER_DEFERRED" }, {}],
  ["taken up", 0.5, { state: "USER_DEFERRED" }, { state: "ACCEPTED", resolvedInRound: ROUND }],
  ["taken up", 1, { state: "PARKED" }, {}],
  ["blocked", -0.75, {}, WAITS],
  ["unblocked", 0.75, WAITS, {}],
  ["parked", -1, {}, { state: "PARKED" }],
  ["superseded", -1, {}, { state: "SUPERSEDED" }],
  ["split off", 1, undefined, PART],
  ["split off", 1, undefined, { ...PART, state: "ACCEPTED", resolvedInRound: ROUND }],
])("a gap that is neither new nor resolved is %s, and counts %d", (what, open, before, after) => {
  const [was, now] = [before && makeGap(before), makeGap(after)];
  expect(otherMoves(new Map(was ? [[was.id, was]] : []), [now], ROUND)).toEqual([{ what, open }]);
});

it("what is new, resolved, or as it was moves nothing else", () => {
  const still = makeGap();
  const added = makeGap({ id: "GAP-FLOW-002", round: ROUND });
  const resolved = makeGap({ id: "GAP-FLOW-003", state: "ACCEPTED", resolvedInRound: ROUND });
  const before = new Map([still, makeGap({ id: resolved.id })].map((gap) => [gap.id, gap]));
  expect(otherMoves(before, [still, added, resolved], ROUND)).toEqual([]);
});
