import { currentRound } from "../../mediator/queries.ts";
import type { RoundAnalysis } from "../../mediator/rollback/analysis/analyse-round.ts";
import { rootCauses } from "../../mediator/rollback/analysis/root-cause.ts";
import { type Archived, askHow, KEPT, keptGaps, rolledBackEvents } from "../../mediator/rollback/carry-out.ts";
import { undoneGaps } from "../../mediator/rollback/gaps-of-rollback.ts";
import { renderAnalysis } from "../../mediator/rollback/render-analysis.ts";
import { asksForCause } from "../../mediator/rollback/request-rollback.ts";
import { archiveName } from "../../mediator/rollback/rollback-targets.ts";
import { failedAttempts } from "../../mediator/rollback/root-cause-question.ts";
import { joinedPath } from "../../mediator/session-paths.ts";
import type { PendingRollback } from "../../mediator/state.ts";
import { analysisName } from "../../model/analysis-name.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import type { EngineParts } from "../engine-parts.ts";
import { record } from "../record.ts";
import { archiveRound } from "./archive-round.ts";
import { documentsOf } from "./documents-of.ts";
import { analyseRollback } from "./load-analysis.ts";
import { tidySession } from "./tidy-session.ts";
import { unpackArchive } from "./unpack-archive.ts";

type Parts = Pick<EngineParts, "store" | "observe">;

/** Says what is wrong with the rounds that are to be undone, and asks how to go on (SPEC 13.6, 13.9). */
export async function askAboutRollback(parts: Parts, pending: PendingRollback): Promise<void> {
  const analyses = await analyseRollback(parts.store, pending);
  await record(parts, askHow(parts.store.state, pending, analyses));
}

/** What the Engineer's valid document shows: gaps whose attempts failed are no part of it (SPEC 13.5). */
export async function lookForPatterns(parts: Parts): Promise<void> {
  const { store } = parts;
  const round = currentRound(store.state);
  const valid = new Set(store.state.round?.engineerDocument?.digest.proposals.map((proposal) => proposal.gap));
  const [analysis] = await analyseRollback(store, { to: round - 1 });
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
  const analyses = await analyseRollback(store, pending);
  const prepared = await usedAgain(parts, pending, analyses);
  const causes = asksForCause(state, pending.to) ? rootCauses(failedAttempts(state, pending, analyses)) : [];
  const archives: UndoneArchive[] = [];
  for (const analysis of analyses) {
    const { round, attempt } = analysis.record;
    const report = renderAnalysis(state, pending, analysis, causes, at);
    await files.writeAtomic(analysisName(round, attempt), report, { sync: true });
    archives.push(await archiveRound(files, state, pending, { round, attempt, at }));
  }
  await record(parts, rolledBackEvents(state, pending, { analyses, archives, prepared }, at), { sync: true });
  await tidySession(store);
}

/** What is used again: the documents of an earlier attempt, from its archive, or the good ones of this (SPEC 13.5, 13.7). */
async function usedAgain(
  { store: { files } }: Parts,
  pending: PendingRollback,
  analyses: readonly RoundAnalysis[],
): Promise<Archived["prepared"]> {
  const path = joinedPath(pending.to + 1, "engineer");
  const { attempt } = pending.retry;
  if (attempt === undefined) {
    const kept = keptGaps(pending, analyses);
    const joined = kept.length === 0 ? "" : ((await files.readText(path)) ?? "");
    return documentsOf(joined, kept).map((document) => ({ ...document, from: KEPT }));
  }
  const name = archiveName(pending.to + 1, attempt);
  const archive = await files.read(name);
  const joined = archive && (await unpackArchive(archive, name)).find((file) => file.path === path);
  const documents = joined ? documentsOf(Buffer.from(joined.bytes).toString("utf8"), undoneGaps(analyses)) : [];
  return documents.map((document) => ({ ...document, from: `attempt ${attempt}, from its archive` }));
}
