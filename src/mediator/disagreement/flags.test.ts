import { describe, expect, it } from "vitest";
import type { Heuristic } from "../../model/disagreement.ts";
import { gapId, issueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { makeGap } from "../../testing/make-gap.ts";
import { type PaperScript, paperSession } from "../../testing/paper-session.ts";
import type { Judgement } from "./detector/judgement.ts";

const GAP = gapId("FLOW", 1);

/** Round 1 raises issues of these severities; the document of each later round leaves all of them unanswered. */
function ignoring(
  severities: readonly Severity[],
  answer?: PaperScript["answer"],
  heuristics: readonly Heuristic[] = ["H1", "H4"],
) {
  return paperSession({
    gaps: [makeGap({ id: GAP })],
    config: { stallThreshold: 9 },
    ...(answer ? { answer } : {}),
    issues: (round) => (round === 1 ? severities.map((severity) => ({ gap: GAP, severity })) : []),
    judgements: (round, state) => (round === 1 || state.questionCount > 3 ? [] : judgements(severities, heuristics)),
  });
}

function judgements(severities: readonly Severity[], heuristics: readonly Heuristic[]): Judgement[] {
  return severities.map((severity, index) => ({
    issue: { id: issueId(1, index + 1), gap: GAP, severity, title: "t", text: "t" },
    status: "IGNORED",
    confidence: "HIGH",
    heuristics,
    evidence: [{ what: "the section is unchanged", where: "round_002/engineer.md", line: 3 }],
  }));
}

const asked = (session: ReturnType<typeof paperSession>) =>
  session.questions.filter((question) => question.kind === "flag");

describe("flags of a round (SPEC 9, thresholds)", () => {
  it("leaves one HIGH to the summary", () => {
    const session = ignoring(["HIGH"]);
    session.run();
    expect(session.state.flags).toHaveLength(1);
    expect(asked(session)).toEqual([]);
  });

  it("asks about one CRITICAL after the review, with the evidence", () => {
    const session = ignoring(["CRITICAL"]);
    expect(session.run()).toBe("waiting");
    expect(session.state.round?.reviewerDocument).toBeDefined();
    expect(asked(session)[0]?.evidence[1]?.body).toContain("the section is unchanged (round_002/engineer.md:3)");
    expect(asked(session)[0]?.options.map((option) => option.id)).toEqual([
      "ask",
      "conflict",
      "waive",
      "explain",
      "false-positive",
    ]);
  });

  it("asks about two HIGH", () => {
    const session = ignoring(["HIGH", "HIGH"], () => ({ options: ["false-positive"] }));
    session.run();
    expect(asked(session)).toHaveLength(2);
  });

  it("holds the round up for two CRITICAL, before a review is paid for", () => {
    const session = ignoring(["CRITICAL", "CRITICAL"]);
    expect(session.run()).toBe("waiting");
    expect(session.state.round?.reviewerDocument).toBeUndefined();
    expect(asked(session)).toHaveLength(1);
  });

  it("always asks about a deflection", () => {
    const session = ignoring(["HIGH"], undefined, ["H5"]);
    expect(session.run()).toBe("waiting");
    expect(asked(session)).toHaveLength(1);
  });

  it("reports a gap that closes over an issue which nobody answered", () => {
    const session = ignoring(["HIGH"]);
    session.run();
    expect(session.state.recent[1]?.notes.map((note) => note.kind)).toContain("closed-over-open-issue");
  });
});

describe("the person's action on a flag (SPEC 9)", () => {
  it("has the Engineer answer in one more run before the review, which names the issue", () => {
    const session = ignoring(["CRITICAL", "CRITICAL"], () => ({ options: ["ask"] }));
    session.run();
    const orders = session.effects.flatMap((effect) => (effect.type === "run" ? effect.orders : []));
    expect(orders.find((order) => order.revision)?.revision?.issues).toEqual([issueId(1, 1)]);
    expect(session.state.flags.some((flag) => flag.outcome === "asked")).toBe(true);
  });

  it("has the gap revised after the review, and keeps it from being accepted meanwhile", () => {
    const session = ignoring(["CRITICAL"], (question) => (question.kind === "flag" ? { options: ["ask"] } : undefined));
    session.run();
    const states = session.state.recent[1]?.changes.filter((change) => change.about === GAP).map((change) => change.to);
    expect(states).toEqual(["IN_PROGRESS", "PROPOSED", "NEEDS_REVISION"]);
  });

  it("asks the Engineer although the review called the issue NOT_FIXED meanwhile", () => {
    const session = paperSession({
      gaps: [makeGap({ id: GAP })],
      issues: (round) => (round === 1 ? [{ gap: GAP, severity: "CRITICAL" }] : []),
      judgements: (round) => (round === 2 ? judgements(["CRITICAL"], ["H1"]) : []),
      rechecks: (round) => (round === 2 ? [{ issue: issueId(1, 1), status: "NOT_FIXED", why: "still", line: 1 }] : []),
      answer: (question) => (question.kind === "flag" ? { options: ["ask"] } : { options: ["accept-complexity"] }),
    });
    session.run();
    expect(session.state.recent[1]?.changes.at(-1)).toMatchObject({ about: GAP, to: "NEEDS_REVISION" });
  });

  it("makes it a conflict that says it was inferred, with A recommended and D offered", () => {
    const session = ignoring(["CRITICAL"], (question) =>
      question.kind === "flag" ? { options: ["conflict"] } : undefined,
    );
    expect(session.run()).toBe("waiting");
    const question = session.questions.at(-1);
    expect(question?.kind).toBe("conflict");
    expect(question?.evidence.map((one) => one.title)).toContain("Inferred");
    expect(question?.options[1]?.description).toBe("The Engineer did not address it.");
    expect(question?.options.map((option) => option.id)).toContain("D");
  });

  it("waives it with a reason", () => {
    const session = ignoring(["CRITICAL"], () => ({ options: ["waive"], fields: { reason: "not in this release" } }));
    session.run();
    expect(session.state.decisions[0]).toMatchObject({ type: "waiver", rationale: "not in this release" });
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("counts false positives and confirmations for each heuristic", () => {
    const session = ignoring(["HIGH", "HIGH"], (_question, state) => ({
      options: [state.flags.some((flag) => flag.outcome === "false-positive") ? "waive" : "false-positive"],
      fields: state.flags.some((flag) => flag.outcome === "false-positive") ? { reason: "no" } : {},
    }));
    session.run();
    expect(session.state.flagStatistics.byHeuristic).toEqual({
      H1: { confirmed: 1, falsePositive: 1 },
      H4: { confirmed: 1, falsePositive: 1 },
    });
  });
});
