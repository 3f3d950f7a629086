import type { Change, ChangeBatch, Spec } from "../../model/change.ts";
import { splitLines } from "../../model/split-lines.ts";
import { formLines } from "./apply-changes.ts";
import { viewOf } from "./file-view.ts";
import { trimBlankLines } from "./find-quote.ts";
import { addsLines } from "./hunk.ts";
import { type ReplayStep, replaySteps } from "./replay.ts";

/** The laws that a finished spec breaks, as messages (SPEC 12, laws). A spec that breaks any is not written. */
export function checkLaws(source: Spec, batches: readonly ChangeBatch[], result: Spec): string[] {
  const steps = replaySteps(source, batches);
  return [
    ...checkReplay(source, steps, result),
    ...checkSource(source, steps, result),
    ...checkForm(source, batches, result),
    ...checkChanges(batches, steps, result),
  ];
}

/** The result is the replay, byte for byte. */
function checkReplay(source: Spec, steps: readonly ReplayStep[], result: Spec): string[] {
  const failed = steps.flatMap((step) => step.failed.flatMap(({ problems }) => problems));
  const expected = steps.at(-1)?.after ?? source;
  const paths = new Set([...expected, ...result].map(({ path }) => path));
  const different = [...paths].filter((path) => textIn(expected, path) !== textIn(result, path));
  return [
    ...failed.map(({ message }) => message),
    ...different.map((path) => {
      const line = firstDifference(textIn(expected, path) ?? "", textIn(result, path) ?? "");
      return atLine(path, line, "the result is not the source with the accepted changes");
    }),
  ];
}

function textIn(spec: Spec, path: string): string | undefined {
  return spec.find((file) => file.path === path)?.text;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return splitLines(b.slice(0, at)).length;
}

/** Every line of the source is in the result, or a change names it; counts lines, independently of the replay. */
function checkSource(source: Spec, steps: readonly ReplayStep[], result: Spec): string[] {
  return source.flatMap((file) => {
    const left = new Map<string, number>();
    const count = (line: string, by: number) => left.set(line, (left.get(line) ?? 0) + by).get(line) ?? 0;
    const written = viewOf({ path: "", text: textIn(result, file.path) ?? "" }).lineTexts;
    for (const line of [...written, ...steps.flatMap((step) => namedLines(step, file.path))]) count(line.trim(), 1);
    return viewOf(file).lineTexts.flatMap((text, index) => {
      const line = text.trim();
      if (count(line, -1) >= 0 || line === "") return [];
      const message = `a line of the source is not in the result, and no change names it: ${line.slice(0, 160)}`;
      return [atLine(file.path, index + 1, message)];
    });
  });
}

/** The lines of one file, or of all, whose words a step removes or changes; adding lines after a line names none. */
function namedLines({ before, hunks }: ReplayStep, path?: string): string[] {
  return hunks.flatMap((hunk) => {
    const file = before.find((candidate) => candidate.path === hunk.file);
    if (file === undefined || addsLines(hunk) || (path ?? file.path) !== file.path) return [];
    const { from, to } = viewOf(file).linesAt(hunk);
    return viewOf(file).lineTexts.slice(from, to);
  });
}

/** No syntax of the agents' form is in the result, except what the source had or the User wrote. */
function checkForm(source: Spec, batches: readonly ChangeBatch[], result: Spec): string[] {
  const byUser = batches.flatMap(({ sets }) => sets.filter(({ gap }) => gap === undefined));
  const text = byUser.flatMap(({ changes }) => changes.map((change) => change.new)).join("\n");
  return result.flatMap((file) => {
    const leaked = new Set(formLines([...source, { path: "", text }], file.text));
    return viewOf(file).lineTexts.flatMap((line, index) => {
      const message = `a line of the form: ${line.trim().slice(0, 160)}`;
      return leaked.has(line) ? [atLine(file.path, index + 1, message)] : [];
    });
  });
}

/** Every line that a change added is in the result, or a later change names it. */
function checkChanges(batches: readonly ChangeBatch[], steps: readonly ReplayStep[], result: Spec): string[] {
  const text = result.map((file) => viewOf(file).folded.text).join("\n");
  const named = steps.map((step) => namedLines(step).join("\n"));
  return batches.flatMap(({ round, sets }, index) => {
    const later = named.slice(index + 1).join("\n");
    const failed = new Set(steps[index]?.failed.map(({ set }) => set));
    return sets.flatMap(({ gap = "the User", changes }, set) =>
      (failed.has(set) ? [] : changes).flatMap((change) => {
        const lost = linesAdded(change).find((line) => !text.includes(line) && !later.includes(line));
        if (lost === undefined) return [];
        const which = `change ${change.number} of ${gap} in round ${round}`;
        return [`${which} is not in the result: ${lost.slice(0, 160)}`];
      }),
    );
  });
}

function linesAdded(change: Change): string[] {
  const lines = change.kind === "remove" ? [] : trimBlankLines(change.new).split("\n");
  return lines.map((line) => line.trim());
}

function atLine(file: string, line: number, message: string): string {
  return `${file}, line ${line}: ${message}`;
}
