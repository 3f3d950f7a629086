import { describe, expect, it } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../test/support/paper-session.ts";
import { meantAnswer } from "../model/answer-problem.ts";
import type { Config } from "../model/config.ts";
import { gapId } from "../model/ids.ts";
import type { Question } from "../model/question.ts";
import type { Severity } from "../model/severity.ts";
import { applyCommand } from "./commands/apply-command.ts";
import type { Command } from "./commands/command.ts";
import { changeConfig } from "./commands/withdraw-moot.ts";
import { fold } from "./evolve/evolve.ts";
import { CRITICAL_WORDS, HIGH_WORDS } from "./termination/warning-gate.ts";

const gaps = (count: number, severity: Severity = "MEDIUM") =>
  Array.from({ length: count }, (_, index) =>
    makeGap({ id: gapId("FLOW", index + 1), severity, text: `gap ${index}` }),
  );

const A = gapId("FLOW", 1);
const B = gapId("FLOW", 2);

function states(session: ReturnType<typeof paperSession>) {
  return Object.fromEntries([...session.state.gaps].map((gap) => [gap.id, gap.state]));
}

/** Answers by kind; what is not named is not answered. */
function answers(
  byKind: Record<string, string | { options: string[]; fields?: Record<string, string> }>,
): NonNullable<PaperScript["answer"]> {
  return (question) => {
    const answer = byKind[question.kind];
    return typeof answer === "string" ? { options: [answer] } : answer;
  };
}

describe("a session (SPEC 4)", () => {
  it("runs 25 gaps in rounds of four to COMPLETE", () => {
    const session = paperSession({ gaps: gaps(25) });
    expect(session.run()).toBe("ended");
    expect(session.state.stop).toMatchObject({ type: "ended", termination: "COMPLETE" });
    expect(session.state.records).toHaveLength(7);
    expect(new Set(Object.values(states(session)))).toEqual(new Set(["RESOLVED"]));
    expect(session.questions).toEqual([]);
  });

  it("is the same when its journal is folded again", () => {
    const session = paperSession({
      gaps: gaps(5),
      issues: (round) => (round === 1 ? [{ gap: A, severity: "HIGH" }] : []),
    });
    session.run();
    const again = fold(session.entries);
    expect({ ...again, gaps: [...(again?.gaps ?? [])] }).toMatchObject({
      seq: session.state.seq,
      records: session.state.records,
    });
    expect([...(again?.gaps ?? [])]).toEqual([...session.state.gaps]);
  });

  it("takes NEEDS_REVISION before OPEN, then by severity, then by age", () => {
    const list = [
      makeGap({ id: gapId("FLOW", 1), severity: "LOW" }),
      makeGap({ id: gapId("FLOW", 2), severity: "CRITICAL" }),
      makeGap({ id: gapId("FLOW", 3), severity: "HIGH" }),
    ];
    const session = paperSession({
      gaps: list,
      config: { parallelGaps: 1 },
      issues: (round) => (round === 1 ? [{ gap: B, severity: "HIGH" }] : []),
    });
    session.run();
    expect(session.state.recent.map((log) => log.slots.map(({ gap }) => gap))).toEqual([
      [B],
      [B],
      ["GAP-FLOW-003"],
      ["GAP-FLOW-001"],
    ]);
  });

  it("gives gaps that share a place or depend on each other to one Engineer, three at most", () => {
    const place = [{ heading: "Flow", line: 10, endLine: 12 }];
    const list = [
      makeGap({ id: A, places: place }),
      makeGap({ id: B, places: place }),
      makeGap({ id: gapId("FLOW", 3), dependsOn: [A] }),
      makeGap({ id: gapId("FLOW", 4), places: place }),
      makeGap({ id: gapId("FLOW", 5), text: "Another matter." }),
    ];
    const session = paperSession({ gaps: list });
    session.run();
    const runs = session.state.recent.map((log) =>
      log.runs.filter(({ role }) => role === "engineer").map(({ gaps: together }) => together),
    );
    expect(runs).toEqual([[[A, B, "GAP-FLOW-004"], ["GAP-FLOW-005"]], [["GAP-FLOW-003"]]]);
  });

  it("asks which gap goes first when they wait for each other", () => {
    const list = [makeGap({ id: A, dependsOn: [B] }), makeGap({ id: B, dependsOn: [A] })];
    const session = paperSession({ gaps: list, answer: answers({ "dependency-cycle": B }) });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(session.state.gaps.get(B)?.flags).toContain("FORCED_UNBLOCK");
  });
});

