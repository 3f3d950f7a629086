import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Finding } from "../../checks/finding.ts";
import { survey } from "../../checks/registry.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { passagesOf } from "../../documents/spec/passage.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { CheckedSpec } from "./check-input.ts";

/** Where the baseline stands unless `--baseline` names another file. */
export const BASELINE_FILE = "whetstone-baseline.json";

/** What was found once and is accepted. It names no lines: they move. */
interface BaselineEntry {
  readonly file: string;
  readonly rule: string;
  readonly subject: string;
  /** The words it stands in, without case and line breaks; empty for a survey's gap, which its title names. */
  readonly passage: string;
  readonly count: number;
}

export type Baseline = readonly BaselineEntry[];

/** The accepted findings; none where there is no such file and nobody named it. */
export async function readBaseline(given: string | undefined, cwd: string): Promise<Baseline> {
  const path = resolve(cwd, given ?? BASELINE_FILE);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined && given === undefined) return [];
  const entries = entriesIn(text ?? "");
  if (entries === undefined) {
    throw new UsageError(text === undefined ? "there is no such baseline file" : "this is not a baseline file", {
      target: given ?? BASELINE_FILE,
      fix: `Write one: whetstone check SPEC... --update-baseline${given === undefined ? "" : ` --baseline ${given}`}`,
    });
  }
  return entries;
}

function entriesIn(text: string): readonly BaselineEntry[] | undefined {
  try {
    const { findings } = JSON.parse(text) as { findings?: unknown };
    return Array.isArray(findings) && findings.every(isEntry) ? findings : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is BaselineEntry {
  const { file, rule, subject, passage, count } = (value ?? {}) as Record<string, unknown>;
  return [file, rule, subject, passage].every((word) => typeof word === "string") && typeof count === "number";
}

type Identity = Omit<BaselineEntry, "count">;

function keyOf({ file, rule, subject, passage }: Identity): string {
  return JSON.stringify([file, rule, subject, passage]);
}

/** How the findings of a spec are known again: a marker of the same words in another passage is another one. */
function identifier({ file, text }: CheckedSpec): (finding: Finding) => Identity {
  const passages = passagesOf(parseMarkdown(text)).toReversed();
  const lines = text.split(/\r\n?|\n/);
  return ({ rule, subject, line }) => {
    const within = passages.find((passage) => passage.line <= line && line <= passage.endLine);
    const words = rule === survey.id ? "" : (within?.text ?? lines[line - 1] ?? "");
    return { file, rule, subject, passage: words.replace(/\s+/g, " ").trim().toLowerCase() };
  };
}

export function acceptedSurvey(baseline: Baseline, file: string): string[] {
  return baseline.flatMap((known) => (known.file === file && known.rule === survey.id ? [known.subject] : []));
}

/** Each finding that the baseline has is known, as often as it has it. */
export function againstBaseline(checked: readonly CheckedSpec[], baseline: Baseline): CheckedSpec[] {
  return checked.map((spec) => {
    const left = new Map(baseline.map((entry) => [keyOf(entry), entry.count]));
    const identify = identifier(spec);
    const [findings, known]: [Finding[], Finding[]] = [[], []];
    for (const finding of spec.findings) {
      const key = keyOf(identify(finding));
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      (count > 0 ? known : findings).push(finding);
    }
    return { ...spec, findings, known };
  });
}

/** How many accepted findings of these rules are not in these specs any more; a survey's stay until they are taken out. */
export function countFixed(checked: readonly CheckedSpec[], baseline: Baseline, rules: ReadonlySet<string>): number {
  const files = new Set(checked.map(({ file }) => file));
  const accepted = baseline
    .filter(({ file, rule }) => files.has(file) && rules.has(rule) && rule !== survey.id)
    .reduce((sum, { count }) => sum + count, 0);
  const known = checked.flatMap((spec) => spec.known).filter(({ rule }) => rule !== survey.id);
  return accepted - known.length;
}

/** Accepts what was found in these specs. Of others, and of surveys, whose gaps an agent does not name twice, all stays. */
export async function writeBaseline(
  checked: readonly CheckedSpec[],
  given: string | undefined,
  cwd: string,
): Promise<{ readonly file: string; readonly count: number }> {
  const path = resolve(cwd, given ?? BASELINE_FILE);
  const files = new Set(checked.map(({ file }) => file));
  const earlier = entriesIn(await readFile(path, "utf8").catch(() => "")) ?? [];
  const kept = earlier.filter(({ file, rule }) => !files.has(file) || rule === survey.id);
  const byKey = new Map([...kept, ...checked.flatMap(entriesOf)].map((entry) => [keyOf(entry), entry]));
  const entries = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  await writeFile(path, `${JSON.stringify({ version: 2, findings: entries }, undefined, 2)}\n`);
  return { file: given ?? BASELINE_FILE, count: entries.reduce((sum, { count }) => sum + count, 0) };
}

function entriesOf(spec: CheckedSpec): BaselineEntry[] {
  const identify = identifier(spec);
  const counts = new Map<string, BaselineEntry>();
  for (const identity of spec.findings.map(identify)) {
    const key = keyOf(identity);
    counts.set(key, { ...identity, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
