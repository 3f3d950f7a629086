import type { Config } from "../../../model/config.ts";
import type { Flag } from "../../../model/disagreement.ts";
import type { IssueId } from "../../../model/ids.ts";
import type { Issue } from "../../../model/issue.ts";
import { sameConcern } from "./same-concern.ts";

/** What a round's flags ask for, from least to most (SPEC 9, thresholds). */
export type FlagAction =
  | "NONE"
  /** Listed in the summary. */
  | "SUMMARY"
  /** The person is warned. */
  | "WARN"
  /** The round cannot complete without the person. */
  | "BLOCK_ROUND";

/** The same concern, unanswered in so many rounds. */
export interface Pattern {
  readonly issue: IssueId;
  /** The issues that raise it, this one included. */
  readonly issues: readonly IssueId[];
  readonly rounds: readonly number[];
}

export interface FlagWeight {
  readonly action: FlagAction;
  readonly systematic: readonly Pattern[];
  /** Shown whatever the action: a deflection always is. */
  readonly shown: readonly string[];
}

type LedgerIssue = Pick<Issue, "id" | "gap" | "title" | "unansweredIn">;

/** Weighs the flags that a round raised, with the ledger for what recurs. */
export function weighFlags(
  flags: readonly Flag[],
  ledger: readonly LedgerIssue[],
  { high, critical, pattern }: Pick<Config["implicit"], "high" | "critical" | "pattern">,
): FlagWeight {
  return {
    action: actionFor(flags, high, critical),
    systematic: flags.flatMap((flag) => recurring(flag, ledger, pattern)),
    shown: flags.filter((flag) => flag.heuristics.includes("H5")).map((flag) => flag.id),
  };
}

function actionFor(flags: readonly Flag[], high: number, critical: number): FlagAction {
  const count = (severity: Flag["severity"]) => flags.filter((flag) => flag.severity === severity).length;
  if (count("CRITICAL") > critical) return "BLOCK_ROUND";
  if (count("CRITICAL") >= critical || count("HIGH") >= high) return "WARN";
  return flags.length > 0 ? "SUMMARY" : "NONE";
}

/** Models raise a dropped concern anew under another id: what counts is the concern. */
function recurring(flag: Flag, ledger: readonly LedgerIssue[], pattern: number): Pattern[] {
  const own = ledger.find((issue) => issue.id === flag.issue);
  if (!own) return [];
  const alike = ledger.filter(
    (issue) => issue === own || (issue.gap === own.gap && sameConcern(issue.title, own.title)),
  );
  const rounds = new Set([flag.round, ...alike.flatMap((issue) => issue.unansweredIn)]);
  if (rounds.size < pattern) return [];
  return [{ issue: flag.issue, issues: alike.map((issue) => issue.id), rounds: [...rounds].sort((a, b) => a - b) }];
}
