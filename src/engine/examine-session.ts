import { WhetstoneError } from "../errors/whetstone-error.ts";
import { readJournal } from "../journal/read-journal.ts";
import { parseStep } from "../journal/session-step.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import { hasBegun } from "../mediator/queries.ts";
import { isAsRendered } from "../mediator/record-text.ts";
import { backupsOf, type RecordText, recordsOf } from "../mediator/records/render-status.ts";
import { JOURNAL, specFilePath } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { Entry, Step } from "../model/events.ts";
import { plural } from "../model/plural.ts";
import type { Files } from "../ports/files.ts";
import { hashOf } from "./attempt-file.ts";

/** One thing that was looked at. */
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
  const what = "journal";
  if (contents instanceof WhetstoneError)
    return [{ what, result: "problem", message: contents.message, ...defined({ fix: contents.fix }) }];
  if (contents === undefined) throw new Error("there is no journal");
  const { entries, torn } = contents;
  const state = fold(entries);
  if (!state) return [{ what, result: "problem", message: "it has no entries" }];
  const journal: Examined = torn
    ? {
        what,
        result: "note",
        message: `line ${torn.line} is incomplete; it will be set aside when the session resumes`,
      }
    : { what, result: "ok", message: `${plural(entries.length, "entry", "entries")}, all checksums correct` };
  const texts = expectedTexts(state).map(async ({ path, text, otherwise }): Promise<Examined> => {
    const there = await files.readText(path);
    const found = there === text ? ({ result: "ok", message: "matches the journal" } as const) : otherwise(there);
    return { what: path, ...found };
  });
  return [journal, ...(await Promise.all(texts)), ...(await examineDocuments(files, entries))];
}

type Otherwise = (there: string | undefined) => Omit<Examined, "what">;

/** Each with what is said where something else stands there. */
function expectedTexts(state: State): (RecordText & { readonly otherwise: Otherwise })[] {
  const { source } = state.spec;
  const sources = source.map((file) => ({ path: specFilePath("source", source, file), text: file.text }));
  const recordDiffers: Otherwise = (there) => {
    if (there === undefined && !hasBegun(state))
      return { result: "ok", message: "will be written when the session resumes" };
    const stale =
      there !== undefined && isAsRendered(there) ? "written for an earlier entry or by another version" : undefined;
    const message = there === undefined ? "it is gone" : (stale ?? "differs from the journal");
    const fix =
      "Run `whetstone status --rebuild` to rewrite it. A file you edited is kept beside it when the session resumes.";
    return { result: "note", message, fix };
  };
  return [
    ...sources.map((each) => ({ ...each, otherwise: sourceDiffers })),
    ...recordsOf(state).map((each) => ({ ...each, otherwise: recordDiffers })),
    ...backupsOf(state.checkpoints).map((each) => ({ ...each, otherwise: backupDiffers })),
  ];
}

const sourceDiffers: Otherwise = (there) => {
  const what = there === undefined ? "it is gone" : "it was changed";
  return { result: "note", message: `${what}; it will be rewritten when the session resumes` };
};

/** Restoring from the backups and from the journal must agree (SPEC 19.17). */
const backupDiffers: Otherwise = () => {
  return { result: "problem", message: "differs from the journal, which rollbacks rely on" };
};

/** The documents that the journal speaks of are there, and are those it speaks of. */
async function examineDocuments(files: Files, entries: readonly Entry[]): Promise<Examined[]> {
  const expected = new Map<string, string>();
  for (const event of entries.flatMap((entry) => entry.event.events)) {
    if (event.type === "document_joined") expected.set(event.path, event.sha256);
    if (event.type === "rounds_rolled_back") {
      for (const path of expected.keys()) if (isUndone(path, event.to)) expected.delete(path);
    }
  }
  const wrong: Examined[] = [];
  for (const [path, sum] of expected) {
    const bytes = await files.read(path);
    if (bytes && hashOf(bytes) === sum) continue;
    const message = bytes ? "it was changed by hand, but prompts and the spec are built from it" : "it is gone";
    wrong.push({ what: path, result: "problem", message, fix: "Restore it from version control." });
  }
  const message = `${expected.size} engineer.md and reviewer.md, unchanged`;
  return wrong.length > 0 ? wrong : [{ what: "documents", result: "ok", message }];
}

function isUndone(path: string, to: number): boolean {
  return Number(/^round_(\d+)\//.exec(path)?.[1] ?? 0) > to;
}
