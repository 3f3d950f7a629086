import * as z from "zod";
import { flag, gapId, gapIds, issueId, number, optional, type Shape, severity, text, texts, yes } from "./shapes.ts";

/** SPEC 3.6: issues are a ledger. */
export const issueState = z.enum([
  "OPEN",
  "ANSWERED",
  "VERIFIED",
  "NOT_FIXED",
  "DISPUTED",
  "WAIVED",
  "LOWERED",
  "WITHDRAWN",
]);

export const raisedIssue = z.object({
  id: issueId,
  label: optional(text),
  gap: gapId,
  title: text,
  /** The Reviewer's words, cut to a limit. */
  text,
  location: optional(text),
  impact: optional(text),
  suggestion: optional(text),
  /** The Reviewer's question to the User, who alone can decide it. */
  ask: optional(text),
  severity,
  quotations: texts,
  /** All quotations occur in the reviewed text (SPEC 3.6, grounded). */
  anchored: flag,
  /** It is about a passage that an earlier review saw in the same words (SPEC 3.6). */
  late: flag,
  line: number,
});

export const issueSchema = z.object({
  ...raisedIssue.shape,
  /** Raised by the User; absent for an issue of the Reviewer's. */
  by: optional(z.literal("user")),
  state: issueState,
  round: number,
  /** `round_003/reviewer.md`. */
  document: text,
  /** A late finding that does not block (SPEC 3.6). */
  noted: flag,
  /** How often in a row the Reviewer called it NOT_FIXED (SPEC 11). */
  notFixedInARow: number,
  /** Accepted gaps whose text it quotes as contradicted: they are reopened with it (SPEC 4.5). */
  contradicts: optional(gapIds),
  /** What the Reviewer last said about it: what is missing, or the deciding words. */
  lastWord: optional(text),
  /** The Engineer's last answer to it. */
  lastAnswer: optional(text),
  /** What must be done, once a conflict about it was decided (SPEC 3.6). */
  decided: optional(text),
  /** The User left it disputed: a known limitation of the spec (SPEC 10.4). */
  limitation: optional(yes),
  /** Rounds in which a document that had to answer it did not (SPEC 9). */
  unansweredIn: z.array(number),
});

export type IssueState = z.output<typeof issueState>;
export interface Issue extends Shape<typeof issueSchema> {}
