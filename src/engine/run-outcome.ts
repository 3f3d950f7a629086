import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Citation } from "../documents/agent-document.ts";
import { joinFiles } from "../documents/layouts/join-files.ts";
import type { RunName } from "../mediator/effect.ts";
import { contextOfRun, wholeSpecOfRun } from "../mediator/gate/context-of-run.ts";
import { admit, executionError } from "../mediator/gate/judge.ts";
import { judgeWholeSpec } from "../mediator/gate/single-runs.ts";
import { digestBlocked } from "../mediator/round/digest-documents.ts";
import { attemptPath } from "../mediator/session-paths.ts";
import type { RunEnd, State } from "../mediator/state.ts";
import { defined, orUndefined } from "../model/defined.ts";
import { estimateTokens } from "../model/estimate-tokens.ts";
import type { GateResult } from "../model/gate-result.ts";
import { rememberLast } from "../model/remember-last.ts";
import type { UsageRecord } from "../model/usage.ts";
import type { Agent, AgentOutcome, AgentTask, Usage } from "../ports/agent.ts";
import type { Files } from "../ports/files.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { hashOf } from "./files/exact-text.ts";
import { isInside } from "./files/slashed.ts";

export type PartFile = ReturnType<typeof partFile>;

/** The answer as far as it is streamed, in a `.part` file that a person can watch. Nothing depends on it. */
export function partFile(files: Files, path: string) {
  const part = partPath(path);
  let isThere = false;
  let isBegun = false;
  return {
    async write(text: string) {
      if (isBegun) await files.append(part, text);
      else await files.writeAtomic(part, text, { inPlace: true });
      [isThere, isBegun] = [true, true];
    },
    /** What was streamed so far is not the document; the file stays until more is streamed. */
    restart() {
      isBegun = false;
    },
    /** The complete answer has been written, so the part file is no longer needed. */
    async remove() {
      if (isThere) await files.remove(part);
    },
  };
}

/** The complete answer that a process received before it died, now synced; undefined if its hash does not match. */
export async function findAnswer(files: Files, path: string, sha256: string | undefined) {
  const bytes = await files.read(path);
  if (bytes === undefined || hashOf(bytes) !== sha256) return undefined;
  await files.writeAtomic(path, bytes, { sync: true });
  await files.remove(partPath(path));
  return bytes;
}

function partPath(path: string): string {
  return `${path}.part`;
}

/** The gate's result for a run, as the journal keeps it. */
export interface Judgement {
  readonly result: GateResult;
  readonly repairs: number;
  readonly blocked: RunEnd["blocked"];
}

export async function judgeOutcome(
  parts: Pick<EngineParts, "store" | "codebase">,
  state: State,
  order: RunName,
  outcome: Exclude<AgentOutcome, { type: "failed" }>,
): Promise<Judgement> {
  const bytes = outcome.type === "document" ? outcome.bytes : undefined;
  if (order.role !== "engineer" && order.role !== "reviewer") {
    const result = judgeWholeSpec(order.role, bytes, wholeSpecOfRun(state, order));
    return { result, repairs: 0, blocked: [] };
  }
  const context = { ...contextOfRun(state, order), path: attemptPath(order), ...citations(parts, state) };
  const admission = admit(bytes, context);
  if (bytes && admission.result.success) parts.store.admitted.set(order.id, { against: state, admission, bytes });
  const { document } = admission;
  const blocked =
    document?.role === "engineer"
      ? document.blocked.flatMap((asked) =>
          asked.gap !== undefined && order.gaps.includes(asked.gap) ? [digestBlocked(asked.gap, asked)] : [],
        )
      : [];
  return { result: admission.result, repairs: admission.repairs.length, blocked };
}

function citations({ codebase }: Pick<EngineParts, "codebase">, { spec }: State) {
  return codebase === undefined ? {} : { citationExists: citationLookup(codebase, joinFiles(spec.source)) };
}

/** The run failed, which is not the document's fault (SPEC 5, EXECUTION_ERROR). */
export function judgeFailure(outcome: Extract<AgentOutcome, { type: "failed" }>): Judgement {
  return { result: executionError(`${outcome.reason}: ${outcome.message}`), repairs: 0, blocked: [] };
}

