import type { AgentDocument, ReadIssue, Repair } from "../../documents/values.ts";
import { disagreementProblems } from "../../mediator/gate/disagreement-problems.ts";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import type { GateResult } from "../../model/gate-result.ts";

/** All that is known of one inspected file. */
export interface Inspection {
  /** As the person named it. */
  readonly file: string;
  readonly context: GateContext;
  /** Absent when there is no such file. */
  readonly document?: AgentDocument;
  readonly repairs: readonly Repair[];
  readonly result: GateResult;
  /** The canonical text. */
  readonly text: string;
  /** Whether an issue's place occurs in the reviewed document; absent where that document is not known. */
  readonly isAnchored?: (issue: ReadIssue) => boolean;
}

export type InspectReport = ReturnType<typeof inspectReport>;

/** The document of `inspect --json`: the same keys whatever the role, `null` for what is not there. */
export function inspectReport(inspection: Inspection) {
  const { file, context, document, repairs, result } = inspection;
  return {
    file,
    role: context.role,
    resolutions: resolutions(document),
    newGaps: newGaps(document),
    issues: issues(inspection),
    rechecked: rechecked(document),
    responses: responses(document),
    disagreements: disagreements(document, context),
    blocked: blocked(document),
    verdict: verdict(document),
    repairs: repairs.map(({ kind, line, from, to }) => ({ kind, line, from, to })),
    gate: gate(result),
  };
}

function resolutions(document: AgentDocument | undefined) {
  if (document?.role !== "engineer") return [];
  return document.resolutions.map(({ gap, line, confidence, sections, chars }) => ({
    gap,
    line,
    confidence: confidence ?? null,
    sections: sections.map((section) => section.heading),
    chars,
  }));
}

function newGaps(document: AgentDocument | undefined) {
  return (document?.newGaps ?? []).map(({ id, label, summary, severity, line }) => ({
    id: id ?? null,
    label: label ?? null,
    summary,
    // SPEC 3.4: one without a stated severity is MEDIUM.
    severity: severity ?? "MEDIUM",
    line,
  }));
}

function issues({ document, isAnchored }: Inspection) {
  if (document?.role !== "reviewer") return [];
  return document.issues.map((issue) => ({
    id: issue.id ?? null,
    label: issue.label ?? null,
    title: issue.title,
    severity: issue.severity,
    severityAsWritten: issue.severityAsWritten ?? null,
    gap: issue.gap ?? null,
    line: issue.line,
    kind: issue.kind,
    anchored: isAnchored === undefined ? null : isAnchored(issue),
  }));
}

function rechecked(document: AgentDocument | undefined) {
  if (document?.role !== "reviewer") return [];
  return document.rechecks.map(({ issue, label, status, line }) => ({ id: issue ?? label ?? null, status, line }));
}

function responses(document: AgentDocument | undefined) {
  if (document?.role !== "engineer") return [];
  return document.responses.map(({ issue, label, line }) => ({ issue: issue ?? label ?? null, line }));
}

function disagreements(document: AgentDocument | undefined, context: GateContext) {
  if (document?.role !== "engineer") return [];
  return document.disagreements.map((block) => ({
    issue: block.issue ?? block.label ?? null,
    line: block.line,
    ok: disagreementProblems(block, context).length === 0,
  }));
}

function blocked(document: AgentDocument | undefined) {
  if (document?.role !== "engineer") return [];
  return document.blocked.map(({ kind, gap, reason, line }) => ({ kind, gap: gap ?? null, reason, line }));
}

function verdict(document: AgentDocument | undefined) {
  if (document?.role !== "reviewer") return { value: "NONE", asWritten: null, line: null } as const;
  const { value, asWritten, line } = document.verdict;
  return { value, asWritten: asWritten ?? null, line: line ?? null };
}

function gate({ success, failureType, retriable, message, warnings, gapsAddressed }: GateResult) {
  return {
    success,
    failureType: failureType ?? null,
    retriable,
    message,
    warnings: warnings.map(({ type, message: text, line }) => ({ type, message: text, line: line ?? null })),
    gapsAddressed,
  };
}
