import { statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Finding } from "../../checks/finding.ts";
import { decode } from "../../documents/decode.ts";
import { isFinishedVersion } from "../../documents/spec/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { bytesOf, markdownIn } from "../markdown-in.ts";

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
  /** As shown: relative to the working folder, with forward slashes; `-` for standard input. */
  readonly file: string;
  readonly text: string;
}

export interface CheckedSpec extends SpecInput {
  /** What the baseline does not know. */
  readonly findings: readonly Finding[];
  /** What it knows: it is shown nowhere and fails nothing. */
  readonly known: readonly Finding[];
  /** What the person kept or answered in sessions on the spec, and their folders. */
  readonly settled?: readonly Finding[];
  readonly settledIn?: readonly string[];
  /** What `--agent` adds to say: whether it was paid for before, and what of it is not shown. */
  readonly survey?: { readonly cached: boolean; readonly ungrounded: number; readonly lesser: number };
}

/** Reads files, the markdown files of folders, and standard input, each once, in the order given. */
export async function readSpecs(paths: readonly string[], cwd: string): Promise<SpecInput[]> {
  const specs = new Map<string, SpecInput>();
  for (const path of paths) {
    for (const file of path === "-" ? ["-"] : filesAt(resolve(cwd, path), path)) {
      if (specs.has(file)) continue;
      const shown = shownPath(file, cwd);
      specs.set(file, { file: shown, text: await readSpec(file, shown) });
    }
  }
  return [...specs.values()];
}

function filesAt(path: string, given: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(`no such file or folder: ${given}`, { target: given, fix: "Check the path." });
  if (!found.isDirectory()) return [path];
  const files = [...markdownIn(path, isLeftOut)].map((file) => join(path, ...file.split("/")));
  if (files.length > 0) return files;
  throw new UsageError(`no markdown files in ${given}`, { target: given, fix: "Name a file." });
}

/** What a session wrote at its end is looked at where it is named, as in `refine` (SPEC 12). */
function isLeftOut(name: string, above: string): boolean {
  return isFinishedVersion(name) || isHidden(name, above);
}

/** All but Kiro's specs, which stand in a hidden folder with other things. */
function isHidden(name: string, above: string): boolean {
  if (/(?:^|\/)\.kiro\/$/.test(above)) return name !== "specs";
  return name.startsWith(".") && name !== ".kiro";
}

async function readSpec(file: string, shown: string): Promise<string> {
  const decoded = decode(file === "-" ? await readInput() : bytesOf(file, shown));
  if (!decoded.undecodable) return decoded.text;
  throw new UsageError(`${file === "-" ? "standard input" : "the spec"} is not text: ${decoded.reason}`, {
    target: shown,
    fix: "Name a text file that is saved as UTF-8.",
  });
}

function shownPath(file: string, cwd: string): string {
  if (file === "-") return file;
  const path = relative(cwd, file);
  return slashed(path.startsWith("..") || isAbsolute(path) ? file : path);
}

async function readInput(): Promise<Buffer> {
  return (await import("node:stream/consumers")).buffer(process.stdin);
}
