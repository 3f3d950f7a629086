import type { AgentDocument } from "../../documents/values.ts";
import { defined } from "../../model/defined.ts";
import type { GateResult, GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import { addressedFailure, gapsAddressed } from "./addressed.ts";
import { changeFailure, claimFailure, noChangeFailure } from "./changes.ts";
import { disagreementFailure } from "./disagreement-problems.ts";
import { engineerWarnings } from "./engineer-warnings.ts";
import type { GateContext, GateSubject } from "./gate-context.ts";
import { ungroundedFailure } from "./grounded.ts";
import { partialFailure } from "./partial-review.ts";
import { referenceFailure } from "./references.ts";
import { reviewerWarnings } from "./reviewer-warnings.ts";
import { list } from "./say.ts";
import { type Failure, fileMissing, formFailure, notText, unreadableFailure } from "./structure.ts";

/** Tiers 1 and 2 of the gate: the first failure counts, warnings are all kept (SPEC 5). Pure. */
export function judge(subject: GateSubject, context: GateContext): GateResult {
  if (subject.type === "missing") return failed(fileMissing(context.path), [], []);
  if (subject.type === "undecodable") return failed(notText(subject.reason), [], []);
  const { document, text } = subject;
  const unreadable = unreadableFailure(document);
  if (unreadable !== undefined) return failed(unreadable, [], []);
  const addressed = gapsAddressed(document, context);
  const warnings = warningsOf(document, text, context);
  const failure = formFailure(document, context) ?? contentFailure(document, context, addressed);
  return failure === undefined ? passed(addressed, warnings, context) : failed(failure, addressed, warnings);
}

/** The run itself failed: the same prompt may be repeated, a changed one does not help (SPEC 5). */
export function executionError(message: string): GateResult {
  return { ...failed({ type: "EXECUTION_ERROR", message }, [], []), retriable: false };
}

function contentFailure(
  document: AgentDocument,
  context: GateContext,
  addressed: readonly GapId[],
): Failure | undefined {
  return (
    addressedFailure(document, context, addressed) ??
    referenceFailure(document, context) ??
    (document.role === "engineer"
      ? (noChangeFailure(document, context) ??
        changeFailure(document, context) ??
        claimFailure(document, context) ??
        disagreementFailure(document, context))
      : (ungroundedFailure(document, context) ?? partialFailure(document, context)))
  );
}

function warningsOf(document: AgentDocument, text: string, context: GateContext): GateWarning[] {
  const lines = text.split(/\r\n|\r|\n/u);
  const ofRole =
    document.role === "engineer"
      ? engineerWarnings(document, lines, context)
      : reviewerWarnings(document, lines, context);
  return [...ofRole, ...missingCitations(document, context)];
}

function missingCitations(document: AgentDocument, context: GateContext): GateWarning[] {
  const { citationExists } = context;
  if (citationExists === undefined) return [];
  return document.citations
    .filter((citation) => !citationExists(citation))
    .map((citation) => ({
      type: "CITATION_MISSING",
      message: `${citation.file}:${citation.line} is cited and does not exist.`,
      line: citation.at,
    }));
}

function failed(failure: Failure, gapsAddressed: readonly GapId[], warnings: readonly GateWarning[]): GateResult {
  const { type: failureType, message, offending, details } = failure;
  const result = { success: false, failureType, retriable: true, message, warnings, gapsAddressed };
  return { ...result, ...defined({ offending, details }) };
}

function passed(gaps: readonly GapId[], warnings: readonly GateWarning[], context: GateContext): GateResult {
  const did = context.role === "engineer" ? "Addresses" : "Reviews";
  const what = gaps.length === 0 ? "no gap by id" : list(gaps);
  return { success: true, retriable: false, message: `${did} ${what}.`, warnings, gapsAddressed: gaps };
}
