import { WhetstoneError } from "../errors/whetstone-error.ts";
import { readJournal } from "../journal/read-journal.ts";
import { parseStep } from "../journal/session-step.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import { isAsRendered } from "../mediator/record-text.ts";
import { renderDecisions } from "../mediator/records/render-decisions.ts";
import { renderStatus } from "../mediator/records/render-status.ts";
import { backupPath, DECISIONS, JOURNAL, STATUS, specFilePath } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
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
  const contents = await readJournal<Step>(files, JOURNAL, { parse: parseStep }).catch((error: unknown) => error);
  if (contents instanceof WhetstoneError) return [damaged(contents)];
  if (contents instanceof Error || contents === undefined) throw contents ?? new Error("there is no journal");
  const { entries, torn } = contents as { entries: readonly Entry[]; torn?: { line: number } };
  const state = fold(entries);
  if (!state) return [{ what: "journal", result: "problem", message: "it has no entries" }];
  const journal: Examined = torn
    ? {
        what: "journal",
        result: "note",
        message: `line ${torn.line} is incomplete; it is set aside when the session goes on`,
      }
    : { what: "journal", result: "ok", message: `${plural(entries.length, "entry", "entries")}, every checksum right` };
  return [
    journal,
    ...(await examineSource(files, state)),
    ...(await examineRecords(files, state)),
    ...(await examineBackups(files, state)),
    ...(await examineDocuments(files, entries)),
  ];
}

function damaged(error: WhetstoneError): Examined {
  const fix = error.fix === undefined ? {} : { fix: error.fix };
  return { what: "journal", result: "problem", message: error.message, ...fix };
}

async function examineSource(files: Files, { spec: { source } }: State): Promise<Examined[]> {
  const different = (there: string | undefined) => {
    const message = `${there === undefined ? "it is gone" : "it was changed"}; it is written anew when the session goes on`;
    return { result: "note", message } as const;
  };
  const paths = source.map((file) => [specFilePath("source", source, file), file.text] as const);
  return Promise.all(paths.map(([path, text]) => compare(files, path, text, different)));
}

async function examineRecords(files: Files, state: State): Promise<Examined[]> {
  const fix = "`whetstone status --rebuild` writes it anew; an edited one is kept beside when the session goes on.";
  const different = (there: string | undefined): Pick<Examined, "result" | "message" | "fix"> => {
    const isOurs = there !== undefined && isAsRendered(there);
    const message = isOurs ? "of an earlier entry, or of another version" : "differs from the journal";
    return { result: "note", message, fix };
  };
  return [
    await compare(files, STATUS, renderStatus(state), different),
    await compare(files, DECISIONS, renderDecisions(state), different),
  ];
}

/** Restoring from the backups and from the journal must agree (SPEC 19.17). */
async function examineBackups(files: Files, state: State): Promise<Examined[]> {
  const message = "differs from the journal, which is what a rollback goes by";
  const different = () => ({ result: "problem", message }) as const;
  const found: Examined[] = [];
  for (const { round, state: then } of state.checkpoints) {
    found.push(await compare(files, backupPath("status", round), renderStatus(then), different));
    found.push(await compare(files, backupPath("decisions", round), renderDecisions(then), different));
  }
  return found;
}

async function compare(
  files: Files,
  what: string,
  text: string,
  different: (there: string | undefined) => Omit<Examined, "what">,
): Promise<Examined> {
  const there = await files.readText(what);
  return { what, ...(there === text ? { result: "ok", message: "as the journal has it" } : different(there)) };
}

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
    const message = bytes ? "it was changed by hand; prompts and the spec are made from it" : "it is gone";
    wrong.push({ what: path, result: "problem", message, fix: "Put it back from version control." });
  }
  const message = `${expected.size} engineer.md and reviewer.md as they were written`;
  return wrong.length > 0 ? wrong : [{ what: "documents", result: "ok", message }];
}

function isUndone(path: string, to: number): boolean {
  return Number(/^round_(\d+)\//.exec(path)?.[1] ?? 0) > to;
}
