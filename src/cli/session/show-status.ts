import { relative } from "node:path";
import { rebuildRecords } from "../../engine/projections.ts";
import { openStore, readState } from "../../engine/session-store.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { lockHolder } from "../../journal/lock.ts";
import { spent } from "../../mediator/budget.ts";
import { convergenceNow } from "../../mediator/queries.ts";
import { LOCK } from "../../mediator/session-paths.ts";
import type { State } from "../../mediator/state.ts";
import { openBySeverity, openCount } from "../../model/counting.ts";
import type { CliContext } from "../context.ts";
import { sessionOf, storeParts } from "./session-parts.ts";
import { statusLines } from "./status-lines.ts";

export async function showStatus(
  word: string | undefined,
  options: { rebuild?: true; json?: true },
  context: CliContext,
): Promise<void> {
  const folder = await sessionOf(word, context);
  if (options.rebuild) await rebuild(folder, context);
  const { files, processes } = storeParts(folder);
  const state = await readState(files);
  if (!state) throw new WhetstoneError("NO_SESSION", "there is no session here", { target: folder });
  if (options.json) return context.output.json(statusDocument(state, folder));
  const holder = await lockHolder(files, LOCK, processes);
  const view = { state, folder: relative(context.cwd, folder) || ".", holder: holder?.pid };
  for (const line of statusLines(view, context.output.paint)) context.output.result(line);
}

async function rebuild(folder: string, context: CliContext): Promise<void> {
  const store = await openStore(storeParts(folder));
  try {
    const paths = await rebuildRecords({ store, observe: () => {} });
    context.output.note(`Written anew from the journal: ${paths.length} files.`);
  } finally {
    await store.close();
  }
}

/** What programs read; docs/cli.md. */
function statusDocument(state: State, folder: string) {
  return {
    session: state.session.id,
    name: state.session.name,
    folder,
    stop: state.stop,
    round: state.round?.number ?? state.records.length,
    maxRounds: state.limits.maxRounds,
    convergence: convergenceNow(state),
    open: openCount(state.gaps),
    openBySeverity: openBySeverity(state.gaps),
    gaps: [...state.gaps].map((gap) => ({
      id: gap.id,
      ...(gap.label === undefined ? {} : { label: gap.label }),
      title: gap.title,
      severity: gap.severity,
      state: gap.state,
      round: gap.round,
    })),
    questions: state.questions,
    records: state.records,
    spent: spent(state),
  };
}
