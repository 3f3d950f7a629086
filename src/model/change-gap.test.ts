import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { changeGap, type GapChange, transitionProblem } from "./change-gap.ts";
import { countRound, isOpen, openCount, openWeight } from "./counting.ts";
import { type Actor, type Blocker, GAP_STATES, type Gap, type GapState } from "./gap.ts";
import { DEFAULT_SEVERITY_WEIGHTS } from "./severity.ts";

const ACTORS: readonly Actor[] = ["mediator", "engineer", "reviewer", "user"];
const BLOCKERS: readonly Blocker[] = [
  { type: "DEPENDENCY", gaps: ["GAP-FLOW-002"] },
  { type: "DIVERGENCE", reason: "the code says otherwise" },
  { type: "USER_INPUT", reason: "which limit" },
  { type: "EXTERNAL", reason: "the vendor" },
];

const anyBlocker = fc.constantFrom(...BLOCKERS);
/** A wish; whether it is legal is for the law to say. */
const anyWish = fc.record({
  to: fc.constantFrom(...GAP_STATES),
  actor: fc.constantFrom(...ACTORS),
  blocker: anyBlocker,
});

type Wish = { readonly to: GapState; readonly actor: Actor; readonly blocker: Blocker };

function changeOf(wish: Wish, round: number): GapChange {
  const { to, actor, blocker } = wish;
  return to === "BLOCKED" ? { to, actor, round, blocker } : { to, actor, round };
}

const ALL_CHANGES: readonly GapChange[] = GAP_STATES.flatMap((to) =>
  ACTORS.flatMap((actor): GapChange[] =>
    to === "BLOCKED" ? BLOCKERS.map((blocker) => ({ to, actor, round: 0, blocker })) : [{ to, actor, round: 0 }],
  ),
);

/** Takes one of the legal changes in each round, as the numbers say, and gives every gap on the way. */
function walk(choices: readonly number[]): Gap[] {
  const path = [makeGap({ parts: ["GAP-FLOW-001a", "GAP-FLOW-001b"] })];
  choices.forEach((choice, index) => {
    const gap = path.at(-1);
    if (gap === undefined) return;
    // Each target once, however many actors may bring it about: else most walks end early.
    const legal = ALL_CHANGES.filter((change) => transitionProblem(gap, change.to, change.actor) === undefined);
    const targets = [...new Set(legal.map((change) => change.to))];
    const to = targets[choice % Math.max(1, targets.length)];
    const ways = legal.filter((change) => change.to === to);
    const change = ways[choice % Math.max(1, ways.length)];
    if (change !== undefined) path.push(changeGap(gap, { ...change, round: index + 1 }));
  });
  return path;
}

const anyWalk = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 60 }).map(walk);

