import type { AgentDocument } from "../../documents/values.ts";
import { type GapId, sortGapIds } from "../../model/ids.ts";
import { issueMeant } from "./disagreement-problems.ts";
import type { GateContext } from "./gate-context.ts";
import { at, list } from "./say.ts";
import type { Failure } from "./structure.ts";

/** Tier 2: every gap that the document refers to exists, or is declared in it (SPEC 5; SPEC 19.9). */
export function referenceFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const { inventory } = context;
  if (inventory === undefined) return undefined;
  const known = new Set<GapId>([
    ...(context.assigned ?? []).map((gap) => gap.id),
    ...(context.proposals ?? []),
    ...document.newGaps.flatMap((gap) => gap.id ?? []),
  ]);
  const firstLine = new Map<GapId, number>();
  for (const { gap, line } of mentions(document)) {
    if (inventory.has(gap) || known.has(gap)) continue;
    const earlier = firstLine.get(gap);
    if (earlier === undefined || line < earlier) firstLine.set(gap, line);
  }
  if (firstLine.size === 0) return issueFailure(document, context);
  const wrong = sortGapIds(firstLine.keys());
  const declare = document.role === "engineer" ? "### New Gaps Introduced" : "### New Gaps";
  return {
    type: "INCONSISTENT_REFS",
    message: `${wrong.length === 1 ? "This gap does" : "These gaps do"} not exist: ${list(wrong.map((gap) => at(gap, firstLine.get(gap))))}. Refer to existing gaps only, or declare a new one under \`${declare}\`.`,
    offending: wrong,
  };
}

/** An answer to an issue that the ledger does not have, or the word that it is not fixed, would be lost (SPEC 5). */
function issueFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  if (context.issues === undefined) return undefined;
  const named =
    document.role === "engineer"
      ? document.responses
      : document.rechecks.filter(({ status }) => status === "NOT_FIXED" || status === "PARTLY");
  const wrong = named.flatMap(({ issue, line }) =>
    issue === undefined || issueMeant({ issue }, context) !== undefined ? [] : [{ issue, line }],
  );
  if (wrong.length === 0) return undefined;
  return {
    type: "INCONSISTENT_REFS",
    message: `${wrong.length === 1 ? "This issue does" : "These issues do"} not exist: ${list(wrong.map(({ issue, line }) => at(issue, line)))}. Name the issues of the task by their ids.`,
    offending: [...new Set(wrong.map(({ issue }) => issue))],
  };
}

function mentions(document: AgentDocument): { readonly gap: GapId; readonly line: number }[] {
  const own = document.role === "engineer" ? [...document.resolutions, ...document.blocked] : document.reviewed;
  const named = own.flatMap(({ gap, line }) => (gap === undefined ? [] : [{ gap, line }]));
  return [...document.references, ...named];
}