describe("review and the ledger (SPEC 3.3, 3.6)", () => {
  it("holds a gap back while a HIGH issue is open, and accepts it once it is verified", () => {
    const session = paperSession({
      gaps: gaps(1),
      issues: (round) => (round === 1 ? [{ gap: A, severity: "HIGH" }] : []),
      rechecks: (round) => (round === 2 ? [{ issue: "ISSUE-R1-001", status: "RESOLVED", why: "done", line: 1 }] : []),
    });
    session.run();
    expect(session.state.records.map((record) => record.net)).toEqual([0, 1]);
    expect(session.state.issues.get("ISSUE-R1-001")?.state).toBe("VERIFIED");
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("verifies nothing by silence: an issue that a review passes over stays open, and so does its gap", () => {
    const session = paperSession({
      gaps: gaps(1),
      issues: (round) => (round === 1 ? [{ gap: A, severity: "HIGH" }] : []),
      rechecks: () => [],
    });
    session.run();
    expect(session.state.issues.get("ISSUE-R1-001")?.state).toBe("ANSWERED");
    expect(session.state.gaps.get(A)?.state).not.toBe("RESOLVED");
  });

  it("never accepts under a verdict NEEDS_REVISION, and asks at the second without a serious issue", () => {
    const session = paperSession({
      gaps: gaps(1),
      reviewerDigest: (digest) => ({ ...digest, verdicts: [{ gap: A, value: "NEEDS_REVISION" }] }),
    });
    expect(session.run()).toBe("waiting");
    expect(session.state.round?.number).toBe(2);
    expect(session.questions.at(-1)).toMatchObject({ kind: "verdict", about: [A] });
    expect(session.state.gaps.get(A)?.state).toBe("PROPOSED");
  });

  it("calls an approving verdict over an open HIGH issue a mismatch, and the severity holds", () => {
    const session = paperSession({
      gaps: gaps(1),
      issues: (round) => (round === 1 ? [{ gap: A, severity: "HIGH" }] : []),
      reviewerDigest: (digest) => ({ ...digest, verdicts: [{ gap: A, value: "APPROVED" }] }),
    });
    session.run();
    expect(session.state.recent[0]?.notes.map((note) => note.kind)).toContain("verdict-mismatch");
    expect(session.state.recent[0]?.changes).toContainEqual(
      expect.objectContaining({ about: A, to: "NEEDS_REVISION" }),
    );
  });

  it("lets a late HIGH count once per gap and notes further ones", () => {
    const session = paperSession({
      gaps: gaps(1),
      config: { stallThreshold: 9 },
      issues: (round) => (round <= 3 ? [{ gap: A, severity: "HIGH", late: round > 1 }] : []),
    });
    session.run();
    expect(session.state.issues.get("ISSUE-R2-001")?.noted).toBe(false);
    expect(session.state.issues.get("ISSUE-R3-001")?.noted).toBe(true);
    expect(session.state.records).toHaveLength(3);
  });

  it("does not let the Reviewer lower a gap's severity, and notes the conflict", () => {
    const session = paperSession({
      gaps: gaps(1, "HIGH"),
      reviewerDigest: (digest) => ({ ...digest, severities: [{ gap: A, severity: "LOW" }] }),
    });
    session.run();
    expect(session.state.gaps.get(A)?.severity).toBe("HIGH");
    expect(session.state.recent[0]?.notes.map((note) => note.kind)).toContain("severity-conflict");
  });

  it("lets the Reviewer raise what the source stated, and not what the User set", () => {
    const raising: PaperScript = {
      gaps: gaps(1, "LOW"),
      reviewerDigest: (digest) => ({ ...digest, severities: [{ gap: A, severity: "HIGH" }] }),
    };
    const stated = paperSession(raising);
    stated.run();
    expect(stated.state.gaps.get(A)?.severity).toBe("HIGH");

    const decided = paperSession(raising);
    const command = { type: "gap-severity", gaps: A, severity: "MEDIUM", reason: "seen in production" } as const;
    const result = applyCommand(decided.state, command, "2026-01-12T14:30:00Z");
    if (result.ok) decided.record(...result.events);
    decided.run();
    expect(decided.state.gaps.get(A)?.severity).toBe("MEDIUM");
    expect(decided.state.recent[0]?.notes.map((note) => note.message)).toContain(
      `the review calls ${A} HIGH, but you set it to MEDIUM, which holds`,
    );
  });

  it("leaves a proposal that the review passes over PROPOSED, and reviews it first in the next round", () => {
    const session = paperSession({
      gaps: gaps(2),
      reviewerDigest: (digest, round) =>
        round === 1 ? { ...digest, reviewed: [A], verdicts: [{ gap: A, value: "APPROVED" }] } : digest,
    });
    session.run();
    expect(session.state.recent[0]?.record.outcome).toBe("PARTIAL");
    expect(session.state.recent[1]).toMatchObject({ slots: [], carriedOver: [B] });
  });
});

/** An option, with its fields as they are prefilled. */
function chosen(question: Question, option: string) {
  return meantAnswer(question, { options: [option], fields: {} });
}

describe("partial rounds (SPEC 7)", () => {
  const failing: PaperScript = { gaps: gaps(1), engineer: () => ({ type: "fails", failure: "WRONG_FORMAT" }) };

  it("makes three attempts in all, then asks with the five ways on and a rollback", () => {
    const session = paperSession({ ...failing, gaps: gaps(6) });
    expect(session.run()).toBe("waiting");
    expect(session.state.round?.runs.filter((run) => run.gaps.includes(A)).map((run) => run.attempt)).toEqual([
      1, 2, 3,
    ]);
    expect(session.questions[0]?.options.map((option) => option.id)).toEqual([
      "retry",
      "skip",
      "reassign",
      "context",
      "narrow",
      "rollback",
      "pause",
    ]);
  });

  it("lets one failed gap go back and calls the round PARTIAL when others are valid", () => {
    const session = paperSession({
      gaps: gaps(2),
      engineer: (order) =>
        order.round === 1 && order.gaps[0] === A ? { type: "fails", failure: "EMPTY_OUTPUT" } : { type: "valid" },
    });
    session.run();
    expect(session.questions).toEqual([]);
    expect(session.state.recent[0]?.record).toMatchObject({ outcome: "PARTIAL", net: 1 });
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("asks when the same gap fails in two rounds", () => {
    const session = paperSession({
      gaps: gaps(6),
      engineer: (order) => (order.gaps[0] === A ? { type: "fails", failure: "EMPTY_OUTPUT" } : { type: "valid" }),
    });
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]).toMatchObject({ kind: "role-failed", about: ["engineer", A] });
    const [attempts, output, next] = session.questions[0]?.evidence ?? [];
    const lines = attempts?.body.split("\n") ?? [];
    expect(lines[0]).toMatch(/^- GAP-\S+, attempt 1: EMPTY_OUTPUT: .{12}/);
    expect(lines.slice(1)).toEqual([2, 3].map((attempt) => `- ${A}, attempt ${attempt}: EMPTY_OUTPUT: the same`));
    expect(output?.where).toBe("round_002/attempts/");
    expect(next?.body).toContain("whetstone resume --engineer AGENT");
    expect(session.state.round?.number).toBe(2);
  });

  it.each(["skip", "reassign", "narrow", "pause"])("goes on by %s", (choice) => {
    const session = paperSession({
      ...failing,
      gaps: gaps(6),
      answer: (question, state) => (state.questionCount > 1 ? undefined : chosen(question, choice)),
    });
    const stopped = session.run();
    expect(stopped).toBe(choice === "pause" ? "paused" : "waiting");
    const failed = session.state.round?.runs ?? session.state.recent.at(-1)?.runs ?? [];
    if (choice === "reassign") expect(failed.map((run) => run.gaps[0])).toContain("GAP-FLOW-005");
    if (choice === "narrow") expect(failed.filter((run) => run.attempt === 4)).toHaveLength(1);
    if (choice === "skip") expect(session.state.recent[0]?.skipped[0]).toMatchObject({ role: "engineer" });
  });

  it.each(["engineer", "reviewer"] as const)("lets the %s begin anew, also after context was given", (role) => {
    let left = 2;
    const isWell = () => left === 0;
    const work = (order: { role: string }) =>
      order.role !== role || isWell()
        ? ({ type: "valid" } as const)
        : ({ type: "fails", failure: "EMPTY_OUTPUT" } as const);
    const session = paperSession({
      gaps: gaps(1),
      engineer: work,
      reviewer: work,
      answer: (question) => {
        if (question.kind !== "role-failed") return undefined;
        left -= 1;
        return left === 1 ? { options: ["context"], fields: { context: "use seconds" } } : { options: ["retry"] };
      },
    });
    session.run();
    expect(session.questions.map(({ kind }) => kind)).toEqual(["role-failed", "role-failed"]);
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
    const runs = session.state.recent[0]?.runs.filter((run) => run.role === role);
    expect(runs?.map(({ attempt, end }) => [attempt, end?.gate.success])).toEqual([[1, true]]);
  });

  it("takes another gap that is independent of the round's own (SPEC 4.1)", () => {
    const session = paperSession({
      gaps: [10, 20, 20, 40].map((line, index) =>
        makeGap({ id: gapId("FLOW", index + 1), places: [{ heading: "Flow", line, endLine: line }] }),
      ),
      config: { parallelGaps: 2, clusterGaps: 1 },
      engineer: (order) => (order.gaps[0] === A ? { type: "blocked", reason: "which?" } : { type: "valid" }),
      answer: (question, state) => (state.questionCount > 1 ? undefined : chosen(question, "other")),
    });
    session.runUntil((state) => (state.round?.slots.length ?? 0) > 2);
    expect(session.state.round?.slots.map((slot) => slot.gap)).toEqual([A, B, "GAP-FLOW-004"]);
  });

  it("puts the User's context into one more attempt", () => {
    const session = paperSession({
      gaps: gaps(1),
      engineer: (order) => (order.attempt < 4 ? { type: "fails", failure: "WRONG_FORMAT" } : { type: "valid" }),
      answer: answers({ "role-failed": { options: ["context"], fields: { context: "use seconds" } } }),
    });
    session.run();
    expect(session.state.contexts).toEqual([{ gaps: [A], text: "use seconds" }]);
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("keeps proposals unreviewed when the Reviewer is skipped", () => {
    const session = paperSession({
      gaps: gaps(1),
      reviewer: (order) => (order.round === 1 ? { type: "fails", failure: "WRONG_FORMAT" } : { type: "valid" }),
      answer: answers({ "role-failed": "skip" }),
    });
    session.run();
    expect(session.state.recent.map((log) => log.carriedOver)).toEqual([[], [A]]);
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("offers the ways on when both failed, and reads a document that the User writes", () => {
    const session = paperSession({
      gaps: gaps(2),
      config: { parallelGaps: 1 },
      engineer: (order) => (order.round === 2 ? { type: "fails", failure: "EMPTY_OUTPUT" } : { type: "valid" }),
      reviewer: (order) =>
        order.round < 3 && order.attempt < 4 ? { type: "fails", failure: "EMPTY_OUTPUT" } : { type: "valid" },
      answer: (question) =>
        question.kind === "both-failed"
          ? { options: ["write"], fields: { document: "## Gap Resolution: GAP-FLOW-002" } }
          : question.kind === "role-failed"
            ? { options: ["skip"] }
            : undefined,
    });
    session.run();
    expect(session.questions.map((question) => question.kind)).toContain("both-failed");
    expect([...session.state.recent].flatMap((log) => log.runs).some((run) => run.agent === "the User")).toBe(true);
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("blocks a gap that needs input, asks, and repeats the run in the same round", () => {
    const session = paperSession({
      gaps: gaps(1),
      engineer: (order) => (order.attempt === 1 ? { type: "blocked", reason: "which unit?" } : { type: "valid" }),
      answer: answers({ input: { options: ["give"], fields: { input: "milliseconds" } } }),
    });
    session.run();
    expect(session.state.records).toHaveLength(1);
    expect(session.state.decisions[0]).toMatchObject({ type: "input", decision: "milliseconds" });
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("leaves the stall counter alone in a round that only gathered input", () => {
    const session = paperSession({
      gaps: gaps(1),
      engineer: () => ({ type: "blocked", reason: "which unit?" }),
      answer: (_question, state) => (state.questionCount > 2 ? undefined : { options: ["end"] }),
    });
    expect(session.run()).toBe("waiting");
    expect(session.state.records[0]).toMatchObject({ outcome: "INPUT_ONLY", flatCount: 0 });
    expect(session.state.gaps.get(A)).toMatchObject({ state: "BLOCKED", blocker: { type: "USER_INPUT" } });
  });

  it("gives an uncertain Engineer one retry, then asks", () => {
    const session = paperSession({ gaps: gaps(1), engineer: () => ({ type: "uncertain", reason: "too little" }) });
    expect(session.run()).toBe("waiting");
    expect(session.state.round?.runs).toHaveLength(2);
    expect(session.questions[0]?.kind).toBe("input");
  });

  it("asks about a broken agent instead of retrying with another prompt", () => {
    const session = paperSession({ gaps: gaps(2), engineer: () => ({ type: "broken" }) });
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]?.kind).toBe("agent-failure");
    expect(session.state.round?.runs.every((run) => run.attempt === 1)).toBe(true);
  });
});

describe("another agent for one that could not work", () => {
  const broken: PaperScript = {
    gaps: gaps(2),
    engineer: (_order, state) => ({ type: state.config.agents.engineer.kind === "interview" ? "valid" : "broken" }),
  };
  const other: Config["agents"]["engineer"] = { kind: "interview" };

  const useless: PaperScript = {
    gaps: gaps(2),
    engineer: (_order, state) =>
      state.config.agents.engineer.kind === "interview"
        ? { type: "valid" }
        : { type: "fails", failure: "WRONG_FORMAT" },
  };

  it.each([
    ["agent-failure", broken],
    ["role-failed", useless],
  ] as const)("takes the question back, and the runs start once more: %s", (kind, script) => {
    const session = paperSession(script);
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]?.kind).toBe(kind);
    const { config } = session.state;
    session.record(
      ...changeConfig(session.state, { ...config, agents: { ...config.agents, engineer: other } }, "named"),
    );
    expect(session.state.questions).toEqual([]);
    expect(session.run()).toBe("ended");
  });

  it("leaves it where the other role's agent is changed", () => {
    const session = paperSession(broken);
    session.run();
    const { config } = session.state;
    session.record(
      ...changeConfig(session.state, { ...config, agents: { ...config.agents, reviewer: other } }, "named"),
    );
    expect(session.run()).toBe("waiting");
  });
});

describe("convergence (SPEC 11)", () => {
  const stalling: PaperScript = { gaps: gaps(1), issues: () => [{ gap: A, severity: "HIGH" }] };

  it("is FLAT once, then STALLED, which warns at once", () => {
    const session = paperSession(stalling);
    expect(session.run()).toBe("waiting");
    expect(session.state.records.map((record) => [record.state, record.cause])).toEqual([
      ["FLAT", undefined],
      ["DIVERGENCE_WARNING", "stall"],
    ]);
    expect(session.questions[0]?.kind).toBe("divergence");
  });

  it("warns of a new CRITICAL gap, and of a weighted net below -8 but not at it", () => {
    const spawn = (severity: Severity, count: number) => (role: string, round: number) =>
      role === "reviewer" && round === 1
        ? Array.from({ length: count }, (_, index) => ({
            id: gapId("NEW", index + 1),
            title: "new",
            text: "new",
            place: "Paper",
            severity,
            dependsOn: [],
            line: 1,
          }))
        : [];
    const held = (round: number) => (round === 1 ? [{ gap: A, severity: "HIGH" as const }] : []);
    const critical = paperSession({ gaps: gaps(1), newGaps: spawn("CRITICAL", 1), issues: held });
    critical.run();
    expect(critical.state.records[0]).toMatchObject({ state: "DIVERGENCE_WARNING", cause: "new-critical" });
    const two = paperSession({ gaps: gaps(1), newGaps: spawn("HIGH", 2), issues: held });
    two.run();
    expect(two.state.records[0]).toMatchObject({ state: "FLAT", weightedNet: -8 });
    const three = paperSession({ gaps: gaps(1), newGaps: spawn("HIGH", 3), issues: held });
    three.run();
    expect(three.state.records[0]).toMatchObject({ state: "DIVERGENCE_WARNING", cause: "weight", weightedNet: -12 });
  });

  it.each([
    ["accept-complexity", {}, "CONVERGING"],
    ["context", { context: "keep it small" }, "CONVERGING"],
    ["narrow", { gaps: A }, "CONVERGING"],
  ])("goes on by %s with the counter at 0", (choice, fields, expected) => {
    const session = paperSession({
      ...stalling,
      answer: (question, state) =>
        question.kind === "divergence" && state.questionCount === 1 ? { options: [choice], fields } : undefined,
    });
    session.run();
    expect(session.state.convergence.choices).toEqual([expect.objectContaining({ choice })]);
    if (choice === "narrow") expect(session.state.gaps.get(A)?.state).toBe("USER_DEFERRED");
    else expect(session.state.records[2]).toMatchObject({ state: "FLAT", flatCount: 1 });
    expect(expected).toBe("CONVERGING");
  });

  it("works on CRITICAL gaps only in the round after that was chosen", () => {
    const list = [makeGap({ id: A, severity: "CRITICAL" }), makeGap({ id: B })];
    const session = paperSession({
      gaps: list,
      issues: (round) => (round < 3 ? [A, B].map((gap) => ({ gap, severity: "HIGH" as const })) : []),
      answer: answers({ divergence: "critical-first" }),
    });
    session.run();
    expect(session.state.recent[2]?.slots.map(({ gap }) => gap)).toEqual([A]);
  });

  it("ends as STALL_EXIT by force, through the gates", () => {
    const session = paperSession({
      ...stalling,
      answer: answers({ divergence: "force-complete", "warning-gate": "accept" }),
    });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "STALL_EXIT" });
  });
});

describe("termination (SPEC 12)", () => {
  it("asks at the limit of rounds, extends by five, never past the hard limit", () => {
    const session = paperSession({
      gaps: gaps(1),
      config: { maxRounds: 2, hardLimit: 4, stallThreshold: 99 },
      issues: () => [{ gap: A, severity: "HIGH" }],
      answer: (question) =>
        question.options.some((option) => option.id === "extend") ? { options: ["extend"] } : undefined,
    });
    expect(session.run()).toBe("waiting");
    expect(session.state.limits.maxRounds).toBe(4);
    expect(session.state.records).toHaveLength(4);
    expect(session.state.decisions).toMatchObject([{ type: "max-rounds", title: "Max rounds: Extend to 4 rounds" }]);
    expect(session.questions.at(-1)?.options.map((option) => option.id)).toEqual(["accept", "abandon"]);
  });

  it("records an acceptance at the limit as MAX_ROUNDS", () => {
    const session = paperSession({
      gaps: gaps(1),
      config: { maxRounds: 1 },
      issues: () => [{ gap: A, severity: "HIGH" }],
      answer: answers({ "max-rounds": "accept", "warning-gate": "accept" }),
    });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "MAX_ROUNDS" });
  });

  it("demands the exact words and a rationale per gap for CRITICAL, then for HIGH", () => {
    const list = [makeGap({ id: A, severity: "CRITICAL" }), makeGap({ id: B, severity: "HIGH" })];
    const session = paperSession({
      gaps: list,
      answer: (question) => {
        const critical = question.about[0] === "critical";
        if (question.kind === "finish") return { options: ["accept"] };
        const words = critical ? CRITICAL_WORDS : HIGH_WORDS;
        return { options: ["accept"], fields: { words, [critical ? A : B]: "later" } };
      },
    });
    session.record({ type: "finish_requested" });
    session.run();
    expect(session.questions.map((question) => question.header)).toEqual(["Finish", "CRITICAL", "HIGH"]);
    expect(session.questions[1]?.fields.map((field) => field.exactText)).toEqual([CRITICAL_WORDS, undefined]);
    expect(session.questions.slice(1).every((question) => question.personOnly)).toBe(true);
    expect(session.state.stop).toMatchObject({ termination: "USER_APPROVED" });
    expect(session.state.decisions.map(({ title, rationale }) => rationale ?? title)).toEqual([
      "Finish: Accept the spec",
      `${A}: later`,
      `${B}: later`,
    ]);
  });

  describe("paused at a warning gate", () => {
    function pausedAtGate() {
      const later = { opens: false };
      const fields = { words: CRITICAL_WORDS, [A]: "known" };
      const session = paperSession({
        gaps: gaps(1, "CRITICAL"),
        answer: (question) => {
          if (question.kind === "finish") return { options: ["accept"] };
          return later.opens ? { options: ["accept"], fields } : undefined;
        },
      });
      session.record({ type: "finish_requested" });
      session.run();
      const command = (given: Command) => {
        const result = applyCommand(session.state, given, session.state.at);
        if (result.ok) session.record(...result.events);
      };
      command({ type: "pause", reason: "lunch" });
      expect(session.run()).toBe("paused");
      return { session, command, later, fields };
    }

    it("ends after it goes on, and buys nothing but the final review", () => {
      const { session, command, later } = pausedAtGate();
      later.opens = true;
      command({ type: "resume" });
      session.run();
      expect(session.state.stop).toMatchObject({ termination: "USER_APPROVED" });
      const bought = session.effects.flatMap((effect) => (effect.type === "run" ? effect.orders : []));
      expect(bought.map(({ role }) => role)).toEqual(["final-review"]);
    });

    it("is passed by words that come while it stands still", () => {
      const { session, command, fields } = pausedAtGate();
      const question = session.state.questions[0]?.id ?? "";
      command({ type: "answer", answer: { question, options: ["accept"], fields, via: "library" } });
      expect(session.run()).toBe("paused");
      command({ type: "resume" });
      session.run();
      expect(session.state.stop).toMatchObject({ termination: "USER_APPROVED" });
    });

    it("forgets the ending that is dropped there, and stays paused", () => {
      const { session, command } = pausedAtGate();
      const question = session.state.questions[0]?.id ?? "";
      command({ type: "answer", answer: { question, options: ["back"], fields: {}, via: "library" } });
      expect(session.run()).toBe("paused");
      command({ type: "resume" });
      expect(session.state.stop).toEqual({ type: "running" });
    });
  });

  it("goes on running after a pause that answers how to finish", () => {
    const session = paperSession({ gaps: gaps(1), answer: answers({ finish: "pause" }) });
    session.record({ type: "finish_requested" });
    expect(session.run()).toBe("paused");
    session.record({ type: "resumed" });
    expect(session.run()).toBe("ended");
    expect(session.questions).toHaveLength(1);
  });

  it("is GOOD_ENOUGH when only MEDIUM and LOW are left and the User acknowledges them", () => {
    const session = paperSession({ gaps: gaps(1), answer: answers({ finish: "accept", "warning-gate": "accept" }) });
    session.record({ type: "finish_requested" });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "GOOD_ENOUGH" });
  });

  it("writes nothing when it is abandoned", () => {
    const session = paperSession({ gaps: gaps(1), answer: answers({ finish: "abandon" }) });
    session.record({ type: "finish_requested" });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "ABANDONED" });
    expect(session.effects.some((effect) => effect.type === "finish")).toBe(false);
  });

  it("goes on with the blockers of a final review that is NOT_READY", () => {
    let reviews = 0;
    const session = paperSession({
      gaps: gaps(1),
      finalReview: (state) =>
        reviews++ > 0
          ? [{ type: "final_review_read", ready: true, message: "READY", blockers: [] }]
          : [
              {
                type: "final_review_read",
                ready: false,
                message: "NOT_READY",
                blockers: [makeGap({ id: gapId("FINAL", 1), origin: "final-review", round: state.records.length })],
              },
            ],
    });
    session.run();
    expect(reviews).toBe(2);
    expect(session.state.gaps.get("GAP-FINAL-001")?.state).toBe("RESOLVED");
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("asks how to finish when every gap that is left is deferred above the weight of 4", () => {
    const list = Array.from({ length: 3 }, (_, index) =>
      makeGap({ id: gapId("FLOW", index + 1), state: "USER_DEFERRED" }),
    );
    const session = paperSession({ gaps: list });
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]?.kind).toBe("nothing-to-do");
  });

  it("is COMPLETE with a deferred weight of 4", () => {
    const list = Array.from({ length: 2 }, (_, index) =>
      makeGap({ id: gapId("FLOW", index + 1), state: "USER_DEFERRED" }),
    );
    const session = paperSession({ gaps: list });
    session.run();
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("asks for confirmation without auto_confirm, and revises what is not confirmed", () => {
    const session = paperSession({
      gaps: gaps(2),
      config: { autoConfirm: false },
      answer: (question) => ({
        options: question.about.filter((id) => id !== A || question.id.includes("R2")),
        fields: {},
      }),
    });
    session.run();
    expect(session.state.recent[0]?.changes).toContainEqual(
      expect.objectContaining({ about: A, to: "NEEDS_REVISION" }),
    );
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("asks to raise the budget when it is used up", () => {
    const session = paperSession({
      gaps: gaps(9),
      config: { budgets: { usd: 5, tokens: 500, secondsPerRun: 1, concurrentRuns: 4 } },
    });
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]).toMatchObject({ kind: "budget", personOnly: true });
  });
});

