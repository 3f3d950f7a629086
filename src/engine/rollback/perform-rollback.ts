import type { EngineerDocument } from "../../documents/agent-document.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { stateAt } from "../../mediator/evolve/evolve.ts";
import { currentRound } from "../../mediator/queries.ts";
import {
  analyseUndone,
  analysisNeeds,
  type RoundAnalysis,
  renderAnalysis,
  type UndoneWish,
  undoneGaps,
} from "../../mediator/rollback/analyse-undone.ts";
import { archiveName, rollbackEffect } from "../../mediator/rollback/request-rollback.ts";
import { rollbackQuestion } from "../../mediator/rollback/rollback-question.ts";
import { type Archived, KEPT, keptGaps, rolledBackEvents } from "../../mediator/rollback/rolled-back-events.ts";
import { joinedPath } from "../../mediator/session-paths.ts";
import type { PendingRollback } from "../../mediator/state.ts";
import { analysisName } from "../../model/analysis-name.ts";
import type { GapId } from "../../model/ids.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import { type EngineParts, record } from "../engine-parts.ts";
import { unpackArchive } from "./archive-format.ts";
import { archiveRound, tidySession } from "./archive-round.ts";

type Parts = Pick<EngineParts, "store" | "observe">;

/** Carries out a rollback as far as it needs no agent: to its end, or to the question that it waits for. */
export async function carryRollback(parts: Parts): Promise<void> {
  const { store } = parts;
  // Answers that are not applied yet come first.
  while (store.state.rollback && store.state.answers.length === 0) {
    const effect = rollbackEffect(store.state, store.state.rollback);
    if (effect.type === "analyse") await askAboutRollback(parts, effect.rollback);
    else if (effect.type === "rollback") await performRollback(parts, effect.rollback);
    else return;
  }
}

/** Analyses the rounds that are to be undone, and asks the User how to continue (SPEC 13.6, 13.9). */
export async function askAboutRollback(parts: Parts, pending: PendingRollback): Promise<void> {
  const question = rollbackQuestion(parts.store.state, pending, await analyse(parts, pending));
  await record(parts, [{ type: "question_asked", question }]);
}

async function analyse({ store: { files, state } }: Parts, wish: UndoneWish): Promise<RoundAnalysis[]> {
  const texts = new Map<string, string>();
  for (const path of analysisNeeds(state, wish.to)) texts.set(path, (await files.readText(path)) ?? "");
  return analyseUndone(state, wish, texts);
}

/** Records the patterns in the Engineer's document, without gaps whose attempts failed (SPEC 13.5). */
export async function lookForPatterns(parts: Parts): Promise<void> {
  const { state } = parts.store;
  const round = currentRound(state);
  const valid = new Set(state.round?.engineerDocument?.digest.proposals.map(({ gap }) => gap));
  const analyses = await analyse(parts, { to: round - 1, by: "mediator", reason: "" });
  const patterns = analyses.flatMap((analysis) => analysis.record.patterns).filter(({ gap }) => valid.has(gap));
  await record(parts, [{ type: "patterns_found", round, patterns }]);
}

/** Archives rounds, then undoes them with a single journal entry: a crash before it has undone nothing. */
export async function performRollback(parts: Parts, pending: PendingRollback): Promise<void> {
  const { store } = parts;
  const { files } = store;
  const state = stateAt(store.state, store.now());
  const analyses = await analyse(parts, pending);
  const prepared = await usedAgain(parts, pending, analyses);
  const archives: UndoneArchive[] = [];
  for (const analysis of analyses) {
    const { round, attempt } = analysis.record;
    const report = renderAnalysis(state, pending, analysis);
    await files.writeAtomic(analysisName(round, attempt), report, { sync: true });
    archives.push(await archiveRound(files, state, pending, { round, attempt }));
  }
  await record(parts, rolledBackEvents(state, pending, { analyses, archives, prepared }), { sync: true });
  await tidySession(store);
}

/** Documents used again: of an earlier attempt, from its archive, or the good ones of this one (SPEC 13.5, 13.7). */
async function usedAgain({ store: { files } }: Parts, pending: PendingRollback, analyses: readonly RoundAnalysis[]) {
  const path = joinedPath(pending.to + 1, "engineer");
  const { attempt } = pending.retry;
  if (attempt === undefined) {
    const kept = keptGaps(pending, analyses);
    return kept.length === 0 ? [] : documentsIn((await files.readText(path)) ?? "", kept, KEPT);
  }
  const name = archiveName(pending.to + 1, attempt);
  const packed = await files.read(name);
  const archived = packed ? await unpackArchive(packed, name) : [];
  const joined = archived.find((file) => file.path === path)?.bytes ?? new Uint8Array();
  return documentsIn(
    Buffer.from(joined).toString("utf8"),
    undoneGaps(analyses),
    `attempt ${attempt}, from its archive`,
  );
}

/** Splits a joined document by gap; a gap without a resolution has none. */
function documentsIn(joined: string, gaps: readonly GapId[], from: string): Archived["prepared"] {
  const { text, document } = readForm(joined, "engineer");
  const { resolutions } = document as EngineerDocument;
  const lines = text.split("\n");
  const wanted = resolutions.filter(({ gap }) => gaps.includes(gap));
  return wanted.map(({ gap, line }) => {
    // Up to the next resolution, because answers to issues follow the resolution they belong to.
    const end = Math.min(lines.length + 1, ...resolutions.map((other) => other.line).filter((start) => start > line));
    const section = lines.slice(line - 1, end - 1).join("\n");
    return { gap, text: `${section.trim()}\n`, from };
  });
}
