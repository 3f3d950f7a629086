import { countIn, foldedAround, foldedWords, occursIn } from "../../documents/changes/occurs.ts";
import type { Change, Spec } from "../../model/change.ts";

/** What became of words that an issue quotes, from the last version of a gap to this one (SPEC 9). */
export interface PassageFact {
  readonly was: string;
  readonly changed: boolean;
  /** The words that replaced them; empty if they were removed, absent if nothing changed. */
  readonly is?: string;
  /** The words are no longer in the spec: since this version, or already since an earlier one. */
  readonly gone?: "now" | "before";
  /** The words stand, but not all that stood beside them: in their lines, or the line before or after. */
  readonly beside?: true;
}

export interface Versions {
  readonly changes: readonly Change[];
  readonly lastChanges: readonly Change[];
  readonly texts: { readonly last: Spec; readonly now: Spec };
}

/** The words went with a change that is not restated, so that an answer has no change to name (SPEC 9). */
export function isTakenBack({ gone, is }: PassageFact): boolean {
  return gone === "now" && is === "";
}

/** Words that occur less often than in the last version were changed. */
export function passageFacts(quotations: readonly string[], versions: Versions): PassageFact[] {
  const { last, now } = versions.texts;
  return quotations
    .filter((quotation) => foldedWords(quotation) !== "")
    .map((was): PassageFact => {
      // A quotation with an ellipsis or marks around it is found only as a whole, one in another case only by counting.
      const stands = occursIn(now, was) || countIn(now, was) > 0;
      const changed = countIn(last, was) > countIn(now, was) || (!stands && occursIn(last, was));
      if (changed) return { was, changed, is: replacement(was, versions), ...(stands ? {} : { gone: "now" }) };
      if (!stands) return { was, changed, gone: "before" };
      return { was, changed, ...(foldedAround(now, was) === foldedAround(last, was) ? {} : { beside: true }) };
    });
}

/** The new words of the change that replaces the quoted ones, or that replaces the change which brought them. */
function replacement(was: string, { changes, lastChanges }: Versions): string {
  const brought = lastChanges.find((change) => shareWords(change.new, was));
  const instead = changes.find(({ old }) => old !== "" && (shareWords(old, was) || old === brought?.old));
  return instead?.new ?? "";
}

/** Whether one of two passages contains the other, whatever their markup and case. */
export function shareWords(a: string, b: string): boolean {
  const [left, right] = [foldedWords(a).toLowerCase(), foldedWords(b).toLowerCase()];
  return left !== "" && right !== "" && (left.includes(right) || right.includes(left));
}
