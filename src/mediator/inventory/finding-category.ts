import type { FindingType } from "../../checks/finding.ts";

/** The category that a finding's gap is numbered in (SPEC 3.1, 16.1). */
export const FINDING_CATEGORIES: Readonly<Record<FindingType, string>> = {
  vague: "VAGUE",
  "missing-number": "NUMBER",
  "undefined-term": "TERM",
  "dangling-ref": "REF",
  "empty-section": "EMPTY",
  "no-failure-path": "FAILURE",
  contradiction: "CONTRA",
  "open-list": "LIST",
  "no-actor": "ACTOR",
  "duplicate-definition": "DOUBLE",
  "state-unreachable": "STATE",
  "state-no-exit": "STATE",
  "state-nondeterministic": "STATE",
  "state-undefined": "STATE",
  "explicit-marker": "OPEN",
};
