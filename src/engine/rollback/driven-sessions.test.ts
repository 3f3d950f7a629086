import { describe, expect, it } from "vitest";
import {
  changeText,
  type ProposalDraft,
  proposalDocument,
  reviewDocument,
} from "../../../test/support/canonical-documents.ts";
import type { State } from "../../mediator/state.ts";
import type { Config } from "../../model/config.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { GapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { type TestSession, type TestSessionOptions, testSession } from "../../testing/test-session.ts";
import { readState } from "../session-store.ts";

/** Sessions that go as the examples of SPEC 13's source do, in words of their own. */

const FINAL = "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

const gapLine = (number: number) =>
  `- GAP-DEPOT-${String(number).padStart(3, "0")}: Rule ${number} of the depot is not written down.`;
const SOURCE = `# Depot\n\n## Open questions\n\n${Array.from({ length: 9 }, (_, index) => gapLine(index + 1)).join("\n\n")}\n`;

const twoExamples = (draft: ProposalDraft) =>
  proposalDocument(draft).replace("### Examples\n", "### Examples\n\n- A pallet at 23:59 is booked on that day.");
const good = (task: AgentTask) => twoExamples({ gap: task.label.gaps[0] as GapId });
const review = (task: AgentTask) =>
  task.label.gaps.length === 0 ? FINAL : reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });

interface Drive extends Partial<TestSessionOptions> {
  readonly write?: (task: AgentTask, before: number) => string;
  readonly rollback?: Partial<Config["rollback"]>;
}

/** `before` counts the runs of the same name that came earlier: above 0 the round was undone. */
function drive({ write = good, rollback = {}, ...options }: Drive = {}) {
  const seen = new Map<string, number>();
  const engineer = scriptedAgent((task) => {
    const before = seen.get(task.id) ?? 0;
    seen.set(task.id, before + 1);
    return write(task, before);
  });
  const reviewer = scriptedAgent(review);
  const config = { parallelGaps: 1, ...options.config, rollback: { ...DEFAULT_CONFIG.rollback, ...rollback } };
  const session = testSession({ source: SOURCE, engineer, reviewer, ...options, config });
  return { session, engineer, reviewer };
}

async function stateOf(session: TestSession): Promise<State> {
  return (await readState(session.files)) as State;
}

async function openQuestion(session: TestSession): Promise<Question> {
  const [question] = (await stateOf(session)).questions;
  if (!question) throw new Error("no question waits");
  return question;
}

async function answer(session: TestSession, option: string, fields: Record<string, string> = {}): Promise<void> {
  const { id } = await openQuestion(session);
  const given = { question: id, options: [option], fields, via: "library" } as const;
  expect(await session.command({ type: "answer", answer: given })).toMatchObject({ ok: true });
}

