import { readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Finding } from "../../checks/finding.ts";
import { decode } from "../../documents/decode.ts";
import { findLayout, folderOfSpecs } from "../../documents/layouts/layout.ts";
import { withoutAppendix } from "../../documents/stated/appendix.ts";
import {
  isFinishedVersion,
  isVersionName,
  laterVersionName,
  withoutVersion,
} from "../../documents/stated/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { isSessionFolder } from "../../engine/find-sessions.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { defined, orUndefined } from "../../model/defined.ts";
import { groupBy } from "../../model/group-by.ts";
import { listMarkdown, mustBeMarkdown, mustBeText, readSpecBytes, specName } from "../session/spec-place.ts";

/** One `--rule` or `--no-rule`, in the order of the command line. */
export interface RuleFlag {
  readonly name: string;
  readonly value: string | boolean;
}

export interface CheckFlags {
  readonly json?: true;
  readonly sarif?: true;
  readonly failOn?: string;
  readonly rule?: readonly RuleFlag[];
  readonly style?: true;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly listRules?: true;
  readonly config?: string;
  readonly agent?: string;
  readonly max?: string;
  readonly cache?: string;
  readonly yes?: true;
}

export interface SpecInput {
  /** For messages: relative to the working directory, with forward slashes; `-` for standard input. */
  readonly file: string;
  readonly text: string;
  /** The source as its session read it, if it was edited since: only new lines are checked. */
  readonly since?: string;
  /** The folder of a spec of several files that are checked together. */
  readonly folder?: string;
  /** The folder of the framework's spec that the file belongs to, which is counted as one. */
  readonly belongsTo?: string;
}

export interface CheckedSpec extends SpecInput {
  /** Findings that the baseline does not accept. */
  readonly findings: readonly Finding[];
  /** Findings that the baseline accepts: neither shown nor failing. */
  readonly known: readonly Finding[];
  /** Findings that the User kept or answered in sessions on the spec. */
  readonly settled?: readonly Finding[];
  /** About the survey of `--agent`: whether it came from the cache, and how many gaps are not shown. */
  readonly survey?: { readonly cached: boolean; readonly ungrounded: number; readonly lesser: number };
}

/** Reads files, the markdown files in folders, and standard input, each once; `passedOver` has a later version. */
export async function readSpecs(paths: readonly string[], cwd: string, sessions = "sessions") {
  const specs = new Map<string, SpecInput>();
  const passed = new Set<string>();
  for (const path of paths) {
    const { files, passedOver, folders } = path === "-" ? INPUT : filesAt(resolve(cwd, path), path);
    for (const each of passedOver) passed.add(each);
    for (const file of files) {
      if (specs.has(file)) continue;
      const shown = shownPath(file, cwd);
      const text = await readSpec(file, shown);
      specs.set(file, { file: shown, text, ...defined({ folder: folders.get(file), belongsTo: oneSpec(file) }) });
    }
  }
  const others = [...passed].filter((path) => !specs.has(path));
  for (const path of others) {
    const since = textBefore(path, resolve(dirname(path), sessions, specName(path)));
    const file = shownPath(path, cwd);
    if (since !== undefined) specs.set(path, { file, text: await readSpec(path, file), since });
  }
  const passedOver = others.filter((path) => !specs.has(path)).map((path) => shownPath(path, cwd));
  return { specs: [...specs.values()], passedOver };
}

/** The source as its session read it, if it has been edited since and is not the session's result. */
function textBefore(path: string, session: string): string | undefined {
  const [now, source, result] = [path, join(session, "source.md"), join(session, "spec.md")].map((file) =>
    orUndefined(() => withoutAppendix(readFileSync(file, "utf8")).trimEnd()),
  );
  return now === source || now === result ? undefined : source;
}

interface Found {
  readonly files: readonly string[];
  readonly passedOver: readonly string[];
  /** The spec folder of each file that is checked together with others. */
  readonly folders: ReadonlyMap<string, string>;
}

const INPUT: Found = { files: ["-"], passedOver: [], folders: new Map() };

function filesAt(path: string, given: string): Found {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError("no such file or folder", { target: given, fix: "Check the path." });
  if (!found.isDirectory()) {
    mustBeMarkdown(path, given);
    return { ...INPUT, files: [path] };
  }
  const folders: string[] = [];
  const isExcluded = (name: string, above: string) => {
    if (isHidden(name, above)) return true;
    const isFolder = isFinishedVersion(name) && !isVersionName(name);
    if (isFolder && !isSessionFolder(join(path, above, name))) folders.push(`${above}${name}`);
    return isFolder;
  };
  const { newest, others } = newestVersions([...listMarkdown(path, isExcluded)]);
  if (newest.length === 0)
    throw new UsageError(`no markdown files in ${given}`, { target: given, fix: "Name a file." });
  const absolute = (file: string) => join(path, ...file.split("/"));
  const together = specFolders(path, newest);
  const alone = newest.map(absolute).filter((file) => !together.has(file));
  return {
    files: [...together.keys(), ...alone],
    passedOver: [...others, ...folders].map(absolute),
    folders: together,
  };
}

/** A change of OpenSpec or a spec of Kiro: several files in one folder. */
const ONE_SPEC = /^.*\/(?:\.kiro\/specs|openspec\/changes)\/[^/]+(?=\/)/;

function oneSpec(file: string): string | undefined {
  return ONE_SPEC.exec(slashed(file))?.[0];
}

/** Files that form one spec, in the order in which `refine` reads them (SPEC 12), each with its folder. */
function specFolders(path: string, files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const paths = files.map((file) => slashed(join(path, ...file.split("/"))));
  for (const [folder, specFiles] of groupBy(paths, oneSpec)) {
    if (folder === undefined) continue;
    const spec = findLayout({
      path: folder,
      kind: "folder",
      files: specFiles.map((file) => file.slice(folder.length + 1)),
    });
    if (spec === undefined || spec.layout === folderOfSpecs || spec.files.length === 1) continue;
    for (const file of spec.files) found.set(join(folder, ...file.split("/")), folder);
  }
  return found;
}

/** Of `x.md`, `x_v1.0.md` and `x_v1.1.md` only the newest is checked (docs/decisions/0013). */
function newestVersions(files: readonly string[]): { readonly newest: string[]; readonly others: string[] } {
  const lineages = groupBy(files, lineageOf);
  const isNewest = (file: string) => {
    const versions = lineages.get(lineageOf(file)) ?? [];
    const names = versions.map((version) => basename(version));
    return laterVersionName(names, specName(file)) === undefined;
  };
  return { newest: files.filter(isNewest), others: files.filter((file) => !isNewest(file)) };
}

/** The key that all versions of a spec share: folder and base name. */
function lineageOf(file: string): string {
  return `${dirname(file)}/${withoutVersion(specName(file))}`.toLowerCase();
}

/** Hidden files, except Kiro's specs, which are in a hidden folder. */
function isHidden(name: string, above: string): boolean {
  if (/(?:^|\/)\.kiro\/$/.test(above)) return name !== "specs";
  return name.startsWith(".") && name !== ".kiro";
}

async function readSpec(file: string, shown: string): Promise<string> {
  if (file === "-") return mustBeText(decode(await readInput()), "standard input", shown);
  return mustBeText(decode(readSpecBytes(file, shown)), "the spec", shown);
}

function shownPath(file: string, cwd: string): string {
  if (file === "-") return file;
  const path = relative(cwd, file);
  return slashed(path.startsWith("..") || isAbsolute(path) ? file : path);
}

async function readInput(): Promise<Buffer> {
  return (await import("node:stream/consumers")).buffer(process.stdin);
}
