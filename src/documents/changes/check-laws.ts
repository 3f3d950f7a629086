import type { ChangeBatch, Spec } from "../../model/change.ts";
import { splitLines } from "../../model/split-lines.ts";
import { formLines } from "./apply-changes.ts";
import { viewOf } from "./file-view.ts";
import { replaySteps } from "./replay.ts";

/** The laws that a finished spec breaks, as messages (SPEC 12, laws). A spec that breaks any is not written. */
export function checkLaws(source: Spec, batches: readonly ChangeBatch[], result: Spec): string[] {
  return [...checkReplay(source, batches, result), ...checkForm(source, batches, result)];
}

/** The result is the source with every accepted change, byte for byte: nothing else was touched, and none is lost. */
function checkReplay(source: Spec, batches: readonly ChangeBatch[], result: Spec): string[] {
  const steps = replaySteps(source, batches);
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

function atLine(file: string, line: number, message: string): string {
  return `${file}, line ${line}: ${message}`;
}
