import type { Change } from "../../model/change.ts";
import type { Issue } from "../../model/issue.ts";

/** What of an issue is judged by. */
export type JudgedIssue = Pick<Issue, "id" | "gap" | "quotations">;

/** A change that an answer names, as far as the document has it. */
export interface NamedChange {
  readonly number: number;
  readonly changes: readonly Change[];
  /** The last version of its gap has it already. */
  readonly isSame: boolean;
}
