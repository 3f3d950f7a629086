import { occursIn } from "../../documents/changes/occurs.ts";
import type { ReadIssue } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";

/** On passages that an earlier review saw unchanged: every quoted passage stood so then (SPEC 3.6). */
export function isLate({ quotations }: Pick<ReadIssue, "quotations">, before: Spec | undefined, spec: Spec): boolean {
  if (quotations.length === 0) return false;
  const seen = before ?? spec;
  return quotations.every((quotation) => occursIn(seen, quotation));
}
