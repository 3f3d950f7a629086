import type { ChangeBatch, Spec } from "../../model/change.ts";
import type { BatchHunk } from "./apply-batch.ts";
import { linesOf } from "./diff-hunks.ts";
import { viewOf } from "./file-view.ts";
import { trimBlankLines } from "./find-quote.ts";
import { formLines } from "./form-syntax.ts";
import { type ReplayStep, replaySteps } from "./replay.ts";

/** What must not happen to a spec (SPEC 12, laws): nothing is written over where it would. */
export interface LawViolation {
  readonly law: "source-line" | "replay" | "form" | "change";
  readonly file: string;
  /** 1-based, in the source for `source-line`, else in the result; 0 where no line can be named. */
  readonly line: number;
  readonly message: string;
}

/** Checks a result before it is written. */
export function checkLaws(source: Spec, batches: readonly ChangeBatch[], result: Spec): readonly LawViolation[] {
  const steps = replaySteps(source, batches);
  return [
    ...checkReplay(source, steps, result),
    ...checkSource(source, steps, result),
    ...checkForm(source, batches, result),
    ...checkChanges(batches, steps, result),
  ];
}

/** The result is the replay, byte for byte. */
function checkReplay(source: Spec, steps: readonly ReplayStep[], result: Spec): LawViolation[] {
  const failed = steps.flatMap((step) => step.failed);
  const problems = failed.flatMap(({ problems }) => problems.map(({ message }) => violation("change", "", 0, message)));
  const expected = steps.at(-1)?.after ?? source;
  const paths = new Set([...expected, ...result].map(({ path }) => path));
  const different = [...paths].flatMap((path) => {
    const [wanted, written] = [textIn(expected, path), textIn(result, path)];
    if (wanted === written) return [];
    const line = firstDifference(wanted ?? "", written ?? "");
    return [
      violation("replay", path, line, `${path}, line ${line}: the result is not the source with the accepted changes`),
    ];
  });
  return [...problems, ...different];
}

function textIn(spec: Spec, path: string): string | undefined {
  return spec.find((file) => file.path === path)?.text;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return b.slice(0, at).split(/\r\n|\n|\r/).length;
}

/** Every line of the source is in the result, or an accepted change names it. Told by counting, apart from the replay. */
function checkSource(source: Spec, steps: readonly ReplayStep[], result: Spec): LawViolation[] {
  return source.flatMap((file) => {
    const left = counted([textIn(result, file.path) ?? ""].flatMap((text) => linesOf(viewOf({ path: "", text }))));
    for (const step of steps) {
      for (const hunk of step.hunks) if (hunk.file === file.path) count(left, namedLines(step.before, hunk));
    }
    return linesOf(viewOf(file)).flatMap((line, index) => {
      const key = line.trim();
      const many = left.get(key) ?? 0;
      left.set(key, many - 1);
      if (key === "" || many > 0) return [];
      const message = `${file.path}, line ${index + 1}: a line of the source is not in the result, and no change names it: ${key.slice(0, 160)}`;
      return [violation("source-line", file.path, index + 1, message)];
    });
  });
}

function counted(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  count(counts, lines);
  return counts;
}

function count(counts: Map<string, number>, lines: readonly string[]): void {
  for (const line of lines) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
}

/** The lines whose words a hunk takes away or changes; new lines behind a line do not. */
function namedLines(before: Spec, hunk: BatchHunk): string[] {
  const file = before.find(({ path }) => path === hunk.file);
  if (file === undefined) return [];
  const view = viewOf(file);
  const first = view.lineAt(hunk.start);
  if (hunk.start === hunk.end && /^[\r\n]/.test(hunk.text)) return [];
  return linesOf(view).slice(first, view.lineAt(Math.max(hunk.start, hunk.end - 1)) + 1);
}

/** Nothing of the form leaks. What the User wrote by hand is theirs. */
function checkForm(source: Spec, batches: readonly ChangeBatch[], result: Spec): LawViolation[] {
  const own = batches.flatMap(({ sets }) =>
    sets.filter(({ gap }) => gap === undefined).flatMap(({ changes }) => changes),
  );
  const allowed = [...source, { path: "", text: own.map((change) => change.new).join("\n") }];
  return result.flatMap((file) => {
    const leaked = new Set(formLines(allowed, file.text));
    if (leaked.size === 0) return [];
    return linesOf(viewOf(file)).flatMap((line, index) =>
      leaked.has(line)
        ? [
            violation(
              "form",
              file.path,
              index + 1,
              `${file.path}, line ${index + 1}: a line of the form: ${line.trim().slice(0, 160)}`,
            ),
          ]
        : [],
    );
  });
}

/** Every accepted change is in the result, or a later one names its words. */
function checkChanges(batches: readonly ChangeBatch[], steps: readonly ReplayStep[], result: Spec): LawViolation[] {
  const text = result.map((file) => viewOf(file).folded.text).join("\n");
  const named = steps.map((step) => step.hunks.flatMap((hunk) => namedLines(step.before, hunk)).join("\n"));
  return batches.flatMap(({ round, sets }, index) => {
    const later = named.slice(index + 1).join("\n");
    const failed = new Set(steps[index]?.failed.map(({ set }) => set));
    return sets.flatMap(({ gap, changes }, set) =>
      failed.has(set)
        ? []
        : changes.flatMap((change) => {
            const lost = trimBlankLines(change.new)
              .split("\n")
              .map((line) => line.trim())
              .find((line) => !text.includes(line) && !later.includes(line));
            if (lost === undefined || change.kind === "remove") return [];
            const who = gap ?? "the User";
            return [
              violation(
                "change",
                "",
                0,
                `change ${change.number} of ${who} in round ${round} is not in the result: ${lost.slice(0, 160)}`,
              ),
            ];
          }),
    );
  });
}

function violation(law: LawViolation["law"], file: string, line: number, message: string): LawViolation {
  return { law, file, line, message };
}
