import { applyChanges } from "../../documents/changes/apply-changes.ts";
import type { AgentDocument, EngineerDocument, ReviewerDocument } from "../../documents/values.ts";
import type { Admission } from "../../mediator/gate/admit.ts";
import { disagreementProblems } from "../../mediator/gate/disagreement-problems.ts";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import { isGrounded } from "../../mediator/gate/grounded.ts";
import type { GateResult } from "../../model/gate-result.ts";

/** All that is known of one inspected file. */
export interface Inspection extends Admission {
  /** As the person named it. */
  readonly file: string;
  readonly context: GateContext;
}

export type InspectReport = ReturnType<typeof inspectReport>;

/** The document of `inspect --json`: the same keys whatever the role, `null` for what is not there. */
export function inspectReport({ file, context, document, repairs, result }: Inspection) {
  return {
    file,
    role: context.role,
    ...engineerPart(document?.role === "engineer" ? document : undefined, context),
    ...reviewerPart(document?.role === "reviewer" ? document : undefined, context),
    ...sharedPart(document),
    repairs: repairs.map(({ kind, line, from, to }) => ({ kind, line, from, to })),
    gate: gate(result),
  };
}

function engineerPart(document: EngineerDocument | undefined, context: GateContext) {
  const { resolutions = [], responses = [], disagreements = [], blocked = [] } = document ?? {};
  return {
    resolutions: resolutions.map(({ gap, line, confidence, sections, chars, noChange }) => ({
      gap,
      line,
      confidence: confidence ?? null,
      sections: sections.map((section) => section.heading),
      chars,
      noChange: noChange?.quotation ?? null,
    })),
    changes: changes(document, context),
    responses: responses.map(({ issue, line, changedIn, alreadyIn }) => ({
      issue,
      line,
      changedIn,
      alreadyIn: alreadyIn ?? null,
    })),
    disagreements: disagreements.map((block) => ({
      issue: block.issue,
      line: block.line,
      ok: disagreementProblems(block, context).length === 0,
    })),
    blocked: blocked.map(({ kind, gap, reason, line }) => ({ kind, gap: gap ?? null, reason, line })),
  };
}

/** Whether each applies to the spec, all of them together (SPEC 5); `null` where the spec is not known. */
function changes(document: EngineerDocument | undefined, { spec }: GateContext) {
  const all = (document?.resolutions ?? []).flatMap(({ gap, changes: own }) => own.map((change) => ({ gap, change })));
  const applied =
    spec &&
    applyChanges(
      spec,
      all.map(({ change }) => change),
    );
  const problems = applied === undefined || applied.ok ? [] : applied.problems;
  return all.map(({ gap, change: { number, kind, place, line } }) => {
    const problem = problems.find(({ change }) => change === number)?.message ?? null;
    return { number, kind, place, gap, line, applies: applied === undefined ? null : problem === null, problem };
  });
}

function reviewerPart(document: ReviewerDocument | undefined, { spec }: GateContext) {
  const { issues = [], rechecks = [], verdicts = [] } = document ?? {};
  return {
    issues: issues.map((issue) => ({
      id: issue.id ?? null,
      label: issue.label ?? null,
      title: issue.title,
      severity: issue.severity,
      severityAsWritten: issue.severityAsWritten,
      gap: issue.gap ?? null,
      line: issue.line,
      kind: issue.kind,
      grounded: spec === undefined ? null : isGrounded(spec, issue),
    })),
    rechecked: rechecks.map(({ issue, status, why, line }) => ({ id: issue, status, why, line })),
    verdicts: verdicts.map(({ gap, value, line }) => ({ gap, value, line })),
  };
}

function sharedPart(document: AgentDocument | undefined) {
  const { newGaps = [], outOfScope = [], unread = [] } = document ?? {};
  return {
    newGaps: newGaps.map(({ id, label, title, severity, line }) => ({
      id: id ?? null,
      label: label ?? null,
      title,
      // SPEC 3.4: one without a stated severity is MEDIUM.
      severity: severity ?? ("MEDIUM" as const),
      line,
    })),
    outOfScope: outOfScope.map(({ gap, reason, line }) => ({ gap, reason, line })),
    unread: unread.map(({ line, endLine, text, expected }) => ({ line, endLine, text, expected })),
  };
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
