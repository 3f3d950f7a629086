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
    const files = specFiles(folder, state.session.specPath);
    const before = await Promise.all(state.spec.text.map(({ path }) => files.readText(path)));
    const written = await writeInPlace(files, state);
    const isNew = state.spec.text.filter(({ text }, index) => before[index] !== text).map(({ path }) => path);
    const paths = written.map(({ path }) => path).filter((path) => isNew.includes(path));
    return context.output.note(
      paths.length > 0 ? `Written: ${paths.join(", ")}.` : "Your files have this text already: nothing was written.",
    );
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
  const path = resolve(cwd, to);
  // Several files under the name of one are what standard output would get.
  const isFile = spec.length === 1 || /\.(?:md|markdown)$/i.test(to);
  try {
    await mkdir(dirname(path), { recursive: true });
    await (isFile ? writeFile(path, joinFiles(spec), { flag: "wx" }) : createFolder(path, spec));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what = isFile ? "file" : "folder";
    throw new UsageError(code === "EEXIST" ? `the ${what} exists already` : `it cannot be written: ${message}`, {
      target: to,
      fix: `Name a ${what} that does not exist yet.`,
    });
  }
  output.note(`Written to ${to}.`);
}

async function createFolder(folder: string, spec: Spec): Promise<void> {
  await mkdir(folder);
  for (const { path, text } of spec) {
    const file = join(folder, ...path.split("/"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
  }
}
