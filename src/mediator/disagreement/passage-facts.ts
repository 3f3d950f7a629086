import { countIn, foldedWords, occursIn } from "../../documents/changes/occurs.ts";
import type { Change, Spec } from "../../model/change.ts";

/** What became of words that an issue quotes, from the last version of a gap to this one (SPEC 9). */
export interface PassageFact {
  readonly was: string;
  readonly changed: boolean;
  /** The words in their place now; empty where it was taken out. Absent where nothing changed. */
  readonly is?: string;
  /** The text that this version leads to does not have them: since this version, or that of an earlier one neither. */
  readonly gone?: "now" | "before";
}

export interface Versions {
  readonly changes: readonly Change[];
  readonly lastChanges: readonly Change[];
  readonly texts: { readonly last: Spec; readonly now: Spec };
}

/** Looked up in the texts: words that occur less often than before were changed. */
export function passageFacts(quotations: readonly string[], versions: Versions): PassageFact[] {
  const { last, now } = versions.texts;
  return quotations
    .filter((quotation) => foldedWords(quotation) !== "")
    .map((was): PassageFact => {
      const stands = occursIn(now, was) || countIn(now, was) > 0;
      const changed = countIn(last, was) > countIn(now, was) || (!stands && occursIn(last, was));
      if (changed) return { was, changed, is: replacement(was, versions), ...(stands ? {} : { gone: "now" }) };
      return { was, changed, ...(stands ? {} : { gone: "before" }) };
    });
}

/** By the change that replaces the words, or that is made instead of the one which brought them. */
function replacement(was: string, { changes, lastChanges }: Versions): string {
  const brought = lastChanges.find((change) => shareWords(change.new, was));
  const instead = changes.find(({ old }) => old !== "" && (shareWords(old, was) || old === brought?.old));
  return instead?.new ?? "";
}

function shareWords(a: string, b: string): boolean {
  const [left, right] = [foldedWords(a).toLowerCase(), foldedWords(b).toLowerCase()];
  return left !== "" && (left.includes(right) || right.includes(left));
}

/** Whether two changes do the same: their numbers are no part of that, nor their places where words are quoted (SPEC 9, H4). */
export function sameChange(a: Change, b: Change): boolean {
  const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
  // What was quoted is kept by an addition.
  const outcome = ({ kind, old, new: text }: Change) => onOneLine(kind === "add-after" ? `${old}\n${text}` : text);
  return onOneLine(a.old) === onOneLine(b.old) && outcome(a) === outcome(b);
}
