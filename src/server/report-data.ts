import { readEntries } from "../engine/folder-home.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import type { GapId } from "../model/ids.ts";
import type { Files } from "../ports/files.ts";
import { type GapHistory, gapHistories } from "./gap-history.ts";
import { type RollbackView, rollbackView } from "./rollback-view.ts";
import { viewOf } from "./session-view.ts";
import { isShown } from "./shown-files.ts";
import { type SpecView, specView } from "./spec-view.ts";
import type { SessionView } from "./view-patch.ts";

export interface ReportData {
  readonly view: SessionView;
  readonly spec: SpecView;
  readonly rollback: RollbackView;
  readonly histories: Readonly<Record<GapId, GapHistory>>;
  /** Documents that are there and did not fit. */
  readonly leftOut: readonly string[];
}

export interface Report {
  readonly data: ReportData;
  readonly documents: Readonly<Record<string, string>>;
}

/** More is no file to attach to anything. */
const MOST_BYTES = 24 * 1024 * 1024;

export async function readReport(files: Files, most = MOST_BYTES): Promise<Report | undefined> {
  const entries = await readEntries(files);
  const state = fold(entries);
  if (!state) return undefined;
  const { documents, leftOut } = await readDocuments(files, most);
  const view = viewOf(state);
  return {
    data: {
      view,
      spec: specView(state),
      rollback: rollbackView(state),
      histories: Object.fromEntries(gapHistories(entries, state)),
      leftOut,
    },
    documents,
  };
}

async function readDocuments(files: Files, most: number) {
  const documents: Record<string, string> = {};
  const leftOut: string[] = [];
  const entries = (await files.list("", { recursive: true })).filter(
    ({ kind, path }) => kind === "file" && isShown(path) && path.endsWith(".md"),
  );
  let left = most;
  for (const { path, bytes } of entries.sort((a, b) => rank(a.path) - rank(b.path))) {
    const text = bytes <= left ? await files.readText(path) : undefined;
    if (text === undefined) leftOut.push(path);
    else {
      documents[path] = text;
      left -= bytes;
    }
  }
  return { documents, leftOut };
}

/** What a reader needs first: the records, the rounds, the attempts; prompts last. */
function rank(path: string): number {
  if (!path.includes("/")) return 0;
  if (path.includes("/prompts/")) return 3;
  return path.includes("/attempts/") ? 2 : 1;
}
