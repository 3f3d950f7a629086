import * as z from "zod";
import { changeSchema } from "./change.ts";
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

/** What the session keeps of a validated document: enough to decide with, and line references for the words. */

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
  /** The words of the spec that settle it already, where it says that no change is needed. */
  noChange: optional(text),
  /** Gaps whose proposals stood in the text that it refers to (SPEC 4.2, overlap). */
  after: gapIds,
});

const newGap = z.object({
  id: gapId,
  label: optional(text),
  title: text,
  text,
  severity,
  /** The gap under work, the place in the working spec, and why the spec cannot be built without it (SPEC 3.5a). */
  parent: optional(gapId),
  place: optional(text),
  why: optional(text),
  dependsOn: gapIds,
  /** Of a Reviewer that is the checks (SPEC 16.4). */
  finding: optional(gapFinding),
  line: number,
});

/** `OUT_OF_SCOPE: GAP-… reason` (SPEC 3.5a). */
const outOfScope = z.object({ gap: gapId, reason: text });

const response = z.object({
  issue: issueId,
  line: number,
  endLine: number,
  /** The answer's own words, bounded. */
  text,
  /** Numbers of the changes that it names; of its own document. */
  changedIn: z.array(number),
  /** The words of the spec that say it already, where it names those instead. */
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
  /** Resolutions of gaps that were not assigned (SPEC 4.2). */
  setAside: gapIds,
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
  /** Severities that the Reviewer gives to gaps that exist (SPEC 3.4). */
  severities: z.array(z.object({ gap: gapId, severity })),
  outOfScope: z.array(outOfScope),
  verdicts: z.array(z.object({ gap: gapId, value: verdict })),
  noIssuesFound: flag,
  /** The NO_ISSUES_FOUND statements in the Reviewer's words: nothing checks what they say, so the User reads them. */
  examined: optional(texts),
});

export const digestSchema = z.discriminatedUnion("role", [engineerDigest, reviewerDigest]);

export interface ProposalDigest extends Shape<typeof proposal> {}
export interface NewGapDigest extends Shape<typeof newGap> {}
export interface OutOfScopeDigest extends Shape<typeof outOfScope> {}
export interface ResponseDigest extends Shape<typeof response> {}
export interface DisagreementDigest extends Shape<typeof disagreement> {}
export interface BlockedDigest extends Shape<typeof blockedDigest> {}
export interface EngineerDigest extends Shape<typeof engineerDigest> {}
export interface IssueDigest extends Shape<typeof raisedIssue> {}
export interface RecheckDigest extends Shape<typeof recheck> {}
export interface ReviewerDigest extends Shape<typeof reviewerDigest> {}
export type Digest = EngineerDigest | ReviewerDigest;
