import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../test/support/canonical-documents.ts";
import { executionError } from "../mediator/gate/judge.ts";
import { JOURNAL, LOCK } from "../mediator/session-paths.ts";
import type { SessionEvent } from "../model/events.ts";
import type { GapId } from "../model/ids.ts";
import type { Question } from "../model/question.ts";
import type { AgentTask } from "../ports/agent.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { type TestSessionOptions, testSession } from "../testing/test-session.ts";
import { openStore } from "./session-store.ts";

const SOURCE = `# Relay

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.
- GAP-DELIVER-001 (CRITICAL): How often delivery is tried again is not said.
`;

const proposes = (task: AgentTask) => proposalDocument({ gap: task.label.gaps[0] as GapId });
const approves = (task: AgentTask) => reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });

type Answer = NonNullable<TestSessionOptions["answer"]>;

/** A session as a process leaves it that dies while the agents of its first round work. */
async function killedInRoundOne(): Promise<MemoryFiles> {
  const files = memoryFiles();
  let left: MemoryFiles | undefined;
  const controller = new AbortController();
  const engineer = scriptedAgent(async (task) => {
    while (engineer.tasks.length < 2) await setImmediate();
    left ??= files.afterPowerLoss((_path, _synced, current) => current);
    controller.abort();
    return proposes(task);
  });
  await testSession({ source: SOURCE, files, engineer, reviewer: scriptedAgent(approves) }).run(controller.signal);
  await left?.remove(LOCK);
  return left ?? files;
}

function resumed(files: MemoryFiles, answer: Answer = () => undefined) {
  const engineer = scriptedAgent(proposes);
  const session = testSession({ source: SOURCE, files, engineer, reviewer: scriptedAgent(approves), answer });
  return { engineer, session };
}

/** What a power cut leaves just before the first run is journalled as ended. */
async function cutBeforeTheEnd(): Promise<MemoryFiles> {
  const files = memoryFiles();
  let left: MemoryFiles | undefined;
  const append: MemoryFiles["append"] = async (path, data) => {
    if (path === JOURNAL && String(data).includes('"run_ended"')) left ??= files.afterPowerLoss();
    await files.append(path, data);
  };
  const parts = {
    files: { ...files, append },
    engineer: scriptedAgent(proposes),
    reviewer: scriptedAgent(approves),
  };
  await testSession({ source: SOURCE, ...parts, config: { parallelGaps: 1 } }).run();
  await left?.remove(LOCK);
  return left ?? files;
}

const GAP = "GAP-DELIVER-001" as GapId;

function started(attempt: number, agent: string): SessionEvent {
  const run = `R1-engineer-${GAP}-${attempt}`;
  return {
    type: "run_started",
    run,
    role: "engineer",
    gaps: [GAP],
    attempt,
    agent,
    promptPath: "p.md",
    promptChars: 1,
  };
}

/** Journals what would take a longer session to bring about. */
async function add(files: MemoryFiles, events: readonly SessionEvent[]): Promise<void> {
  const store = await openStore({ files, clock: fixedClock(), processes: scriptedProcesses().as(1) });
  await store.record(events);
  await store.close();
}

