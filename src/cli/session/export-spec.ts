import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { joinFiles } from "../../documents/layouts/join-files.ts";
import { writeInPlace } from "../../engine/finish-session.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import { OLD_JOURNAL } from "../../journal/journal-errors.ts";
import { openLines, parkedLines } from "../../mediator/records/open-points.ts";
import type { State } from "../../mediator/state.ts";
import type { Spec } from "../../model/change.ts";
import { commandLine } from "../../model/command-line.ts";
import { plural } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Files } from "../../ports/files.ts";
import type { CliContext } from "../cli-context.ts";
import { locateSession } from "./locate-session.ts";
import { sendCommand } from "./send-command.ts";
import { finishedPath, sourcePath, specFiles, stateIn, storeParts, unwrittenAnswers } from "./session-parts.ts";

interface ExportOptions {
  readonly output?: string;
  readonly inPlace?: true;
}

/** Writes the working spec to standard output, a new file, a folder, or the User's files. */
export async function exportSpec(word: string | undefined, options: ExportOptions, context: CliContext): Promise<void> {
  const folder = await locateSession(word, context);
  const state = await stateIn(folder).catch((error: unknown) => {
    if (error instanceof WhetstoneError && error.code === OLD_JOURNAL) return error;
    throw error;
  });
  if (state instanceof WhetstoneError) {
    return writeOut(await oldSpec(storeParts(folder).files, state, options, context), options, context);
  }
  if (options.inPlace) {
    const files = specFiles(folder, state.session.specPath);
    const textsNow = () => Promise.all(state.spec.text.map(({ path }) => files.readText(path)));
    const before = await textsNow();
    const [source, named] = [sourcePath(folder, state), resolve(context.cwd, word ?? ".")];
    if (finishedPath(folder, state) === named && named !== source)
      context.output.note(`${word} is the result of a session on ${relative(context.cwd, source)}: that is written.`);
    const written = await writeInPlace(files, state);
    if (written.length > 0) await sendCommand(folder, { type: "exported" }, context);
    const after = await textsNow();
    const changed = state.spec.text.filter((_, index) => before[index] !== after[index]);
    const paths = changed.map(({ path }) => relative(context.cwd, join(files.root, path)));
    const why = written.length > 0 ? "your files have everything that was accepted" : "nothing was accepted yet";
    context.output.note(paths.length > 0 ? `Written: ${paths.join(", ")}` : `Nothing to write: ${why}.`);
    for (const line of leftLines(state)) context.output.note(line);
    const unwritten = unwrittenAnswers(state);
    const resume = commandLine("resume", relative(context.cwd, folder));
    if (unwritten > 0)
      context.output.note(
        `${plural(unwritten, "answer is", "answers are")} not in the spec yet. Continue with: ${resume}`,
      );
    return;
  }
  await writeOut(state.spec.text, options, context);
}

/** What a finished session leaves open: the User's own files get no appendix (SPEC 12). */
function leftLines(state: State): string[] {
  if (state.stop.type !== "ended") return [];
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  - ${visibleLine(line, 300)}`)];
  return [...list("Left open", openLines(state)), ...list("Set aside", parkedLines(state))];
}

/** Files in which an older version kept the working spec and the source. */
const OLD_FILES = ["draft.md", "source.md"];

/** A session of an older version cannot be read, so the text on disk is exported, with a note. */
async function oldSpec(files: Files, old: WhetstoneError, { inPlace }: ExportOptions, { output }: CliContext) {
  for (const path of OLD_FILES) {
    const text = inPlace ? undefined : await files.readText(path);
    if (text === undefined) continue;
    output.note(`${old.message} This is its ${path}, as it is on disk.`);
    return [{ path, text }];
  }
  throw old;
}

/** Writes each file into a folder, or all files as one, as on standard output. */
async function writeOut(spec: Spec, { output: to }: ExportOptions, { cwd, output }: CliContext): Promise<void> {
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
