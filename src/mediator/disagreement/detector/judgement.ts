import type { FlagEvidence, Heuristic } from "../../../model/disagreement.ts";
import type { OpenIssue } from "./concern.ts";

/** What a document makes of an open issue (SPEC 9). */
export type IssueStatus =
  /** By id, or in substance. */
  | "ANSWERED"
  /** Named, and nothing said that meets it. */
  | "NON_RESPONSE"
  /** Neither named nor met. */
  | "IGNORED"
  /** Turned away without an alternative. */
  | "DEFLECTION"
  /** Rejected with reasons or an alternative: a conflict, not a problem of the document. */
  | "DISAGREED"
  /** No clock yet: the document is about another gap. */
  | "NOT_DUE";

export interface Judgement {
  readonly issue: OpenIssue;
  readonly status: IssueStatus;
  readonly confidence: "HIGH" | "MEDIUM";
  readonly heuristics: readonly Heuristic[];
  /** What was looked for, where, and what was found: in the order in which a person asks. */
  readonly evidence: readonly FlagEvidence[];
}

/** Whether a status is a problem of the document, which a flag records. */
export function isProblem(status: IssueStatus): status is "NON_RESPONSE" | "IGNORED" | "DEFLECTION" {
  return status === "NON_RESPONSE" || status === "IGNORED" || status === "DEFLECTION";
}
