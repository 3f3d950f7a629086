import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { analyseUndone, type RoundAnalysis } from "../../mediator/rollback/analysis/analyse-round.ts";
import { type AnalysisMaterial, analysisNeeds, undoneRounds } from "../../mediator/rollback/analysis/round-work.ts";
import type { PendingRollback } from "../../mediator/state.ts";
import type { SessionStore } from "../session-store.ts";

/** Reads what the analysis of the rounds after `to` needs. */
export async function loadMaterial(
  store: Pick<SessionStore, "files" | "state">,
  to: number,
): Promise<AnalysisMaterial> {
  const { files, state } = store;
  const texts = new Map<string, string>();
  for (const path of analysisNeeds(state, undoneRounds(state, to))) {
    const text = await files.readText(path);
    if (text !== undefined) texts.set(path, text);
  }
  return { source: joinFiles(state.spec.source), files: texts };
}

export async function analyseRollback(
  store: Pick<SessionStore, "files" | "state">,
  { to, reason, by }: Pick<PendingRollback, "to"> & Partial<PendingRollback>,
): Promise<readonly RoundAnalysis[]> {
  return analyseUndone(store.state, to, await loadMaterial(store, to), by === "user" ? reason : undefined);
}
