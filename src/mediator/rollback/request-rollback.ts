import { ARCHIVE_POLICIES, type ArchivePolicy } from "../../model/config-modes.ts";
import { openBySeverity } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import type { PatternFinding, RollbackRetry } from "../../model/rollback.ts";
import { secondsBetween } from "../../model/timestamp.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { type Effect, record } from "../effect.ts";
import { ABANDON, type Answered, endOrPause, makeQuestion, option, questionsNow } from "../make-question.ts";
import { currentRound, isInterview, undoneDecisions } from "../queries.ts";
import { sum } from "../record-text.ts";
import { slotStatus } from "../round/slot.ts";
import { roundFolder } from "../session-paths.ts";
import type { OpenRound, PendingRollback, State } from "../state.ts";

type RollbackWish = Pick<PendingRollback, "reason" | "by"> & {
  readonly rounds: number;
  readonly retry?: RollbackRetry;
};

/** Requests a rollback, or asks the User at the session's limit (SPEC 13.8). Without `retry` the mode decides how. */
export function requestRollback(state: State, { rounds, reason, by, retry }: RollbackWish): SessionEvent[] {
  if (isAtLimit(state)) return [{ type: "question_asked", question: rollbackLimitQuestion(state) }];
  const to = currentRound(state) - rounds;
  return [{ type: "rollback_requested", to, reason, by, retry: retry ?? defaultRetry(state, to) }];
}

function isAtLimit(state: State): boolean {
  return state.rollbacks.length >= state.config.rollback.maxSession;
}

/** AUTO_RETRY retries with adjustments the first time that a round is undone; else the User is asked (SPEC 13.5). */
function defaultRetry(state: State, to: number): RollbackRetry {
  const isAutomatic = state.config.rollback.mode === "AUTO_RETRY" && attemptsAt(state, to + 1) === 0;
  return { way: isAutomatic ? "adjusted" : "ask", adjustments: [] };
}

/** The next step of a requested rollback: ask the User how to continue, or carry it out (SPEC 13). */
export function rollbackEffect(state: State, rollback: PendingRollback): Effect {
  if (rollback.retry.way !== "ask") return { type: "rollback", rollback };
  if (state.stop.type === "paused") return { type: "stop", reason: "paused" };
  const [question] = questionsNow(state);
  return question ? { type: "ask", question } : { type: "analyse", rollback };
}

/** AUTO_RETRY undoes the round once after a role's last attempt failed, before the User is asked (SPEC 7, 13.5). */
export function autoRetry(state: State, round: OpenRound, reason: string): Effect | undefined {
  if (!retriesByItself(state, round) || attemptsAt(state, round.number) > 0) return undefined;
  return record(...requestRollback(state, { rounds: 1, reason, by: "mediator" }));
}

/** "no attempt of the Engineer passed the gate (EMPTY_OUTPUT)". */
export function exhaustedReason(role: "Engineer" | "Reviewer", failures: readonly string[]): string {
  const names = [...new Set(failures)].filter((name) => name !== "").join(", ");
  return `no attempt of the ${role} passed the gate${names === "" ? "" : ` (${names})`}`;
}

/** AUTO_RETRY undoes the round if a valid document shows a sure pattern, before a review is paid for (SPEC 13.5). */
export function patternEffect(state: State, round: OpenRound): Effect | undefined {
  if (round.polishing || !retriesByItself(state, round)) return undefined;
  if (!round.engineerDocument || round.reviewerDocument) return undefined;
  if (!round.patterns) return { type: "look-for-patterns" };
  const sure = round.patterns.filter(isSure);
  if (sure.length === 0) return undefined;
  const reason = sure.map(({ gap, message }) => `${gap}: ${message}`).join("; ");
  return record(...requestRollback(state, { rounds: 1, reason, by: "mediator" }));
}

export function isSure({ confidence }: PatternFinding): boolean {
  return confidence === "HIGH";
}

/** Whether AUTO_RETRY may undo this round: not after the User refused it, and not at the session's limit. */
function retriesByItself(state: State, round: OpenRound): boolean {
  return state.config.rollback.mode === "AUTO_RETRY" && round.rollbackDropped !== true && !isAtLimit(state);
}

const EXPORTED = "status.md, decisions.md and spec.md hold everything as it is now.";
const APPROVED = "You first confirm what is still open.";
const FRESH = "Adjustments and earlier proposals are dropped from prompts; decisions and open issues stay.";

function rollbackLimitQuestion(state: State): Question {
  const { maxSession } = state.config.rollback;
  const history = state.rollbacks.map(({ to, reason }, index) => {
    return `- Round ${to + 1}: ${reason.slice(0, 100)}; ${retryOutcome(state, index)}`;
  });
  return makeQuestion(state, {
    kind: "rollback-limit",
    text: `All ${maxSession} rollbacks of this session are used up. The cause is probably larger than one bad round: the source, the scope, the prompts or the agent. How do you want to continue?`,
    evidence: [{ title: "Rollbacks so far", body: history.join("\n") }],
    options: [
      option("continue", "Continue without undoing", "The round stays as it is.", "The session continues."),
      option("pause", "Pause for a human review", EXPORTED, "The session pauses."),
      option("accept", "Accept the spec as it is", APPROVED, "The spec is written."),
      ABANDON,
      option("fresh", "Fresh prompts", FRESH, "The next attempts start from the source."),
    ],
  });
}

