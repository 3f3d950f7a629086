import type { Effect, RunOrder } from "../mediator/effect.ts";
import { next } from "../mediator/next.ts";
import { questionsNow } from "../mediator/questions/questions-now.ts";
import type { Question } from "../model/question.ts";
import { askPerson } from "./ask-person.ts";
import type { EngineParts } from "./engine-parts.ts";
import { finishSession, readFinalReviewOf } from "./finish-session.ts";
import { type InboxWatch, takeInbox, watchInbox } from "./inbox.ts";
import { joinDocuments } from "./join-documents.ts";
import { measureDisagreement } from "./measure-disagreement.ts";
import { createProjections, type Projections } from "./projections.ts";
import { readSecondOpinionOf } from "./read-second-opinion.ts";
import { readSurveyOf } from "./read-survey.ts";
import { record } from "./record.ts";
import { abandonRuns, recoverRuns } from "./recover-runs.ts";
import { askAboutRollback, lookForPatterns, performRollback } from "./rollback/perform-rollback.ts";
import { settleArchives } from "./rollback/settle-archives.ts";
import { tidySession } from "./rollback/tidy-session.ts";
import { runAgent } from "./run-agent.ts";

/** Why the session stands still. `waiting`: a question is open and nobody answers now. */
export type StopReason = "ended" | "paused" | "waiting" | "interrupted";

/**
 * Carries out what the Mediator wants until there is nothing to do. Everything that comes from outside is journalled
 * before anything depends on it, so the process may die anywhere and be started again.
 */
export async function runSession(parts: EngineParts): Promise<StopReason> {
  const projections = createProjections(parts);
  await projections.keepEdited();
  await tidySession(parts.store);
  await projections.catchUp();
  const running = new Map<string, Promise<void>>();
  const inbox = watchInbox(parts);
  try {
    await recoverRuns(parts);
    const reason = await loop(parts, projections, running, inbox);
    await projections.writeAll();
    await parts.store.settled();
    return reason;
  } finally {
    inbox.stop();
    await Promise.allSettled(running.values());
  }
}

async function loop(
  parts: EngineParts,
  projections: Projections,
  running: Map<string, Promise<void>>,
  inbox: InboxWatch,
): Promise<StopReason> {
  const { store } = parts;
  const interrupted = AbortSignal.any([parts.signal, store.lost]);
  const putOff = new Set<string>();
  for (;;) {
    if (interrupted.aborted) {
      await Promise.all(running.values());
      if (!store.lost.aborted) await abandonRuns(parts);
      return "interrupted";
    }
    await takeInbox(parts);
    const effect = next(store.state, store.now());
    if (!staysInside(effect)) await store.settled();
    if (effect.type === "stop") return effect.reason;
    if (effect.type === "run") for (const order of effect.orders) await start(parts, running, order);
    else if (effect.type === "wait") await inbox.during(firstOf(running.values(), interrupted));
    else if (effect.type === "ask") {
      const question = questionsNow(store.state).find(({ id }) => !putOff.has(id));
      if (!question) return "waiting";
      await projections.writeAll();
      const asked = await askPerson(parts, question);
      if (asked === "answered") continue;
      if (parts.signal.aborted) return "interrupted";
      if (question.kind === "archives" && !parts.attended) await answerUnattended(parts, question);
      else if (asked === "leave") return "waiting";
      else putOff.add(question.id);
    } else await carryOut(parts, projections, effect);
  }
}

/** What only the session's own folder sees, and is computed again after a power cut that took what it rests on. */
function staysInside({ type }: Effect): boolean {
  return type === "record" || type === "join" || type === "measure" || type === "wait";
}

/** One of the runs ends, or the session is interrupted. */
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

/** Nobody is there, and the session is over: its archives go to cold storage (SPEC 13.10). */
async function answerUnattended(parts: EngineParts, { id }: Question): Promise<void> {
  const answer = { question: id, options: ["cold"], fields: {}, via: "policy" } as const;
  await record(parts, [{ type: "question_answered", answer }], { sync: true });
}

async function carryOut(
  parts: EngineParts,
  projections: Projections,
  effect: Exclude<Effect, { type: "stop" | "run" | "wait" | "ask" }>,
): Promise<void> {
  switch (effect.type) {
    case "record":
      if (parts.store.state.answers[0]?.question.kind === "agent-failure") parts.agents.mended?.();
      await record(parts, effect.events);
      return projections.afterStep(effect.events);
    case "join":
      return joinDocuments(parts, effect.role, effect.runs);
    case "measure":
      return measureDisagreement(parts);
    case "read-second-opinion":
      return readSecondOpinionOf(parts, effect.run);
    case "read-survey":
      return readSurveyOf(parts, effect.run);
    case "look-for-patterns":
      return lookForPatterns(parts);
    case "analyse":
      return askAboutRollback(parts, effect.rollback);
    case "rollback":
      await performRollback(parts, effect.rollback);
      return projections.writeAll();
    case "read-final-review":
      return readFinalReviewOf(parts, effect.run);
    case "settle-archives":
      return settleArchives(parts, effect.policy);
    case "finish":
      return finishSession(parts, effect.termination, effect.trigger);
  }
}

/** The run is journalled as started before this returns, so the next step sees it. */
async function start(parts: EngineParts, running: Map<string, Promise<void>>, order: RunOrder): Promise<void> {
  const { ended: run } = await runAgent(parts, order);
  // One that failed stays, so that whoever waits next hears of it.
  const ended = run.then(() => void running.delete(order.id));
  running.set(order.id, ended);
  ended.catch(() => {}); // seen by whoever waits for it
}
