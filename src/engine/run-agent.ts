import { randomBytes } from "node:crypto";
import type { RunName, RunOrder } from "../mediator/effect.ts";
import { isRunning, runsOf } from "../mediator/queries.ts";
import { attemptPath, documentPath, promptPath, SCRATCH, scratchFolder } from "../mediator/session-paths.ts";
import type { Run, State } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import { agentTask, preparePrompt, type TaskFacts, withoutPrompt } from "./agent-task.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { hashOf } from "./files/exact-text.ts";
import { type Violation, watchSpec } from "./guard/session-guard.ts";
import {
  findAnswer,
  type Judgement,
  judgeFailure,
  judgeOutcome,
  type PartFile,
  partFile,
  recordEnd,
  usageRecord,
  withEstimate,
} from "./run-outcome.ts";
import { specAside } from "./spec-files.ts";

/** A run that is under way. `ended` rejects only if the journal or the disk fails. */
export interface StartedRun {
  readonly ended: Promise<void>;
  /** Stops a run whose work is no longer wanted: it is journalled as abandoned. */
  stop(): void;
}

/** Starts a run; resolves when that is journalled. An interrupted run has no end there, so it is started again. */
export async function runAgent(parts: EngineParts, order: RunOrder): Promise<StartedRun> {
  const { files } = parts.store;
  const agent = agentFor(parts, order);
  const folder = folderFor(order, agent);
  const built = agent.readsBrief ? undefined : await preparePrompt({ files, kit: parts.kit }, parts.store.state, order);
  await files.remove(attemptPath(order)); // left by a run of the same name that was rolled back
  if (built !== undefined)
    await files.writeAtomic(promptPath(order), `${built.preface}\n\n${built.prompt}\n`, { inPlace: true });
  await record(parts, [
    {
      type: "run_started",
      run: order.id,
      role: order.role,
      gaps: order.gaps,
      attempt: order.attempt,
      agent: agent.name,
      ...(built && { promptPath: promptPath(order), promptChars: built.preface.length + built.prompt.length }),
      ...defined({ folder, notice: order.failure?.failureType, example: built?.example }),
      ...(order.given === undefined ? {} : { given: true as const }),
    },
  ]);
  const stopped = new AbortController();
  const signal = AbortSignal.any([parts.signal, stopped.signal]);
  const scratch = folder ?? scratchFolder(order);
  const task = agentTask(factsOf(parts, scratch), order, agent, built ?? withoutPrompt(parts.store.state));
  const begin = () => agent.run(task, signal);
  const prepared: PreparedRun = { name: order, task, folder: scratch, agent, begin, stopped: stopped.signal };
  return { ended: completeRun(parts, prepared), stop: () => stopped.abort() };
}

/** A random folder that other programs cannot guess; a person's has a plain name that they can find. */
function folderFor(order: RunOrder, agent: Agent): string | undefined {
  if (agent.writesNoFile) return undefined;
  return scratchFolder(order, agent.touchesFiles ? randomBytes(8).toString("hex") : undefined);
}

/**
 * Continues a run of a process that died; undefined if nothing of it is left. Unless how its program ended was noted,
 * an answer that fails the gate may have been cut short, so the run is started again.
 */
function adoptRun(parts: EngineParts, name: RunName, run: Run): StartedRun | undefined {
  const agent = agentFor(parts, name);
  const { folder } = run;
  if (folder === undefined || agent.name !== run.agent) return undefined;
  const task = agentTask(factsOf(parts, folder), name, agent, withoutPrompt(parts.store.state));
  const stopped = new AbortController();
  const left = agent.adopt?.(task, AbortSignal.any([parts.signal, stopped.signal]));
  if (left === undefined) return undefined;
  const prepared: PreparedRun = {
    name,
    task,
    folder,
    agent,
    begin: () => left,
    stopped: stopped.signal,
    adopted: true,
  };
  return { ended: completeRun(parts, prepared), stop: () => stopped.abort() };
}

function factsOf({ store, kit, codebase }: EngineParts, folder: string): TaskFacts {
  return { state: store.state, kit, documentPath: store.work.absolute(documentPath(folder)), ...defined({ codebase }) };
}

