import { inlineText } from "../../documents/rendering/inline-text.ts";
import type { GapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { RoundView } from "../queries.ts";
import type { Run } from "../state.ts";

export function outcomeWords({ end, abandoned, attempt, notice }: Run): string {
  if (!end) return abandoned ? "interrupted" : "running";
  if (end.gate.failureType !== undefined) return end.gate.failureType;
  return attempt > 1 && notice !== undefined ? "valid (Retry successful)" : "valid";
}

export function nameOf(role: "engineer" | "reviewer"): string {
  return role === "engineer" ? "Engineer" : "Reviewer";
}

/** `Engineer: SKIP (why)` for each role that was skipped in the round. */
export function skipLines({ skipped }: Pick<RoundView, "skipped">, of?: "engineer" | "reviewer"): string[] {
  const shown = skipped.filter(({ role }) => of === undefined || role === of);
  return shown.map(({ role, why }) => `${nameOf(role)}: SKIP (${inlineText(why, 300)})`);
}

/** Why the work on a gap ended without a document: the number of attempts and the last failure. */
export function failureWords(runs: readonly Run[], gap: GapId): string | undefined {
  const tried = runs.filter((run) => run.role === "engineer" && run.gaps.includes(gap) && run.end);
  const last = tried.at(-1)?.end?.gate;
  if (last === undefined || last.success) return undefined;
  return `failed after ${plural(tried.length, "attempt")}: ${last.failureType ?? ""}: ${inlineText(last.message, 200)}`;
}
