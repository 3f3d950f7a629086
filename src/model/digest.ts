import * as z from "zod";
import { changeSchema, choicesMade } from "./change.ts";
import { choices, gapFinding } from "./gap.ts";
import { raisedIssue } from "./issue.ts";
import {
  confidence,
  flag,
  gapId,
  gapIds,
  issueId,
  number,
  optional,
  type Shape,
  severity,
  text,
  texts,
} from "./shapes.ts";

/** What a session keeps of a valid document: the facts for decisions, and line references for the words. */

const proposal = z.object({
  gap: gapId,
  title: text,
  line: number,
  endLine: number,
  confidence: optional(confidence),
  /** What it decides: the first sentence of Proposed Solution. */
  solution: optional(text),
  chars: number,
  examples: number,
  sections: z.array(z.enum(["solution", "changes", "examples", "trade-offs", "new-gaps"])),
  claimsResolved: flag,
  /** Exact edits of the text that the Engineer was shown. */
  changes: z.array(changeSchema),
  decided: choicesMade,
  /** For `No change needed`: the words of the spec that already settle it. */
  noChange: optional(text),
  /** Gaps whose proposals were already in the text that it refers to (SPEC 4.2, overlap). */
  after: gapIds,
});

const newGap = z.object({
  id: gapId,
  label: optional(text),
  title: text,
  text,
  severity,
  /** The gap that was worked on, the place in the working spec, and why it cannot be built without it (SPEC 3.5a). */
  parent: optional(gapId),
  place: optional(text),
  why: optional(text),
  dependsOn: gapIds,
  /** From a Reviewer that runs the checks (SPEC 16.4). */
  finding: optional(gapFinding),
  line: number,
});

/** `OUT_OF_SCOPE: GAP-… reason` (SPEC 3.5a). */
const outOfScope = z.object({ gap: gapId, reason: text });

/** `DUPLICATE: GAP-… of GAP-…` (SPEC 3.3). */
const duplicate = z.object({ gap: gapId, of: gapId });

const response = z.object({
  issue: issueId,
  line: number,
  endLine: number,
  /** The answer as written, cut to a limit. */
  text,
  /** The changes that it names, by their number in the same document. */
  changedIn: z.array(number),
  /** The words of the spec that already say it, if it quotes them instead of changes. */
  alreadyIn: optional(text),
});

const disagreement = z.object({
  issue: issueId,
  concern: text,
  position: text,
  rationale: text,
  alternative: optional(text),
  request: optional(text),
  line: number,
  endLine: number,
});

export const blockedDigest = z.object({
  kind: z.enum(["BLOCKED_NEEDS_INPUT", "UNCERTAINTY"]),
  gap: gapId,
  reason: text,
  choices: optional(choices),
});

export const engineerDigest = z.object({
  role: z.literal("engineer"),
  proposals: z.array(proposal),
  newGaps: z.array(newGap),
  responses: z.array(response),
  disagreements: z.array(disagreement),
  blocked: z.array(blockedDigest),
  outOfScope: z.array(outOfScope),
});

const recheck = z.object({
  issue: issueId,
  status: z.enum(["RESOLVED", "PARTLY", "NOT_FIXED", "WITHDRAWN"]),
  why: text,
  line: number,
});

const verdict = z.enum(["APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION"]);

export const reviewerDigest = z.object({
  role: z.literal("reviewer"),
  reviewed: gapIds,
  issues: z.array(raisedIssue),
  rechecks: z.array(recheck),
  newGaps: z.array(newGap),
  /** Severities that the Reviewer gives to existing gaps (SPEC 3.4). */
  severities: z.array(z.object({ gap: gapId, severity })),
  outOfScope: z.array(outOfScope),
  duplicates: optional(z.array(duplicate)),
  verdicts: z.array(z.object({ gap: gapId, value: verdict })),
  noIssuesFound: flag,
  /** The NO_ISSUES_FOUND statements as written: nothing verifies them, so the User reads them. */
  examined: optional(texts),
  /** What the review begins with: it may say what no issue says, so the User reads it. */
  preamble: optional(text),
});

export const digestSchema = z.discriminatedUnion("role", [engineerDigest, reviewerDigest]);

export interface ProposalDigest extends Shape<typeof proposal> {}
export interface NewGapDigest extends Shape<typeof newGap> {}
export interface OutOfScopeDigest extends Shape<typeof outOfScope> {}
export interface DuplicateDigest extends Shape<typeof duplicate> {}
export interface ResponseDigest extends Shape<typeof response> {}
export interface DisagreementDigest extends Shape<typeof disagreement> {}
export interface BlockedDigest extends Shape<typeof blockedDigest> {}
export interface EngineerDigest extends Shape<typeof engineerDigest> {}
export interface IssueDigest extends Shape<typeof raisedIssue> {}
export interface RecheckDigest extends Shape<typeof recheck> {}
export interface ReviewerDigest extends Shape<typeof reviewerDigest> {}
export type Digest = EngineerDigest | ReviewerDigest;
