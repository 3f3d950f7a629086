import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { writeInPlace } from "../../engine/write-spec.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import { OLD_JOURNAL } from "../../journal/journal-errors.ts";
import type { Spec } from "../../model/change.ts";
import type { Files } from "../../ports/files.ts";
import type { CliContext } from "../context.ts";
import { sessionOf } from "./locate-session.ts";
import { specFiles, stateIn, storeParts } from "./session-parts.ts";

export interface ExportOptions {
  readonly output?: string;
  readonly inPlace?: true;
}

/** The working spec: on standard output, in a file or a folder that does not exist yet, or in the person's own files. */
export async function exportSpec(word: string | undefined, options: ExportOptions, context: CliContext): Promise<void> {
  const folder = await sessionOf(word, context);
  const state = await stateIn(folder).catch((error: unknown) => {
    if (error instanceof WhetstoneError && error.code === OLD_JOURNAL) return error;
    throw error;
  });
  if (state instanceof WhetstoneError) {
    return give(await oldSpec(storeParts(folder).files, state, options, context), options, context);
  }
  if (options.inPlace) {
    const written = await writeInPlace(specFiles(folder, state.session.specPath), state);
    const paths = written.map(({ path }) => path).join(", ");
    return context.output.note(paths === "" ? "Nothing in the spec has changed." : `Written: ${paths}.`);
  }
  await give(state.spec.text, options, context);
}

/** What an older version called the spec as it would be, and its beginning. */
const OLD_FILES = ["draft.md", "source.md"];

/** A session of an older version cannot be replayed: what lies on disk is given, and said to be that. */
async function oldSpec(files: Files, old: WhetstoneError, { inPlace }: ExportOptions, { output }: CliContext) {
  for (const path of OLD_FILES) {
    const text = inPlace ? undefined : await files.readText(path);
    if (text === undefined) continue;
    output.note(`${old.message} This is its ${path}, as it is on disk.`);
    return [{ path, text }];
  }
  throw old;
}

async function give(spec: Spec, { output: to }: ExportOptions, { cwd, output }: CliContext): Promise<void> {
  if (to === undefined) return output.document(joinFiles(spec));
  const [only] = spec;
  if (only && spec.length === 1) await create(resolve(cwd, to), only.text, to);
  else for (const { path, text } of spec) await create(join(resolve(cwd, to), ...path.split("/")), text, to);
  output.note(`Written to ${to}.`);
}

async function create(path: string, text: string, shown: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === "EEXIST" ? "the file exists already" : `it cannot be written: ${message}`, {
      target: shown,
      fix: "Name a file that does not exist yet.",
    });
  }
}
