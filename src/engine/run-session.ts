import type { Effect, RunOrder } from "../mediator/effect.ts";
import { next } from "../mediator/next.ts";
import { hasUnwrittenAnswer, unwrittenGaps } from "../mediator/round/choose-gaps.ts";
import { mootRuns } from "../mediator/round/slot.ts";
import type { State } from "../mediator/state.ts";
import { askAgainLater, askNext, type Sitting } from "./ask-questions.ts";
import { takeInbox, unlessRequested } from "./command-session.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import { finishSession } from "./finish-session.ts";
import { joinDocuments, readAnswer } from "./join-documents.ts";
import { createProjections, type Projections } from "./projections.ts";
import { tidySession } from "./rollback/archive-round.ts";
import { pruneExpired, settleArchives } from "./rollback/cold-storage.ts";
import { askAboutRollback, lookForPatterns, performRollback } from "./rollback/perform-rollback.ts";
import { abandonRuns, recoverRuns, runAgent, type StartedRun } from "./run-agent.ts";
import { mergeEdits } from "./spec-files.ts";

/** Why a session stopped. `waiting`: a question is open and nobody answers now. */
export type StopReason = "ended" | "paused" | "waiting" | "interrupted";

/**
 * Carries out the Mediator's effects until there is nothing to do. Everything from outside is journalled before
 * anything depends on it, so the process may die at any point and be started again.
 */
export async function runSession(parts: EngineParts): Promise<StopReason> {
  const projections = createProjections(parts);
  await projections.keepEdited();
  await tidySession(parts.store);
  await projections.catchUp();
  const running: Running = new Map();
  try {
    await mergeEdits(parts);
    for (const [id, run] of await recoverRuns(parts)) trackRun(running, id, run);
    await recordPolicy(parts);
    const reason = await loop(parts, projections, running);
    await projections.writeAll();
    await parts.store.settled();
    return reason;
  } finally {
    await Promise.allSettled(endsOf(running));
  }
}

type Running = Map<string, StartedRun>;

function endsOf(running: Running): Promise<void>[] {
  return [...running.values()].map(({ ended }) => ended);
}

/** What is prepared for a question depends on whether a person or a policy answers it (SPEC 10.2). */
async function recordPolicy(parts: EngineParts): Promise<void> {
  const { session, stop } = parts.store.state;
  if (session.policy === parts.policy || stop.type === "ended") return;
  await record(parts, [{ type: "policy_set", ...(parts.policy === undefined ? {} : { policy: parts.policy }) }]);
}

async function loop(parts: EngineParts, projections: Projections, running: Running): Promise<StopReason> {
  const { store } = parts;
  const interrupted = AbortSignal.any([parts.signal, store.lost]);
  const sitting: Sitting = { putOff: new Set(), passed: [] };
  for (;;) {
    if (interrupted.aborted) {
      await Promise.all(endsOf(running));
      if (!store.lost.aborted) await abandonRuns(parts);
      return "interrupted";
    }
    await takeInbox(parts);
    for (const run of mootRuns(store.state)) running.get(run)?.stop();
    const effect = next(store.state, store.now());
    // The author's edits are merged before a round opens, before an answer is written, and before the end (SPEC 12).
    if (readsSource(effect, store.state) && (await mergeEdits(parts))) continue;
    if (sitting.hasLeft && isForLater(effect, store.state)) {
      await askAgainLater(parts);
      return "waiting";
    }
    if (!isInternal(effect)) await store.settled();
    if (effect.type === "stop") {
      if (effect.reason === "ended") await pruneExpired(parts);
      return effect.reason;
    }
    if (effect.type === "run") for (const order of effect.orders) await start(parts, running, order);
    else if (effect.type === "wait") {
      await projections.during(unlessRequested(parts, firstOf(endsOf(running), interrupted)));
    } else if (effect.type === "ask") {
      const reason = await askNext(parts, projections, sitting);
      if (reason) return reason;
    } else await carryOut(parts, projections, effect);
  }
}

function readsSource(effect: Effect, state: State): boolean {
  if (effect.type === "finish") return true;
  // Also before answers are written: they mean the text as the author has it now.
  const writes = ({ role, gaps }: RunOrder) =>
    role === "engineer" && gaps.some((gap) => hasUnwrittenAnswer(state, gap));
  if (effect.type === "run") return effect.orders.some((order) => order.role === "final-review" || writes(order));
  return opensRound(effect);
}

/** After the person left, no question is asked; what they answered is still written. */
function isForLater(effect: Effect, state: State): boolean {
  return asksAnew(effect, state) || (opensRound(effect) && unwrittenGaps(state).length === 0);
}

/** Every open gap waits for an answer. */
function asksAnew(effect: Effect, { round }: State): boolean {
  return !round && effect.type === "record" && effect.events.every(({ type }) => type === "question_asked");
}

function opensRound(effect: Effect): boolean {
  return effect.type === "record" && effect.events.some(({ type }) => type === "round_opened");
}

/** Effects inside the session folder can be computed again after a power cut and need no sync; a run waits itself. */
function isInternal({ type }: Effect): boolean {
  return type === "record" || type === "join" || type === "wait" || type === "run";
}

/** Resolves when one of the runs ends or the session is interrupted. */
async function firstOf(runs: Iterable<Promise<void>>, signal: AbortSignal): Promise<void> {
  let wake = () => {};
  const interrupted = new Promise<void>((resolve) => {
    wake = resolve;
  });
  signal.addEventListener("abort", wake);
  if (signal.aborted) wake();
  try {
    await Promise.race([...runs, interrupted]);
  } finally {
    signal.removeEventListener("abort", wake);
  }
}

async function carryOut(
  parts: EngineParts,
  projections: Projections,
  effect: Exclude<Effect, { type: "stop" | "run" | "wait" | "ask" }>,
): Promise<void> {
  switch (effect.type) {
    case "record":
      if (parts.store.state.answers[0]?.question.kind === "agent-failure") parts.agents.forgetFailures?.();
      await record(parts, effect.events);
      return projections.afterStep(effect.events);
    case "join":
      return joinDocuments(parts, effect.role, effect.runs);
    case "read":
      return readAnswer(parts, effect.run);
    case "look-for-patterns":
      return lookForPatterns(parts);
    case "analyse":
      return askAboutRollback(parts, effect.rollback);
    case "rollback":
      await performRollback(parts, effect.rollback);
      return projections.writeAll();
    case "settle-archives":
      return settleArchives(parts, effect.policy);
    case "finish":
      return finishSession(parts, effect.termination, effect.trigger);
  }
}

async function start(parts: EngineParts, running: Running, order: RunOrder): Promise<void> {
  // Of a run that was undone, what it left may still be removed under the same id.
  await running.get(order.id)?.ended;
  trackRun(running, order.id, await runAgent(parts, order));
}

function trackRun(running: Running, id: string, run: StartedRun): void {
  // A failed run stays in the map, so that the next wait rejects with its error.
  const ended = run.ended.then(() => void running.delete(id));
  running.set(id, { ...run, ended });
  ended.catch(() => {}); // rejected to whoever waits next
}
