import { fold } from "../mediator/evolve/evolve.ts";
import { isAsRendered } from "../mediator/record-text.ts";
import { renderRoundLog } from "../mediator/records/render-round-log.ts";
import { backupsOf, type RecordText, recordsOf } from "../mediator/records/render-status.ts";
import { renderSummary } from "../mediator/records/render-summary.ts";
import { backupPath, CHANGES, DECISIONS, roundFolder, STATUS, TRACEABILITY } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Entry, SessionEvent } from "../model/events.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { rejoinDocuments, rejoinLately } from "./rejoin-documents.ts";
import { isSummaryCurrent, writeSummary } from "./session-summary.ts";
import { takeHandEdit, writeChanged, writeSource, writeSpecFiles } from "./spec-files.ts";

export type Projections = ReturnType<typeof createProjections>;

type Parts = Pick<EngineParts, "store" | "observe">;

/** Nobody reads the records of a session more often: rounds that take less share a writing. */
const PAUSE_MILLISECONDS = 200;

/** The files that are rendered from the journal (SPEC 2): deleting them loses nothing. */
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
  const bringUp = async () => {
    await writeSpecFiles(parts);
    await writeStale();
    await store.keepState();
    if (store.state.round) await writeRound(parts, store.state);
    await writeSummary(store); // last: where it is of the newest entry, so is all the rest
  };
  return {
    /** Keeps a status.md or decisions.md that a person changed beside, before it is written over. */
    async keepEdited() {
      await keepEdited(parts);
      await writeSource(store.files, store.state);
      await takeHandEdit(parts);
    },
    /** What a process that died had journalled and not written yet: afterwards nothing is older than the journal. */
    async catchUp() {
      await rejoinLately(store);
      await catchUpRound(parts);
      const isNew = store.state.seq === 1; // its documents were written with it
      if (!isNew && !(await isSummaryCurrent(store))) await bringUp();
    },
    /** What a step makes stale: the spec and the records of a round at once, those of the session when it is time. */
    async afterStep(events: readonly SessionEvent[]) {
      if (events.some(({ type }) => type === "round_closed")) await writeRound(parts, store.state);
      if (events.some(changesSpec)) await writeSpecFiles(parts);
      isStale ||= events.some(({ type }) => type === "round_closed" || type === "round_opened");
      if (isStale && dueIn() <= 0) await writeStale();
    },
    /** Waits for the work; what is still stale when it is time for it is written meanwhile. */
    async during<T>(work: Promise<T>): Promise<T> {
      if (!isStale) return work;
      const done = new AbortController();
      const written = clock.sleep(Math.max(0, dueIn()), done.signal).then(async () => {
        if (!done.signal.aborted) await writeStale();
      });
      written.catch(() => {}); // told when the work is done
      try {
        return await work;
      } finally {
        done.abort("done"); // without a reason one is made, with the stack
        await written;
      }
    },
    /** At every pause and end: the records and the spec as it would be now. */
    async writeAll() {
      await bringUp();
      parts.observe({ type: "written", paths: [STATUS, DECISIONS, CHANGES, TRACEABILITY] });
    },
  };
}

/** The working spec, current after every step that touches it (SPEC 2). */
function changesSpec({ type }: SessionEvent): boolean {
  return (
    type === "changes_accepted" || type === "source_merged" || type === "overlap_settled" || type === "text_settled"
  );
}

/** Writes every record of the session anew from its journal; the same bytes as before (SPEC 2). */
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

/** The entries that a round's records are made from, without rounds that were undone: those have no folder any more. */
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

/**
 * The User may be asked about a round that is not closed: its log is there then (SPEC 17), and its summary once it is
 * synthesised (SPEC 4.5).
 */
async function writeRound({ store: { files } }: Parts, state: State): Promise<string[]> {
  const log = state.round ?? state.recent.at(-1);
  if (!log) return [];
  const folder = roundFolder(log.number);
  const hasSummary = state.round?.synthesised ?? true;
  // The log, which is written last, is there at once or not at all: `catchUpRound` looks at it for both.
  if (hasSummary) await files.writeAtomic(`${folder}/summary.md`, renderSummary(state, log), { inPlace: true });
  await files.writeAtomic(`${folder}/log.md`, renderRoundLog(state, log));
  return [...(hasSummary ? [`${folder}/summary.md`] : []), `${folder}/log.md`];
}

/** The state at the end of round K, once round K+1 is open; the last few are kept (SPEC 13.2). */
function backupWriter({ store }: Parts) {
  // Those of before are there: opening a session writes them.
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
  // Of the two files of a round this one is written last.
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

/** The entry that a record says it was made from. */
function entryOf(text: string): number | undefined {
  const seq = /^<!-- whetstone: entry (\d{1,15}) /.exec(text)?.[1];
  return seq === undefined ? undefined : Number(seq);
}
