import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Finding } from "../../checks/finding.ts";
import { survey } from "../../checks/registry.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { CheckedSpec } from "./check-input.ts";

/** Where the baseline stands unless `--baseline` names another file. */
export const BASELINE_FILE = "whetstone-baseline.json";

/** What was found once and is accepted. It names no lines: they move. */
interface BaselineEntry {
  readonly file: string;
  readonly rule: string;
  readonly subject: string;
  /** How often. */
  readonly count: number;
}

export type Baseline = ReadonlyMap<string, number>;

/** The accepted findings; `undefined` where there is no such file and nobody named it. */
export async function readBaseline(given: string | undefined, cwd: string): Promise<Baseline | undefined> {
  const path = resolve(cwd, given ?? BASELINE_FILE);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined && given === undefined) return undefined;
  const entries = entriesIn(text ?? "");
  if (entries === undefined) {
    throw new UsageError(text === undefined ? "there is no such baseline file" : "this is not a baseline file", {
      target: given ?? BASELINE_FILE,
      fix: `Write one: whetstone check SPEC... --update-baseline${given === undefined ? "" : ` --baseline ${given}`}`,
    });
  }
  return new Map(entries.map((entry) => [keyOf(entry.file, entry), entry.count]));
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
  const { file, rule, subject, count } = (value ?? {}) as Record<string, unknown>;
  return [file, rule, subject].every((word) => typeof word === "string") && typeof count === "number";
}

function keyOf(file: string, { rule, subject }: Pick<Finding, "rule" | "subject">): string {
  return JSON.stringify([file, rule, subject]);
}

/** What was accepted of a spec's surveys: titles of gaps. */
export function acceptedSurvey(baseline: Baseline | undefined, file: string): string[] {
  const keys = [...(baseline?.keys() ?? [])].map((key) => JSON.parse(key) as [string, string, string]);
  return keys.flatMap(([of, rule, subject]) => (of === file && rule === survey.id ? [subject] : []));
}

/** Each finding that the baseline has is known, as often as it has it. */
export function againstBaseline(checked: readonly CheckedSpec[], baseline: Baseline | undefined): CheckedSpec[] {
  const left = new Map(baseline ?? []);
  return checked.map((spec) => {
    const [findings, known]: [Finding[], Finding[]] = [[], []];
    for (const finding of spec.findings) {
      const key = keyOf(spec.file, finding);
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      (count > 0 ? known : findings).push(finding);
    }
    return { ...spec, findings, known };
  });
}

/**
 * Accepts everything that was found in these specs; what the file says of others stays, and so does what it says of
 * surveys: a gap that the agent was told of is not found again, and is still there.
 */
export async function writeBaseline(
  checked: readonly CheckedSpec[],
  given: string | undefined,
  cwd: string,
): Promise<string> {
  const path = resolve(cwd, given ?? BASELINE_FILE);
  const files = new Set(checked.map(({ file }) => file));
  const earlier = entriesIn(await readFile(path, "utf8").catch(() => "")) ?? [];
  const kept = earlier.filter(({ file, rule }) => !files.has(file) || rule === survey.id);
  const byKey = new Map([...kept, ...checked.flatMap(entriesOf)].map((entry) => [keyOf(entry.file, entry), entry]));
  const entries = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  await writeFile(path, `${JSON.stringify({ version: 1, findings: entries }, undefined, 2)}\n`);
  return given ?? BASELINE_FILE;
}

function entriesOf({ file, findings }: CheckedSpec): BaselineEntry[] {
  const counts = new Map<string, BaselineEntry>();
  for (const { rule, subject } of findings) {
    const key = keyOf(file, { rule, subject });
    counts.set(key, { file, rule, subject, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
