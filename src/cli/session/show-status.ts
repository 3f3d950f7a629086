import { basename, dirname } from "node:path";
import { isSessionFolder, nameBefore } from "../../engine/find-sessions.ts";
import { rebuildRecords } from "../../engine/projections.ts";
import { homeOf, openStore } from "../../engine/session-store.ts";
import { summaryOf, summaryReader } from "../../engine/session-summary.ts";
import { convergenceNow, spent } from "../../mediator/queries.ts";
import { sum } from "../../mediator/record-text.ts";
import type { State } from "../../mediator/state.ts";
import { openCount } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { CliContext } from "../cli-context.ts";
import { asWhetstoneError } from "../report-error.ts";
import { printWrapped } from "../wrap-line.ts";
import { locateSession, locateSessions, nameSession } from "./locate-session.ts";
import { stateIn, storeParts } from "./session-parts.ts";
import { below, shownFolder } from "./spec-place.ts";
import { type ListedSession, sessionListLines, standingOf, statusLines } from "./status-lines.ts";

export async function showStatus(word: string | undefined, options: { readonly rebuild?: true }, context: CliContext) {
  const found = await locateSessions(word, context);
  // Naming a session that does not exist is an error; finding none is not.
  const folders = found.length === 0 && word !== undefined ? [await locateSession(word, context)] : found;
  if (options.rebuild) for (const folder of folders) await rebuild(folder, context);
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return showOne(only, context);
  const summary = summaryReader();
  const rows = await Promise.all(folders.map((folder) => rowOf(folder, summary, context)));
  if (context.json) return context.output.json({ sessions: rows.map(listedDocument) });
  const replaced = folders.flatMap(replacedBy).map((folder) => shownFolder(folder, context.cwd));
  printWrapped(sessionListLines(rows, context.output.paint, replaced), context.output, "report");
}

/** The sessions that `refine --new` replaced with this one. */
function replacedBy(folder: string): string[] {
  const isReplaced = (name: string) => name !== basename(folder) && nameBefore(name) === basename(folder);
  return below(dirname(folder), isReplaced).filter(isSessionFolder);
}

/** A session that cannot be read is listed with its problem. */
async function rowOf(path: string, summary: ReturnType<typeof summaryReader>, context: CliContext) {
  const folder = shownFolder(path, context.cwd);
  try {
    const home = homeOf(storeParts(path));
    return { folder, summary: await summary(home), holder: (await home.holder())?.pid };
  } catch (error) {
    return { folder, problem: asWhetstoneError(error).message };
  }
}

async function showOne(path: string, context: CliContext): Promise<void> {
  const state = await stateIn(path);
  const holder = (await homeOf(storeParts(path)).holder())?.pid;
  if (context.json) return context.output.json(statusDocument(state, holder, path));
  const view = {
    state,
    root: path,
    folder: shownFolder(path, context.cwd),
    holder,
    named: await nameSession(path, context),
  };
  printWrapped(statusLines(view, context.output.paint), context.output, "report");
}

async function rebuild(folder: string, context: CliContext): Promise<void> {
  const store = await openStore(storeParts(folder));
  try {
    const paths = await rebuildRecords({ store, observe: () => {} });
    context.output.note(`Rewrote ${paths.length} files from the journal.`);
  } finally {
    await store.close();
  }
}

/** One of several sessions as JSON: its summary (docs/cli.md). */
function listedDocument(row: ListedSession) {
  if ("problem" in row) return row;
  const { folder, holder, summary } = row;
  const { stop, round, maxRounds, questions, at } = summary;
  const standing = standingOf(summary, holder);
  const counts = { gapCount: summary.gaps, open: sum(summary.open), openBySeverity: summary.open };
  return { name: summary.name, folder, stop, standing, round, maxRounds, ...counts, questions, at };
}

/** A single session as JSON, with all details. */
function statusDocument(state: State, holder: number | undefined, folder: string) {
  return {
    session: state.session.id,
    ...listedDocument({ folder, holder, summary: summaryOf(state) }),
    convergence: convergenceNow(state),
    openWeighted: openCount(state.gaps),
    gaps: [...state.gaps].map(({ id, label, title, severity, state, round }) => {
      return { id, ...defined({ label }), title, severity, state, round };
    }),
    questions: state.questions,
    records: state.records,
    spent: spent(state),
  };
}
