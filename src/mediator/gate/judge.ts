import { decode } from "../../documents/decode.ts";
import { readForm } from "../../documents/form/read-form.ts";
import type { AgentDocument, Repair } from "../../documents/values.ts";
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

/** What came of a run's bytes at the gate (SPEC 5). */
export interface Admission {
  /** The canonical form, to be stored; empty when there was nothing to read. */
  readonly text: string;
  /** What is read of it, with the lines of the canonical form. Absent when there is no document, or no text. */
  readonly document?: AgentDocument;
  /** With lines of the document as it came. */
  readonly repairs: readonly Repair[];
  readonly result: GateResult;
}

/** A run's bytes on their way into the session: decoded, read, judged (SPEC 5). Pure, and never throws. */
export function admit(bytes: Uint8Array | undefined, context: GateContext): Admission {
  const decoded = bytes && decode(bytes);
  if (decoded === undefined) return { text: "", repairs: [], result: failed(fileMissing(context.path)) };
  if (decoded.undecodable) return { text: "", repairs: [], result: failed(notText(decoded.reason)) };
  const { document, text, repairs } = readForm(decoded.text, context.role, context.round);
  return { text, document, repairs, result: judge(document, text, context) };
}

/** Tiers 1 and 2 of the gate: the first failure counts, warnings are all kept (SPEC 5). Pure. */
export function judge(document: AgentDocument, text: string, context: GateContext): GateResult {
  if (document.empty) return failed(emptyOutput(document));
  const addressed = gapsAddressed(document, context);
  const failures = failuresOf(document, context, addressed);
  const isSettled = ({ type, onceSentBack }: Failure) => onceSentBack && context.retried?.includes(type);
  const settled = failures.filter(isSettled).flatMap(({ onceSentBack = [] }) => onceSentBack);
  const warnings = [...warningsOf(document, splitLines(text), context), ...settled];
  const failure = failures.find((found) => !isSettled(found));
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

/** The run itself failed: the same prompt may be repeated, a changed one does not help (SPEC 5). */
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
