import { fold } from "../mediator/evolve/evolve.ts";
import { isAsRendered } from "../mediator/record-text.ts";
import { renderRoundLog } from "../mediator/records/render-round-log.ts";
import { backupsOf, type RecordText, recordsOf } from "../mediator/records/render-status.ts";
import { renderSummary } from "../mediator/records/render-summary.ts";
import { backupPath, DECISIONS, roundFolder, STATUS } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent } from "../model/events.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { rejoinDocuments, rejoinRecent } from "./rejoin-documents.ts";
import { isSummaryCurrent, writeSummary } from "./session-summary.ts";
import { takeHandEdit, writeChanged, writeSource, writeSpecFiles } from "./spec-files.ts";

export type Projections = ReturnType<typeof createProjections>;

type Parts = Pick<EngineParts, "store" | "observe">;

/** The least time between two writes of the session's records: shorter rounds share one. */
const PAUSE_MILLISECONDS = 200;

/** The files that are rendered from the journal, and can be rendered again if deleted (SPEC 2). */
export function createProjections(parts: Parts & Pick<EngineParts, "clock">) {
  const { store, clock } = parts;
  const backups = backupWriter(parts);
  let isStale = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const dueIn = () => PAUSE_MILLISECONDS - (clock.elapsed() - writtenAt);
  const writeStale = async () => {
    isStale = false;
    writtenAt = clock.elapsed();
    await writeRecords(store.files, recordsOf(store.state));
    await backups.write();
  };
  const writeAll = async () => {
    await writeSpecFiles(parts);
    await writeStale();
    await store.keepState();
    if (store.state.round) await writeRound(parts, store.state);
    await writeSummary(store); // last: a current summary means that all other files are current
  };
  return {
    /** Copies a status.md or decisions.md that a person edited to another file, before it is overwritten. */
    async keepEdited() {
      await keepEdited(parts);
      await writeSource(store.files, store.state);
      await takeHandEdit(parts);
    },
    /** Writes what a process that died had journalled but not written; afterwards no file is older than the journal. */
    async catchUp() {
      await rejoinRecent(store);
      await catchUpRound(parts);
      const isNew = store.state.seq === 1; // its documents were written on creation
      if (!isNew && !(await isSummaryCurrent(store))) await writeAll();
    },
    /** Writes what a step made stale: the spec and the round's records at once, the session's records when due. */
    async afterStep(events: readonly SessionEvent[]) {
      if (events.some(({ type }) => type === "round_closed")) await writeRound(parts, store.state);
      if (events.some(changesSpec)) await writeSpecFiles(parts);
      isStale ||= events.some(({ type }) => type === "round_closed" || type === "round_opened");
      if (isStale && dueIn() <= 0) await writeStale();
    },
    /** Waits for the work, and meanwhile writes stale records when they are due. */
    async during<T>(work: Promise<T>): Promise<T> {
      if (!isStale) return work;
      const done = new AbortController();
      const written = clock.sleep(Math.max(0, dueIn()), done.signal).then(async () => {
        if (!done.signal.aborted) await writeStale();
      });
      written.catch(() => {}); // awaited below
      try {
        return await work;
      } finally {
        done.abort("done"); // without a reason an error with a stack would be created
        await written;
      }
    },
    /** Writes the records and the spec, at every pause and at the end. */
    writeAll,
  };
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
  const entries = await parts.store.home.read();
  const standing = standingRecords(entries);
  await rejoinDocuments(parts.store.files, entries);
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

/** Writes the backups of the state at the end of round K once K+1 is open; only the last few are kept (SPEC 13.2). */
function backupWriter({ store }: Parts) {
  // Backups of earlier rounds exist: opening a session writes them.
  let kept = store.state.checkpoints;
  return {
    async write() {
      const { files, state } = store;
      const gone = kept.filter((before) => !state.checkpoints.some(({ round }) => round === before.round));
      const fresh = state.checkpoints.filter((checkpoint) => !kept.some((before) => before.state === checkpoint.state));
      kept = state.checkpoints;
      for (const { path, text } of backupsOf(fresh)) await files.writeAtomic(path, text);
      for (const { round } of gone) for (const path of [STATUS, DECISIONS]) await files.remove(backupPath(path, round));
    },
  };
}

async function catchUpRound(parts: Parts): Promise<void> {
  const { files, state } = parts.store;
  const log = state.recent.at(-1);
  if (!log) return;
  // The log is the last of the round's two files to be written.
  const written = await files.readText(`${roundFolder(log.record.round)}/log.md`);
  if (written !== undefined && entryOf(written) === log.seq) return;
  const then = state.seq === log.seq ? state : fold((await parts.store.home.read()).slice(0, log.seq));
  if (then) await writeRound(parts, then);
}

async function keepEdited(parts: Parts): Promise<void> {
  for (const path of [STATUS, DECISIONS]) {
    const text = await parts.store.files.readText(path);
    if (text === undefined || isAsRendered(text)) continue;
    const kept = `${path.replace(/\.md$/, "")}.edited-${parts.store.now().replace(/[:]/g, "")}.md`;
    await parts.store.files.writeAtomic(kept, text, { sync: true });
    parts.observe({ type: "kept-beside", path, kept });
  }
}

/** The number of the entry that a record was rendered from. */
function entryOf(text: string): number | undefined {
  const seq = /^<!-- whetstone: entry (\d{1,15}) /.exec(text)?.[1];
  return seq === undefined ? undefined : Number(seq);
}
