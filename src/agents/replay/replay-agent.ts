import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { UsageError } from "../../errors/whetstone-error.ts";
import { defined } from "../../model/defined.ts";
import { isGapId } from "../../model/ids.ts";
import type { Agent, AgentProgress, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { failed, failure, type KindOutcome, type Spent, timedOut, tooLarge } from "../outcomes.ts";
import { mannerFor, type ReplayFault, type ReplaySettings, replaySettings } from "./replay-settings.ts";

export interface ReplayOptions extends KindOptions {
  /** The folder of recorded documents, named as `recordingNames` says. */
  readonly folder: string;
}

type Manner = ReturnType<typeof mannerFor>;

/** An agent that gives out recorded documents; for tests and the demo. Throws `UsageError` on a wrong `replay.json`. */
export async function openReplayAgent(options: ReplayOptions): Promise<Agent> {
  const settings = await readSettings(join(options.folder, "replay.json"));
  const agent: AgentKind = {
    name: "replay",
    paid: false,
    needsNoTokens: true,
    writesNoFile: true,
    run: (task, signal) => replay(task, signal, options, mannerFor(task, settings)),
  };
  return guarded(agent, options);
}

async function* replay(
  task: AgentTask,
  signal: AbortSignal,
  { folder, clock }: ReplayOptions,
  manner: Manner,
): KindRun {
  const usage = defined(manner.usage ?? {});
  yield { type: "started" };
  const bytes = await recording(folder, task);
  await clock.sleep(manner.latencyMs ?? 0, signal);
  const fault = activeFault(manner.fault, task);
  if (bytes === undefined && !fault) return notRecorded(folder, task, usage);
  const wanted = (bytes ?? Buffer.alloc(0)).subarray(0, fault?.afterBytes);
  const sent = wanted.subarray(0, Math.min(wanted.length, task.budget.outputBytes));
  yield* pieces(sent, manner, clock, signal);
  if (fault) return faulty(fault, task, usage);
  if (sent.length < wanted.length) return tooLarge(task.budget.outputBytes, usage);
  return { type: "document", bytes: wanted, usage };
}

async function* pieces(
  bytes: Uint8Array,
  { chunkBytes = bytes.length, chunkDelayMs = 0 }: Manner,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, void, void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (let from = 0; from < bytes.length && !signal.aborted; from += chunkBytes) {
    if (from > 0 && chunkDelayMs > 0) await clock.sleep(chunkDelayMs, signal);
    const to = from + chunkBytes;
    const text = decoder.decode(bytes.subarray(from, to), { stream: to < bytes.length });
    if (text !== "" && !signal.aborted) yield { type: "text", text };
  }
}

/** A transient fault is over when the prompt has been sent often enough; the other faults stay. */
function activeFault(fault: ReplayFault | undefined, task: AgentTask): ReplayFault | undefined {
  return fault?.type === "transient" && (task.try ?? 1) > fault.times ? undefined : fault;
}

function faulty({ type, message, reason, ...fault }: ReplayFault, task: AgentTask, usage: Spent): KindOutcome {
  switch (type) {
    case "crash":
      return failed(failure("crashed", message), usage);
    case "timeout":
      return timedOut(task.budget.seconds, usage);
    case "missing":
      return { type: "missing", usage };
    case "empty":
      return { type: "document", bytes: new Uint8Array(), usage };
    case "transient": {
      const { retryAfterSeconds } = fault;
      return failed({ ...failure(reason, message), ...defined({ retryAfterSeconds }) }, usage);
    }
  }
}

function notRecorded(folder: string, task: AgentTask, usage: Spent): KindOutcome {
  const names = recordingNames(task).join(", ");
  return failed(failure("not-found", `No recording for ${task.id} in ${folder}. Looked for: ${names}.`), usage);
}

async function recording(folder: string, task: AgentTask): Promise<Uint8Array | undefined> {
  for (const name of recordingNames(task)) {
    const bytes = await readIfThere(join(folder, name));
    if (bytes) return bytes;
  }
  return undefined;
}

/** The names under which a task's recording is looked for, the most particular first (docs/agents.md). */
export function recordingNames(task: Pick<AgentTask, "role" | "label">): string[] {
  const { label } = task;
  const role = label.purpose ?? task.role;
  const round = `round_${String(label.round).padStart(3, "0")}`;
  const again = label.rerun === undefined ? [] : [`${round}.${label.rerun + 1}/`];
  // Several gaps are joined by `+`. Anything that is not a gap's id makes no file name.
  const gaps = label.gaps.every(isGapId) ? label.gaps.join("+") : "";
  const bases = gaps === "" ? [role] : [`${role}-${gaps}`, role];
  return [...again, `${round}/`, ""].flatMap((folder) =>
    bases.flatMap((base) => [`${folder}${base}-${label.attempt}.md`, `${folder}${base}.md`]),
  );
}

async function readSettings(path: string): Promise<ReplaySettings> {
  const bytes = await readIfThere(path);
  if (!bytes) return { version: 1, rules: [] };
  try {
    return replaySettings.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new UsageError(`replay.json is not valid: ${why}`, {
      target: path,
      fix: "docs/agents.md says what goes in it.",
      cause: error,
    });
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return undefined;
    }
    throw error;
  }
}
