import { countIn, foldedWords, occursIn } from "../../documents/changes/occurs.ts";
import type { Change, Spec } from "../../model/change.ts";

/** What became of words that an issue quotes, from the last version of a gap to this one (SPEC 9). */
export interface PassageFact {
  readonly was: string;
  readonly changed: boolean;
  /** What stands there now; empty where it was taken out. Absent where nothing changed. */
  readonly is?: string;
  /** The text that this version leads to does not have them: since this version, or that of an earlier one neither. */
  readonly gone?: "now" | "before";
}

/** The last version of a document and this one: their changes, and the texts that they lead to. */
export interface Versions {
  readonly changes: readonly Change[];
  readonly lastChanges: readonly Change[];
  readonly texts: { readonly last: Spec; readonly now: Spec };
}

/** Looked up in the texts: what stands there less often than before was changed. */
export function passageFacts(quotations: readonly string[], versions: Versions): PassageFact[] {
  const { last, now } = versions.texts;
  return quotations
    .filter((quotation) => fold(quotation) !== "")
    .map((was): PassageFact => {
      const stands = occursLoosely(now, was);
      const changed = countIn(last, was) > countIn(now, was) || (!stands && occursLoosely(last, was));
      if (changed) return { was, changed, is: replacement(was, versions), ...(stands ? {} : { gone: "now" }) };
      return { was, changed, ...(stands ? {} : { gone: "before" }) };
    });
}

/** Whatever the case, the marks at its ends, or an ellipsis. */
function occursLoosely(spec: Spec, was: string): boolean {
  const words = fold(was);
  return occursIn(spec, was) || spec.some(({ text }) => fold(text).includes(words));
}

/** By the change that replaces the words, or that is made instead of the one which brought them. */
function replacement(was: string, { changes, lastChanges }: Versions): string {
  const brought = lastChanges.find((change) => shareWords(change.new, was));
  const instead = changes.find(({ old }) => old !== "" && (shareWords(old, was) || old === brought?.old));
  return instead?.new ?? "";
}

function shareWords(a: string, b: string): boolean {
  const [left, right] = [fold(a), fold(b)];
  return left !== "" && (left.includes(right) || right.includes(left));
}

const PUNCTUATION = " .,;:[]()";

/** Words as they are compared: case, white space, markup and quotation marks do not count, nor punctuation at their ends. */
export function fold(text: string): string {
  const words = foldedWords(text).toLowerCase().replaceAll(/["'#]/g, "");
  // By hand: an expression for the end of a text is quadratic on a long run of dots.
  let [from, to] = [0, words.length];
  while (from < to && PUNCTUATION.includes(words.charAt(from))) from += 1;
  while (to > from && PUNCTUATION.includes(words.charAt(to - 1))) to -= 1;
  return words.slice(from, to);
}

/** Whether two changes do the same: their numbers and places are no part of that (SPEC 9, H4). */
export function sameChange(a: Change, b: Change): boolean {
  const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
  // What was quoted is kept by an addition.
  const outcome = ({ kind, old, new: text }: Change) => onOneLine(kind === "add-after" ? `${old}\n${text}` : text);
  return onOneLine(a.old) === onOneLine(b.old) && outcome(a) === outcome(b);
}