export function applyRollbackLimit(state: State, answered: Answered): SessionEvent[] {
  const trigger = "the rollback limit is reached";
  if (answered.choice === "continue") return [{ type: "rollback_dropped", why: trigger }];
  if (answered.choice !== "fresh") return endOrPause(state, answered.choice, trigger, "USER_APPROVED");
  // Gaps of the open round whose attempts are used up get one more, with fresh prompts.
  const { round } = state;
  const failed = round?.slots.filter((slot) => slotStatus(round, slot).type === "failed") ?? [];
  const granted = failed.map(({ gap }): SessionEvent => {
    return { type: "attempt_granted", gap, why: "fresh prompts", condensed: false };
  });
  return [{ type: "prompts_refreshed", why: trigger }, ...granted];
}

/** An interview changes the spec only by the User's answers; a wrong one is given again instead. */
export const NO_ROLLBACK = {
  problem: "an interview has no rounds to undo",
  fix: "To be asked again about a gap: `whetstone gap reopen GAP --reason …`, then `whetstone resume`.",
} as const;

export type RollbackTarget = ReturnType<typeof rollbackTargets>[number];

/** The rounds whose end can be restored, the latest first: those whose backups are kept (SPEC 13.2, 13.9). */
export function rollbackTargets(state: State) {
  if (isInterview(state)) return [];
  const now = currentRound(state);
  return state.checkpoints
    .filter((checkpoint) => checkpoint.round < now)
    .map(({ round, state: then }) => ({
      to: round,
      rounds: now - round,
      openThere: sum(openBySeverity(then.gaps)),
      decisionsSince: undoneDecisions(state, then).length,
    }))
    .sort((a, b) => a.rounds - b.rounds);
}

/** Why this many rounds cannot be undone; `undefined` if they can. */
export function rollbackProblem(state: State, rounds: number): string | undefined {
  const now = currentRound(state);
  if (now === 0) return "no round has started yet";
  const targets = rollbackTargets(state).map((target) => target.rounds);
  if (targets.includes(rounds)) return undefined;
  const kept = state.config.rollback.backupRetentionRounds;
  return `${rounds} rounds cannot be undone: the backups of the last ${kept} rounds are kept, so at most ${Math.max(0, ...targets)} can be undone now`;
}

export function attemptsAt(state: State, round: number): number {
  return state.rollbacks.flatMap(({ archives }) => archives).filter((archive) => archive.round === round).length;
}

/** `round_005_rolled_back_1.tar.gz` (SPEC 13.4). */
export function archiveName(round: number, attempt: number): string {
  return `${roundFolder(round)}_rolled_back_${attempt}.tar.gz`;
}

/** The outcome of a rollback: the retry was kept if its round was closed and not undone again. */
export function retryOutcome(state: State, index: number): string {
  const rollback = state.rollbacks[index];
  if (!rollback) return "";
  if (state.rollbacks.slice(index + 1).some((later) => later.to <= rollback.to)) return "the retry was undone again";
  const kept = state.records.some(({ round, closedAt }) => round === rollback.to + 1 && closedAt >= rollback.at);
  return kept ? "the retry was kept" : "the retry is still to come";
}

/** Decides once, after the end of the session, what happens to its archives (SPEC 13.10). */
export function archivesEffect(state: State): Effect | undefined {
  const { archives, config, rollbacks } = state;
  if (archives.settled !== undefined || rollbacks.every((rollback) => rollback.archives.length === 0)) return undefined;
  const { policy } = config.archive;
  if (policy !== "ask") return { type: "settle-archives", policy };
  const [question] = questionsNow(state);
  return question ? { type: "ask", question } : record({ type: "question_asked", question: archivesQuestion(state) });
}

function archivesQuestion(state: State): Question {
  const { coldPath, days } = state.config.archive;
  const lines = state.rollbacks.flatMap(({ archives, at, reason }) =>
    archives.map(
      ({ path, bytes }) => `- ${path} (${kilobytes(bytes)}): ${visibleLine(reason, 160)} (${at.slice(0, 10)})`,
    ),
  );
  const total = state.rollbacks.flatMap(({ archives }) => archives).reduce((sum, { bytes }) => sum + bytes, 0);
  const cold = `${coldPath}; deleted there after ${days} days unless you keep them.`;
  return makeQuestion(state, {
    kind: "archives",
    text: "The session has ended. What should happen to the archives of its undone rounds?",
    evidence: [{ title: "Archives", body: [...lines, "", `Total: ${kilobytes(total)}`].join("\n") }],
    options: [
      option("keep", "Keep them", "They stay in the session folder.", "Nothing is moved."),
      option("delete", "Delete them", "The contents of the undone rounds are lost.", "The files are removed."),
      option("recent", "Keep the recent ones", "Those of the last 7 days.", "Older ones are removed."),
      option("cold", "Move them to cold storage", cold, "None stay in the session folder.", { recommended: true }),
    ],
  });
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function applyArchives({ config }: State, { choice }: Answered): SessionEvent[] {
  const policy = ARCHIVE_POLICIES.find((known) => known === choice) ?? "ask";
  const archive = { ...config.archive, policy };
  return [{ type: "config_changed", config: { ...config, archive }, why: "the User chose what becomes of archives" }];
}

/** SPEC 13.10: "only those of the last 7 days". */
const RECENT_SECONDS = 7 * 24 * 3600;

export function archiveFates(state: State, policy: Exclude<ArchivePolicy, "ask">) {
  const end = state.stop.type === "ended" ? state.stop.at : state.at;
  return state.rollbacks.flatMap(({ archives, at }) => {
    const isRecent = policy === "recent" && secondsBetween(at, end) <= RECENT_SECONDS;
    const otherwise = policy === "cold" ? ("cold" as const) : ("deleted" as const);
    return archives.map(({ path }) => {
      const stays = policy === "keep" || isRecent || state.archives.kept.includes(path);
      return { path, became: stays ? ("kept" as const) : otherwise };
    });
  });
}
