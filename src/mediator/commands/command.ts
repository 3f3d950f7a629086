import type { SpecPlace } from "../../model/change.ts";
import type { RollbackMode } from "../../model/config.ts";
import type { FlagAction } from "../../model/disagreement.ts";
import type { DecisionId, GapId, IssueId } from "../../model/ids.ts";
import type { Answer } from "../../model/question.ts";
import type { RollbackRetry } from "../../model/rollback.ts";
import type { Severity } from "../../model/severity.ts";

/** What a person may do to a session at any time, from any front end. */
export type Command =
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "pause"; readonly reason: string }
  | { readonly type: "resume" }
  | { readonly type: "finish" }
  | {
      readonly type: "gap-add";
      readonly title: string;
      readonly text: string;
      readonly severity: Severity;
      readonly category: string;
      readonly dependsOn: readonly GapId[];
      /** The words of the working spec that it is about. */
      readonly at?: SpecPlace;
    }
  /** `gaps`: ids, ranges of ids and severities, as `model/gap-selection.ts` reads them. */
  | {
      readonly type: "gap-defer" | "gap-unblock" | "gap-reopen" | "gap-wont-fix";
      readonly gaps: string;
      readonly reason: string;
    }
  /** A deferred or parked gap is worked on again. */
  | { readonly type: "gap-take"; readonly gaps: string }
  | { readonly type: "gap-park"; readonly gaps: string; readonly reason?: string }
  | { readonly type: "gap-severity"; readonly gaps: string; readonly severity: Severity; readonly reason: string }
  | { readonly type: "gap-duplicate"; readonly gaps: string; readonly of: GapId; readonly reason?: string }
  | {
      readonly type: "gap-split";
      readonly gap: GapId;
      readonly reason: string;
      readonly parts: readonly { readonly title: string; readonly text: string }[];
    }
  | {
      readonly type: "rollback";
      readonly rounds: number;
      readonly reason: string;
      /** Absent: the person is asked, or the mode decides (SPEC 13.5). */
      readonly retry?: RollbackRetry;
    }
  | { readonly type: "rollback-cancel" }
  /** An archived decision holds again, in its own words or others (SPEC 13.3). */
  | {
      readonly type: "decision-reapply";
      readonly decision: DecisionId;
      readonly text?: string;
      readonly rationale?: string;
    }
  | { readonly type: "archive-keep"; readonly path: string }
  | { readonly type: "rollback-mode"; readonly mode: RollbackMode }
  | { readonly type: "choose-gaps"; readonly gaps: readonly GapId[] }
  | { readonly type: "context"; readonly gaps: readonly GapId[]; readonly text: string }
  /** On the gap that wrote the words. */
  | { readonly type: "issue-add"; readonly text: string; readonly severity: Severity; readonly at: SpecPlace }
  | { readonly type: "issue-severity"; readonly issue: IssueId; readonly severity: Severity; readonly reason: string }
  | { readonly type: "issue-waive"; readonly issue: IssueId; readonly reason: string }
  | { readonly type: "issue-reopen"; readonly issue: IssueId; readonly reason: string }
  /** Acts on a flag that a summary lists, named by its own id or by its issue (SPEC 9). */
  | {
      readonly type: "flag-settle";
      readonly flag: string;
      readonly action: FlagAction;
      /** The reason of a waiver, the words of an explanation. */
      readonly text?: string;
    }
  /** Acts on a note that a summary lists (SPEC 4.6). */
  | {
      readonly type: "note-settle";
      readonly note: string;
      readonly action: FlagAction | "severity" | "reopen";
      readonly severity?: Severity;
      readonly text?: string;
    };