describe("example 1: a retry by itself", () => {
  const NO_TRADE_OFFS = /### Trade-offs\n\n[^\n]*\n\n/;
  const write = (task: AgentTask, before: number) =>
    task.label.round === 4 && before === 0 ? good(task).replace(NO_TRADE_OFFS, "") : good(task);

  it("undoes a round without trade-offs before a review is paid for, says so, and asks nobody", async () => {
    const { session, engineer, reviewer } = drive({ write, rollback: { mode: "AUTO_RETRY" } });
    const state = await session.runToEndOf(4);
    expect(session.questions).toEqual([]);
    const round4 = engineer.tasks.filter((task) => task.label.round === 4);
    expect(round4).toHaveLength(2);
    expect(round4[0]?.prompt).not.toContain("Mind this time");
    expect(round4[1]?.prompt).toContain("Your document MUST have these sections");
    expect(round4[1]?.prompt).toContain("`### Trade-offs`: at least 2 advantages and 2 disadvantages");
    expect(reviewer.tasks.filter((task) => task.label.round === 4)).toHaveLength(1);
    expect(state.rollbacks).toMatchObject([{ to: 3, by: "mediator", mode: "AUTO_RETRY", way: "adjusted" }]);
    const status = (await session.files.readText("status.md")) ?? "";
    expect(status).toContain("### Round 4, rollback 1");
    expect(status).toContain("- mode: AUTO_RETRY, automatic: attempt 1 of 2");
    expect(status).toContain("- adjustment: MISSING_SECTIONS, GAP-DEPOT-004: Your document MUST have");
    expect(status).toContain("- outcome: the retry was kept");
    expect(await session.files.exists("round_004_rolled_back_1.tar.gz")).toBe(true);
  });

  it("asks the second time, with the likely cause, and undoes nothing before the answer", async () => {
    const always = (task: AgentTask) => (task.label.round === 2 ? good(task).replace(NO_TRADE_OFFS, "") : good(task));
    const { session, reviewer } = drive({ write: always, rollback: { mode: "AUTO_RETRY" } });
    const { reason } = await session.run();
    expect(reason).toBe("waiting");
    expect(session.questions.map((question) => question.kind)).toEqual(["root-cause"]);
    expect((await stateOf(session)).rollbacks).toHaveLength(1);
    expect(await session.files.exists("round_002/engineer.md")).toBe(true);
    await answer(session, "best");
    const state = await session.runToEndOf(2);
    expect(state.rollbacks).toHaveLength(1);
    expect(reviewer.tasks.filter((task) => task.label.round === 2)).toHaveLength(1);
  });

  it("also when no attempt passes the gate, with what the failure calls for (SPEC 7)", async () => {
    const empty = (task: AgentTask) =>
      task.prompt.includes("No earlier attempt was taken (EMPTY_OUTPUT)") ? good(task) : "";
    const { session, engineer } = drive({ write: empty, rollback: { mode: "AUTO_RETRY" } });
    const state = await session.runToEndOf(1);
    expect(session.questions).toEqual([]);
    expect(engineer.tasks.map((task) => task.label.attempt)).toEqual([1, 2, 3, 1]);
    expect(state.rollbacks[0]?.reason).toBe("no attempt of the Engineer passed the gate (EMPTY_OUTPUT)");
  });

  it("never in the default mode, and the question switches the mode", async () => {
    const { session } = drive({ write });
    await session.runToEndOf(4);
    expect((await stateOf(session)).rollbacks).toEqual([]);
    await session.command({ type: "rollback", rounds: 1, reason: "no trade-offs" });
    await answer(session, "same", { mode: "AUTO_RETRY" });
    expect((await stateOf(session)).config.rollback.mode).toBe("AUTO_RETRY");
    await session.command({ type: "rollback-mode", mode: "STRICT" });
    expect((await stateOf(session)).config.rollback.mode).toBe("STRICT");
  });
});

describe("example 2: several rounds at once", () => {
  it("shows where one can go back to, and undoes three rounds into three archives", async () => {
    const oneExample = (task: AgentTask) => proposalDocument({ gap: task.label.gaps[0] as GapId });
    const { session } = drive({ write: oneExample });
    await session.runToEndOf(8);
    await session.command({ type: "gap-defer", gaps: "GAP-DEPOT-009", reason: "not this year" });
    await session.command({ type: "rollback", rounds: 1, reason: "the last three went in a bad direction" });
    const question = await openQuestion(session);
    expect(question.evidence[0]?.body).toBe(
      [
        "| Target | Gaps then | Decisions since | Rounds undone |",
        "| --- | --- | --- | --- |",
        "| Now: round 8 | 1 open |  |  |",
        "| Round 7 | 2 open | 1 | 1 |",
        "| Round 6 | 3 open | 1 | 2 |",
        "| Round 5 | 4 open | 1 | 3 |",
        "",
        "Earlier rounds cannot be undone: only the last 3 backups are kept.",
      ].join("\n"),
    );
    const ways = ["adjusted", "same", "context", "to-6", "to-5", "next", "cancel"];
    expect(question.options.map((option) => option.id)).toEqual(ways);
    await answer(session, "to-5");
    const state = await stateOf(session);
    expect(state.records.at(-1)?.round).toBe(5);
    expect(state.gaps.get("GAP-DEPOT-009")?.state).toBe("OPEN");
    for (const round of ["006", "007", "008"]) {
      expect(await session.files.exists(`round_${round}_rolled_back_1.tar.gz`), round).toBe(true);
      expect(await session.files.exists(`round_${round}`), round).toBe(false);
    }
    expect((await session.run()).reason).toBe("ended");
  });

  it("undoes nothing when the person decides against it", async () => {
    const { session } = drive();
    await session.runToEndOf(3);
    await session.command({ type: "rollback", rounds: 2, reason: "a mistake" });
    await answer(session, "cancel");
    expect(await stateOf(session)).toMatchObject({ rollback: undefined, rollbacks: [] });
    expect((await session.run()).reason).toBe("ended");
  });
});

