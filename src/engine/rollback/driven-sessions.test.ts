import { describe, expect, it } from "vitest";
import { type ProposalDraft, proposalDocument, reviewDocument } from "../../../test/support/canonical-documents.ts";
import type { State } from "../../mediator/state.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { GapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import type { Agent, AgentTask } from "../../ports/agent.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { type TestSession, type TestSessionOptions, testSession } from "../../testing/test-session.ts";
import { readState } from "../session-store.ts";

const gapLine = (number: number) =>
  `- GAP-DEPOT-${String(number).padStart(3, "0")}: Rule ${number} of the depot is not written down.`;
const SOURCE = `# Depot\n\n## Open questions\n\n${Array.from({ length: 9 }, (_, index) => gapLine(index + 1)).join("\n\n")}\n`;

const twoExamples = (draft: ProposalDraft) =>
  proposalDocument(draft).replace("### Examples\n", "### Examples\n\n- A pallet at 23:59 is booked on that day.");
const good = (task: AgentTask) => twoExamples({ gap: task.label.gaps[0] as GapId });
const review = (task: AgentTask) => reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });

function drive({
  write = good,
  ...options
}: Partial<TestSessionOptions> & { write?: (task: AgentTask) => string } = {}) {
  const engineer = scriptedAgent(write);
  const config = { parallelGaps: 1, ...options.config };
  const session = testSession({ source: SOURCE, engineer, reviewer: scriptedAgent(review), ...options, config });
  return { session, engineer };
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

describe("the limit of rollbacks in a session", () => {
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
    expect(question.evidence[0]?.body).toMatch(/^- Round 2: bad 0; .*\n- Round 2: bad 1; /);
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
});

describe("a decision that is wanted back", () => {
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

  it("is refused when its gap no longer exists; a later gap that claims its id gets another", async () => {
    const summaries = ["Whether pallets are weighed", "Who signs for a crate"];
    const write = (task: AgentTask) =>
      task.label.round === 2
        ? proposalDocument({
            gap: task.label.gaps[0] as GapId,
            newGaps: [{ id: "GAP-NEW-001", severity: "HIGH", summary: summaries.shift() ?? "" }],
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
    const { gaps } = await stateOf(session);
    expect(gaps.has("GAP-NEW-001")).toBe(false);
    expect(gaps.get("GAP-NEW-002")?.title).toBe("Who signs for a crate");
    expect(await session.command(again)).toMatchObject({ ok: false, problem });
    expect(await session.command({ ...again, decision: "DECISION-R9-009" })).toMatchObject({
      ok: false,
      problem: "DECISION-R9-009 is not an archived decision (archived: DECISION-R2-001)",
    });
  });
});

it("waits until an undone run is cleared away before it starts one of the same name", async () => {
  const withoutTradeOffs = (text: string) => text.replace(/### Trade-offs\n\n.*\n\n/, "");
  const lacks = ({ prompt }: AgentTask) => !prompt.includes("which the last one lacked");
  const engineer = scriptedAgent((task) => (lacks(task) ? withoutTradeOffs(good(task)) : good(task)));
  const cleared: string[] = [];
  const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
  const isFirst = ({ label }: AgentTask) => label.gaps[0] === "GAP-DEPOT-001";
  const slow: Agent = {
    ...engineer,
    async *run(task, signal) {
      if (engineer.tasks.some(({ id }) => id === task.id)) await sleep(isFirst(task) ? 600 : 300);
      return yield* engineer.run(task, signal);
    },
    async settle(task) {
      await sleep(isFirst(task) ? 200 : 100);
      cleared.push(task.id);
    },
  };
  const config = { parallelGaps: 2, rollback: { ...DEFAULT_CONFIG.rollback, mode: "AUTO_RETRY" as const } };
  const { session } = drive({ engineer: slow, config });
  await session.runToEndOf(1);
  expect((await stateOf(session)).rollbacks).toHaveLength(1);
  expect(cleared).toHaveLength(4);
});
