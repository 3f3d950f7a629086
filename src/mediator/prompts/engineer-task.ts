import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import type { Proposal, State } from "../state.ts";
import { clip } from "./clip.ts";
import { decisionPart, decisionsOn } from "./decision-part.ts";
import { fenceAsData } from "./fence.ts";
import { gapLine, gapPart, nextGapId } from "./gap-part.ts";
import { answerLines, issuesInFull, lesserIssues, mustBeAnswered, openIssues } from "./issue-part.ts";
import {
  neighbourPart,
  neighboursOf,
  neighboursPart,
  relatedPlaces,
  similarGaps,
  unsettledDependencies,
} from "./neighbours.ts";
import { adjustmentPart, contextPart, withParents } from "./person-part.ts";
import type { PromptMaterial, PromptOrder } from "./prompt-order.ts";
import { textAt } from "./session-text.ts";
import { CONDENSED_SOURCE, ENGINEER_SOURCE, EXCERPT_SOURCE, sourcePart } from "./source-part.ts";
import type { TemplateValues } from "./template.ts";

/** The Engineer's task (SPEC 15.4). */
export function engineerTask(state: State, order: PromptOrder, material: PromptMaterial): TemplateValues {
  const gaps = order.gaps.flatMap((id) => state.gaps.get(id) ?? []);
  const about = withParents(gaps);
  const decisions = decisionsOn(state, about);
  const since = Math.max(0, ...gaps.map((gap) => shownProposal(state, gap.id)?.round ?? 0));
  const decidedSince = since === 0 ? [] : decisions.filter((decision) => decision.round >= since);
  return {
    gap_ids: order.gaps.join(", "),
    round: String(order.round),
    gaps: gapPart(gaps),
    ...sourceValues(state, order, material, gaps),
    decisions: decisionPart(decisions),
    neighbours: order.condensed || order.uncertainty ? "" : neighbours(state, material, gaps),
    contexts: contextPart(state, about),
    adjustments: adjustmentPart(state, about),
    proposal: gaps.flatMap((gap) => ownProposal(state, order, material, gap) ?? []).join("\n\n"),
    ...issueValues(state, order, gaps),
    decided_since: decidedSince.map((decision) => decision.id).join(", "),
    next_gap: nextGapId(state, gaps[0]),
    path: order.documentPath,
  };
}

function sourceValues(state: State, order: PromptOrder, { kit, files }: PromptMaterial, gaps: readonly Gap[]) {
  const related = relatedPlaces(state);
  if (!order.uncertainty)
    return sourcePart(kit.source, gaps, order.condensed ? CONDENSED_SOURCE : ENGINEER_SOURCE, related);
  const { where, sources } = sourcePart(kit.source, gaps, EXCERPT_SOURCE, related);
  return {
    where,
    excerpts: sources,
    similar: neighbourPart(similarGaps(state, gaps), files, { each: 500, all: 1500 }),
  };
}

function neighbours(state: State, material: PromptMaterial, gaps: readonly Gap[]): string {
  const accepted = neighboursPart(neighboursOf(state, gaps), material.files);
  const open = unsettledDependencies(state, gaps).map(gapLine);
  const unsettled = open.length === 0 ? "" : `Not settled yet, so do not rely on their details:\n${open.join("\n")}`;
  return [accepted, unsettled].filter((part) => part !== "").join("\n\n");
}

const CONDENSED_PROPOSAL_TOKENS = 1500;

/** What was proposed for the gap, or for the gap it is a part of; whole, because it is to be written again. */
function ownProposal(state: State, order: PromptOrder, material: PromptMaterial, gap: Gap): string | undefined {
  const own = shownProposal(state, gap.id);
  const proposal = own ?? (gap.partOf === undefined ? undefined : shownProposal(state, gap.partOf));
  if (proposal === undefined) return undefined;
  const text = textAt(material.files, proposal);
  if (text === undefined) return `Round ${proposal.round}: the text of ${proposal.path} is no longer there.`;
  const shown = order.condensed ? clip(text, CONDENSED_PROPOSAL_TOKENS) : text;
  const whose = own === undefined ? `, for ${gap.partOf}` : "";
  return `Round ${proposal.round}${whose}:\n${fenceAsData(shown, "markdown")}`;
}

/** The person asked for fresh prompts: what was proposed until then is no part of them (SPEC 13.8). */
function shownProposal(state: State, gap: GapId): Proposal | undefined {
  const proposal = state.proposals.get(gap);
  return proposal !== undefined && proposal.round > state.freshAfter ? proposal : undefined;
}

function issueValues(state: State, order: PromptOrder, gaps: readonly Gap[]) {
  const issues = openIssues(state, withParents(gaps));
  const asked = new Set(order.revision?.issues ?? []);
  const grave = issues.filter((issue) => (isBlocking(issue.severity) && !issue.noted) || asked.has(issue.id));
  const lesser = issues.filter((issue) => !grave.includes(issue));
  const parts = [
    issuesInFull(grave),
    order.condensed || lesser.length === 0
      ? ""
      : `Of less weight, to be met where it costs little:\n${lesserIssues(lesser)}`,
  ];
  return {
    issues: parts.filter((part) => part !== "").join("\n\n"),
    answers: answerLines(
      grave.filter((issue) => mustBeAnswered(issue) || asked.has(issue.id)),
      asked,
    ),
  };
}
