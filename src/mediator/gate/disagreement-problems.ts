import type { EngineerDocument, ReadDisagreement } from "../../documents/values.ts";
import type { FailureType } from "../../model/gate-result.ts";
import type { IssueId } from "../../model/ids.ts";
import type { GateContext, KnownIssue } from "./gate-context.ts";
import { at, list } from "./say.ts";
import type { Failure } from "./structure.ts";

type DisagreeFailure = Extract<FailureType, "INVALID_DISAGREE_REF" | "MALFORMED_DISAGREE" | "RE_ARGUED_CONFLICT">;

/** What is wrong with one DISAGREE block, worst first (SPEC 5, 8, 10.5). */
export interface DisagreementProblem {
  readonly type: DisagreeFailure;
  readonly message: string;
  readonly issue: string;
}

/** The ledger's issue that an answer names. */
export function issueMeant({ issue }: { readonly issue: IssueId }, context: GateContext): KnownIssue | undefined {
  for (const known of context.issues ?? []) if (known.id === issue) return known;
  return undefined;
}

export function disagreementProblems(block: ReadDisagreement, context: GateContext): DisagreementProblem[] {
  const { issue } = block;
  const problem = (type: DisagreeFailure, message: string): DisagreementProblem => ({ type, message, issue });
  const problems: DisagreementProblem[] = [];

  if (context.issues !== undefined && issueMeant(block, context) === undefined) {
    problems.push(problem("INVALID_DISAGREE_REF", `${at(issue, block.line)} is not an issue of this session`));
  }
  const missing = missingParts(block);
  if (missing.length > 0) {
    problems.push(problem("MALFORMED_DISAGREE", `${at(issue, block.line)} lacks ${missing.join(" and ")}`));
  }
  const decided = context.decided?.find((conflict) => conflict.issue === issue);
  if (decided !== undefined) {
    problems.push(problem("RE_ARGUED_CONFLICT", `${at(issue, block.line)} was settled by ${decided.decision}`));
  }
  return problems;
}

function missingParts(block: ReadDisagreement): string[] {
  const missing: string[] = [];
  if (isBlank(block.concern)) missing.push("`**Reviewer Concern:**` with a quote of the issue");
  if (isBlank(block.rationale)) missing.push("`**Rationale:**`");
  return missing;
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

const WHAT_TO_DO: Readonly<Record<DisagreeFailure, (context: GateContext) => string>> = {
  INVALID_DISAGREE_REF: (context) => `Disagree only with an issue that was raised, by its id: ${knownIssues(context)}.`,
  MALFORMED_DISAGREE: () =>
    "Quote the issue's own words under `**Reviewer Concern:**` and give the reason under `**Rationale:**`.",
  RE_ARGUED_CONFLICT: () => "What the person decided stands: carry it out. A new problem becomes a new gap.",
};

/** Tier 2: the DISAGREE blocks, one kind of failure after the other (SPEC 5). */
export function disagreementFailure(document: EngineerDocument, context: GateContext): Failure | undefined {
  const problems = document.disagreements.flatMap((block) => disagreementProblems(block, context));
  for (const type of ["INVALID_DISAGREE_REF", "MALFORMED_DISAGREE", "RE_ARGUED_CONFLICT"] as const) {
    const found = problems.filter((problem) => problem.type === type);
    if (found.length === 0) continue;
    const what = list(found.map((problem) => problem.message));
    return {
      type,
      message: `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${WHAT_TO_DO[type](context)}`,
      offending: [...new Set(found.map((problem) => problem.issue))],
    };
  }
  return undefined;
}

function knownIssues(context: GateContext): string {
  const ids = Array.from(context.issues ?? [], (issue) => issue.id);
  return ids.length > 0 ? list(ids) : "`## DISAGREE: ISSUE-R…`";
}
