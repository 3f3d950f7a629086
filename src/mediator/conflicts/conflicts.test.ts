import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { EngineerDigest, RecheckDigest, ReviewerDigest } from "../../model/digest.ts";
import { gapId, type IssueId, issueId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import type { Severity } from "../../model/severity.ts";
import { applyCommand } from "../commands/apply-command.ts";
import type { Command } from "../commands/command.ts";
import { openLines } from "../records/open-points.ts";

const GAP = gapId("FLOW", 1);
const NOW = "2026-01-12T14:30:00Z";

interface Words {
  readonly concern?: string;
  readonly suggestion?: string;
  readonly impact?: string;
  readonly position?: string;
  readonly rationale?: string;
  readonly alternative?: string;
}

const RETRY = {
  concern: "Retries should use exponential backoff",
  suggestion: "Wait 1 s, 2 s and 4 s between retries.",
  impact: "Linear retries may overwhelm a remote service.",
  position: "Retries of local file operations follow at once.",
  rationale: "The target is a local file: it fails fast or not at all.",
} satisfies Words;

/** Round 1 raises these issues and a HIGH one besides; round 2 disagrees with the first `count` and settles the last. */
function disagreeing(
  severities: readonly Severity[],
  count: number,
  script: Partial<PaperScript> & { words?: Words } = {},
) {
  const words = { ...RETRY, ...script.words };
  const mended = issueId(1, severities.length + 1);
  const raised = [...severities, "HIGH" as const].map((severity) => ({ gap: GAP, severity }));
  const said = script.rechecks ?? (() => []);
  return paperSession({
    gaps: [makeGap({ id: GAP })],
    issues: (round) => (round === 1 ? raised : []),
    reviewerDigest: (digest, round) => (round === 1 ? worded(digest, words) : digest),
    engineerDigest: (digest, round) => (round === 2 ? disagrees(digest, count, words, mended) : digest),
    ...script,
    rechecks: (round, state) => [
      ...said(round, state),
      ...(round === 2 ? [{ issue: mended, status: "RESOLVED" as const, why: "mended", line: 1 }] : []),
    ],
  });
}

function worded(digest: ReviewerDigest, { concern = "", suggestion, impact }: Words): ReviewerDigest {
  const issues = digest.issues.map((issue) => ({
    ...issue,
    title: concern,
    text: concern,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(impact === undefined ? {} : { impact }),
  }));
  return { ...digest, issues };
}

function disagrees(digest: EngineerDigest, count: number, words: Words, mended: IssueId): EngineerDigest {
  const { concern = "", position = "", rationale = "", alternative } = words;
  const block = { concern, position, rationale, ...(alternative === undefined ? {} : { alternative }) };
  const issues = Array.from({ length: count }, (_, index) => issueId(1, index + 1));
  const disagreements = issues.map((issue) => ({ issue, ...block, line: 1, endLine: 2 }));
  const responses = digest.responses.filter(({ issue }) => issue === mended);
  return { ...digest, responses, disagreements };
}

/** Whatever is not a conflict is let pass. */
function answering(answer: (question: Question) => { options: string[]; fields?: Record<string, string> } | undefined) {
  const pass: Record<string, string> = { "disagree-rate": "accept", divergence: "accept-complexity", flag: "ask" };
  return (question: Question) => {
    if (question.kind === "conflict") return answer(question);
    const way = pass[question.kind];
    return way === undefined ? undefined : { options: [way] };
  };
}

const letters = ({ options }: Question) =>
  options.map(({ id, recommended }) => `${id}${recommended ? "*" : ""}`).join(" ");

function firstConflict(severities: readonly Severity[], words: Words = {}): Question {
  const session = disagreeing(severities, 1, { words });
  session.run();
  const question = session.questions.find(({ kind }) => kind === "conflict");
  if (!question) throw new Error("no conflict is asked about");
  return question;
}

describe("the question about a conflict (SPEC 10.2, 10.3)", () => {
  it("has both positions verbatim under their letters, recommends nothing for HIGH, and always offers D", () => {
    const question = firstConflict(["HIGH"]);
    expect(letters(question)).toBe("A B D");
    expect(question.options[0]).toMatchObject({ label: "the Reviewer's suggestion", description: RETRY.suggestion });
    expect(question.options[1]).toMatchObject({ label: "the Engineer's position", description: RETRY.position });
  });

  it("recommends only A for CRITICAL, and is the User's alone", () => {
    const question = firstConflict(["CRITICAL"], { alternative: "Back off for remote targets only." });
    expect(letters(question)).toBe("A* B C D");
    expect(question.personOnly).toBe(true);
    expect(question.evidence.at(-1)?.body).toBe("A, unless the Engineer's rationale meets the concern.");
  });

  it("shows positions, rationale, impact, options and trade-offs as evidence", () => {
    const { evidence } = firstConflict(["HIGH"]);
    const text = evidence.map(({ title, body }) => `${title}: ${body}`).join("\n");
    for (const words of Object.values(RETRY)) expect(text).toContain(words);
    expect(evidence.map(({ title }) => title).filter((title) => /^[A-D]: /.test(title))).toHaveLength(3);
    expect(text.match(/Trade-off: /g)).toHaveLength(3);
  });

  it("takes the Engineer's alternative as C, verbatim, and recommends it", () => {
    const question = firstConflict(["HIGH"], { alternative: "Back off for remote targets only." });
    expect(letters(question)).toBe("A B C* D");
    expect(question.options[2]?.description).toBe("Back off for remote targets only.");
  });

  it.each([
    [
      "a limit in the issue",
      { concern: "The limit is missing", suggestion: "Stop after 30 seconds." },
      "default: 30 seconds",
    ],
    ["complexity in the rationale", { rationale: "It adds complexity." }, "Optional"],
    ["out of scope in the rationale", { rationale: "This is out of scope." }, "placeholder"],
  ])("finds C by rule for %s, and does not recommend it", (_name, words, text) => {
    const question = firstConflict(["HIGH"], words);
    expect(letters(question)).toBe("A B C D");
    expect(question.options[2]?.description).toContain(text);
  });

  it.each([
    ["a size", { concern: "The size is missing", suggestion: "Stop after 30 seconds." }],
    ["a limit with two values", { concern: "The limit is missing", suggestion: "Stop after 30 seconds or 5 tries." }],
    ["words that are near", { rationale: "It is overkill, and for a later version." }],
  ])("has no C where no condition is literally met: %s", (_name, words) => {
    expect(letters(firstConflict(["HIGH"], words))).toBe("A B D");
  });

  it("says the Engineer's own words where the older form has only the word DISAGREE", () => {
    expect(firstConflict(["HIGH"], { position: "DISAGREE" }).options[1]?.description).toBe(RETRY.rationale);
    expect(firstConflict(["HIGH"], { position: "" }).options[1]?.description).toBe(RETRY.rationale);
  });
});

describe("a decision (SPEC 3.6, 10.5)", () => {
  const decidedAs = (severity: Severity, option: string, fields: Record<string, string> = {}) => {
    const answer =
      severity === "MEDIUM"
        ? { options: ["decide"], fields: { "ISSUE-R1-001": option } }
        : { options: [option], fields };
    const session = disagreeing([severity], 1, {
      answer: answering(() => answer),
      words: { alternative: "Back off for remote targets only." },
    });
    session.runUntil((state) => state.records.length === 2 || state.stop.type === "ending");
    return session;
  };

  it.each(["HIGH", "MEDIUM", "LOW"] as const)("for A binds whatever the severity: %s", (severity) => {
    const { state } = decidedAs(severity, "A");
    expect(state.issues.get(issueId(1, 1))).toMatchObject({ state: "OPEN", decided: RETRY.suggestion });
    expect(state.gaps.get(GAP)?.state).toBe("NEEDS_REVISION");
    expect(state.decisions.at(-1)).toMatchObject({
      option: "A: the Reviewer's suggestion",
      decision: RETRY.suggestion,
      positions: { reviewer: RETRY.suggestion, engineer: RETRY.position },
      alternatives: ["C: the Engineer's alternative: Back off for remote targets only."],
      outcome: `${GAP} is not accepted until the Reviewer calls ISSUE-R1-001 RESOLVED`,
      by: "user",
    });
  });

  it("keeps its gap from ACCEPTED until the Reviewer's word is RESOLVED", () => {
    const word = (status: RecheckDigest["status"]) => ({ issue: issueId(1, 1), status, why: "w", line: 1 });
    const session = disagreeing(["LOW"], 1, {
      answer: answering(() => ({ options: ["D"], fields: { decision: "Wait 3 s." } })),
      rechecks: (round) => (round === 3 ? [word("NOT_FIXED")] : round === 4 ? [word("RESOLVED")] : []),
    });
    session.runUntil((state) => state.records.length === 3);
    expect(session.state.gaps.get(GAP)?.state).toBe("NEEDS_REVISION");
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(session.state.records).toHaveLength(4);
  });

  it("takes words in a field of MEDIUM as the User's own, and C as the alternative", () => {
    expect(decidedAs("MEDIUM", "Wait 3 s.").state.issues.get(issueId(1, 1))?.decided).toBe("Wait 3 s.");
    expect(decidedAs("MEDIUM", "c").state.issues.get(issueId(1, 1))?.decided).toBe("Back off for remote targets only.");
  });

  it("takes a letter with words for the option, and the words for its reason", () => {
    const { state } = decidedAs("MEDIUM", "Option A: it is cheap");
    expect(state.issues.get(issueId(1, 1))?.decided).toBe(RETRY.suggestion);
    expect(state.decisions[0]).toMatchObject({ option: "A: the Reviewer's suggestion" });
    expect(state.decisions[0]?.rationale).toContain("it is cheap");
  });

  it("for B waives the issue, and the gap is accepted", () => {
    const { state } = decidedAs("HIGH", "B");
    expect(state.issues.get(issueId(1, 1))?.state).toBe("WAIVED");
    expect(state.gaps.get(GAP)?.state).toBe("ACCEPTED");
  });

  it("for C names no alternative: the positions are the others", () => {
    expect(decidedAs("HIGH", "C").state.decisions.at(-1)).not.toHaveProperty("alternatives");
  });

  it("rejects the Engineer's position, and not the alternative that was chosen", () => {
    expect(decidedAs("HIGH", "C").state.conflicts[0]?.rejected).toBe(RETRY.position);
    expect(decidedAs("HIGH", "A").state.conflicts[0]?.rejected).toContain("Back off");
  });
});

describe("the queue (SPEC 10.4)", () => {
  it("asks by severity, MEDIUM together, and a flag that is worse before a conflict", () => {
    const session = disagreeing(["LOW", "MEDIUM", "HIGH", "MEDIUM", "CRITICAL"], 4, {
      answer: (question) => {
        if (question.kind === "flag") return { options: ["conflict"] };
        if (question.kind !== "conflict") return { options: ["accept"] };
        const fields = Object.fromEntries(question.about.slice(0, 2).map((id) => [id, "B"]));
        return question.header === "Conflicts" ? { options: ["decide"], fields } : { options: ["B"] };
      },
    });
    session.runUntil((state) => state.records.length === 2);
    expect(session.questions.map(({ kind, about }) => [kind, about.at(-1), about.length])).toEqual([
      ["flag", "CRITICAL", 4],
      ["conflict", "CRITICAL", 3],
      ["conflict", "HIGH", 3],
      ["conflict", "MEDIUM", 3],
      ["conflict", "LOW", 3],
    ]);
  });

  it("refuses a letter that is not offered, and an answer that leaves one out", () => {
    const session = disagreeing(["MEDIUM", "MEDIUM"], 2);
    session.run();
    const question = session.questions.at(-1);
    const problem = (fields: Record<string, string>) =>
      question && answerProblem(question, { question: question.id, options: ["decide"], fields, via: "library" });
    expect(problem({ "ISSUE-R1-001": "C", "ISSUE-R1-002": "A" })).toContain("C is not offered");
    expect(problem({ "ISSUE-R1-001": "A" })).toContain("is required");
    expect(problem({ "ISSUE-R1-001": "a", "ISSUE-R1-002": "Neither." })).toBeUndefined();
  });

  it("lets a policy leave MEDIUM and LOW as limitations, signed with its name, and decide no other", () => {
    const answer: PaperScript["answer"] = ({ options }) =>
      options.some(({ id }) => id === "limitation")
        ? { options: ["limitation"], via: "policy", policy: "recommended" }
        : undefined;
    const session = disagreeing(["MEDIUM", "LOW"], 2, { answer, words: { alternative: "Another way." } });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(session.state.conflicts.map(({ state }) => state)).toEqual(["left", "left"]);
    expect(openLines(session.state).filter((line) => line.includes("ISSUE-R1-00"))).toHaveLength(2);
    expect(session.state.decisions).toMatchObject([
      { type: "limitation", policy: "recommended" },
      { type: "limitation", policy: "recommended" },
    ]);
    const high = disagreeing(["HIGH"], 1, { answer, words: { alternative: "Another way." } });
    expect(high.run()).toBe("waiting");
  });

  it("goes to the Engineer's position by itself for LOW, once three were decided that way", () => {
    const session = disagreeing(["LOW", "LOW", "LOW", "LOW"], 4, { answer: answering(() => ({ options: ["B"] })) });
    session.run();
    expect(session.questions.filter(({ kind }) => kind === "conflict")).toHaveLength(3);
    expect(session.state.decisions.at(-1)).toMatchObject({ by: "mediator", option: "B: the Engineer's position" });
  });

  it("lets the User take such a decision back: it binds no longer", () => {
    const session = disagreeing(["LOW"], 1, {
      config: { autoConfirm: false },
      answer: answering(() => ({ options: ["B"] })),
    });
    session.run();
    expect(session.state.issues.get(issueId(1, 1))?.state).toBe("WAIVED");
    const command = { type: "issue-reopen", issue: issueId(1, 1), reason: "it matters after all" } as const;
    const result = applyCommand(session.state, command, NOW);
    session.record(...(result.ok ? result.events : []));
    expect(session.state.conflicts[0]?.state).toBe("dropped");
    expect(session.state.issues.get(issueId(1, 1))?.state).toBe("OPEN");
    expect(session.state.decisions.at(-1)?.decision).toContain("DECISION-R2-001 no longer holds");
  });

  it.each<[string, Command, string]>([
    ["waives its issue", { type: "issue-waive", issue: issueId(1, 1), reason: "no" }, "WAIVED"],
    ["lowers it", { type: "issue-severity", issue: issueId(1, 1), severity: "LOW", reason: "no" }, "LOWERED"],
    ["puts its gap off", { type: "gap-defer", gaps: GAP, reason: "later" }, "OPEN"],
  ])("is left by a conflict, and its question is taken back, where the User %s", (_, command, becomes) => {
    const session = disagreeing(["HIGH"], 1, {
      config: { autoConfirm: false },
      answer: answering(() => undefined),
    });
    expect(session.run()).toBe("waiting");
    const result = applyCommand(session.state, command, NOW);
    session.record(...(result.ok ? result.events : []));
    expect(session.state.conflicts[0]?.state).toBe("dropped");
    expect(session.state.questions).toEqual([]);
    expect(session.state.issues.get(issueId(1, 1))?.state).toBe(becomes);
  });

  it("asks anew about what is left of MEDIUM where the User settles one of them", () => {
    const session = disagreeing(["MEDIUM", "MEDIUM"], 2, { answer: answering(() => undefined) });
    session.run();
    const result = applyCommand(session.state, { type: "issue-waive", issue: issueId(1, 1), reason: "no" }, NOW);
    session.record(...(result.ok ? result.events : []));
    session.run();
    expect(session.state.questions.map(({ about }) => about)).toEqual([["ISSUE-R1-002", "MEDIUM"]]);
  });

  it("is left by a conflict whose issue the Reviewer takes back", () => {
    const session = disagreeing(["HIGH"], 1, {
      rechecks: (round) => (round === 2 ? [{ issue: issueId(1, 1), status: "WITHDRAWN", why: "right", line: 1 }] : []),
    });
    session.run();
    expect(session.state.conflicts[0]?.state).toBe("dropped");
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });
});

describe("a middle ground by an agent (SPEC 10.2)", () => {
  const model = { ...DEFAULT_CONFIG.agents, reviewer: { kind: "anthropic" } };

  it("is asked for once where the Reviewer is a model, and NONE leaves A, B and D", () => {
    const session = disagreeing(["HIGH"], 1, { config: { agents: model } });
    session.run();
    const orders = session.effects.flatMap((effect) => (effect.type === "run" ? effect.orders : []));
    expect(orders.filter(({ role }) => role === "middle-ground").map(({ id }) => id)).toEqual([
      "R2-middle-ground-ISSUE-R1-001-1",
    ]);
    expect(session.state.conflicts[0]?.middleGround).toEqual({ run: "R2-middle-ground-ISSUE-R1-001-1" });
    expect(letters(session.questions[0] as Question)).toBe("A B D");
  });

  it("is C, marked as an agent's, where there is one", () => {
    const session = disagreeing(["HIGH"], 1, { config: { agents: model } });
    session.runUntil((state) => state.conflicts.length > 0);
    session.record({ type: "middle_ground_given", issue: issueId(1, 1), run: "r", text: "Back off after the third." });
    session.run();
    const option = session.questions[0]?.options[2];
    expect(option).toMatchObject({
      label: "a middle ground, written by an agent",
      description: "Back off after the third.",
    });
    expect(option?.recommended).toBeUndefined();
  });

  it("is not asked for without a model, nor beside the Engineer's own alternative", () => {
    for (const script of [{}, { config: { agents: model }, words: { alternative: "Another way." } }]) {
      const session = disagreeing(["HIGH"], 1, script);
      session.run();
      expect(session.state.conflicts[0]?.middleGround).toBeUndefined();
    }
  });
});
