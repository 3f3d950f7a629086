import { randomBytes } from "node:crypto";
import type { RunName, RunOrder } from "../mediator/effect.ts";
import { attemptPath, documentPath, promptPath, scratchFolder } from "../mediator/session-paths.ts";
import type { Run } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import { agentTask, preparePrompt, type TaskFacts } from "./agent-task.ts";
import { hashOf, type PartFile, partFile } from "./attempt-file.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import type { Violation } from "./guard/session-guard.ts";
import { type SpecWatch, specWatch } from "./guard/spec-watch.ts";
import { type Judgement, judgeFailure, judgeOutcome } from "./judge-outcome.ts";
import { recordEnd, usageRecord, withEstimate } from "./run-end.ts";
import type { SessionStore } from "./session-store.ts";
import { specAside } from "./spec-files.ts";

/** A run that is under way. `ended` rejects only when the journal or the disk fails. */
export interface StartedRun {
  readonly ended: Promise<void>;
  /** Its work is not wanted any more: it ends at once, journalled as abandoned. */
  stop(): void;
}

/**
 * Starts a run; resolves when it is journalled as started. An interrupted run is not
 * journalled as ended: a resume starts it again.
 */
export async function runAgent(parts: EngineParts, order: RunOrder): Promise<StartedRun> {
  const { files } = parts.store;
  const agent = agentFor(parts, order);
  const folder = folderFor(order, agent);
  const built = await preparePrompt({ files, kit: parts.kit }, parts.store.state, order);
  await files.remove(attemptPath(order)); // of a run of this name that was undone
  await files.writeAtomic(promptPath(order), `${built.preface}\n\n${built.prompt}\n`, { inPlace: true });
  await record(parts, [
    {
      type: "run_started",
      run: order.id,
      role: order.role,
      gaps: order.gaps,
      attempt: order.attempt,
      agent: agent.name,
      promptPath: promptPath(order),
      promptChars: built.preface.length + built.prompt.length,
      ...defined({ folder, notice: order.failure?.failureType, example: built.example }),
      ...(order.given === undefined ? {} : { given: true as const }),
    },
  ]);
  const stopped = new AbortController();
  const signal = AbortSignal.any([parts.signal, stopped.signal]);
  const scratch = folder ?? scratchFolder(order);
  const task = agentTask(factsOf(parts, scratch), order, agent, built);
  const begin = () => agent.run(task, signal);
  const begun: Begun = { name: order, task, folder: scratch, agent, begin, stopped: stopped.signal };
  return { ended: finish(parts, begun), stop: () => stopped.abort() };
}

/** What one program might guess of another's folder is not enough to find it; a person finds theirs by its name. */
function folderFor(order: RunOrder, agent: Agent): string | undefined {
  if (agent.writesNoFile) return undefined;
  return scratchFolder(order, agent.touchesFiles ? randomBytes(8).toString("hex") : undefined);
}

/**
 * Goes on with a run that a process which died had started; undefined where nothing of it is left. How its program ended
 * nobody knows: an answer that does not pass the gate may have been cut short, and the run begins anew.
 */
export function adoptRun(parts: EngineParts, name: RunName, run: Run): StartedRun | undefined {
  const agent = agentFor(parts, name);
  const { folder } = run;
  if (folder === undefined || agent.name !== run.agent) return undefined;
  const task = agentTask(factsOf(parts, folder), name, agent, { preface: "", prompt: "", reads: [] });
  const stopped = new AbortController();
  const left = agent.adopt?.(task, AbortSignal.any([parts.signal, stopped.signal]));
  if (left === undefined) return undefined;
  const begun: Begun = { name, task, folder, agent, begin: () => left, stopped: stopped.signal, adopted: true };
  return { ended: finish(parts, begun), stop: () => stopped.abort() };
}

function factsOf({ store, kit, codebase }: EngineParts, folder: string): TaskFacts {
  return { state: store.state, kit, documentPath: store.work.absolute(documentPath(folder)), ...defined({ codebase }) };
}

interface Begun {
  readonly name: RunName;
  readonly task: AgentTask;
  readonly folder: string;
  readonly agent: Agent;
  readonly begin: () => ReturnType<Agent["run"]>;
  readonly stopped: AbortSignal;
  readonly adopted?: true;
}

