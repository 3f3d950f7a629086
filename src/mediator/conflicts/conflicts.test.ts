import { describe, expect, it } from "vitest";
import type { EngineerDigest, ReviewerDigest } from "../../model/digest.ts";
import { gapId, type IssueId, issueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { makeGap } from "../../testing/make-gap.ts";
import { type PaperScript, paperSession } from "../../testing/paper-session.ts";

const GAP = gapId("FLOW", 1);

interface Words {
  readonly concern: string;
  readonly suggestion: string;
  readonly impact: string;
  readonly position: string;
  readonly rationale: string;
  readonly alternative?: string;
}

const RETRY: Words = {
  concern: "Retries should use exponential backoff",
  suggestion: "Wait 1 s, 2 s and 4 s between retries.",
  impact: "Linear retries may overwhelm a remote service.",
  position: "Retries of local file operations follow at once.",
  rationale: "The target is a local file: it fails fast or not at all.",
};

/** Round 1 raises issues, round 2 disagrees with the first `count` of them; one of two is no cause for a warning. */
function disagreeing(severities: readonly Severity[], count: number, words: Words, answer: PaperScript["answer"]) {
  const issues = severities.map((severity, index) => ({ id: issueId(1, index + 1), severity }));
  return paperSession({
    gaps: [makeGap({ id: GAP })],
    ...(answer ? { answer } : {}),
    issues: (round) => (round === 1 ? issues.map(({ severity }) => ({ gap: GAP, severity })) : []),
    reviewerDigest: (digest, round) => (round === 1 ? worded(digest, words) : digest),
    engineerDigest: (digest, round) => (round === 2 ? disagrees(digest, issues.slice(0, count), words) : digest),
  });
}

function worded(digest: ReviewerDigest, { concern, suggestion, impact }: Words): ReviewerDigest {
  const issues = digest.issues.map((issue) => ({ ...issue, title: concern, text: concern, suggestion, impact }));
  return { ...digest, issues };
}

function disagrees(digest: EngineerDigest, issues: readonly { id: IssueId }[], words: Words): EngineerDigest {
  const { concern, position, rationale, alternative } = words;
  const block = { concern, position, rationale, ...(alternative === undefined ? {} : { alternative }) };
  return { ...digest, disagreements: issues.map(({ id }) => ({ issue: id, ...block, line: 1, endLine: 2 })) };
}

describe("a conflict (SPEC 10)", () => {
  it("has the Reviewer as A, the Engineer as B, and a synthesis by context that is recommended", () => {
    const session = disagreeing(["HIGH", "HIGH"], 1, RETRY, undefined);
    expect(session.run()).toBe("waiting");
    const question = session.questions.find((one) => one.kind === "conflict");
    expect(question?.options.map((option) => [option.id, option.recommended ?? false])).toEqual([
      ["A", false],
      ["B", false],
      ["C", true],
      ["leave", false],
    ]);
    expect(question?.options[0]?.description).toBe(RETRY.suggestion);
    expect(question?.options[1]?.description).toBe(RETRY.position);
    expect(question?.options[2]?.description).toContain(RETRY.suggestion);
    expect(question?.options[2]?.description).toContain(RETRY.position);
    expect(question?.evidence.map((one) => one.title)).toContain("Impact if ignored");
  });

  it("recommends only A for CRITICAL, offers D, and is the person's alone", () => {
    const session = disagreeing(["CRITICAL", "HIGH"], 1, RETRY, undefined);
    session.run();
    const question = session.questions.find((one) => one.kind === "conflict");
    expect(question?.personOnly).toBe(true);
    expect(question?.options.filter((option) => option.recommended).map((option) => option.id)).toEqual(["A"]);
    expect(question?.options.map((option) => option.id)).toEqual(["A", "B", "C", "D"]);
  });

  it.each([
    [
      "a threshold",
      {
        ...RETRY,
        suggestion: "Set a limit of 30 seconds.",
        impact: "It hangs.",
        position: "No.",
        rationale: "It is never needed.",
      },
      "as default (30 seconds)",
      true,
    ],
    [
      "complexity",
      {
        ...RETRY,
        suggestion: "Support plugins.",
        impact: "Closed.",
        position: "No.",
        rationale: "It adds complexity.",
      },
      "Optional",
      true,
    ],
    [
      "out of scope",
      {
        ...RETRY,
        suggestion: "Support plugins.",
        impact: "Closed.",
        position: "No.",
        rationale: "This is out of scope.",
      },
      "placeholder",
      false,
    ],
  ])("finds a synthesis for %s", (_name, words, text, recommended) => {
    const session = disagreeing(["HIGH", "HIGH"], 1, words, undefined);
    session.run();
    const option = session.questions.at(-1)?.options.find((one) => one.id === "C");
    expect(option?.description).toContain(text);
    expect(option?.recommended ?? false).toBe(recommended);
  });

  it("offers no synthesis where no rule finds one", () => {
    const words = {
      ...RETRY,
      suggestion: "Say who acts.",
      impact: "Unclear.",
      position: "It is said.",
      rationale: "See above.",
    };
    const session = disagreeing(["HIGH", "HIGH"], 1, words, undefined);
    session.run();
    expect(session.questions.at(-1)?.options.map((option) => option.id)).toEqual(["A", "B", "leave"]);
  });

  it("opens the issue again with the decided text, and the decision binds the gap", () => {
    const session = disagreeing(["HIGH", "HIGH"], 1, RETRY, (question) =>
      question.kind === "conflict" ? { options: ["C"], fields: { rationale: "both are right" } } : undefined,
    );
    session.run();
    const issue = session.state.issues.get(issueId(1, 1));
    expect(issue?.decided).toContain("By context");
    expect(session.state.decisions[0]).toMatchObject({
      type: "conflict",
      option: "C (a synthesis)",
      rationale: "both are right",
      positions: { reviewer: RETRY.suggestion, engineer: RETRY.position },
    });
    expect(session.state.conflicts[0]).toMatchObject({ state: "decided", rejected: RETRY.position });
    expect(session.state.recent[1]?.changes).toContainEqual(
      expect.objectContaining({ about: GAP, to: "NEEDS_REVISION" }),
    );
  });

  it("waives the issue for the Engineer's position, and the gap is accepted", () => {
    const session = disagreeing(["HIGH", "HIGH"], 1, RETRY, () => ({ options: ["B"] }));
    session.run();
    expect(session.state.issues.get(issueId(1, 1))?.state).toBe("WAIVED");
    expect(session.state.records).toHaveLength(2);
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("holds its gap back while it is left open, and blocks COMPLETE", () => {
    const ways: Record<string, string> = { conflict: "leave", divergence: "accept-complexity" };
    const session = disagreeing(["HIGH", "HIGH"], 1, RETRY, ({ kind }) => {
      const way = ways[kind];
      return way === undefined ? undefined : { options: [way] };
    });
    expect(session.run()).toBe("waiting");
    expect(session.state.gaps.get(GAP)?.state).toBe("PROPOSED");
    expect(session.questions.at(-1)).toMatchObject({ kind: "nothing-to-do" });
    expect(session.questions.at(-1)?.options.map((option) => option.id)).toContain("conflicts");
  });

  it("is dropped when the Reviewer takes the issue back", () => {
    const session = paperSession({
      gaps: [makeGap({ id: GAP })],
      issues: (round) => (round === 1 ? [{ gap: GAP, severity: "HIGH" }] : []),
      engineerDigest: (digest, round) => (round === 2 ? disagrees(digest, [{ id: issueId(1, 1) }], RETRY) : digest),
      rechecks: (round) =>
        round === 2 ? [{ issue: issueId(1, 1), status: "WITHDRAWN", why: "the Engineer is right", line: 1 }] : [],
    });
    session.run();
    expect(session.state.conflicts[0]?.state).toBe("dropped");
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("asks in the order of severity", () => {
    const session = disagreeing(["LOW", "HIGH", "CRITICAL"], 3, RETRY, (question) =>
      question.kind === "disagree-rate" ? { options: ["accept"] } : { options: ["B"] },
    );
    session.run();
    const asked = session.questions
      .filter((question) => question.kind === "conflict")
      .map((question) => question.about[2]);
    expect(asked).toEqual(["CRITICAL", "HIGH", "LOW"]);
  });

  it("goes to the Engineer's position by itself for LOW, once three were decided that way", () => {
    const session = disagreeing(["LOW", "LOW", "LOW", "LOW", "HIGH"], 5, RETRY, (question) =>
      question.kind === "disagree-rate" ? { options: ["accept"] } : { options: ["B"] },
    );
    session.run();
    const asked = session.questions.filter((question) => question.kind === "conflict" && question.about[2] === "LOW");
    expect(asked).toHaveLength(3);
    expect(session.state.decisions.at(-1)).toMatchObject({ by: "mediator" });
  });
});

describe("the rate of disagreement (SPEC 8)", () => {
  it("blocks the round at six of eight, not by the percentage, and keeps the history", () => {
    const session = disagreeing(
      Array.from({ length: 8 }, () => "HIGH" as const),
      6,
      RETRY,
      undefined,
    );
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]).toMatchObject({ kind: "disagree-rate", header: "Blocked" });
    expect(session.state.rates).toEqual([
      { round: 1, blocking: 0, disagreed: 0, action: "NONE" },
      { round: 2, blocking: 8, disagreed: 6, action: "BLOCK_ROUND" },
    ]);
    expect(session.state.round?.reviewerDocument).toBeUndefined();
  });

  it("warns above half of a round, after the review", () => {
    const session = disagreeing(["HIGH", "HIGH", "HIGH"], 2, RETRY, undefined);
    session.run();
    expect(session.questions[0]).toMatchObject({ kind: "disagree-rate", header: "Disagreement" });
    expect(session.state.round?.reviewerDocument).toBeDefined();
  });

  it("does not warn at half", () => {
    const session = disagreeing(["HIGH", "HIGH"], 1, RETRY, undefined);
    session.run();
    expect(session.questions[0]?.kind).toBe("conflict");
  });

  it("drops the conflicts of issues that are lowered below HIGH, and takes the rate again", () => {
    const session = disagreeing(["HIGH", "HIGH", "HIGH", "CRITICAL"], 4, RETRY, (question) =>
      question.kind === "disagree-rate"
        ? { options: ["review"], fields: { lower: "ISSUE-R1-001=LOW, ISSUE-R1-002" } }
        : undefined,
    );
    session.run();
    expect(session.state.rates.at(-1)).toMatchObject({ blocking: 2, disagreed: 2 });
    expect(session.state.issues.get(issueId(1, 1))).toMatchObject({ state: "LOWERED", severity: "LOW" });
    expect(session.state.conflicts.map((conflict) => conflict.state)).toEqual(["dropped", "dropped", "open", "open"]);
    expect(session.questions.filter((question) => question.kind === "disagree-rate")).toHaveLength(1);
    expect(session.questions.at(-1)?.about[0]).toBe(issueId(1, 4));
  });

  it("has the Engineer revise before the review, with the issues named", () => {
    const session = disagreeing(
      Array.from({ length: 6 }, () => "HIGH" as const),
      6,
      RETRY,
      (question) => (question.kind === "disagree-rate" ? { options: ["revise"] } : { options: ["B"] }),
    );
    session.run();
    const runs = session.state.recent[1]?.runs.filter((run) => run.role === "engineer") ?? [];
    expect(runs.map((run) => run.attempt)).toEqual([1, 2]);
    const order = session.effects
      .flatMap((effect) => (effect.type === "run" ? effect.orders : []))
      .find((one) => one.revision);
    expect(order?.revision?.issues).toHaveLength(6);
  });
});
