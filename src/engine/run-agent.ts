import { createHash } from "node:crypto";
import type { RunOrder } from "../mediator/effect.ts";
import { buildPrompt } from "../mediator/prompts/build-prompt.ts";
import { promptNeeds } from "../mediator/prompts/prompt-needs.ts";
import type { BuiltPrompt, PromptMaterial, PromptOrder } from "../mediator/prompts/prompt-order.ts";
import { PERSON } from "../mediator/round/run-order.ts";
import { attemptPath, promptPath, scratchFolder } from "../mediator/session-paths.ts";
import type { SessionEvent, UsageRecord } from "../model/events.ts";
import type { Agent, AgentOutcome, AgentTask, Usage } from "../ports/agent.ts";
import { attemptFile } from "./attempt-file.ts";
import { draftSpec } from "./draft-spec.ts";
import type { EngineParts } from "./engine-parts.ts";
import { type Judgement, judgeFailure, judgeOutcome } from "./judge-outcome.ts";
import { record } from "./record.ts";

/** What an answer may weigh: a model's longest, many times over. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

/** A run that is under way. `ended` rejects only when the journal or the disk fails. */
export interface StartedRun {
  readonly ended: Promise<void>;
}

/**
 * Starts a run; resolves when it is journalled as started. An interrupted run is not
 * journalled as ended: a resume starts it again.
 */
export async function runAgent(parts: EngineParts, order: RunOrder): Promise<StartedRun> {
  const built = await preparePrompt(parts, order);
  const agent = agentFor(parts, order);
  const { files } = parts.store;
  await files.remove(attemptPath(order)); // of a run of this name that was undone
  await files.writeAtomic(promptPath(order), `${built.preface}\n\n${built.prompt}\n`);
  await record(parts, [
    {
      type: "run_started",
      run: order.id,
      role: order.role,
      gaps: order.gaps,
      attempt: order.attempt,
      agent: agent?.name ?? PERSON,
      promptPath: promptPath(order),
      promptChars: built.preface.length + built.prompt.length,
      ...(built.example === undefined ? {} : { example: built.example }),
    },
  ]);
  return { ended: finish(parts, order, agent, built) };
}

async function finish(
  parts: EngineParts,
  order: RunOrder,
  agent: Agent | undefined,
  built: BuiltPrompt,
): Promise<void> {
  const outcome = agent ? await converse(parts, order, agent, built) : givenOutcome(order);
  if (outcome === "interrupted") return;
  await endRun(parts, order, outcome, false);
}

/** Journals how a run ended, with the gate's judgement. From here on it is never paid for again. */
export async function endRun(
  parts: EngineParts,
  order: RunOrder,
  outcome: AgentOutcome,
  recovered: boolean,
): Promise<void> {
  const { state } = parts.store;
  const judgement =
    outcome.type === "failed" ? judgeFailure(outcome) : await judgeOutcome(parts, state, order, outcome);
  await record(parts, [endEvent(order, outcome, judgement, recovered)], { sync: true });
}

function endEvent(order: RunOrder, outcome: AgentOutcome, judgement: Judgement, recovered: boolean): SessionEvent {
  const document =
    outcome.type === "document"
      ? {
          path: attemptPath(order),
          sha256: createHash("sha256").update(outcome.bytes).digest("hex"),
          bytes: outcome.bytes.byteLength,
        }
      : {};
  return {
    type: "run_ended",
    run: order.id,
    outcome: outcome.type,
    ...document,
    usage: usageRecord(outcome.usage),
    gate: judgement.result,
    fatal: outcome.type === "failed",
    repairs: judgement.repairs,
    blocked: judgement.blocked,
    recovered,
  };
}

