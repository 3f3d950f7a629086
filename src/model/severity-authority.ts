import { isWorse, type Severity } from "./severity.ts";

/** What becomes of a gap's severity when a review states one: it is raised, or the one that it has holds (SPEC 3.4). */
export type SeverityRuling = "unchanged" | "raised" | "conflict";

/** The Reviewer may raise and never lower; what the User set, with a reason, stays until the User sets it again. */
export function ruleOnSeverity(current: Severity, stated: Severity, setByUser: boolean): SeverityRuling {
  if (stated === current) return "unchanged";
  return isWorse(stated, current) && !setByUser ? "raised" : "conflict";
}
