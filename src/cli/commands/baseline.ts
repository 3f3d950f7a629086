import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Finding } from "../../checks/finding.ts";
import type { FindingIdentity, identifier } from "../../checks/finding-identity.ts";
import { survey } from "../../checks/registry.ts";
import { foldersUpward } from "../../config/config-file.ts";
import { withoutVersion } from "../../documents/stated/version-name.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { orUndefined } from "../../model/defined.ts";
import type { CheckedSpec } from "./check-input.ts";

/** The default name of the baseline file. */
const BASELINE_FILE = "whetstone-baseline.json";

/** An accepted finding. It has no line number, because lines move. */
interface BaselineEntry extends FindingIdentity {
  /** Relative to the baseline, with forward slashes, so that it is valid in any working directory. */
  readonly file: string;
  readonly count: number;
}

export interface Baseline {
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly entries: readonly BaselineEntry[];
  /** The name of a spec in the baseline. */
  fileOf(spec: Pick<CheckedSpec, "file">): string;
}

/** The accepted findings: from the named file, else from the nearest one here or above in the repository, else none. */
export async function readBaseline(given: string | undefined, cwd: string): Promise<Baseline> {
  const baseline = emptyBaseline(given, cwd);
  const text = await readFile(baseline.path, "utf8").catch(() => undefined);
  if (text === undefined && given === undefined) return baseline;
  const entries = entriesIn(text ?? "");
  if (entries === undefined) {
    throw new UsageError(text === undefined ? "no such baseline file" : "this is not a baseline file", {
      target: baseline.name,
      fix: `Write one: whetstone check SPEC... --update-baseline${given === undefined ? "" : ` --baseline ${given}`}`,
    });
  }
  return { ...baseline, entries };
}

/** A baseline without entries, at the path where it would be. */
export function emptyBaseline(given: string | undefined, cwd: string): Baseline {
  const places = given === undefined ? foldersUpward(cwd).map((folder) => join(folder, BASELINE_FILE)) : [];
  const path = places.find((place) => existsSync(place)) ?? resolve(cwd, given ?? BASELINE_FILE);
  // A finished version has the findings of its source: `checkout_v1.0.md` goes by the name of `checkout.md`.
  const fileOf = ({ file }: Pick<CheckedSpec, "file">): string =>
    file === "-"
      ? file
      : `${withoutVersion(slashed(relative(dirname(path), resolve(cwd, file))).replace(/\.md$/i, ""))}.md`;
  return { path, name: given ?? slashed(relative(cwd, path)), entries: [], fileOf };
}

function entriesIn(text: string): readonly BaselineEntry[] | undefined {
  const findings: unknown = orUndefined(() => JSON.parse(text))?.findings;
  return Array.isArray(findings) && findings.every(isEntry) ? findings : undefined;
}

function isEntry(value: unknown): value is BaselineEntry {
  const { file, rule, subject, passage, count } = (value ?? {}) as Record<string, unknown>;
  return [file, rule, subject, passage].every((word) => typeof word === "string") && typeof count === "number";
}

function keyOf({ file, rule, subject, passage }: Omit<BaselineEntry, "count">): string {
  return JSON.stringify([file, rule, subject, passage]);
}

export function acceptedSurvey(baseline: Baseline, spec: Pick<CheckedSpec, "file">): string[] {
  const file = baseline.fileOf(spec);
  return baseline.entries.flatMap((known) => (known.file === file && known.rule === survey.id ? [known.subject] : []));
}

/** Moves accepted findings to `known`, as many as the baseline has. Without a baseline nothing is loaded for it. */
export async function againstBaseline(checked: readonly CheckedSpec[], baseline: Baseline) {
  if (baseline.entries.length === 0) return checked;
  const { identifier } = await import("../../checks/finding-identity.ts");
  return checked.map((spec) => {
    const left = new Map(baseline.entries.map((entry) => [keyOf(entry), entry.count]));
    const [file, identify] = [baseline.fileOf(spec), identifier(spec.text)];
    const [findings, known]: [Finding[], Finding[]] = [[], []];
    for (const finding of spec.findings) {
      const key = keyOf({ file, ...identify(finding) });
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      (count > 0 ? known : findings).push(finding);
    }
    return { ...spec, findings, known };
  });
}

/** Accepts these findings. Entries of other specs stay, and of surveys: no agent words a gap the same way twice. */
export async function writeBaseline(checked: readonly CheckedSpec[], baseline: Baseline): Promise<number> {
  const files = new Set(checked.map(baseline.fileOf));
  const kept = baseline.entries.filter(({ file, rule }) => !files.has(file) || rule === survey.id);
  const { identifier } = await import("../../checks/finding-identity.ts");
  const found = checked.flatMap((spec) => entriesOf(spec, baseline.fileOf(spec), identifier(spec.text)));
  const byKey = new Map([...kept, ...found].map((entry) => [keyOf(entry), entry]));
  const entries = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  await writeFile(baseline.path, `${JSON.stringify({ version: 2, findings: entries }, undefined, 2)}\n`);
  return entries.reduce((sum, { count }) => sum + count, 0);
}

function entriesOf({ findings }: CheckedSpec, file: string, identify: ReturnType<typeof identifier>): BaselineEntry[] {
  const counts = new Map<string, BaselineEntry>();
  for (const identity of findings.map((finding) => ({ file, ...identify(finding) }))) {
    const key = keyOf(identity);
    counts.set(key, { ...identity, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
