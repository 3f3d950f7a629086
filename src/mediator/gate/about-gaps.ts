import type { AgentDocument } from "../../documents/values.ts";
import { type GapId, sortGapIds } from "../../model/ids.ts";
import { at, type Failure, type GateContext, issueMeant, list, places } from "./gate-context.ts";

/** The gaps of this run that the document is about, sorted; all that it names where these are unknown (SPEC 5). */
export function gapsAddressed(document: AgentDocument, context: GateContext): GapId[] {
  const { gaps } = context;
  const onlyGap = gaps?.length === 1 ? gaps : [];
  const isEngineer = document.role === "engineer";
  const named: readonly Named[] = isEngineer
    ? engineerNames(document, context)
    : [...document.reviewed, ...document.verdicts, ...document.issues, ...document.outOfScope];
  const meant = named.flatMap(({ gap }) => gap ?? (isEngineer ? onlyGap : []));
  return sortGapIds(meant.filter((gap) => gaps?.includes(gap) ?? true));
}

interface Named {
  readonly gap?: GapId;
}

function engineerNames(document: Extract<AgentDocument, { role: "engineer" }>, context: GateContext): Named[] {
  const answers = context.polishing ? document.responses : [];
  const answered = answers.flatMap((response) => issueMeant(response, context) ?? []);
  return [...document.resolutions, ...document.blocked, ...document.outOfScope, ...answered];
}

/** Tier 2: the document is about at least one gap of the run (SPEC 5). */
export function addressedFailure(
  document: AgentDocument,
  { gaps = [] }: GateContext,
  addressed: readonly GapId[],
): Failure | undefined {
  const offending = sortGapIds(gaps);
  const [first] = offending;
  if (addressed.length > 0 || first === undefined) return undefined;
  const isEngineer = document.role === "engineer";
  const others = isEngineer ? document.resolutions : document.reviewed;
  const did = isEngineer ? "resolves" : "reviews";
  const found = others.length > 0 ? ` The document ${did} ${places(others)} instead.` : "";
  const message = isEngineer
    ? `No assigned gap is resolved: ${list(offending)}.${found} Begin with \`## Gap Resolution: ${first}\`, or write \`BLOCKED_NEEDS_INPUT: ${first}\` with what you need to know.`
    : `No proposal of this round is reviewed: ${list(offending)}.${found} Begin with \`## Review: ${first}\`.`;
  return { type: "NO_GAPS_ADDRESSED", message, offending };
}

/** Tier 2: every gap that the document refers to exists, or is declared in it (SPEC 5; SPEC 19.9). */
export function referenceFailure(document: AgentDocument, context: GateContext): Failure | undefined {
  const { inventory, gaps = [] } = context;
  if (inventory === undefined) return undefined;
  const known = new Set<GapId>([...gaps, ...document.newGaps.flatMap((gap) => gap.id ?? [])]);
  const firstLine = new Map<GapId, number>();
  const own = document.role === "engineer" ? [...document.resolutions, ...document.blocked] : document.reviewed;
  for (const { gap, line } of [...document.references, ...own]) {
    if (gap === undefined || inventory.has(gap) || known.has(gap)) continue;
    firstLine.set(gap, Math.min(line, firstLine.get(gap) ?? line));
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
  const wrong = named.filter((answer) => issueMeant(answer, context) === undefined);
  if (wrong.length === 0) return undefined;
  return {
    type: "INCONSISTENT_REFS",
    message: `${wrong.length === 1 ? "This issue does" : "These issues do"} not exist: ${places(wrong)}. Name the issues of the task by their ids.`,
    offending: [...new Set(wrong.map(({ issue }) => issue))],
  };
}
