import { openBySeverity } from "../../model/counting.ts";
import { currentRound, isInterview } from "../queries.ts";
import { sum } from "../record-text.ts";
import { roundFolder } from "../session-paths.ts";
import type { State } from "../state.ts";

/** An interview changes the spec by the person's answers alone: a wrong one is given anew. */
export const NO_ROLLBACK = {
  problem: "an interview has no rounds to undo",
  fix: "To be asked again about a gap: `whetstone gap reopen GAP --reason …`, then `whetstone resume`.",
} as const;

export type RollbackTarget = ReturnType<typeof rollbackTargets>[number];

/** The rounds whose end can be restored, nearest first: as many as backups are kept (SPEC 13.2, 13.9). */
export function rollbackTargets(state: State) {
  if (isInterview(state)) return [];
  const now = currentRound(state);
  return state.checkpoints
    .filter((checkpoint) => checkpoint.round < now)
    .map(({ round, state: then }) => ({
      to: round,
      rounds: now - round,
      openThere: sum(openBySeverity(then.gaps)),
      decisionsSince: state.decisions.length - then.decisions.length,
    }))
    .sort((a, b) => a.rounds - b.rounds);
}

/** Why so many rounds cannot be undone, or `undefined` when they can. */
export function rollbackProblem(state: State, rounds: number): string | undefined {
  const now = currentRound(state);
  if (now === 0) return "no round has begun yet";
  if (!Number.isInteger(rounds) || rounds < 1) return "at least one round is undone";
  if (rollbackTargets(state).some((target) => target.rounds === rounds)) return undefined;
  if (rounds > now) return `only ${now} ${now === 1 ? "round has" : "rounds have"} begun`;
  const most = Math.max(0, ...rollbackTargets(state).map((target) => target.rounds));
  const kept = state.config.rollback.backupRetentionRounds;
  return `the backups of round ${now - rounds} are rotated out: the last ${kept} are kept, so at most ${most} can be undone now`;
}

/** How often this round was rolled back before. */
export function attemptsAt(state: State, round: number): number {
  return state.rollbacks.flatMap(({ archives }) => archives).filter((archive) => archive.round === round).length;
}

/** `round_005_rolled_back_1.tar.gz` (SPEC 13.4). */
export function archiveName(round: number, attempt: number): string {
  return `${roundFolder(round)}_rolled_back_${attempt}.tar.gz`;
}

/** What came of a rollback: a retry succeeded when its round was closed and no later rollback undid that one. */
export function retryOutcome(state: State, index: number): string {
  const rollback = state.rollbacks[index];
  if (!rollback) return "";
  if (state.rollbacks.slice(index + 1).some((later) => later.to <= rollback.to)) return "the retry was undone again";
  const kept = state.records.some(({ round, closedAt }) => round === rollback.to + 1 && closedAt >= rollback.at);
  return kept ? "the retry was kept" : "the retry is still to come";
}
