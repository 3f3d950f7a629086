import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { slashed } from "../../engine/files/slashed.ts";
import { commandLine } from "../../model/command-line.ts";
import { plural } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { CliContext } from "../context.ts";
import type { Paint } from "../paint.ts";
import { printWrapped } from "../wrap-line.ts";
import { type DiffDocument, diffDocument, type FileDiff, type UnifiedHunk } from "./diff-document.ts";
import { stateOf, writerOf } from "./locate-session.ts";
import { changedFiles, changedText, specFolderOf } from "./session-parts.ts";

/** `whetstone diff`: from the source to the working spec, as a unified diff. */
export async function showDiff(
  word: string | undefined,
  options: { readonly stat?: true },
  context: CliContext,
): Promise<void> {
  const { folder, state } = await stateOf(word, context, writerOf);
  const document = diffDocument(state.session.name, state.spec);
  const { output } = context;
  if (context.json) return output.json(document);
  if (document.files.length === 0) return output.note("The spec has not changed so far.");
  const inGit = pathInRepository(specFolderOf(folder, state.session.specPath));
  const changed = state.stop.type === "ended" ? [] : changedFiles(state, folder);
  if (changed.length > 0) {
    const resume = commandLine("resume", relative(context.cwd, folder) || ".");
    output.note(
      `${changedText(changed)}, and this diff is against the text from before: ${resume} takes your edits over.`,
    );
  }
  const lines = options.stat
    ? statLines(document)
    : document.files.flatMap((file) => diffLines(file, inGit, output.paint));
  printWrapped(lines, output);
}

/** The way from the repository to a folder in it, as git writes it; `undefined` where there is no repository. */
function pathInRepository(folder: string): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, ".git"))) return root === folder ? "" : `${slashed(relative(root, folder))}/`;
    if (root === dirname(root)) return undefined;
  }
}

/** With git's own header, so that `git apply` takes it anywhere in the repository. */
function diffLines({ path, hunks }: FileDiff, inGit: string | undefined, paint: Paint): string[] {
  const name = `${inGit ?? ""}${path}`;
  return [
    ...(inGit === undefined ? [] : [paint.bold(`diff --git a/${name} b/${name}`)]),
    paint.bold(`--- a/${name}`),
    paint.bold(`+++ b/${name}`),
    ...hunks.flatMap((hunk) => [hunkLine(hunk, paint), ...hunk.lines.map((line) => painted(line, paint))]),
  ];
}

function hunkLine({ heading, oldStart, oldLines, newStart, newLines }: UnifiedHunk, paint: Paint): string {
  const place = paint.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
  return heading === "" ? place : `${place} ${visibleLine(heading, 120)}`;
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint.green(line);
  return line.startsWith("-") ? paint.red(line) : line;
}

function statLines({ files, wordsIn, wordsOut }: DiffDocument): string[] {
  const sum = { wordsIn, wordsOut, changes: files.flatMap(({ changes }) => changes) };
  const each = files.map((file) => `${file.path}: ${counted(file)}`);
  return [...each, `${plural(files.length, "file")}, ${counted(sum)}`];
}

function counted({ changes, wordsIn, wordsOut }: Pick<FileDiff, "changes" | "wordsIn" | "wordsOut">): string {
  return `${plural(changes.length, "change")}, ${wordsIn} words in, ${wordsOut} out`;
}
