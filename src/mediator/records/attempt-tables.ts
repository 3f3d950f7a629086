import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { FailureType } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { RoundView } from "../queries.ts";
import { table } from "../record-text.ts";
import type { Run } from "../state.ts";

type Role = "engineer" | "reviewer";

/** Failures of the first tier; what fails in the second has the structure. */
const OF_STRUCTURE: ReadonlySet<FailureType> = new Set(["FILE_MISSING", "EMPTY_OUTPUT", "WRONG_FORMAT"]);

/** A row for each check that a run went through. */
export function checkTable(runs: readonly Run[]): string {
  const rows = runs.flatMap((run) =>
    checksOf(run).map(([check, result, message]) => {
      const { end, role, gaps, attempt } = run;
      return [end?.at ?? "", role, gaps.join(", "), attempt, check, result, inlineText(message, 500)];
    }),
  );
  return table("Time | Role | Gaps | #Attempt | Check | Result | Message", rows, "Nothing came to the gate.");
}

function checksOf({ end }: Run): [check: string, result: "PASS" | "FAIL", message: string][] {
  if (!end) return [];
  const { failureType, message } = end.gate;
  if (failureType === "EXECUTION_ERROR") return [["run", "FAIL", message]];
  const said = failureType === undefined ? message : `${failureType}: ${message}`;
  if (failureType !== undefined && OF_STRUCTURE.has(failureType)) return [["structure", "FAIL", said]];
  return [
    ["structure", "PASS", "It has the form of its role."],
    ["content", failureType === undefined ? "PASS" : "FAIL", said],
  ];
}

/** What came of each role in the round. */
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

/** `Engineer: SKIP (why)`, for each role that was skipped, or for one. */
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

/** The last attempt at each piece of work. */
function lastRuns(runs: readonly Run[]): Run[] {
  return [...new Map(runs.map((run) => [`${run.role} ${run.gaps.join()}`, run])).values()];
}

function finalFailures(runs: readonly Run[]): string {
  const failed = lastRuns(runs).filter(({ end }) => end && !end.gate.success);
  const several = lastRuns(runs).length > 1;
  const said = failed.map(({ end, gaps }) => `${end?.gate.failureType ?? ""}${several ? ` (${gaps.join(", ")})` : ""}`);
  return said.join(", ") || "none";
}

/** What came of a run, in words; a retry that passed says so. */
export function outcomeWords({ end, abandoned, attempt, notice }: Run): string {
  if (!end) return abandoned ? "interrupted" : "running";
  if (end.gate.failureType !== undefined) return end.gate.failureType;
  return attempt > 1 && notice !== undefined ? "valid (Retry successful)" : "valid";
}

/** Why the work on a gap ended without a document: the last failure, after how many attempts. */
export function failureWords(runs: readonly Run[], gap: GapId): string | undefined {
  const tried = runs.filter((run) => run.role === "engineer" && run.gaps.includes(gap) && run.end);
  const last = tried.at(-1)?.end?.gate;
  if (last === undefined || last.success) return undefined;
  return `failed after ${plural(tried.length, "attempt")}: ${last.failureType ?? ""}: ${inlineText(last.message, 200)}`;
}
