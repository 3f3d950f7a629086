import type { Actor } from "./gap.ts";
import { isWorse, type Severity } from "./severity.ts";

/** What becomes of a severity that somebody states for a gap or issue which has one (SPEC 3.4). */
export type SeverityRuling =
  | { readonly type: "unchanged" }
  | { readonly type: "changed"; readonly severity: Severity; readonly by: Actor }
  /** The Reviewer would lower it: recorded, and the higher one holds. */
  | { readonly type: "conflict"; readonly holds: Severity; readonly stated: Severity }
  /** Not theirs to set. */
  | { readonly type: "refused"; readonly why: string };

export interface SeverityStatement {
  readonly severity: Severity;
  readonly by: Actor;
  /** The person's reason; demanded of the User. */
  readonly reason?: string;
}

/**
 * The author sets it, which is how it came to be there; the Reviewer may raise and never lower what another set; the
 * User may set any, with a reason. What the User set stays until the User sets it again.
 */
export function ruleOnSeverity(
  current: { readonly severity: Severity; readonly by: Actor },
  statement: SeverityStatement,
): SeverityRuling {
  const { severity, by, reason } = statement;
  if (severity === current.severity) return { type: "unchanged" };
  if (by === "user") return byUser(severity, reason);
  if (current.by === "user") return { type: "conflict", holds: current.severity, stated: severity };
  if (by === "reviewer" && isWorse(severity, current.severity)) return { type: "changed", severity, by };
  if (by === "reviewer") return { type: "conflict", holds: current.severity, stated: severity };
  return { type: "refused", why: `the ${by} cannot change the severity of what is there already` };
}

function byUser(severity: Severity, reason: string | undefined): SeverityRuling {
  if (reason === undefined || reason.trim() === "") return { type: "refused", why: "a reason must be given" };
  return { type: "changed", severity, by: "user" };
}