interface PreparedRun {
  readonly name: RunName;
  readonly task: AgentTask;
  readonly folder: string;
  readonly agent: Agent;
  readonly begin: () => ReturnType<Agent["run"]>;
  readonly stopped: AbortSignal;
  readonly adopted?: true;
}

async function completeRun(parts: EngineParts, prepared: PreparedRun): Promise<void> {
  const { name, agent, task, folder, adopted } = prepared;
  const part = partFile(parts.store.work, attemptPath(name));
  // The prompt of an adopted run is in its file.
  const sent = adopted ? { preface: "", prompt: (await parts.store.files.readText(promptPath(name))) ?? "" } : task;
  const answer = withEstimate(agent, sent, await converse(parts, prepared, part));
  const isStopped = parts.signal.aborted || prepared.stopped.aborted;
  if (isAborted(answer) && isStopped) {
    if (!parts.signal.aborted) await record(parts, [{ type: "runs_abandoned", runs: [name.id] }]);
    return;
  }
  // The agent says aborted though nobody stopped it: recorded as a crash, because a run without an end would be waited
  // for forever.
  const outcome = isAborted(answer) ? ({ ...answer, reason: "crashed" } as const) : answer;
  // An answer that came while stopping may have been cut short, too: it is used only if it passes the gate.
  const early = (outcome.unsure || isStopped) && (await judge(parts, name, outcome));
  const isUsed = !early || (outcome.type === "document" && early.result.success);
  const kept = isUsed ? await storeAnswer(parts, name, outcome) : {};
  // The answer is judged while the disk syncs.
  const [judgement] = await Promise.all([early || judge(parts, name, outcome), kept.durable]);
  if (isUsed && outcome.type === "document") await part.remove();
  if (isUsed) await recordEnd(parts, name, outcome, judgement, { sha256: kept.sha256, recovered: adopted ?? false });
  else await record(parts, [{ type: "runs_abandoned", runs: [name.id] }]);
  // Only now: until its end is in the journal, another process needs what is left of the run.
  await agent.settle?.(task);
  if (!agent.writesNoFile) await parts.store.work.removeTree(folder);
}

function isAborted(outcome: AgentOutcome): outcome is Extract<AgentOutcome, { type: "failed" }> {
  return outcome.type === "failed" && outcome.reason === "aborted";
}

/** Stores the answer: once this resolves it survives a crash, once `durable` resolves also a power cut. */
async function storeAnswer(parts: EngineParts, order: RunName, outcome: AgentOutcome) {
  if (outcome.type !== "document") return {};
  const sha256 = hashOf(outcome.bytes);
  // The hash in the journal proves the answer complete, so both are synced together.
  const placed = parts.store.files.writeAtomic(attemptPath(order), outcome.bytes, { sync: true, inPlace: true });
  const event = { type: "run_answered", run: order.id, sha256, usage: usageRecord(outcome.usage) } as const;
  const journalled = record(parts, [event], { sync: "soon" }).then(parts.store.settled);
  const durable = Promise.all([placed, journalled]);
  durable.catch(() => {}); // the caller awaits it later
  return { durable, sha256 };
}

function judge(parts: EngineParts, order: RunName, outcome: AgentOutcome): Promise<Judgement> | Judgement {
  return outcome.type === "failed" ? judgeFailure(outcome) : judgeOutcome(parts, parts.store.state, order, outcome);
}

function agentFor({ agents }: EngineParts, { role, given }: RunName & Pick<RunOrder, "given">): Agent {
  if (given !== undefined) return givenDocument(given);
  return role === "engineer" ? agents.engineer : agents.reviewer;
}

/** An agent that returns the document which the User provided. */
function givenDocument({ from, text }: NonNullable<RunOrder["given"]>): Agent {
  const outcome: AgentOutcome = { type: "document", bytes: new TextEncoder().encode(text), usage: { seconds: 0 } };
  return {
    name: from,
    paid: false,
    needsNoTokens: true,
    writesNoFile: true,
    // biome-ignore lint/correctness/useYield: it is there already
    run: async function* () {
      return outcome;
    },
  };
}