describe("example 3: the same round again", () => {
  const ASPECTS = "what is restored, how the clerk is asked, and which limits hold";
  const source = `# Depot\n\n## Open questions\n\n- GAP-DEPOT-001 (HIGH): Undoing a booking is not described: ${ASPECTS}.\n`;
  const about = (gap: GapId, subject: string) => {
    const text = `${subject} is settled here. ${subject} needs one rule, and ${subject} has it: 5 steps, 30 seconds.`;
    return twoExamples({ gap, text });
  };

  it("offers a split into what the attempts covered and missed, and works on the first part", async () => {
    const write = (task: AgentTask, before: number) => {
      const gap = task.label.gaps[0] as GapId;
      return gap === "GAP-DEPOT-001"
        ? about(gap, before === 0 ? "how the clerk is asked" : "what is restored")
        : good(task);
    };
    const { session, engineer } = drive({ write, source });
    await session.runToEndOf(1);
    await session.command({
      type: "rollback",
      rounds: 1,
      reason: "What is restored stays unclear",
      retry: { way: "same", adjustments: [] },
    });
    await session.runToEndOf(1);
    await session.command({ type: "rollback", rounds: 1, reason: "Now how the clerk is asked is unclear instead" });
    const question = await openQuestion(session);
    expect(question).toMatchObject({ kind: "root-cause", text: expect.stringContaining("for the second time") });
    const causes = question.evidence.find((one) => one.title === "Possible causes")?.body ?? "";
    expect(causes).toMatch(/^1\. The gap asks for too much at once \(MEDIUM\)/);
    expect(question.options.map((option) => [option.id, option.recommended ?? false])).toEqual([
      ["split", true],
      ["adjusted", false],
      ["same", false],
      ["context", false],
      ["best", false],
      ["cancel", false],
      ["pause", false],
    ]);
    const parts = question.fields.find((field) => field.id === "parts")?.initial ?? "";
    expect(parts.split("\n")).toHaveLength(3);
    expect(parts).toMatch(/^What is restored — .*Covered by attempt 2, missed by attempt 1\./);
    expect(parts).toContain("Which limits hold — ");
    await answer(session, "split", { parts });
    const state = await session.runToEndOf(1);
    expect(state.gaps.get("GAP-DEPOT-001")).toMatchObject({ state: "SUPERSEDED" });
    expect(state.gaps.get("GAP-DEPOT-001c")).toMatchObject({ partOf: "GAP-DEPOT-001", title: "Which limits hold" });
    expect(engineer.tasks.at(-1)?.label.gaps).toEqual(["GAP-DEPOT-001a"]);
    expect(await session.files.readText("decisions.md")).toContain("GAP-DEPOT-001 is split into GAP-DEPOT-001a");
    expect(await session.files.readText("rollback_analysis_round_001_2.md")).toContain("## Possible causes");
  });

  it("can go on with the best attempt, from its archive", async () => {
    const ADDED = { kind: "add-at-end", new: "Undoing is described elsewhere." } as const;
    const thin = (task: AgentTask, before: number) =>
      before === 0
        ? good(task)
        : `## Gap Resolution: ${task.label.gaps[0]}\n\n**Confidence:** LOW\n\n### Spec Changes\n\n${changeText(ADDED, 0)}\n`;
    const { session, engineer } = drive({ write: thin, source });
    await session.runToEndOf(1);
    await session.command({ type: "rollback", rounds: 1, reason: "too long", retry: { way: "same", adjustments: [] } });
    await session.runToEndOf(1);
    await session.command({ type: "rollback", rounds: 1, reason: "now it is empty" });
    expect((await openQuestion(session)).options.find((option) => option.id === "best")?.label).toBe(
      "Continue with attempt 1",
    );
    await answer(session, "best");
    const before = engineer.tasks.length;
    await session.runToEndOf(1);
    expect(engineer.tasks).toHaveLength(before);
    expect(await session.files.readText("round_001/engineer.md")).toContain("settles GAP-DEPOT-001 within 50 ms");
  });

  it("asks for the cause already the first time in STRICT", async () => {
    const { session } = drive({ rollback: { mode: "STRICT" } });
    await session.runToEndOf(2);
    await session.command({ type: "rollback", rounds: 1, reason: "unclear" });
    expect((await openQuestion(session)).kind).toBe("root-cause");
    await answer(session, "pause");
    expect((await session.run()).reason).toBe("paused");
    expect((await stateOf(session)).rollbacks).toEqual([]);
    await session.command({ type: "resume" });
    expect((await session.run()).reason).toBe("waiting");
    await answer(session, "context", { context: "Rule 2 is about pallets." });
    expect((await session.run()).reason).toBe("ended");
  });
});

