import { describe, expect, it } from "vitest";
import type { Conflict } from "../../model/disagreement.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { makeGap } from "../../testing/make-gap.ts";
import { type PaperScript, paperSession } from "../../testing/paper-session.ts";
import { conflictQuestion } from "../conflicts/conflict-question.ts";
import { applyCommand } from "./apply-command.ts";
import type { Command } from "./command.ts";

const A = gapId("FLOW", 1);
const B = gapId("FLOW", 2);

function session(script: Partial<PaperScript> = {}) {
  const paper = paperSession({ gaps: [makeGap({ id: A }), makeGap({ id: B })], ...script });
  const command = (one: Command) => {
    const result = applyCommand(paper.state, one, paper.state.at);
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