async function finish(parts: EngineParts, begun: Begun): Promise<void> {
  const { name, agent, task, folder, adopted } = begun;
  const part = partFile(parts.store.work, attemptPath(name));
  // What a process that died had sent stands in its file.
  const sent = adopted ? { preface: "", prompt: (await parts.store.files.readText(promptPath(name))) ?? "" } : task;
  const answer = withEstimate(agent, sent, await converse(parts, begun, part));
  const isStopped = parts.signal.aborted || begun.stopped.aborted;
  if (isAborted(answer) && isStopped) {
    await part.restart();
    if (!parts.signal.aborted) await record(parts, [{ type: "runs_abandoned", runs: [name.id] }]);
    return;
  }
  // Nobody stopped it, whatever it says: a run without an end would be waited for for ever.
  const outcome = isAborted(answer) ? ({ ...answer, reason: "crashed" } as const) : answer;
  // Whoever was told to stop may have been cut short, too.
  const early = (adopted || isStopped) && (await judge(parts, name, outcome));
  const isUsed = !early || (outcome.type === "document" && early.result.success);
  const kept = isUsed ? await keep(parts, name, outcome) : {};
  await agent.settle?.(task);
  if (!agent.writesNoFile) await parts.store.work.removeTree(folder);
  // Reading the answer takes about as long as the disk does.
  const [judgement] = await Promise.all([early || judge(parts, name, outcome), kept.durable]);
  await (isUsed && outcome.type === "document" ? part.remove() : part.restart());
  if (!isUsed) return record(parts, [{ type: "runs_abandoned", runs: [name.id] }]);
  await recordEnd(parts, name, outcome, judgement, { sha256: kept.sha256, recovered: adopted ?? false });
}

function isAborted(outcome: AgentOutcome): outcome is Extract<AgentOutcome, { type: "failed" }> {
  return outcome.type === "failed" && outcome.reason === "aborted";
}

/** When this resolves a crash loses nothing any more, when `durable` does not even a power cut. */
async function keep(
  parts: EngineParts,
  order: RunName,
  outcome: AgentOutcome,
): Promise<{ readonly durable?: Promise<unknown>; readonly sha256?: string }> {
  if (outcome.type !== "document") return {};
  const sha256 = hashOf(outcome.bytes);
  // Only with its hash is an answer known to be whole: they become durable together.
  const placed = parts.store.files.writeAtomic(attemptPath(order), outcome.bytes, { sync: true, inPlace: true });
  const event = { type: "run_answered", run: order.id, sha256, usage: usageRecord(outcome.usage) } as const;
  const told = record(parts, [event], { sync: "soon" }).then(parts.store.settled);
  const durable = Promise.all([placed, told]);
  durable.catch(() => {}); // seen by whoever waits for it
  return { durable, sha256 };
}

function judge(parts: EngineParts, order: RunName, outcome: AgentOutcome): Promise<Judgement> | Judgement {
  return outcome.type === "failed" ? judgeFailure(outcome) : judgeOutcome(parts, parts.store.state, order, outcome);
}

function agentFor({ agents }: EngineParts, { role, given }: RunName & Pick<RunOrder, "given">): Agent {
  if (given !== undefined) return givenDocument(given);
  return role === "engineer" ? agents.engineer : agents.reviewer;
}

/** The person gave the document: nobody is asked. */
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

/** Lets the agent work. Its words are streamed to a file as they come. */
async function converse(
  parts: EngineParts,
  { name: order, agent, folder, begin }: Begun,
  part: PartFile,
): Promise<AgentOutcome> {
  const { work, guard, settled } = parts.store;
  const watch = agent.touchesFiles ? watchOf(parts) : undefined;
  await guard?.enter(order.id, folder, agent.touchesFiles ?? false);
  await watch?.enter(parts.store.state.spec.source);
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
      await part.restart();
    } else if (progress.type === "repeated") {
      const { reason, waitSeconds } = progress;
      await record(parts, [{ type: "run_repeated", run: order.id, reason, waitSeconds }]);
    } else if (progress.type === "note") parts.observe({ type: "run-note", order, message: progress.message });
  }
  await tell(parts, (await guard?.leave(order.id)) ?? []);
  await tell(parts, (await watch?.leave(order.id, parts.store.state.spec.source)) ?? []);
  return step.value;
}

const specWatches = new WeakMap<SessionStore, SpecWatch>();

/** One for all runs of a session. */
function watchOf({ store, specFolder }: EngineParts): SpecWatch {
  const watch = specWatches.get(store) ?? specWatch(specFolder, store.files);
  specWatches.set(store, watch);
  return watch;
}

/** Tells what programs changed that was not theirs to change (SPEC 2). */
async function tell(parts: EngineParts, violations: readonly Violation[]): Promise<void> {
  const events = violations.map(async ({ aside, ...violation }): Promise<SessionEvent> => {
    const edit = aside === undefined ? undefined : await specAside(parts, violation.path, aside);
    return { type: "violation_found", ...violation, ...defined({ edit }) };
  });
  await record(parts, await Promise.all(events));
}