const LARGEST_FILE = 4_000_000;

/** Returns whether a cited `file:line` exists in the codebase (SPEC 15.5) or in the source. */
function citationLookup(codebase: string, source: string): (citation: Citation) => boolean {
  const known = new Map<string, number>([["source.md", countLines(source)]]);
  return ({ file, endLine }) => {
    const lines = known.get(file) ?? countFileLines(codebase, file);
    known.set(file, lines);
    return endLine <= lines;
  };
}

/** The number of lines; 0 if the file is missing, outside the codebase, or too large to be text that a person cites. */
function countFileLines(codebase: string, file: string): number {
  const lines = orUndefined(() => {
    const root = realpathSync(codebase);
    const real = realpathSync(resolve(root, file));
    const status = statSync(real);
    const isText = isInside(root, real) && status.isFile() && status.size <= LARGEST_FILE;
    return isText ? countLines(readFileSync(real, "utf8")) : 0;
  });
  return lines ?? 0;
}

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/**
 * Journals how a run ended, with the gate's result. If this entry is lost, the answer is judged again, since
 * `run_answered` is durable. A run without an answer is synced while the round continues.
 */
export async function recordEnd(
  parts: Pick<EngineParts, "store" | "observe">,
  order: RunName,
  outcome: AgentOutcome,
  judgement: Judgement,
  { sha256, recovered }: { readonly sha256: string | undefined; readonly recovered: boolean },
): Promise<void> {
  const event = {
    type: "run_ended",
    run: order.id,
    outcome: outcome.type,
    ...(outcome.type === "document" && sha256 !== undefined ? { path: attemptPath(order) } : {}),
    usage: usageRecord(outcome.usage),
    gate: judgement.result,
    fatal: outcome.type === "failed",
    ...(outcome.type === "failed" ? { failure: failureOf(outcome) } : {}),
    repairs: judgement.repairs,
    blocked: judgement.blocked,
    recovered,
  } as const;
  await record(parts, [event], sha256 === undefined ? { sync: "soon" } : {});
}

function failureOf({ reason, message, exitCode }: Extract<AgentOutcome, { type: "failed" }>) {
  return { reason, message, ...defined({ exitCode }) };
}

export function usageRecord(usage: Usage): UsageRecord {
  return {
    inputTokens: amount(usage.inputTokens),
    outputTokens: amount(usage.outputTokens),
    cachedInputTokens: amount(usage.cachedInputTokens),
    costUsd: amount(usage.costUsd),
    seconds: amount(usage.seconds),
    ...(usage.estimated ? { estimated: true as const } : {}),
  };
}

/** Providers may report nonsense: anything but a positive number counts as 0. */
function amount(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0;
}

/** The prefaces of the two roles are the same in every round. */
const prefaceTokens = rememberLast(2, estimateTokens);

/** Reasons of failures that happen before anything is sent. */
const UNSENT: ReadonlySet<string> = new Set(["not-found", "unauthorised", "overloaded", "network"]);

/** Adds estimated tokens, by characters, to an outcome whose agent reports none (SPEC 15.4a). */
export function withEstimate(
  agent: Pick<Agent, "needsNoTokens" | "price">,
  { preface, prompt }: Pick<AgentTask, "preface" | "prompt">,
  outcome: AgentOutcome,
): AgentOutcome {
  const { usage } = outcome;
  const isReported = (usage.inputTokens ?? 0) > 0 || (usage.outputTokens ?? 0) > 0;
  if (agent.needsNoTokens || isReported || (outcome.type === "failed" && UNSENT.has(outcome.reason))) return outcome;
  const inputTokens = prefaceTokens(preface) + estimateTokens(prompt);
  const outputTokens = outcome.type === "document" ? estimateTokens(new TextDecoder().decode(outcome.bytes)) : 0;
  const { price } = agent;
  const costUsd = usage.costUsd ?? (price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000);
  return { ...outcome, usage: { ...usage, inputTokens, outputTokens, estimated: true, ...defined({ costUsd }) } };
}
