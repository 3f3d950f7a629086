import type { ReviewerDocument } from "../../documents/values.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { type GapId, type IssueId, sortGapIds } from "../../model/ids.ts";
import type { GateContext } from "./gate-context.ts";
import { list } from "./say.ts";
import type { Failure } from "./structure.ts";

/** Tier 2: the review covers what it was given; sent back once for what is missing (SPEC 3.6, 5). */
export function partialFailure(document: ReviewerDocument, context: GateContext): Failure | undefined {
  if (context.retried?.includes("PARTIAL_REVIEW")) return undefined;
  const { gaps, issues } = passedOver(document, context);
  if (gaps.length + issues.length === 0) return undefined;
  return { type: "PARTIAL_REVIEW", message: message(gaps, issues), offending: [...gaps, ...issues] };
}

export function partialWarnings(document: ReviewerDocument, context: GateContext): GateWarning[] {
  const { gaps, issues } = passedOver(document, context);
  if (gaps.length + issues.length === 0) return [];
  return [{ type: "PARTIAL_REVIEW", message: message(gaps, issues) }];
}

function message(gaps: readonly GapId[], issues: readonly IssueId[]): string {
  const parts = [
    gaps.length === 0 ? "" : `Not reviewed: ${list(gaps)}. Each needs its own \`## Review:\` with a verdict.`,
    issues.length === 0
      ? ""
      : `No word on ${list(issues)}. Each needs a row under \`### Earlier Issues\`: RESOLVED, PARTLY or NOT_FIXED, and the words that decide it.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** A proposal needs a verdict; every serious or decided issue needs a word. Silence never verifies (SPEC 3.6). */
function passedOver(document: ReviewerDocument, { proposals = [], wordWanted = [] }: GateContext) {
  const judged = new Set(document.verdicts.map(({ gap }) => gap));
  const worded = new Set(document.rechecks.map(({ issue }) => issue));
  const withdrawn = document.issues.filter(({ kind }) => kind === "withdrawn").map(({ id }) => id);
  return {
    gaps: sortGapIds(proposals.filter((gap) => !judged.has(gap))),
    issues: wordWanted.filter((issue) => !worded.has(issue) && !withdrawn.includes(issue)),
  };
}
