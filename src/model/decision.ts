import type { Actor } from "./gap.ts";
import type { DecisionId, GapId, IssueId } from "./ids.ts";
import type { PassageAnswer } from "./passage-answer.ts";

/** What the person settled, in their words (SPEC 2, decisions.md; SPEC 10.5). */
export interface Decision {
  readonly id: DecisionId;
  readonly round: number;
  /** `explicit conflict`, `waiver`, `input`, `assumption`, `deferral`, `wont-fix`, `severity`, `split`, `divergence`, `acknowledgement` … */
  readonly type: string;
  readonly title: string;
  readonly gaps: readonly GapId[];
  readonly issues: readonly IssueId[];
  /** The option chosen, as shown; absent for free text. */
  readonly option?: string;
  /** What holds from now on. */
  readonly decision: string;
  /** What the person was asked, where they decided by answering. */
  readonly question?: string;
  /** Why, in their words. */
  readonly rationale?: string;
  /** What the Engineer must do with it. */
  readonly action?: string;
  /** What becomes of the gap. */
  readonly outcome?: string;
  readonly positions?: { readonly reviewer: string; readonly engineer: string };
  readonly constraints?: readonly string[];
  /** What the person did to passages of the spec, letter for letter (SPEC 16.4). */
  readonly passages?: readonly PassageAnswer[];
  readonly by: Actor;
  /** The policy that answered for the User, by name (SPEC 10.5). */
  readonly policy?: string;
  /** ISO 8601 UTC to the second. */
  readonly at: string;
  /** The archived decision that this one applies again (SPEC 13.3). */
  readonly origin?: DecisionId;
}
