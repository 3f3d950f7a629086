import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { FailureType } from "../../model/gate-result.ts";
import { table } from "../record-text.ts";
import type { Run } from "../state.ts";

/** Failures of the gate's first tier; a document that fails in the second tier has the required structure. */
const OF_STRUCTURE: ReadonlySet<FailureType> = new Set(["FILE_MISSING", "EMPTY_OUTPUT", "WRONG_FORMAT"]);

/** A row for each check that a run went through. */
export function checkTable(runs: readonly Run[]): string {
  const rows = runs.flatMap((run) =>
    checksOf(run).map(([check, result, message]) => {
      const { end, role, gaps, attempt } = run;
      return [end?.at ?? "", role, gaps.join(", "), attempt, check, result, inlineText(message, 500)];
    }),
  );
  return table("Time | Role | Gaps | #Attempt | Check | Result | Message", rows, "Nothing reached the gate.");
}

function checksOf({ end }: Run): [check: string, result: "PASS" | "FAIL", message: string][] {
  if (!end) return [];
  const { failureType, message } = end.gate;
  if (failureType === "EXECUTION_ERROR") return [["run", "FAIL", message]];
  const verdict = failureType === undefined ? message : `${failureType}: ${message}`;
  if (failureType !== undefined && OF_STRUCTURE.has(failureType)) return [["structure", "FAIL", verdict]];
  return [
    ["structure", "PASS", "It has the form its role requires."],
    ["content", failureType === undefined ? "PASS" : "FAIL", verdict],
  ];
}
