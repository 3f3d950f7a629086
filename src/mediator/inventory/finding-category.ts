import type { FindingType } from "../../checks/finding.ts";

/** The category that a finding's gap is numbered in (SPEC 3.1, 16.1). */
export const FINDING_CATEGORIES: Readonly<Record<FindingType, string>> = {
  "explicit-marker": "OPEN",
  "open-question": "OQ",
  undecided: "CHOICE",
  "empty-section": "EMPTY",
  "dangling-ref": "REF",
  "duplicate-definition": "DOUBLE",
  contradiction: "CONTRA",
  enumeration: "VALUE",
  "undefined-term": "TERM",
  "incomplete-scenario": "CASE",
  "missing-unit": "UNIT",
  "state-unreachable": "STATE",
  "state-no-exit": "STATE",
  "state-nondeterministic": "STATE",
  "state-undefined": "STATE",
  vague: "VAGUE",
  survey: "MISC",
};
