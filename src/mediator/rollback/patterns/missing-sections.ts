import type { SectionPart } from "../../../documents/values.ts";
import type { FindPattern } from "./work.ts";

/** What a resolution has to have besides its solution (SPEC 5, the Engineer's form). */
export const REQUIRED_SECTIONS: readonly (readonly [SectionPart, string])[] = [
  ["changes", "Spec Changes"],
  ["examples", "Examples"],
  ["trade-offs", "Trade-offs"],
  ["new-gaps", "New Gaps Introduced"],
];

/** Without this there are simply no new gaps. */
const REPLACEABLE: ReadonlySet<SectionPart> = new Set(["new-gaps"]);

/** MISSING_SECTIONS: structural, so there is no doubt about it; what can be done without weighs less. */
export const missingSections: FindPattern = (work) => {
  if (!work.resolved) return undefined;
  const absent = REQUIRED_SECTIONS.filter(([part]) => !work.parts.has(part));
  if (absent.length === 0) return undefined;
  const missing = absent.map(([, heading]) => heading);
  return {
    pattern: "MISSING_SECTIONS",
    confidence: absent.every(([part]) => REPLACEABLE.has(part)) ? "MEDIUM" : "HIGH",
    gap: work.gap,
    message: `no section ${missing.map((heading) => `### ${heading}`).join(", ")}`,
    count: missing.length,
    evidence: missing.map((heading) => ({ words: `### ${heading}`, line: work.line })),
  };
};
