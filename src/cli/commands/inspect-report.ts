import type { EngineerDocument } from "../../documents/agent-document.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { disagreementFailure } from "../../mediator/gate/engineer-checks.ts";
import type { GateContext } from "../../mediator/gate/gate-context.ts";
import type { Admission } from "../../mediator/gate/judge.ts";
import { isGrounded } from "../../mediator/gate/reviewer-checks.ts";

export interface Inspection extends Admission {
  readonly file: string;
  readonly context: GateContext;
}

export type InspectReport = ReturnType<typeof inspectReport>;

/** The document of `inspect --json`: the same keys for both roles, `null` for what is missing. */
export function inspectReport({ file, context, document, repairs, result }: Inspection) {
  const engineer = document?.role === "engineer" ? document : undefined;
  const reviewer = document?.role === "reviewer" ? document : undefined;
  return {
    file,
    role: context.role,
    resolutions: (engineer?.resolutions ?? []).map(({ sections, noChange, ...resolution }) => ({
      ...pick(resolution, "gap", "line", "confidence"),
      sections: sections.map(({ heading }) => heading),
      chars: resolution.chars,
      noChange: noChange?.quotation ?? null,
    })),
    changes: changesOf(engineer, context),
    responses: pickEach(engineer?.responses, "issue", "line", "changedIn", "alreadyIn"),
    disagreements: (engineer?.disagreements ?? []).map((block) => ({
      ...pick(block, "issue", "line"),
      ok: disagreementFailure([block], context) === undefined,
    })),
    blocked: pickEach(engineer?.blocked, "kind", "gap", "reason", "line"),
    issues: (reviewer?.issues ?? []).map((issue) => ({
      ...pick(issue, "id", "label", "title", "severity", "severityAsWritten", "gap", "line", "kind"),
      grounded: context.spec === undefined ? null : isGrounded(context.spec, issue),
    })),
    rechecked: (reviewer?.rechecks ?? []).map(({ issue, ...recheck }) => ({
      id: issue,
      ...pick(recheck, "status", "why", "line"),
    })),
    verdicts: pickEach(reviewer?.verdicts, "gap", "value", "line"),
    // A gap without a severity is MEDIUM (SPEC 3.4).
    newGaps: (document?.newGaps ?? []).map(({ severity = "MEDIUM", ...gap }) =>
      pick({ ...gap, severity }, "id", "label", "title", "severity", "line"),
    ),
    outOfScope: pickEach(document?.outOfScope, "gap", "reason", "line"),
    unread: pickEach(document?.unread, "line", "endLine", "text", "expected"),
    repairs: pickEach(repairs, "kind", "line", "from", "to"),
    gate: {
      ...pick(result, "success", "failureType", "retriable", "message", "warnings", "gapsAddressed"),
      warnings: pickEach(result.warnings, "type", "message", "line"),
    },
  };
}

/** Whether each change applies when all are applied together (SPEC 5); `null` if the spec is unknown. */
function changesOf(document: EngineerDocument | undefined, { spec }: GateContext) {
  const all = (document?.resolutions ?? []).flatMap(({ gap, changes }) =>
    changes.map((change) => ({ ...change, gap })),
  );
  const applied = spec && applyChanges(spec, all);
  const problems = applied === undefined || applied.ok ? [] : applied.problems;
  return all.map((change) => {
    const problem = problems.find((problem) => problem.change === change.number)?.message ?? null;
    const applies = applied === undefined ? null : problem === null;
    return { ...pick(change, "number", "kind", "place", "gap", "line"), applies, problem };
  });
}

type Picked<T, K extends keyof T> = {
  readonly [P in K]-?: Exclude<T[P], undefined> | (undefined extends T[P] ? null : never);
};

/** The named fields in this order; `null` for missing ones. */
export function pick<T, K extends keyof T>(value: T, ...keys: readonly K[]): Picked<T, K> {
  return Object.fromEntries(keys.map((key) => [key, value[key] ?? null])) as unknown as Picked<T, K>;
}

export function pickEach<T, K extends keyof T>(values: readonly T[] = [], ...keys: readonly K[]): Picked<T, K>[] {
  return values.map((value) => pick(value, ...keys));
}
