import { relative } from "node:path";
import { rebuildRecords } from "../../engine/projections.ts";
import { homeOf, openStore } from "../../engine/session-store.ts";
import { summaryOf, summaryReader } from "../../engine/session-summary.ts";
import { convergenceNow } from "../../mediator/queries.ts";
import { spent } from "../../mediator/questions/budget.ts";
import { sum } from "../../mediator/record-text.ts";
import { openBySeverity, openCount } from "../../model/counting.ts";
import type { CliContext } from "../context.ts";
import { asWhetstoneError } from "../report-error.ts";
import { printWrapped } from "../wrap-line.ts";
import { nameFor, sessionOf, sessionsOf } from "./locate-session.ts";
import { stateIn, storeParts } from "./session-parts.ts";
import { type ListedSession, type StatusView, sessionListLines, standingOf, statusLines } from "./status-lines.ts";

/** One session in full; of several, and of none, a list. */
export async function showStatus(
  word: string | undefined,
  options: { readonly rebuild?: true },
  context: CliContext,
): Promise<void> {
  const found = await sessionsOf(word, context);
  // What is named and is not there is a mistake; what is only looked for is not.
  const folders = found.length === 0 && word !== undefined ? [await sessionOf(word, context)] : found;
  if (options.rebuild) for (const folder of folders) await rebuild(folder, context);
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return showOne(only, context);
  const summary = summaryReader();
  const row = async (folder: string) => {
    const home = homeOf(storeParts(folder));
    const facts = { summary: await summary(home), holder: (await home.holder())?.pid };
    return { ...facts, folder: shown(folder, context) };
  };
  const rows = await all(folders, row, context);
  if (context.json) return context.output.json({ sessions: rows.map(listedDocument) });
  printWrapped(sessionListLines(rows, context.output.paint), context.output);
}

async function showOne(path: string, context: CliContext): Promise<void> {
  const view = await viewOf(path, context);
  if (context.json) return context.output.json(statusDocument(view, path));
  printWrapped(statusLines(view, context.output.paint), context.output);
}

async function viewOf(path: string, context: CliContext) {
  const state = await stateIn(path);
  const holder = await homeOf(storeParts(path)).holder();
  const named = await nameFor(path, context);
  return { state, root: path, folder: shown(path, context), holder: holder?.pid, named };
}

function shown(path: string, { cwd }: CliContext): string {
  return relative(cwd, path) || ".";
}

/** A session that cannot be read is listed like any other. */
function all<T>(folders: readonly string[], look: (folder: string) => Promise<T>, context: CliContext) {
  const problem = (folder: string) => (thrown: unknown) => ({
    folder: shown(folder, context),
    problem: asWhetstoneError(thrown).message,
  });
  return Promise.all(folders.map((folder) => Promise.resolve(folder).then(look).catch(problem(folder))));
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

/** What programs read of one of several sessions: its summary alone (docs/cli.md). */
function listedDocument(row: ListedSession) {
  if ("problem" in row) return row;
  const { folder, holder, summary } = row;
  const { stop, round, maxRounds, questions, at } = summary;
  const standing = standingOf(summary, holder);
  const counts = { gapCount: summary.gaps, open: sum(summary.open), openBySeverity: summary.open };
  return { name: summary.name, folder, stop, standing, round, maxRounds, ...counts, questions, at };
}

/** What programs read; docs/cli.md. */
function statusDocument({ state, holder }: Pick<StatusView, "state" | "holder">, folder: string) {
  const open = openBySeverity(state.gaps);
  return {
    session: state.session.id,
    name: state.session.name,
    folder,
    stop: state.stop,
    standing: standingOf(summaryOf(state), holder),
    round: state.round?.number ?? state.records.length,
    maxRounds: state.limits.maxRounds,
    convergence: convergenceNow(state),
    open: sum(open),
    openBySeverity: open,
    openWeighted: openCount(state.gaps),
    gaps: [...state.gaps].map(({ id, label, title, severity, state, round }) => {
      return { id, ...(label === undefined ? {} : { label }), title, severity, state, round };
    }),
    questions: state.questions,
    records: state.records,
    spent: spent(state),
  };
}