async function preparePrompt(parts: EngineParts, order: RunOrder): Promise<BuiltPrompt> {
  const { state, files } = parts.store;
  const promptOrder: PromptOrder = {
    role: order.role,
    round: order.round,
    gaps: order.gaps,
    attempt: order.attempt,
    maxRetries: state.config.maxRetries,
    uncertainty: order.uncertain,
    condensed: order.condensed,
    documentPath: files.absolute(documentPath(order)),
    ...(order.failure === undefined ? {} : { failure: { gate: order.failure } }),
    ...(order.revision === undefined ? {} : { revision: order.revision }),
  };
  const needs = promptNeeds(state, promptOrder);
  const texts = new Map<string, string>();
  for (const path of needs.files) {
    const text = await files.readText(path);
    if (text !== undefined) texts.set(path, text);
  }
  const material: PromptMaterial = {
    kit: parts.kit,
    files: texts,
    ...(needs.draft ? { draft: (await draftSpec(parts.store)).text } : {}),
  };
  return buildPrompt(state, promptOrder, material);
}

function documentPath(order: RunOrder): string {
  return `${scratchFolder(order)}/document.md`;
}

function agentFor(parts: EngineParts, order: RunOrder): Agent | undefined {
  if (order.given !== undefined) return undefined;
  return order.role === "engineer" ? parts.agents.engineer : parts.agents.reviewer;
}

function givenOutcome(order: RunOrder): AgentOutcome {
  return { type: "document", bytes: new TextEncoder().encode(order.given ?? ""), usage: { seconds: 0 } };
}

/** Lets the agent work. Its words are streamed to the attempt's file as they come, and stand there whole at the end. */
async function converse(
  parts: EngineParts,
  order: RunOrder,
  agent: Agent,
  built: BuiltPrompt,
): Promise<AgentOutcome | "interrupted"> {
  const { files } = parts.store;
  const task = agentTask(parts, order, built);
  await files.makeFolder(scratchFolder(order));
  const attempt = attemptFile(files, attemptPath(order));
  const run = agent.run(task, parts.signal);
  let chars = 0;
  let step = await run.next();
  for (; !step.done; step = await run.next()) {
    const progress = step.value;
    if (progress.type === "text") {
      chars += progress.text.length;
      await attempt.write(progress.text);
      parts.observe({ type: "run-progress", order, chars });
    } else if (progress.type === "restarted") {
      chars = 0;
      await attempt.restart();
    } else if (progress.type === "repeated") {
      const { reason, waitSeconds } = progress;
      await record(parts, [{ type: "run_repeated", run: order.id, reason, waitSeconds }]);
    } else if (progress.type === "note") parts.observe({ type: "run-note", order, message: progress.message });
  }
  const outcome = step.value;
  await attempt.finish(outcome.type === "document" ? outcome.bytes : undefined);
  await files.removeTree(scratchFolder(order));
  return outcome.type === "failed" && outcome.reason === "aborted" ? "interrupted" : outcome;
}

function agentTask(parts: EngineParts, order: RunOrder, built: BuiltPrompt): AgentTask {
  const { files, state } = parts.store;
  return {
    id: order.id,
    role: order.role === "engineer" ? "engineer" : "reviewer",
    label: {
      round: order.round,
      gaps: order.gaps,
      attempt: order.attempt,
      ...(order.role === "engineer" || order.role === "reviewer" ? {} : { purpose: order.role }),
    },
    preface: built.preface,
    prompt: built.prompt,
    documentPath: files.absolute(documentPath(order)),
    mayRead: [],
    budget: { seconds: state.config.budgets.secondsPerRun, outputBytes: OUTPUT_BYTES },
    ...(built.notice === undefined ? {} : { notice: built.notice }),
  };
}

function usageRecord(usage: Usage): UsageRecord {
  return {
    inputTokens: amount(usage.inputTokens),
    outputTokens: amount(usage.outputTokens),
    cachedInputTokens: amount(usage.cachedInputTokens),
    costUsd: amount(usage.costUsd),
    seconds: amount(usage.seconds),
  };
}

/** Providers count, and an agent passes on what they say: what is no amount is none. */
function amount(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0;
}
