import type { RunOrder } from "../mediator/effect.ts";
import { attemptsAt } from "../mediator/rollback/rollback-targets.ts";
import { attemptPath, documentPath, promptPath, scratchFolder } from "../mediator/session-paths.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import { type AttemptFile, attemptFile } from "./attempt-file.ts";
import type { EngineParts } from "./engine-parts.ts";
import { withEstimate } from "./estimate-usage.ts";
import { type Judgement, judgeFailure, judgeOutcome } from "./judge-outcome.ts";
import { type PreparedPrompt, preparePrompt } from "./prepare-prompt.ts";
import { record } from "./record.ts";
import { recordEnd, usageRecord } from "./run-end.ts";
import { taskBrief } from "./task-brief.ts";

/** What an answer may weigh: a model's longest, many times over. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

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
  const built = await preparePrompt({ files: parts.store.files, kit: parts.kit }, parts.store.state, order);
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
      agent: agent?.name ?? order.given?.from ?? "",
      promptPath: promptPath(order),
      promptChars: built.preface.length + built.prompt.length,
      ...(order.failure?.failureType === undefined ? {} : { notice: order.failure.failureType }),
      ...(built.example === undefined ? {} : { example: built.example }),
    },
  ]);
  const stopped = new AbortController();
  return { ended: finish(parts, order, agent, built, stopped.signal), stop: () => stopped.abort() };
}

async function finish(
  parts: EngineParts,
  order: RunOrder,
  agent: Agent | undefined,
  built: PreparedPrompt,
  stopped: AbortSignal,
): Promise<void> {
  const attempt = attemptFile(parts.store.files, attemptPath(order));
  const answer = agent ? await converse(parts, order, agent, built, attempt, stopped) : givenOutcome(order);
  if (isAborted(answer) && (parts.signal.aborted || stopped.aborted)) {
    await attempt.abandon();
    if (!parts.signal.aborted) await record(parts, [{ type: "runs_abandoned", runs: [order.id] }]);
    return;
  }
  // Nobody stopped it, whatever it says: a run without an end would be waited for for ever.
  const outcome = isAborted(answer) ? ({ ...answer, reason: "crashed" } as const) : answer;
  const kept = await keep(parts, order, attempt, outcome);
  if (!agent?.writesNoFile) await parts.store.files.removeTree(scratchFolder(order));
  // Reading the answer takes about as long as the disk does.
  const [judgement] = await Promise.all([judge(parts, order, outcome), kept.durable]);
  await recordEnd(parts, order, outcome, judgement, { sha256: kept.sha256, recovered: false });
}

function isAborted(outcome: AgentOutcome): outcome is Extract<AgentOutcome, { type: "failed" }> {
  return outcome.type === "failed" && outcome.reason === "aborted";
}

/** When this resolves a crash loses nothing any more, when `durable` does not even a power cut. */
async function keep(
  parts: EngineParts,
  order: RunOrder,
  attempt: AttemptFile,
  outcome: AgentOutcome,
): Promise<{ readonly durable: Promise<unknown>; readonly sha256?: string }> {
  if (outcome.type !== "document") return { durable: attempt.abandon() };
  const sha256 = await attempt.complete(outcome.bytes);
  await record(parts, [{ type: "run_answered", run: order.id, sha256, usage: usageRecord(outcome.usage) }], {
    sync: "soon",
  });
  // Only with its hash is an answer known to be whole: they become durable together.
  return { durable: Promise.all([attempt.keep(), parts.store.settled()]), sha256 };
}

function judge(parts: EngineParts, order: RunOrder, outcome: AgentOutcome): Promise<Judgement> | Judgement {
  return outcome.type === "failed" ? judgeFailure(outcome) : judgeOutcome(parts, parts.store.state, order, outcome);
}

function agentFor(parts: EngineParts, order: RunOrder): Agent | undefined {
  if (order.given !== undefined) return undefined;
  return order.role === "engineer" ? parts.agents.engineer : parts.agents.reviewer;
}

function givenOutcome(order: RunOrder): AgentOutcome {
  return { type: "document", bytes: new TextEncoder().encode(order.given?.text ?? ""), usage: { seconds: 0 } };
}

/** Lets the agent work. Its words are streamed to the attempt's file as they come. */
async function converse(
  parts: EngineParts,
  order: RunOrder,
  agent: Agent,
  built: PreparedPrompt,
  attempt: AttemptFile,
  stopped: AbortSignal,
): Promise<AgentOutcome> {
  const { files, guard } = parts.store;
  const task = agentTask(parts, order, built);
  guard?.enter(order.id, scratchFolder(order), agent.touchesFiles ?? false);
  if (!agent.writesNoFile) await files.makeFolder(scratchFolder(order));
  const run = agent.run(task, AbortSignal.any([parts.signal, stopped]));
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
  const violations = guard?.leave(order.id) ?? [];
  await record(
    parts,
    violations.map((violation) => ({ type: "violation_found", ...violation })),
  );
  return withEstimate(agent, task, step.value);
}

function agentTask(parts: EngineParts, order: RunOrder, built: PreparedPrompt): AgentTask {
  const { codebase } = parts;
  const { files, state } = parts.store;
  const rerun = attemptsAt(state, order.round);
  return {
    id: order.id,
    role: order.role === "engineer" ? "engineer" : "reviewer",
    label: {
      round: order.round,
      gaps: order.gaps,
      attempt: order.attempt,
      ...(order.role === "engineer" || order.role === "reviewer" ? {} : { purpose: order.role }),
      ...(rerun === 0 ? {} : { rerun }),
    },
    preface: built.preface,
    prompt: built.prompt,
    documentPath: files.absolute(documentPath(order)),
    mayRead: [...built.reads.map((path) => files.absolute(path)), ...(codebase === undefined ? [] : [codebase])],
    budget: { seconds: state.config.budgets.secondsPerRun, outputBytes: OUTPUT_BYTES },
    ...(built.notice === undefined ? {} : { notice: built.notice }),
    ...(built.earlier === undefined ? {} : { earlier: built.earlier }),
    brief: async () => taskBrief(state, order),
  };
}