describe("polishing (SPEC 12)", () => {
  const [C] = [gapId("FLOW", 1)];
  const lesser: PaperScript = {
    gaps: gaps(2),
    issues: (round) => (round === 1 ? [{ gap: C, severity: "MEDIUM" }] : []),
    rechecks: (round) => (round === 2 ? [{ issue: "ISSUE-R1-001", status: "RESOLVED", why: "said now", line: 1 }] : []),
  };

  it("offers one round for the MEDIUM issues before the final review, in one run, and gaps keep their state", () => {
    const session = paperSession({ ...lesser, answer: answers({ polish: "polish" }) });
    session.run();
    expect(session.questions.map(({ kind }) => kind)).toEqual(["polish"]);
    const orders = session.effects.flatMap((effect) => (effect.type === "run" ? effect.orders : []));
    expect(orders.filter(({ round }) => round === 2).map(({ role, gaps: about }) => [role, about])).toEqual([
      ["engineer", [C]],
      ["reviewer", [C]],
      ["final-review", []],
    ]);
    expect(session.state.issues.get("ISSUE-R1-001")?.state).toBe("VERIFIED");
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(session.state.records.map(({ polishing, flatCount }) => [polishing, flatCount])).toEqual([
      [undefined, 0],
      [true, 0],
    ]);
  });

  it("is for MEDIUM issues alone: LOW ones on the same gap stay listed", () => {
    const session = paperSession({
      ...lesser,
      issues: (round) => (round === 1 ? (["MEDIUM", "LOW"] as const).map((severity) => ({ gap: C, severity })) : []),
      answer: answers({ polish: "skip" }),
    });
    session.run();
    expect(session.questions[0]?.evidence[0]?.body).toMatch(/^- ISSUE-R1-001 [^\n]*$/);
  });

  it("drops changes that bring a serious issue on their own words, and reopens nothing", () => {
    const session = paperSession({
      ...lesser,
      issues: (round) => [{ gap: C, severity: round === 1 ? "MEDIUM" : "HIGH" }],
      reviewerDigest: (digest) => ({
        ...digest,
        issues: digest.issues.map((issue) => ({ ...issue, quotations: ["words of the change"] })),
      }),
      answer: answers({ polish: "polish" }),
    });
    session.run();
    expect(session.state.issues.get("ISSUE-R1-001")?.state).toBe("OPEN");
    expect(session.state.issues.get("ISSUE-R2-001")?.state).toBe("WITHDRAWN");
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("asks for no review where every issue was answered without a change, and keeps the answers", () => {
    const text = "No change needed: nobody would notice.";
    const session = paperSession({
      ...lesser,
      engineerDigest: (digest, round) =>
        round === 1
          ? digest
          : {
              ...digest,
              proposals: [],
              responses: [{ issue: "ISSUE-R1-001", line: 1, endLine: 3, text, changedIn: [] }],
            },
      answer: answers({ polish: "polish" }),
    });
    session.run();
    const orders = session.effects.flatMap((effect) => (effect.type === "run" ? effect.orders : []));
    expect(orders.filter(({ round }) => round === 2).map(({ role }) => role)).toEqual(["engineer", "final-review"]);
    expect(session.state.issues.get("ISSUE-R1-001")).toMatchObject({ state: "ANSWERED", lastAnswer: text });
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });

  it("is not offered again once it was declined", () => {
    const session = paperSession({ ...lesser, answer: answers({ polish: "skip" }) });
    session.run();
    expect(session.questions).toHaveLength(1);
    expect(session.state.records).toHaveLength(1);
    expect(session.state.stop).toMatchObject({ termination: "COMPLETE" });
  });
});

describe("out of scope (SPEC 3.5a)", () => {
  const called = (severity: "HIGH" | "MEDIUM", answer?: string[]) =>
    paperSession({
      gaps: gaps(2, severity),
      engineerDigest: (digest, round) =>
        round === 1
          ? {
              ...digest,
              proposals: digest.proposals.filter(({ gap }) => gap !== A),
              outOfScope: [{ gap: A, reason: "storage has its own document" }],
            }
          : digest,
      ...(answer === undefined ? {} : { answer: () => ({ options: answer }) }),
    });

  it("parks what is called so, and asks about what is serious", () => {
    const lesser = called("MEDIUM");
    lesser.run();
    expect(lesser.state.gaps.get(A)?.state).toBe("PARKED");
    const asked = called("HIGH");
    expect(asked.run()).toBe("waiting");
    expect(asked.questions.at(-1)).toMatchObject({ kind: "out-of-scope", about: [A] });
  });

  it("holds what the User says of it", () => {
    const parked = called("HIGH", [A]);
    parked.run();
    expect(parked.state.gaps.get(A)?.state).toBe("PARKED");
    const kept = called("HIGH", ["none"]);
    kept.run();
    expect(kept.state.gaps.get(A)?.state).toBe("RESOLVED");
    expect(kept.state.decisions[0]).toMatchObject({ type: "scope", decision: `in scope: ${A}` });
  });
});
