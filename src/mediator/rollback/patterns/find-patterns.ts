import { CONFIDENCES, type PatternFinding } from "../../../model/rollback.ts";
import { abstractOutput } from "./abstract-output.ts";
import { domainConfusion } from "./domain-confusion.ts";
import { inconsistentRefs } from "./inconsistent-refs.ts";
import { inconsistentWithAccepted } from "./inconsistent-with-accepted.ts";
import { missingSections } from "./missing-sections.ts";
import { narrowExamples } from "./narrow-examples.ts";
import { scopeDrift } from "./scope-drift.ts";
import type { FindPattern, PatternContext, Work } from "./work.ts";

const ALL: readonly FindPattern[] = [
  abstractOutput,
  missingSections,
  narrowExamples,
  inconsistentRefs,
  domainConfusion,
  scopeDrift,
  inconsistentWithAccepted,
];

/** Every pattern in one gap's work, the surest first (SPEC 13.6). */
export function findPatterns(work: Work, context: PatternContext): PatternFinding[] {
  if (work.text === "" && work.chars === 0) return [];
  return ALL.flatMap((find) => find(work, context) ?? []).sort(
    (a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence),
  );
}
