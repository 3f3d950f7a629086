import type { AgentDocument, EngineerDocument, ReviewerDocument } from "../../documents/values.ts";
import { type GapId, sortGapIds } from "../../model/ids.ts";
import { issueMeant } from "./disagreement-problems.ts";
import type { GateContext } from "./gate-context.ts";
import { at, list } from "./say.ts";
import type { Failure } from "./structure.ts";

/** The gaps of this run that the document is about, sorted; all that it names where the run's gaps are not known. */
export function gapsAddressed(document: AgentDocument, context: GateContext): GapId[] {
  return document.role === "engineer" ? gapsResolved(document, context) : gapsReviewed(document, context);
}

/** Resolved, asked about, or called out of scope: BLOCKED_NEEDS_INPUT and UNCERTAINTY count (SPEC 5). */
function gapsResolved(document: EngineerDocument, context: GateContext): GapId[] {
  const assigned = context.assigned?.map((gap) => gap.id);
  const { resolutions, blocked, outOfScope } = document;
  const answered = context.polishing
    ? document.responses.flatMap((response) => issueMeant(response, context) ?? [])
    : [];
  const named = [...resolutions, ...blocked, ...outOfScope, ...answered].flatMap(({ gap }) => gap ?? onlyOne(assigned));
  return within(named, assigned);
}

function gapsReviewed(document: ReviewerDocument, context: GateContext): GapId[] {
  const { reviewed, verdicts, issues, outOfScope } = document;
  const named = [...reviewed, ...verdicts, ...issues, ...outOfScope].flatMap(({ gap }) => gap ?? []);
  // A review that names no gap at all can only be of the one proposal there is.
  if (named.length === 0 && document.hasReviewHeading) return onlyOne(context.proposals);
  return within(named, context.proposals);
}

function onlyOne(gaps: readonly GapId[] | undefined): GapId[] {
  return gaps?.length === 1 ? [...gaps] : [];
}

function within(named: readonly GapId[], known: readonly GapId[] | undefined): GapId[] {
  const gaps = new Set(known ?? named);
  return sortGapIds(named.filter((gap) => gaps.has(gap)));
}

/** Tier 2: the document is about at least one gap of the run (SPEC 5). */
export function addressedFailure(
  document: AgentDocument,
  context: GateContext,
  addressed: readonly GapId[],
): Failure | undefined {
  if (addressed.length > 0) return undefined;
  const isEngineer = document.role === "engineer";
  const wanted = isEngineer ? (context.assigned ?? []).map(({ id }) => id) : (context.proposals ?? []);
  const offending = sortGapIds(wanted);
  const [first] = offending;
  if (first === undefined) return undefined;
  const others = (isEngineer ? document.resolutions : document.reviewed).map(({ gap, line }) => at(gap, line));
  const did = isEngineer ? "resolves" : "reviews";
  const found = others.length > 0 ? ` The document ${did} ${list(others)} instead.` : "";
  const message = isEngineer
    ? `No assigned gap is resolved: ${list(offending)}.${found} Begin with \`## Gap Resolution: ${first}\`, or write \`BLOCKED_NEEDS_INPUT: ${first}\` with what you need to know.`
    : `No proposal of this round is reviewed: ${list(offending)}.${found} Begin with \`## Review: ${first}\`.`;
  return { type: "NO_GAPS_ADDRESSED", message, offending };
}
