import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { joinFiles } from "../../documents/layouts/joined-files.ts";
import { writeInPlace } from "../../engine/write-spec.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import { OLD_JOURNAL } from "../../journal/journal-errors.ts";
import type { Spec } from "../../model/change.ts";
import type { Files } from "../../ports/files.ts";
import type { CliContext } from "../context.ts";
import { sessionOf, writerOf } from "./locate-session.ts";
import { sent } from "./send-command.ts";
import { specFiles, stateIn, storeParts } from "./session-parts.ts";

interface ExportOptions {
  readonly output?: string;
  readonly inPlace?: true;
}

/** The working spec: on standard output, in a new file, in a folder, or in the person's own files. */
export async function exportSpec(word: string | undefined, options: ExportOptions, context: CliContext): Promise<void> {
  const folder = await (options.inPlace ? sessionOf : writerOf)(word, context);
  const state = await stateIn(folder).catch((error: unknown) => {
    if (error instanceof WhetstoneError && error.code === OLD_JOURNAL) return error;
    throw error;
  });
  if (state instanceof WhetstoneError) {
    return give(await oldSpec(storeParts(folder).files, state, options, context), options, context);
  }
  if (options.inPlace) {
    const files = specFiles(folder, state.session.specPath);
    const written = await writeInPlace(files, state);
    if (written.length > 0 && state.stop.type !== "ended") await sent(folder, { type: "exported" }, context);
    const paths = written.map(({ path }) => relative(context.cwd, join(files.root, path)));
    return context.output.note(`Written: ${paths.join(", ") || "nothing, because nothing was accepted yet"}`);
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

/** Into a folder, each file under its own name; several under the name of one are what standard output would get. */
async function give(spec: Spec, { output: to }: ExportOptions, { cwd, output }: CliContext): Promise<void> {
  if (to === undefined) return output.document(joinFiles(spec));
  const path = resolve(cwd, to);
  const isFolder = /[/\\]$/.test(to) || isFolderNow(path) || (spec.length > 1 && !/\.(?:md|markdown)$/i.test(to));
  const files = isFolder
    ? spec.map(({ path: name, text }) => ({ path: join(path, ...name.split("/")), text }))
    : [{ path, text: joinFiles(spec) }];
  const taken = files.find((file) => existsSync(file.path));
  if (taken) throw unwritable(relative(cwd, taken.path), "the file already exists");
  for (const file of files) {
    try {
      await mkdir(dirname(file.path), { recursive: true });
      await writeFile(file.path, file.text, { flag: "wx" });
    } catch (error) {
      throw unwritable(to, `cannot write it: ${(error as Error).message}`);
    }
    output.note(`Written: ${relative(cwd, file.path)}`);
  }
}

function isFolderNow(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function unwritable(target: string, message: string): UsageError {
  return new UsageError(message, { target, fix: "Name a file that does not exist yet, or a folder." });
}
