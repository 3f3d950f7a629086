import { fold } from "../mediator/evolve/evolve.ts";
import { isAsRendered } from "../mediator/record-text.ts";
import { renderRoundLog } from "../mediator/records/render-round-log.ts";
import { type RecordText, recordsOf } from "../mediator/records/render-status.ts";
import { renderSummary } from "../mediator/records/render-summary.ts";
import { DECISIONS, roundFolder, STATUS } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent } from "../model/events.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { writeBackups } from "./rollback/archive-round.ts";
import { readEntries } from "./session-store.ts";
import { isSummaryCurrent, writeSummary } from "./session-summary.ts";
import { takeHandEdit, writeChanged, writeSource, writeSpecFiles } from "./spec-files.ts";

type Parts = Pick<EngineParts, "store" | "observe">;

/*
 * The files that are rendered from the journal, and can be rendered again if deleted (SPEC 2).
 */

/** Copies a status.md or decisions.md that a person edited to another file, before it is overwritten. */
export async function keepEdits(parts: Parts): Promise<void> {
  const { files, state } = parts.store;
  for (const path of [STATUS, DECISIONS]) {
    const text = await files.readText(path);
    if (text === undefined || isAsRendered(text)) continue;
    const kept = `${path.replace(/\.md$/, "")}.edited-${parts.store.now().replace(/[:]/g, "")}.md`;
    await files.writeAtomic(kept, text, { sync: true });
    parts.observe({ type: "kept-beside", path, kept });
  }
  await writeSource(files, state);
  await takeHandEdit(parts);
}

/** Writes what a process that died had journalled but not written; afterwards no file is older than the journal. */
export async function catchUp(parts: Parts): Promise<void> {
  const { files, state } = parts.store;
  await catchUpRound(parts);
  const isNew = state.seq === 1; // its documents were written on creation
  if (!isNew && !(await isSummaryCurrent(files))) await writeAll(parts);
}

/** Writes what a step made stale. */
export async function writeAfter(parts: Parts, events: readonly SessionEvent[]): Promise<void> {
  const { store } = parts;
  if (events.some(({ type }) => type === "round_closed")) await writeRound(parts, store.state);
  if (events.some(changesSpec)) await writeSpecFiles(parts);
  if (!events.some(({ type }) => type === "round_opened")) return;
  await writeRecords(store.files, recordsOf(store.state));
  await writeBackups(store, store.state.checkpoints.slice(-1));
}

/** Writes the records and the spec, at every pause and at the end. */
export async function writeAll(parts: Parts): Promise<void> {
  const { store } = parts;
  await writeSpecFiles(parts);
  await writeRecords(store.files, recordsOf(store.state));
  if (store.state.round) await writeRound(parts, store.state);
  await writeSummary(store); // last: a current summary means that all other files are current
}

/** Whether the working spec must be written again (SPEC 2). */
function changesSpec({ type }: SessionEvent): boolean {
  return (
    type === "changes_accepted" || type === "source_merged" || type === "overlap_settled" || type === "text_settled"
  );
}

/** Writes all records again from the journal, byte for byte as before (SPEC 2). */
export async function rebuildRecords(parts: Parts): Promise<string[]> {
  const paths: string[] = [];
  let state: State | undefined;
  const entries = await readEntries(parts.store.files);
  const standing = standingRecords(entries);
  for (const entry of entries) {
    state = fold([entry], state);
    if (state && standing.has(entry.seq)) paths.push(...(await writeRound(parts, state)));
  }
  if (state?.round) paths.push(...(await writeRound(parts, state)));
  await writeRecords(parts.store.files, recordsOf(parts.store.state));
  const spec = await writeSpecFiles(parts);
  return [STATUS, DECISIONS, ...spec, ...new Set(paths)];
}

/** The entries after which a round's records were written, without rounds that were undone: their folders are gone. */
function standingRecords(entries: readonly Entry[]): ReadonlySet<number> {
  let found: { readonly round: number; readonly seq: number }[] = [];
  for (const { seq, event: step } of entries) {
    for (const event of step.events) {
      if (event.type === "round_closed") found.push({ round: event.record.round, seq });
      if (event.type === "rounds_rolled_back") found = found.filter(({ round }) => round <= event.to);
    }
  }
  return new Set(found.map(({ seq }) => seq));
}

async function writeRecords(files: Files, records: readonly RecordText[]): Promise<void> {
  for (const { path, text } of records) await writeChanged(files, path, text);
}

/** Also for an open round: the log always (SPEC 17), the summary once the round is synthesised (SPEC 4.5). */
async function writeRound({ store: { files } }: Parts, state: State): Promise<string[]> {
  const log = state.round ?? state.recent.at(-1);
  if (!log) return [];
  const folder = roundFolder(log.number);
  const hasSummary = state.round?.synthesised ?? true;
  // The log is written last and atomically, so `catchUpRound` checks only the log.
  if (hasSummary) await files.writeAtomic(`${folder}/summary.md`, renderSummary(state, log), { inPlace: true });
  await files.writeAtomic(`${folder}/log.md`, renderRoundLog(state, log));
  return [...(hasSummary ? [`${folder}/summary.md`] : []), `${folder}/log.md`];
}

async function catchUpRound(parts: Parts): Promise<void> {
  const { files, state } = parts.store;
  const log = state.recent.at(-1);
  if (!log) return;
  // The log is the last of the round's two files to be written.
  const written = await files.readText(`${roundFolder(log.record.round)}/log.md`);
  if (written !== undefined && entryOf(written) === log.seq) return;
  const then = state.seq === log.seq ? state : fold((await readEntries(parts.store.files)).slice(0, log.seq));
  if (then) await writeRound(parts, then);
}

/** The number of the entry that a record was rendered from. */
function entryOf(text: string): number | undefined {
  const seq = /^<!-- whetstone: entry (\d{1,15}) /.exec(text)?.[1];
  return seq === undefined ? undefined : Number(seq);
}
