import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { type StructuredPatchHunk, structuredPatch } from "diff";
import { foldersUpward } from "../../config/config-file.ts";
import { type DiffHunk, diffHunks } from "../../documents/changes/diff-hunks.ts";
import { replaySteps } from "../../documents/changes/replay.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { appendixLine, writtenSpec } from "../../mediator/records/open-points.ts";
import type { WorkingSpec } from "../../mediator/state.ts";
import type { SpecFile } from "../../model/change.ts";
import { commandLine } from "../../model/command-line.ts";
import { plural } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { CliContext } from "../cli-context.ts";
import type { Paint } from "../paint.ts";
import { printWrapped } from "../wrap-line.ts";
import { locateState } from "./locate-session.ts";
import { changedFiles, changedText, specFolderOf } from "./session-parts.ts";
import { shownFolder } from "./spec-place.ts";

/** `whetstone diff`: the changes from the source to the working spec as a unified diff. */
export async function showDiff(word: string | undefined, options: { readonly stat?: true }, context: CliContext) {
  const { folder, state } = await locateState(word, context);
  const document = diffDocument(state.session.name, state.spec);
  const { output } = context;
  if (context.json) return output.json(document);
  if (document.files.length === 0) return output.note("The spec has not changed yet.");
  const inGit = pathInRepository(specFolderOf(folder, state.session.specPath));
  const changed = state.stop.type === "ended" ? [] : changedFiles(state, folder);
  if (changed.length > 0) {
    const resume = commandLine("resume", shownFolder(folder, context.cwd));
    output.note(`${changedText(changed)}; this diff is against the earlier text. To merge your edits: ${resume}`);
  }
  const lines = options.stat
    ? statLines(document)
    : document.files.flatMap((file) => diffLines(file, inGit, output.paint));
  // A diff that is piped to a tool keeps the line ends of the spec.
  const isApplied = !options.stat && !output.onScreen && output.paint.bold("x") === "x";
  if (isApplied) output.document(`${lines.join("\n")}\n`);
  else printWrapped(lines, output);
  const written = writtenSpec(state);
  if (written !== undefined && !options.stat)
    output.note(`These changes are in ${written}; the diff names your own file, so that it can be applied there.`);
  const appendix = appendixLine(state);
  if (appendix !== undefined) output.note(appendix);
}

/** The path of a folder in its repository, as git writes it; undefined outside a repository. */
function pathInRepository(folder: string): string | undefined {
  const root = foldersUpward(folder).find((above) => existsSync(join(above, ".git")));
  return root && (root === folder ? "" : `${slashed(relative(root, folder))}/`);
}

/** With git's header, so that `git apply` works from anywhere in the repository. */
function diffLines({ path, hunks }: FileDiff, inGit: string | undefined, paint: Paint): string[] {
  const name = `${inGit ?? ""}${path}`;
  return [
    ...(inGit === undefined ? [] : [paint.bold(`diff --git a/${name} b/${name}`)]),
    paint.bold(`--- a/${name}`),
    paint.bold(`+++ b/${name}`),
    ...hunks.flatMap((hunk) => [hunkLine(hunk, paint), ...hunk.lines.map((line) => painted(line, paint))]),
  ];
}

function hunkLine({ heading, oldStart, oldLines, newStart, newLines }: FileDiff["hunks"][number], paint: Paint) {
  const place = paint.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
  return heading === "" ? place : `${place} ${visibleLine(heading, 120)}`;
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint.green(line);
  return line.startsWith("-") ? paint.red(line) : line;
}

function statLines({ files }: DiffDocument): string[] {
  const each = files.map((file) => `${file.path}: ${counted([file])}`);
  return [...each, `${plural(files.length, "file")}, ${counted(files)}`];
}

function counted(files: DiffDocument["files"]): string {
  const lines = files.flatMap(({ hunks }) => hunks).flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const changes = files.flatMap((file) => file.changes).length;
  return `${plural(changes, "change")}, ${plural(count("+"), "line")} in, ${count("-")} out`;
}

type DiffDocument = ReturnType<typeof diffDocument>;
type FileDiff = DiffDocument["files"][number];

/** Comparing costs the square of this; larger differences are shown as one. */
const MOST_EDITS = 1500;

export function diffDocument(session: string, spec: Pick<WorkingSpec, "source" | "batches" | "text">) {
  const { source, text } = spec;
  const accepted = acceptedChanges(spec);
  const differences = diffHunks(source, text);
  const files = text.flatMap((after) => {
    const before = source.find(({ path }) => path === after.path) ?? { path: after.path, text: "" };
    if (before.text === after.text) return [];
    const fileDifferences = differences.filter(({ file }) => file === after.path);
    const changes = accepted.filter(({ file }) => file === after.path).map(({ change }) => change);
    return [{ path: after.path, changes, hunks: unified(before, after, fileDifferences) }];
  });
  return { session, files };
}

/** The accepted edits in order, even if a later one changed the same words; the User's own have no gap. */
function acceptedChanges({ source, batches }: Pick<WorkingSpec, "source" | "batches">) {
  return replaySteps(source, batches).flatMap(({ hunks }, index) =>
    hunks.flatMap(({ file, set, change: number }) => {
      const { round, sets } = batches[index] ?? { round: 0, sets: [] };
      const { gap = null, decision = null, changes = [] } = sets[set] ?? {};
      const accepted = changes.find((change) => change.number === number);
      return accepted === undefined ? [] : [{ file, change: { round, gap, decision, ...accepted } }];
    }),
  );
}

/** Hunks of a unified diff: each line begins with a space, `-` or `+`. */
function unified(before: SpecFile, after: SpecFile, differences: readonly DiffHunk[]) {
  const patch = structuredPatch(before.path, after.path, before.text, after.text, "", "", {
    context: 3,
    maxEditLength: MOST_EDITS,
  });
  return (patch?.hunks ?? [whole(before, after)]).map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const first = differences.find(({ afterLine }) => newStart <= afterLine && afterLine <= newStart + newLines);
    return { heading: first?.heading ?? "", oldStart, oldLines, newStart, newLines, lines };
  });
}

/** One hunk for the whole file, if too much differs to compare lines. */
function whole(before: SpecFile, after: SpecFile): StructuredPatchHunk {
  const [old, now] = [before, after].map(({ text }) => text.replace(/\n$/, "").split("\n"));
  const lines = [...(old ?? []).map((line) => `-${line}`), ...(now ?? []).map((line) => `+${line}`)];
  return { oldStart: 1, oldLines: old?.length ?? 0, newStart: 1, newLines: now?.length ?? 0, lines };
}
