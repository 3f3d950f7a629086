import type { AgentDocument, EngineerDocument, ReviewerDocument } from "../../documents/values.ts";
import type { FailureType } from "../../model/gate-result.ts";
import type { GateContext } from "./gate-context.ts";
import { at, list } from "./say.ts";

/** A failed check: what the gate's result is made of. */
export interface Failure {
  readonly type: FailureType;
  readonly message: string;
  readonly offending?: readonly string[];
  /** Shown verbatim in the notice of a retry. */
  readonly details?: readonly string[];
}

/** Tier 1, first half: is there anything to read (SPEC 5)? */
export function unreadableFailure(document: AgentDocument): Failure | undefined {
  return document.empty ? emptyOutput(document) : undefined;
}

/** Tier 1, second half: has the document the form of its role, as far as the reader could tell (SPEC 5)? */
export function formFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const missing = document.role === "engineer" ? engineerForm(document, context) : reviewerForm(document);
  const unread = unreadFailure(document);
  // What stands where the form was missed is quoted too: it may be the heading that is missing.
  if (missing === undefined || unread?.details === undefined) return missing ?? unread;
  return { ...missing, details: unread.details };
}

const MOST_UNREAD = 12;

/** Nothing is passed over: what was not read where a value belongs is sent back (SPEC 5). */
function unreadFailure({ unread }: AgentDocument): Failure | undefined {
  if (unread.length === 0) return undefined;
  const shown = unread.slice(0, MOST_UNREAD);
  const what = list(shown.map(({ expected, line }) => at(expected, line)));
  return {
    type: "WRONG_FORMAT",
    message: `Parts of the document could not be read. Expected: ${what}. Write them in the form.`,
    offending: [...new Set(shown.map(({ expected }) => expected))],
    details: shown.map(({ line, text }) => `Line ${line}:\n${text.slice(0, 600)}`),
  };
}

/** Tier 1, before all: there is no document (SPEC 5). */
export function fileMissing(path: string | undefined): Failure {
  const where = path === undefined ? "where it must be" : `at ${path}`;
  return {
    type: "FILE_MISSING",
    message: `There is no document ${where}, and none was returned. The whole document must be written there, or be the whole answer.`,
  };
}

/** Tier 1: the bytes cannot be decoded (SPEC 5). */
export function notText(reason = "it is not UTF-8"): Failure {
  return {
    type: "WRONG_FORMAT",
    message: `Nothing of the document can be read: ${reason}. Write it as plain markdown in UTF-8.`,
    offending: ["UTF-8"],
  };
}

function emptyOutput(document: AgentDocument): Failure {
  const least =
    document.role === "engineer"
      ? "a heading `## Gap Resolution: GAP-…` with `**Confidence:**` and a concrete resolution below it"
      : "a heading `## Review: GAP-…` with the issues by severity, or the NO_ISSUES_FOUND statement";
  return { type: "EMPTY_OUTPUT", message: `The document is empty. The least that is expected is ${least}.` };
}

function engineerForm(document: EngineerDocument, { polishing }: GateContext): Failure | undefined {
  const { resolutions, blocked, outOfScope } = document;
  const answers = polishing ? document.responses.length : 0;
  if (resolutions.length + blocked.length + outOfScope.length + answers === 0) {
    return {
      type: "WRONG_FORMAT",
      message:
        "No heading says which gap is resolved. Begin each resolution with `## Gap Resolution: GAP-…` and `**Confidence:** HIGH`, MEDIUM or LOW below it.",
      offending: ["## Gap Resolution: GAP-…"],
    };
  }
  const asking = new Set([...blocked, ...outOfScope].map(({ gap }) => gap));
  const without = resolutions.filter(({ gap, confidence }) => confidence === undefined && !asking.has(gap));
  if (without.length === 0) return undefined;
  const places = list(without.map(({ gap, line }) => at(gap, line)));
  return {
    type: "WRONG_FORMAT",
    message: `No confidence is stated for ${places}. Write \`**Confidence:** HIGH\`, MEDIUM or LOW on a line of its own below the heading of each resolution.`,
    offending: ["**Confidence:**"],
  };
}

function reviewerForm(document: ReviewerDocument): Failure | undefined {
  const missing: string[] = [];
  const says: string[] = [];
  if (!document.hasReviewHeading) {
    missing.push("## Review: GAP-…");
    says.push("no heading `## Review: GAP-…` says which proposal is reviewed");
  }
  if (document.severitySections === 0 && document.noIssuesFound.length === 0 && document.outOfScope.length === 0) {
    missing.push("### Critical Issues", "### High Priority", "### Medium Priority", "### Low Priority");
    says.push(
      "there is neither a severity section (`### Critical Issues`, `### High Priority`, `### Medium Priority`, `### Low Priority`) nor the statement `NO_ISSUES_FOUND` with the scope examined",
    );
  }
  if (missing.length === 0) return undefined;
  const message = says.join("; and ");
  return {
    type: "WRONG_FORMAT",
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    offending: missing,
  };
}