describe("runs that a dead process left behind", () => {
  it("start again under the same names", async () => {
    const { engineer, session } = resumed(await killedInRoundOne());
    await session.run();
    expect(engineer.tasks.slice(0, 2).map((task) => task.id)).toEqual([
      "R1-engineer-GAP-DELIVER-001-1",
      "R1-engineer-GAP-INTAKE-001-1",
    ]);
    expect(engineer.tasks.slice(2).filter((task) => task.label.round === 1)).toEqual([]);
  });

  it("cost what was sent, where their program works on; nobody is waited for meanwhile (SPEC 15.4a)", async () => {
    const files = await killedInRoundOne();
    const agent = scriptedAgent(proposes);
    const untold = async function* (task: AgentTask): ReturnType<typeof agent.run> {
      const bytes = new TextEncoder().encode(proposes(task));
      yield* [];
      return { type: "document", bytes, usage: { seconds: 1 } };
    };
    const engineer = { ...agent, adopt: untold, run: untold };
    const clock = fixedClock({ start: "2026-01-12T18:30:00Z" });
    const session = testSession({ source: SOURCE, files, engineer, reviewer: scriptedAgent(approves), clock });
    const { store } = await session.run();
    const ended = session.events.filter((event) => event.type === "run_ended" && event.recovered);
    expect(ended).toHaveLength(2);
    for (const event of ended) {
      expect(event).toMatchObject({ usage: { estimated: true, inputTokens: expect.any(Number) } });
      expect(event.type === "run_ended" && event.usage.inputTokens).toBeGreaterThan(500);
    }
    expect(store.state.totals.waitedSeconds).toBe(0);
  });

  it.each([
    [undefined, ["run_ended", "run_ended"]],
    [true, ["runs_abandoned", "runs_abandoned"]],
  ] as const)("are not paid for again where they are known to have failed (unsure: %s)", async (unsure, expected) => {
    const files = await killedInRoundOne();
    const agent = scriptedAgent(proposes);
    const adopt = async function* (): ReturnType<typeof agent.run> {
      yield* [];
      return { type: "document", bytes: new Uint8Array(), usage: { seconds: 1 }, ...(unsure && { unsure }) };
    };
    const session = testSession({
      source: SOURCE,
      files,
      engineer: { ...agent, adopt },
      reviewer: scriptedAgent(approves),
    });
    await session.run();
    const ends = session.events.filter(({ type }) => type === "run_ended" || type === "runs_abandoned");
    expect(ends.slice(0, 2).map(({ type }) => type)).toEqual(expected);
    expect(agent.tasks.slice(0, 2).map((task) => task.label.attempt)).toEqual(unsure ? [1, 1] : [2, 2]);
  });

  it("wait for the answer to an open question (SPEC 15.2)", async () => {
    const files = await killedInRoundOne();
    const { engineer, session } = resumed(files, (question: Question) =>
      question.kind === "finish" && engineer.tasks.length === 0 ? { options: ["go-on"] } : undefined,
    );
    await session.command({ type: "finish" });
    const stopped = resumed(files);
    expect((await stopped.session.run()).reason).toBe("waiting");
    expect(stopped.engineer.tasks).toEqual([]);
    await session.run();
    expect(engineer.tasks.slice(0, 2).map((task) => task.label)).toMatchObject([
      { round: 1, attempt: 1 },
      { round: 1, attempt: 1 },
    ]);
  });

  it("are not bought again where the answer had outlived the power cut", async () => {
    const { engineer, session } = resumed(await cutBeforeTheEnd());
    await session.run();
    expect(session.events).toContainEqual(
      expect.objectContaining({ type: "run_ended", run: `R1-engineer-${GAP}-1`, recovered: true }),
    );
    expect(engineer.tasks.map((task) => task.id)).not.toContain(`R1-engineer-${GAP}-1`);
  });

  it("are the agent's where the person's own document had failed before them (SPEC 7)", async () => {
    const files = await killedInRoundOne();
    await add(files, [
      { type: "document_given", gap: GAP, text: "What the person wrote, and the gate refused." },
      started(1, "the User"),
      {
        type: "run_ended",
        run: `R1-engineer-${GAP}-1`,
        outcome: "document",
        usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costUsd: 0, seconds: 0 },
        gate: { ...executionError("it says nothing"), failureType: "WRONG_FORMAT", retriable: true },
        fatal: false,
        repairs: 0,
        blocked: [],
        recovered: false,
      },
      started(2, "scripted"),
    ]);
    const { engineer, session } = resumed(files);
    await session.run();
    expect(engineer.tasks.map((task) => task.id)).toContain(`R1-engineer-${GAP}-2`);
  });
});