describe("SPEC 3.3, laws of any sequence of legal changes", () => {
  it("no gap is lost: it keeps its id, and is open or in a state that says how it ended", () => {
    fc.assert(
      fc.property(anyWalk, (path) => {
        for (const gap of path) {
          expect(gap.id).toBe("GAP-FLOW-001");
          expect(isOpen(gap) || ["ACCEPTED", "RESOLVED", "WONT_FIX", "SUPERSEDED", "PARKED"].includes(gap.state)).toBe(
            true,
          );
        }
      }),
    );
  });

  it("an open gap can always be ended by the User, so none is stuck", () => {
    fc.assert(
      fc.property(anyWalk, (path) => {
        const gap = path.at(-1);
        if (gap && isOpen(gap)) expect(transitionProblem(gap, "WONT_FIX", "user")).toBeUndefined();
      }),
    );
  });

  it("IN_PROGRESS and BLOCKED always know the state before them, and lead back to it", () => {
    fc.assert(
      fc.property(anyWalk, (path) => {
        const gap = path.at(-1);
        if (gap?.state !== "IN_PROGRESS" && gap?.state !== "BLOCKED") return;
        const before = gap.cameFrom ?? "SUPERSEDED";
        const back = changeGap(gap, { to: before, actor: "mediator", round: 99 });
        expect(["OPEN", "NEEDS_REVISION", "PROPOSED", "IN_PROGRESS"]).toContain(back.state);
        if (back.state === "IN_PROGRESS") expect(back.cameFrom).toBeDefined();
      }),
    );
  });

  it("only BLOCKED gaps have a blocker, and no state remembers more than its own way back", () => {
    fc.assert(
      fc.property(anyWalk, (path) => {
        for (const gap of path) {
          expect(gap.blocker !== undefined).toBe(gap.state === "BLOCKED");
          expect(gap.cameFrom !== undefined).toBe(gap.state === "BLOCKED" || gap.state === "IN_PROGRESS");
          expect(gap.assignedFrom !== undefined).toBe(gap.state === "BLOCKED" && gap.cameFrom === "IN_PROGRESS");
        }
      }),
    );
  });

  it("a gap is counted as resolved once in the session, in the round in which it first was (SPEC 3.5)", () => {
    fc.assert(
      fc.property(anyWalk, (path) => {
        const last = path.at(-1);
        const first = path.find((gap) => ["ACCEPTED", "RESOLVED", "WONT_FIX"].includes(gap.state));
        expect(last?.resolvedInRound).toBe(first?.changedInRound);
        const rounds = Array.from({ length: 61 }, (_, round) =>
          countRound(last ? [last] : [], round, DEFAULT_SEVERITY_WEIGHTS),
        );
        const resolved = rounds.reduce((sum, round) => sum + round.resolved.MEDIUM, 0);
        expect(resolved).toBe(first ? 1 : 0);
      }),
    );
  });

  it("what is not in the table is refused and reported as a bug", () => {
    fc.assert(
      fc.property(anyWalk, anyWish, (path, wish) => {
        const gap = path.at(-1);
        if (!gap || transitionProblem(gap, wish.to, wish.actor) === undefined) return;
        expect(() => changeGap(gap, changeOf(wish, 99))).toThrow(/cannot|is parked/);
      }),
    );
  });
});

describe("SPEC 3.3, the table", () => {
  const LEGAL: Readonly<Record<GapState, readonly GapState[]>> = {
    OPEN: ["IN_PROGRESS", "BLOCKED", "USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"],
    IN_PROGRESS: ["PROPOSED", "BLOCKED", "USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"],
    PROPOSED: ["IN_PROGRESS", "NEEDS_REVISION", "ACCEPTED", "USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"],
    NEEDS_REVISION: ["IN_PROGRESS", "BLOCKED", "USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"],
    BLOCKED: ["USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"],
    USER_DEFERRED: ["OPEN", "WONT_FIX", "SUPERSEDED", "PARKED"],
    ACCEPTED: ["RESOLVED", "NEEDS_REVISION"],
    RESOLVED: ["NEEDS_REVISION"],
    WONT_FIX: [],
    SUPERSEDED: [],
    PARKED: ["OPEN"],
  };

  it.each(GAP_STATES)("from %s a gap goes where the table says, and nowhere else", (state) => {
    const gap = makeGap({ state });
    const reached = GAP_STATES.filter((to) => ACTORS.some((actor) => transitionProblem(gap, to, actor) === undefined));
    expect(new Set(reached)).toEqual(new Set(LEGAL[state]));
  });

  it.each([
    ["ACCEPTED", "engineer"],
    ["ACCEPTED", "user"],
    ["WONT_FIX", "reviewer"],
    ["USER_DEFERRED", "mediator"],
  ] as const)("%s is not the %s's to give", (to, actor) => {
    expect(transitionProblem(makeGap({ state: "PROPOSED" }), to, actor)).toContain(`by the ${actor}`);
  });

  it("a gap that was blocked while assigned goes back to work, and from there to where it was", () => {
    let gap = makeGap({ state: "NEEDS_REVISION" });
    gap = changeGap(gap, { to: "IN_PROGRESS", actor: "mediator", round: 2 });
    gap = changeGap(gap, {
      to: "BLOCKED",
      actor: "engineer",
      round: 2,
      blocker: { type: "USER_INPUT", reason: "limit" },
    });
    gap = changeGap(gap, { to: "IN_PROGRESS", actor: "user", round: 2 });
    gap = changeGap(gap, { to: "NEEDS_REVISION", actor: "mediator", round: 2 });
    expect(gap).toMatchObject({ state: "NEEDS_REVISION", changedInRound: 2 });
    expect(gap).not.toHaveProperty("cameFrom");
  });

  it("BLOCKED needs a blocker, and SUPERSEDED parts", () => {
    expect(() => changeGap(makeGap(), { to: "BLOCKED", actor: "mediator", round: 1 })).toThrow(/by nothing/);
    expect(() => changeGap(makeGap(), { to: "SUPERSEDED", actor: "user", round: 1 })).toThrow(/by nothing/);
  });

  it("a forced way out of BLOCKED is flagged once", () => {
    const blocked = makeGap({ state: "BLOCKED", cameFrom: "OPEN", flags: ["FORCED_UNBLOCK"] });
    const gap = changeGap(blocked, { to: "OPEN", actor: "user", round: 3, flag: "FORCED_UNBLOCK" });
    expect(gap.flags).toEqual(["FORCED_UNBLOCK"]);
  });
});

