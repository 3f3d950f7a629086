import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { RoundView } from "../queries.ts";
import { table } from "../record-text.ts";
import type { Run } from "../state.ts";

type Role = "engineer" | "reviewer";

/** The outcome of each role in the round. */
export function roleTable(view: RoundView): string {
  const rows = (["engineer", "reviewer"] as const).map((role) => {
    const runs = view.runs.filter((run) => run.role === role);
    return [nameOf(role), outcomeOf(view, role, runs), runs.length, finalFailures(runs)];
  });
  return table("Role | Outcome | #Attempts | Final failure", rows);
}

export function nameOf(role: Role): string {
  return role === "engineer" ? "Engineer" : "Reviewer";
}

/** `Engineer: SKIP (why)` for each skipped role, or only for the role `of`. */
export function skipLines({ skipped }: Pick<RoundView, "skipped">, limit: number, of?: Role): string[] {
  const shown = skipped.filter(({ role }) => of === undefined || role === of);
  return shown.map(({ role, why }) => `${nameOf(role)}: SKIP (${inlineText(why, limit)})`);
}

function outcomeOf(view: RoundView, role: Role, runs: readonly Run[]): string {
  if (view[`${role}Document`]) return "SUCCESS";
  if (view.skipped.some((skip) => skip.role === role)) return "SKIP";
  if (runs.length === 0) return "nothing to do";
  if (runs.some((run) => !run.end)) return "running";
  return lastRuns(runs).some(({ end }) => end?.gate.success) ? "SUCCESS" : "FAILED";
}

/** The last attempt for each role and its gaps. */
function lastRuns(runs: readonly Run[]): Run[] {
  return [...new Map(runs.map((run) => [`${run.role} ${run.gaps.join()}`, run])).values()];
}

function finalFailures(runs: readonly Run[]): string {
  const failed = lastRuns(runs).filter(({ end }) => end && !end.gate.success);
  const several = lastRuns(runs).length > 1;
  const failures = failed.map(
    ({ end, gaps }) => `${end?.gate.failureType ?? ""}${several ? ` (${gaps.join(", ")})` : ""}`,
  );
  return failures.join(", ") || "none";
}
