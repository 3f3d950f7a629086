import type { AgentDocument, Repair } from "../../documents/agent-document.ts";
import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { defined } from "../../model/defined.ts";
import type { GateResult, GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import { splitLines } from "../../model/split-lines.ts";
import {
  addressedFailure,
  emptyOutput,
  fileMissing,
  formFailure,
  gapsAddressed,
  notText,
  referenceFailure,
} from "./common-checks.ts";
import { engineerFailures, engineerWarnings } from "./engineer-checks.ts";
import { type Failure, type GateContext, list } from "./gate-context.ts";
import { reviewerFailures, reviewerWarnings } from "./reviewer-checks.ts";

/** What the gate made of a run's bytes (SPEC 5). */
export interface Admission {
  /** The canonical form; empty if nothing could be read. */
  readonly text: string;
  /** What was read, with line numbers of the canonical form. Absent if there is no readable text. */
  readonly document?: AgentDocument;
  /** With line numbers of the document as received. */
  readonly repairs: readonly Repair[];
  readonly result: GateResult;
}

/** Decodes, reads and judges a run's bytes (SPEC 5). Pure, and never throws. */
export function admit(bytes: Uint8Array | undefined, context: GateContext): Admission {
  const decoded = bytes && decode(bytes);
  if (decoded === undefined) return { text: "", repairs: [], result: failed(fileMissing(context.path)) };
  if (decoded.undecodable) return { text: "", repairs: [], result: failed(notText(decoded.reason)) };
  const { document, text, repairs } = readForm(decoded.text, context.role);
  return { text, document, repairs, result: judge(document, text, context) };
}

/** Tiers 1 and 2 of the gate: the result has the first failure and all warnings (SPEC 5). */
export function judge(document: AgentDocument, text: string, context: GateContext): GateResult {
  if (document.empty) return failed(emptyOutput(document));
  const addressed = gapsAddressed(document, context);
  const failures = failuresOf(document, context, addressed);
  const isTolerated = ({ type, onceSentBack }: Failure) => onceSentBack && context.retried?.includes(type);
  const tolerated = failures.filter(isTolerated).flatMap(({ onceSentBack = [] }) => onceSentBack);
  const warnings = [...warningsOf(document, splitLines(text), context), ...tolerated];
  const failure = failures.find((found) => !isTolerated(found));
  if (failure) return failed(failure, addressed, warnings);
  const did = context.role === "engineer" ? "Addresses" : "Reviews";
  return passed(`${did} ${addressed.length === 0 ? "no gap by id" : list(addressed)}.`, addressed, warnings);
}

/** In the order of SPEC 5. */
function failuresOf(document: AgentDocument, context: GateContext, addressed: readonly GapId[]): Failure[] {
  const ofRole =
    document.role === "engineer" ? engineerFailures(document, context) : reviewerFailures(document, context);
  const ofBoth = [
    formFailure(document, context),
    addressedFailure(document, context, addressed),
    referenceFailure(document, context),
  ];
  return [...ofBoth, ...ofRole].filter((failure) => failure !== undefined);
}

function warningsOf(document: AgentDocument, lines: readonly string[], context: GateContext): GateWarning[] {
  const { citationExists = () => true } = context;
  const ofRole =
    document.role === "engineer"
      ? engineerWarnings(document, lines, context)
      : reviewerWarnings(document, lines, context);
  const missing = document.citations.filter((citation) => !citationExists(citation));
  return [
    ...ofRole,
    ...missing.map(({ file, line, at }): GateWarning => {
      return { type: "CITATION_MISSING", message: `${file}:${line} is cited and does not exist.`, line: at };
    }),
  ];
}

/** The run itself failed, so that a retry with another prompt would not help (SPEC 5). */
export function executionError(message: string): GateResult {
  return { ...failed({ type: "EXECUTION_ERROR", message }), retriable: false };
}

export function failed(
  { type: failureType, message, offending, details }: Failure,
  gapsAddressed: readonly GapId[] = [],
  warnings: readonly GateWarning[] = [],
): GateResult {
  const result = { success: false, failureType, retriable: true, message, warnings, gapsAddressed };
  return { ...result, ...defined({ offending, details }) };
}

export function passed(
  message: string,
  gapsAddressed: readonly GapId[] = [],
  warnings: readonly GateWarning[] = [],
): GateResult {
  return { success: true, retriable: false, message, warnings, gapsAddressed };
}
