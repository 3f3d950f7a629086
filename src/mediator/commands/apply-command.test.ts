import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import type { Conflict } from "../../model/disagreement.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { conflictQuestion } from "../conflicts/conflict-question.ts";
import { applyCommand } from "./apply-command.ts";
import type { Command } from "./command.ts";

const A = gapId("FLOW", 1);
const B = gapId("FLOW", 2);

function session(script: Partial<PaperScript> = {}) {
  const paper = paperSession({ gaps: [makeGap({ id: A }), makeGap({ id: B })], ...script });
  const command = (given: Command) => {
    const result = applyCommand(paper.state, given, paper.state.at);
    if (result.ok) paper.record(...result.events);
    return result;
  };
  return { paper, command, waiting: () => paper.state.questions.map(({ kind, about }) => [kind, ...about]) };
}

const asks: Partial<PaperScript> = { engineer: () => ({ type: "blocked", reason: "which?" }) };

describe("a command that leaves a question without an object", () => {
  it.each<Command>([
    { type: "gap-wont-fix", gaps: A, reason: "not ours" },
    { type: "gap-defer", gaps: A, reason: "next year" },
    { type: "gap-unblock", gaps: A, reason: "go on" },
  ])("takes it back: $type", (command) => {
    const { paper, command: send, waiting } = session(asks);
    paper.run();
    expect(waiting()).toEqual([
      ["input", A],
      ["input", B],
    ]);
    send(command);
    expect(waiting()).toEqual([["input", B]]);
  });

  it("has the Mediator ask anew about what is left of it", () => {
    const { paper, command, waiting } = session({ engineer: () => ({ type: "fails", failure: "EMPTY_OUTPUT" }) });
    paper.run();
    expect(waiting()).toEqual([["role-failed", "engineer", A, B]]);
    command({ type: "gap-wont-fix", gaps: A, reason: "not ours" });
    paper.run();
    expect(waiting()).toEqual([["role-failed", "engineer", B]]);
  });

  it("is a decision that is applied again, too, and gives what it gave then (SPEC 13.3)", () => {
    const { paper, command, waiting } = session({
      ...asks,
      answer: (question, state) =>
        state.rollbacks.length === 0 && question.about[0] === A
          ? { options: ["give"], fields: { input: "The first." } }
          : undefined,
    });
    paper.runUntil((state) => state.decisions.length > 0 && state.answers.length === 0);
    const decision = paper.state.decisions[0]?.id;
    if (decision === undefined) throw new Error("nothing was decided");
    command({ type: "rollback", rounds: 1, reason: "again", retry: { way: "same", adjustments: [] } });
    paper.run();
    expect(waiting()).toContainEqual(["input", A]);
    command({ type: "decision-reapply", decision });
    expect(waiting()).toEqual([["input", B]]);
    expect(paper.state.gaps.get(A)?.state).toBe("IN_PROGRESS");
  });

  it("is a dispute's gap that is closed: nobody is asked about it at the end either", () => {
    const { paper, command, waiting } = session();
    const conflict: Conflict = {
      issue: issueId(1, 1),
      gap: A,
      severity: "CRITICAL",
      round: 1,
      kind: "explicit",
      heuristics: [],
      reviewerPosition: "It must be said.",
      engineerPosition: "It need not.",
      engineerRationale: "Nobody asks.",
      state: "open",
    };
    paper.record({ type: "conflict_opened", conflict });
    paper.record({ type: "question_asked", question: conflictQuestion(paper.state, conflict) });
    command({ type: "gap-wont-fix", gaps: A, reason: "not ours" });
    expect(waiting()).toEqual([]);
    expect(paper.state.conflicts[0]?.state).toBe("dropped");
  });
});

describe("a gap by command", () => {
  it("has a title", () => {
    const { command } = session();
    const gap = { text: "", severity: "LOW", category: "USER", dependsOn: [] } as const;
    expect(command({ type: "gap-add", title: " ", ...gap })).toMatchObject({ ok: false });
    expect(command({ type: "gap-add", title: "Who pays is not said", ...gap })).toMatchObject({ ok: true });
  });
});

describe("a command on several gaps (SPEC 3.3)", () => {
  const C = gapId("PAY", 1);
  const gaps = [
    makeGap({ id: A, severity: "LOW" }),
    makeGap({ id: B, severity: "LOW" }),
    makeGap({ id: C, severity: "HIGH" }),
  ];
  const states = ({ paper }: ReturnType<typeof session>) => [...paper.state.gaps].map(({ state }) => state);

  it("changes all of them with one decision, by range and by severity", () => {
    const desk = session({ gaps });
    expect(desk.command({ type: "gap-park", gaps: "GAP-FLOW-001..009" })).toMatchObject({ ok: true });
    expect(states(desk)).toEqual(["PARKED", "PARKED", "OPEN"]);
    expect(desk.paper.state.decisions).toMatchObject([{ type: "parked", gaps: [A, B] }]);
    desk.command({ type: "gap-take", gaps: "LOW" });
    expect(states(desk)).toEqual(["OPEN", "OPEN", "OPEN"]);
  });

  it.each<[string, Command]>([
    ["there is no such gap: GAP-FLOW-009", { type: "gap-defer", gaps: `${A} GAP-FLOW-009`, reason: "x" }],
    ["there is no such gap: GAP-PAY-005..009", { type: "gap-defer", gaps: "GAP-PAY-005..009", reason: "x" }],
    ["GAP-PAY-001 is HIGH; parking it needs a reason", { type: "gap-park", gaps: `${A} ${C}` }],
    ["only a deferred or parked gap can be taken up", { type: "gap-take", gaps: A }],
    ["GAP-FLOW-001 is not blocked", { type: "gap-unblock", gaps: A, reason: "x" }],
    ["cannot be a duplicate of itself", { type: "gap-duplicate", gaps: `${A} ${B}`, of: B }],
    ["does not name a gap", { type: "gap-severity", gaps: "1-2", severity: "LOW", reason: "x" }],
  ])("changes none where one does not fit: %s", (problem, command) => {
    const desk = session({ gaps });
    expect(desk.command(command)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    expect(states(desk)).toEqual(["OPEN", "OPEN", "OPEN"]);
    expect(desk.paper.state.decisions).toEqual([]);
  });

  it("makes one gap count for its duplicates, with their severity, and what waited for them waits for it", () => {
    const waits = makeGap({ id: gapId("LATE", 1), dependsOn: [C] });
    const desk = session({ gaps: [...gaps, waits] });
    desk.command({ type: "gap-duplicate", gaps: `${A} ${C}`, of: B });
    expect(desk.paper.state.gaps.get(C)).toMatchObject({ state: "SUPERSEDED", duplicateOf: B });
    expect(desk.paper.state.gaps.get(B)).toMatchObject({ state: "OPEN", severity: "HIGH" });
    expect(desk.paper.state.gaps.get(waits.id)?.dependsOn).toEqual([B]);
    expect(desk.command({ type: "gap-duplicate", gaps: B, of: A })).toMatchObject({
      ok: false,
      problem: `${A} was replaced by ${B}; name that instead`,
    });
  });

  it("takes a gap that is worked on out of its round", () => {
    const desk = session({ ...asks, gaps });
    desk.paper.run();
    desk.command({ type: "gap-park", gaps: `${A}, ${C}`, reason: "out of scope" });
    expect(desk.waiting()).toEqual([["input", B]]);
  });
});
