import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { unlessMissing } from "../../engine/files/file-errors.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { defined } from "../../model/defined.ts";
import { isGapId } from "../../model/ids.ts";
import type { Agent, AgentOutcome, AgentProgress, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, failure, returned, type Spent, timedOut } from "../outcomes.ts";

interface ReplayOptions extends KindOptions {
  /** The folder of recorded documents; `recordingNames` gives their names. */
  readonly folder: string;
}

const milliseconds = z.int().min(0).max(3_600_000);
const tokens = z.int().min(0).optional();

const fault = z.strictObject({
  type: z.enum(["crash", "timeout", "missing", "empty", "transient"]),
  afterBytes: z.int().min(0).max(100_000_000).default(0),
  message: z.string().max(500).default("This run fails, as recorded."),
  /** For a transient fault: how many tries fail before one is answered. */
  times: z.int().min(1).max(1000).default(1),
  retryAfterSeconds: z.number().min(0).max(86_400).exactOptional(),
});

const manner = {
  latencyMs: milliseconds.optional(),
  chunkBytes: z.int().min(1).optional(),
  chunkDelayMs: milliseconds.optional(),
  usage: z
    .strictObject({
      inputTokens: tokens,
      outputTokens: tokens,
      cachedInputTokens: tokens,
      costUsd: z.number().min(0).optional(),
    })
    .optional(),
};

const rule = z.strictObject({
  role: z.enum(["engineer", "reviewer"]).optional(),
  round: z.int().min(1).optional(),
  gap: z.string().optional(),
  attempt: z.int().min(1).optional(),
  ...manner,
  fault: fault.optional(),
});

/** `replay.json` beside the recordings: how they are played, and which runs fail. */
const settings = z.strictObject({ version: z.literal(1), ...manner, rules: z.array(rule).default([]) });

type Manner = Omit<z.output<typeof rule>, "role" | "round" | "gap" | "attempt">;

/** An agent that plays recorded documents, for tests and the demo. Throws `UsageError` if `replay.json` is invalid. */
export async function openReplayAgent(options: ReplayOptions): Promise<Agent> {
  const known = readSettings(join(options.folder, "replay.json"));
  const agent: AgentKind = {
    name: "replay",
    paid: false,
    needsNoTokens: true,
    writesNoFile: true,
    run: (task, signal) => replay(task, signal, options, mannerFor(task, known)),
  };
  return guarded(agent, options);
}

/** The settings for a task: the first matching rule, over the common settings. */
function mannerFor({ role, label }: AgentTask, { rules, ...common }: z.output<typeof settings>): Manner {
  const isFor = <T>(wanted: T | undefined, ...values: readonly T[]) => wanted === undefined || values.includes(wanted);
  const fitting = rules.find(
    (candidate) =>
      isFor(candidate.role, role) &&
      isFor(candidate.round, label.round) &&
      isFor(candidate.gap, ...label.gaps) &&
      isFor(candidate.attempt, label.attempt),
  );
  return { ...common, ...fitting };
}

async function* replay(
  task: AgentTask,
  signal: AbortSignal,
  { folder, clock }: ReplayOptions,
  manner: Manner,
): KindRun {
  const usage = defined(manner.usage ?? {});
  const names = recordingNames(task);
  const bytes = readFirst(names.map((name) => join(folder, name)));
  await clock.sleep(manner.latencyMs ?? 0, signal);
  // A transient fault ends after enough tries; other faults stay.
  const isOver = manner.fault?.type === "transient" && (task.try ?? 1) > manner.fault.times;
  const wrong = isOver ? undefined : manner.fault;
  if (bytes === undefined && !wrong) {
    const looked = `No recording for ${task.id} in ${folder}. Looked for: ${names.join(", ")}.`;
    return failed(failure("not-found", looked), usage);
  }
  const wanted = (bytes ?? Buffer.alloc(0)).subarray(0, wrong?.afterBytes);
  yield* pieces(wanted.subarray(0, task.budget.outputBytes), manner, clock, signal);
  if (signal.aborted) return aborted(usage);
  return wrong ? faulty(wrong, task, usage) : returned(wanted, task, usage);
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

function faulty(wrong: z.output<typeof fault>, task: AgentTask, usage: Spent): AgentOutcome {
  const { type, message, retryAfterSeconds } = wrong;
  switch (type) {
    case "crash":
      return failed(failure("crashed", message), usage);
    case "timeout":
      return timedOut(task.budget.seconds, usage);
    case "missing":
      return returned(undefined, task, usage);
    case "empty":
      return returned(new Uint8Array(), task, usage);
    case "transient":
      return failed({ ...failure("overloaded", message), ...defined({ retryAfterSeconds }) }, usage);
  }
}

/** The names under which a task's recording is looked for, the most specific first (docs/agents.md). */
export function recordingNames(task: Pick<AgentTask, "role" | "label">): string[] {
  const { label } = task;
  const role = label.purpose ?? task.role;
  const round = `round_${String(label.round).padStart(3, "0")}`;
  const again = label.rerun === undefined ? [] : [`${round}.${label.rerun + 1}/`];
  // Several gaps are joined by `+`. Anything but gap ids must not become a file name.
  const gaps = label.gaps.every(isGapId) ? label.gaps.join("+") : "";
  const bases = gaps === "" ? [role] : [`${role}-${gaps}`, role];
  return [...again, `${round}/`, ""].flatMap((folder) =>
    bases.flatMap((base) => [`${folder}${base}-${label.attempt}.md`, `${folder}${base}.md`]),
  );
}

function readSettings(path: string): z.output<typeof settings> {
  try {
    return settings.parse(JSON.parse(readFirst([path])?.toString() ?? '{ "version": 1 }'));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new UsageError(`replay.json is not valid: ${why}`, {
      target: path,
      fix: "See docs/agents.md for its format.",
      cause: error,
    });
  }
}

function readFirst(paths: readonly string[]): Buffer | undefined {
  for (const path of paths) {
    const bytes = unlessMissing(() => readFileSync(path));
    if (bytes) return bytes;
  }
  return undefined;
}
