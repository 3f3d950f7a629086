import { currentRound } from "../../mediator/queries.ts";
import type { RoundAnalysis } from "../../mediator/rollback/analysis/analyse-round.ts";
import { rootCauses } from "../../mediator/rollback/analysis/root-cause.ts";
import { type Archived, askHow, rolledBackEvents } from "../../mediator/rollback/carry-out.ts";
import { renderAnalysis } from "../../mediator/rollback/render-analysis.ts";
import { asksForCause } from "../../mediator/rollback/request-rollback.ts";
import { archiveName } from "../../mediator/rollback/rollback-targets.ts";
import { failedAttempts } from "../../mediator/rollback/root-cause-question.ts";
import type { PendingRollback } from "../../mediator/state.ts";
import { analysisName } from "../../model/rollback.ts";
import type { EngineParts } from "../engine-parts.ts";
import { record } from "../record.ts";
import { archiveRound } from "./archive-round.ts";
import { archivedDocuments } from "./archived-documents.ts";
import { analyseRollback } from "./load-analysis.ts";
import { tidySession } from "./tidy-session.ts";

type Parts = Pick<EngineParts, "store" | "observe">;

/** Says what is wrong with the rounds that are to be undone, and asks how to go on (SPEC 13.6, 13.9). */
export async function askAboutRollback(parts: Parts, pending: PendingRollback): Promise<void> {
  const analyses = await analyseRollback(parts.store, pending.to);
  await record(parts, askHow(parts.store.state, pending, analyses));
}

/** What the Engineer's valid document shows: gaps whose attempts failed are no part of it (SPEC 13.5). */
export async function lookForPatterns(parts: Parts): Promise<void> {
  const { store } = parts;
  const round = currentRound(store.state);
  const valid = new Set(store.state.round?.engineerDocument?.digest.proposals.map((proposal) => proposal.gap));
  const [analysis] = await analyseRollback(store, round - 1);
  const patterns = analysis?.record.patterns.filter((one) => valid.has(one.gap)) ?? [];
  await record(parts, [{ type: "patterns_found", round, patterns }]);
}

/**
 * Undoes rounds. What they held is archived and read back first; then one entry of the journal undoes them; then their
 * folders go. A process that dies before that entry has undone nothing, one that dies after it has undone all: what it
 * left behind is cleared away when the session is opened next.
 */
export async function performRollback(parts: Parts, pending: PendingRollback): Promise<void> {
  const { store } = parts;
  const { files, state } = store;
  const at = store.now();
  const analyses = await analyseRollback(store, pending.to);
  const prepared = await takenUp(parts, pending, analyses);
  const causes = asksForCause(state, pending.to) ? rootCauses(failedAttempts(state, pending, analyses)) : [];
  for (const analysis of analyses) {
    const { round, attempt } = analysis.record;
    const report = renderAnalysis(state, pending, analysis, causes, at);
    await files.writeAtomic(analysisName(round, attempt), report, { sync: true });
    await archiveRound(files, state, pending, { round, attempt, at });
  }
  await record(parts, rolledBackEvents(state, pending, { analyses, prepared }, at), { sync: true });
  await tidySession(store);
}

/** The documents of an earlier attempt, from its archive (SPEC 13.7). */
async function takenUp(
  { store }: Parts,
  { to, retry }: PendingRollback,
  analyses: readonly RoundAnalysis[],
): Promise<Archived["prepared"]> {
  if (retry.way !== "attempt" || retry.attempt === undefined) return [];
  const round = to + 1;
  const gaps = analyses[0]?.record.gaps.map((gap) => gap.gap) ?? [];
  const archive = await store.files.read(archiveName(round, retry.attempt));
  return archive ? archivedDocuments(archive, archiveName(round, retry.attempt), round, gaps) : [];
}