describe("example 4: the session's limit", () => {
  it("offers five ways on after the seventh, and fresh prompts drop adjustments and earlier proposals", async () => {
    const issue = "ISSUE-R1-001";
    const raised = [{ severity: "HIGH", title: "The bound is not said" }] as const;
    const notFixed = [{ issue, status: "NOT_FIXED", why: "It is still not said." }] as const;
    const write = ({ label }: AgentTask) =>
      twoExamples({
        gap: label.gaps[0] as GapId,
        ...(label.round === 1 ? {} : { text: `The clerk has ${label.round} minutes.` }),
        responses: label.round === 1 ? [] : [{ issue, text: "The bound is said." }],
      });
    const reviewer = scriptedAgent(({ label: { round, gaps } }) =>
      reviewDocument({
        reviews: gaps.map((gap) => ({ gap, ...(round === 1 ? { issues: raised } : { rechecks: notFixed }) })),
        verdict: "NEEDS_REVISION",
      }),
    );
    const { session, engineer } = drive({ write, reviewer, config: { stallThreshold: 4 } });
    await session.runToEndOf(1);
    const retry = { way: "adjusted", adjustments: ["Name the clerk."] } as const;
    for (let used = 0; used < 7; used++) {
      await session.runToEndOf(2);
      expect(await session.command({ type: "rollback", rounds: 1, reason: `bad ${used}`, retry })).toMatchObject({
        ok: true,
      });
    }
    await session.runToEndOf(2);
    expect(engineer.tasks.at(-1)?.prompt).toContain("> Name the clerk.");
    expect(engineer.tasks.at(-1)?.prompt).toContain("## Your last version");
    await session.command({ type: "rollback", rounds: 1, reason: "bad again", retry });
    const question = await openQuestion(session);
    expect(question).toMatchObject({ kind: "rollback-limit", personOnly: true });
    expect(question.evidence[0]?.body).toMatch(/^- Round 2: 7 rollbacks \(bad 0; bad 1/);
    expect(question.options.map((option) => option.id)).toEqual(["continue", "pause", "accept", "abandon", "fresh"]);
    await answer(session, "fresh");
    const state = await stateOf(session);
    expect(state.rollbacks).toHaveLength(7);
    expect(state.adjustments).toEqual([]);
    await session.runToEndOf(3);
    const fresh = engineer.tasks.find((task) => task.label.round === 3)?.prompt ?? "";
    expect(fresh).toContain("# Task: GAP-DEPOT-001, round 3");
    expect(fresh).not.toContain("Name the clerk.");
    expect(fresh).not.toContain("## Your last version");
  });

  it.each([
    ["pause", { type: "paused" }],
    ["abandon", { type: "ended", termination: "ABANDONED" }],
  ])("lets the person %s", async (option, stop) => {
    const { session } = drive({ rollback: { maxSession: 1 } });
    const retry = { way: "same", adjustments: [] } as const;
    await session.runToEndOf(1);
    await session.command({ type: "rollback", rounds: 1, reason: "bad", retry });
    await session.runToEndOf(1);
    await session.command({ type: "rollback", rounds: 1, reason: "bad", retry });
    await answer(session, option);
    await session.run();
    expect((await stateOf(session)).stop).toMatchObject(stop);
    expect(await session.files.exists("spec.md")).toBe(true);
  });
});

describe("example 5: a decision is wanted back", () => {
  it("is applied again by itself, under a new id that names its origin", async () => {
    const { session, engineer } = drive();
    await session.runToEndOf(5);
    await session.command({ type: "gap-severity", gaps: "GAP-DEPOT-008", severity: "CRITICAL", reason: "the law" });
    await session.command({ type: "gap-defer", gaps: "GAP-DEPOT-009", reason: "not this year" });
    await session.runToEndOf(6);
    const retry = { way: "same", adjustments: [] } as const;
    await session.command({ type: "rollback", rounds: 2, reason: "a bad turn", retry });
    expect((await stateOf(session)).gaps.get("GAP-DEPOT-008")?.severity).toBe("MEDIUM");
    expect(await session.command({ type: "decision-reapply", decision: "DECISION-R5-001" })).toMatchObject({
      ok: true,
      message: "reapplied DECISION-R5-001 as DECISION-R4-001",
    });
    const state = await stateOf(session);
    expect(state.gaps.get("GAP-DEPOT-008")).toMatchObject({ severity: "CRITICAL", severityBy: "user" });
    expect(state.gaps.get("GAP-DEPOT-009")?.state).toBe("OPEN");
    expect(await session.files.readText("decisions.md")).toContain("- reapplied from: DECISION-R5-001");
    const twice = await session.command({ type: "decision-reapply", decision: "DECISION-R5-001" });
    expect(twice).toMatchObject({ ok: false, problem: "it was already reapplied as DECISION-R4-001" });
    await session.command({
      type: "decision-reapply",
      decision: "DECISION-R5-002",
      text: "GAP-DEPOT-009 waits for the new hall",
    });
    expect((await stateOf(session)).decisions.at(-1)).toMatchObject({
      decision: "GAP-DEPOT-009 waits for the new hall",
      origin: "DECISION-R5-002",
    });
    expect((await stateOf(session)).gaps.get("GAP-DEPOT-009")?.state).toBe("USER_DEFERRED");
    await session.runToEndOf(5);
    const prompt = engineer.tasks.findLast((task) => task.label.gaps.includes("GAP-DEPOT-008"))?.prompt;
    expect(prompt).toContain("**DECISION-R4-001**");
  });

  it("is refused when its gap no longer exists, though another bears its id now", async () => {
    const write = (task: AgentTask) =>
      task.label.round === 2
        ? proposalDocument({
            gap: task.label.gaps[0] as GapId,
            newGaps: [{ id: "GAP-NEW-001", severity: "HIGH", summary: "Whether pallets are weighed" }],
          })
        : good(task);
    const { session } = drive({ write });
    await session.runToEndOf(2);
    await session.command({ type: "gap-wont-fix", gaps: "GAP-NEW-001", reason: "never" });
    await session.command({ type: "rollback", rounds: 1, reason: "bad", retry: { way: "same", adjustments: [] } });
    const again = { type: "decision-reapply", decision: "DECISION-R2-001" } as const;
    const problem = "it is about GAP-NEW-001, which no longer exists";
    expect(await session.command(again)).toMatchObject({ ok: false, problem });
    await session.runToEndOf(2);
    expect((await stateOf(session)).gaps.has("GAP-NEW-001")).toBe(true);
    expect(await session.command(again)).toMatchObject({ ok: false, problem });
    expect(await session.command({ ...again, decision: "DECISION-R9-009" })).toMatchObject({
      ok: false,
      problem: "DECISION-R9-009 is not an archived decision (archived: DECISION-R2-001)",
    });
  });
});
