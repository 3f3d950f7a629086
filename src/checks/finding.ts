import type { Severity } from "../model/severity.ts";

/** What can be wrong with a spec that no model is needed to see (SPEC 16.2). */
export const FINDING_TYPES = [
  "vague",
  "missing-number",
  "undefined-term",
  "dangling-ref",
  "empty-section",
  "no-failure-path",
  "contradiction",
  "open-list",
  "no-actor",
  "duplicate-definition",
  "state-unreachable",
  "state-no-exit",
  "state-nondeterministic",
  "state-undefined",
  "explicit-marker",
] as const;

export type FindingType = (typeof FINDING_TYPES)[number];

/** One place in a spec that an engineer should look at. Lines are 1-based and inclusive. */
export interface Finding {
  readonly rule: string;
  readonly type: FindingType;
  readonly severity: Severity;
  readonly line: number;
  readonly endLine: number;
  /** Why it is a gap, with the words that stand there. */
  readonly message: string;
  /** What would close it. */
  readonly fix: string;
}