/** Runs the agent, and streams its text to the part file. */
async function converse(parts: EngineParts, { name: order, agent, folder, begin }: PreparedRun, part: PartFile) {
  const { store } = parts;
  const { files, work, guard, settled } = store;
  await guard?.enter(order.id, agent.writesNoFile ? undefined : folder, agent.touchesFiles ?? false);
  const changedSpec = agent.touchesFiles && (await watchSpec(parts.specFolder, files, store.state.spec.source));
  if (!agent.writesNoFile) await work.makeFolder(folder);
  await settled();
  const run = begin();
  let chars = 0;
  let step = await run.next();
  for (; !step.done; step = await run.next()) {
    const progress = step.value;
    if (progress.type === "text") {
      chars += progress.text.length;
      await part.write(progress.text);
      parts.observe({ type: "run-progress", order, chars });
    } else if (progress.type === "restarted") {
      chars = 0;
      part.restart();
    } else if (progress.type === "repeated") {
      const { reason, waitSeconds } = progress;
      await record(parts, [{ type: "run_repeated", run: order.id, reason, waitSeconds }]);
    } else if (progress.type === "note") parts.observe({ type: "run-note", order, message: progress.message });
  }
  await recordViolations(parts, (await guard?.leave(order.id)) ?? []);
  if (changedSpec) await recordViolations(parts, await changedSpec(order.id));
  return step.value;
}

/** Records what programs changed without permission (SPEC 2). */
async function recordViolations(parts: EngineParts, violations: readonly Violation[]): Promise<void> {
  const events = violations.map(async ({ aside, ...violation }): Promise<SessionEvent> => {
    const edit = aside === undefined ? undefined : await specAside(parts, violation.path, aside);
    return { type: "violation_found", ...violation, ...defined({ edit }) };
  });
  await record(parts, await Promise.all(events));
}

/**
 * Runs that started and never ended belong to a process that died. A complete answer in `attempts/` is used instead of
 * being paid for again; a run whose program still works, or has finished since, is adopted and returned; the others are
 * abandoned. The Mediator decides whether they start again (SPEC 15.2).
 */
export async function recoverRuns(parts: EngineParts): Promise<ReadonlyMap<string, StartedRun>> {
  const { store } = parts;
  const adopted = new Map<string, StartedRun>();
  const lost: string[] = [];
  for (const run of runsOf(store.state).filter(isRunning)) {
    const name = nameOf(store.state, run);
    const bytes = await findAnswer(store.files, attemptPath(name), run.answered?.sha256);
    const adoptedRun = bytes === undefined ? adoptRun(parts, name, run) : undefined;
    if (bytes !== undefined) await recover(parts, name, bytes, run);
    else if (adoptedRun !== undefined) adopted.set(run.id, adoptedRun);
    else lost.push(run.id);
  }
  await abandon(parts, lost);
  await removeScratch(parts);
  return adopted;
}

/** The process may have died between the end of a run and the removal of its folder. What a person began to write stays. */
async function removeScratch({ store }: EngineParts): Promise<void> {
  const unfinished = runsOf(store.state).filter((run) => run.end === undefined);
  const inUse = new Set(unfinished.map((run) => run.folder));
  for (const { path } of await store.work.list(SCRATCH)) if (!inUse.has(path)) await store.work.removeTree(path);
}

/** Records that the runs under way were interrupted by the User. */
export async function abandonRuns(parts: Pick<EngineParts, "store" | "observe">): Promise<void> {
  const running = runsOf(parts.store.state).filter(isRunning);
  await abandon(
    parts,
    running.map((run) => run.id),
  );
}

async function abandon(parts: Pick<EngineParts, "store" | "observe">, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await record(parts, [{ type: "runs_abandoned", runs }]);
}

async function recover(parts: EngineParts, name: RunName, bytes: Uint8Array, run: Run): Promise<void> {
  const { answered } = run;
  const outcome = { type: "document", bytes, usage: answered?.usage ?? { seconds: 0 } } as const;
  const judgement = await judgeOutcome(parts, parts.store.state, name, outcome);
  await recordEnd(parts, name, outcome, judgement, { sha256: answered?.sha256, recovered: true });
}

function nameOf(state: State, { id, role, gaps, attempt }: Run): RunName {
  return { id, role, round: state.round?.number ?? state.records.length, gaps, attempt };
}
