import { WhetstoneError } from "../errors/whetstone-error.ts";
import { parseStep } from "../journal/parse-step.ts";
import { readJournal } from "../journal/read-journal.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import { hasBegun } from "../mediator/queries.ts";
import { backupsOf, type RecordText, recordsOf } from "../mediator/records/render-status.ts";
import { JOURNAL, specFilePath } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { Entry, Step } from "../model/events.ts";
import { plural } from "../model/plural.ts";
import type { Files } from "../ports/files.ts";
import { isIntact, joinedDocuments } from "./rejoin-documents.ts";

export interface Examined {
  readonly what: string;
  readonly result: "ok" | "note" | "problem";
  readonly message: string;
  readonly fix?: string;
}

/** Compares a session's files with its journal; changes nothing. */
export async function examineSession(files: Files): Promise<Examined[]> {
  const contents = await readJournal<Step>(files, JOURNAL, { parse: parseStep }).catch((error: unknown) => {
    if (error instanceof WhetstoneError) return error;
    throw error;
  });
  if (contents instanceof WhetstoneError)
    return [{ what: "journal", result: "problem", message: contents.message, ...defined({ fix: contents.fix }) }];
  const { entries = [], torn } = contents ?? {};
  const state = fold(entries);
  if (!state) return [{ what: "journal", result: "problem", message: "it has no entries" }];
  return [
    examinedJournal(entries, torn?.line),
    ...(await examineTexts(files, state)),
    ...(await examineDocuments(files, entries)),
  ];
}

function examinedJournal({ length }: readonly Entry[], torn: number | undefined): Examined {
  const said = `${plural(length, "entry", "entries")}, all checksums correct`;
  if (torn === undefined) return { what: "journal", result: "ok", message: said };
  const message = `line ${torn} is incomplete; it will be set aside when the session resumes`;
  return { what: "journal", result: "note", message };
}

type Verdict = Omit<Examined, "what">;

const MATCHES: Verdict = { result: "ok", message: "matches the journal" };
const UNWRITTEN: Verdict = { result: "ok", message: "will be written when the session resumes" };
const SOURCE_DIFFERS: Verdict = {
  result: "note",
  message: "differs from the journal; it will be rewritten when the session resumes",
};
const RECORD_DIFFERS: Verdict = {
  result: "note",
  message: "it is gone, or differs from the journal",
  fix: "Run `whetstone status --rebuild` to rewrite it. A file you edited is kept beside it when the session resumes.",
};
/** Restoring from the backups and from the journal must agree (SPEC 19.17). */
const BACKUP_DIFFERS: Verdict = {
  result: "problem",
  message: "differs from the journal, which rollbacks rely on",
};

function examineTexts(files: Files, state: State): Promise<Examined[]> {
  const { source } = state.spec;
  const sources = source.map((file) => ({ path: specFilePath("source", source, file), text: file.text }));
  const recordOtherwise = hasBegun(state) ? RECORD_DIFFERS : UNWRITTEN;
  const compare = (otherwise: Verdict) => async (expected: RecordText) => {
    const isSame = (await files.readText(expected.path)) === expected.text;
    return { what: expected.path, ...(isSame ? MATCHES : otherwise) };
  };
  return Promise.all([
    ...sources.map(compare(SOURCE_DIFFERS)),
    ...recordsOf(state).map(compare(recordOtherwise)),
    ...backupsOf(state.checkpoints).map(compare(BACKUP_DIFFERS)),
  ]);
}

async function examineDocuments(files: Files, entries: readonly Entry[]): Promise<Examined[]> {
  const expected = joinedDocuments(entries);
  const wrong: Examined[] = [];
  for (const [path, { sha256 }] of expected) {
    if (await isIntact(files, { path, sha256 })) continue;
    const isThere = await files.exists(path);
    const message = isThere ? "it was changed by hand, but prompts and the spec are built from it" : "it is gone";
    const fix = isThere ? "Restore it from version control." : "Run `whetstone status --rebuild` to join it again.";
    wrong.push({ what: path, result: "problem", message, fix });
  }
  const message = expected.size === 0 ? "none to check yet" : `${expected.size} engineer.md and reviewer.md, unchanged`;
  return wrong.length > 0 ? wrong : [{ what: "documents", result: "ok", message }];
}