describe("SPEC 3.2, how much a gap counts as open", () => {
  it.each([
    ["OPEN", 1],
    ["IN_PROGRESS", 1],
    ["PROPOSED", 1],
    ["NEEDS_REVISION", 1],
    ["USER_DEFERRED", 0.5],
    ["ACCEPTED", 0],
    ["RESOLVED", 0],
    ["WONT_FIX", 0],
    ["SUPERSEDED", 0],
  ] as const)("%s counts %d", (state, weight) => {
    expect(openWeight(makeGap({ state }))).toBe(weight);
  });

  it.each([
    ["DEPENDENCY", 1],
    ["DIVERGENCE", 1],
    ["USER_INPUT", 0.25],
    ["EXTERNAL", 0.25],
  ] as const)("BLOCKED by %s counts %d", (type, weight) => {
    const blocker = BLOCKERS.find((each) => each.type === type);
    expect(openWeight(makeGap({ state: "BLOCKED", ...(blocker && { blocker }) }))).toBe(weight);
  });

  it("the open count is the sum over the gaps, in any order", () => {
    const anyGap = fc.constantFrom(...GAP_STATES).map((state) => makeGap({ state }));
    fc.assert(
      fc.property(fc.array(anyGap), (gaps) => {
        const sum = gaps.map(openWeight).reduce((a, b) => a + b, 0);
        expect(openCount(gaps)).toBe(sum);
        expect(openCount(gaps.toReversed())).toBe(sum);
      }),
    );
  });
});

describe("SPEC 3.5, what a round did", () => {
  it("net is resolved less new, and weighs severities in the other figure", () => {
    const gaps = [
      makeGap({ severity: "CRITICAL", resolvedInRound: 3 }),
      makeGap({ severity: "LOW", round: 3, origin: "engineer" }),
      makeGap({ severity: "HIGH", round: 3, origin: "reviewer" }),
      makeGap({ severity: "HIGH", round: 2, origin: "reviewer" }),
    ];
    expect(countRound(gaps, 3, DEFAULT_SEVERITY_WEIGHTS)).toMatchObject({ net: -1, weightedNet: 11 });
  });

  it("the parts of a split are not new", () => {
    const parts = [makeGap({ round: 3, origin: "split", partOf: "GAP-FLOW-001" })];
    expect(countRound(parts, 3, DEFAULT_SEVERITY_WEIGHTS).net).toBe(0);
  });
});
