import { issueId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { decisionPart, decisionsOn } from "./decision-part.ts";
import { gapPart, nextGapId } from "./gap-part.ts";
import { issuesInFull, openIssues } from "./issue-part.ts";
import { neighboursOf, neighboursPart, relatedPlaces } from "./neighbours.ts";
import { contextPart, withParents } from "./person-part.ts";
import type { PromptMaterial, PromptOrder } from "./prompt-order.ts";
import { changePart, documentPart, documentsUnderReview } from "./reviewed-documents.ts";
import { CONDENSED_SOURCE, REVIEWER_SOURCE, sourcePart } from "./source-part.ts";
import type { TemplateValues } from "./template.ts";

/** The Reviewer's task (SPEC 15.4). Nothing of the Engineer's prompt is in it. */
export function reviewerTask(state: State, order: PromptOrder, material: PromptMaterial): TemplateValues {
  const gaps = order.gaps.flatMap((id) => state.gaps.get(id) ?? []);
  const about = withParents(gaps);
  const { kit, files } = material;
  const budget = order.condensed ? CONDENSED_SOURCE : REVIEWER_SOURCE;
  return {
    gap_ids: order.gaps.join(", "),
    round: String(order.round),
    gaps: gapPart(gaps),
    ...sourcePart(kit.source, gaps, budget, relatedPlaces(state)),
    decisions: decisionPart(decisionsOn(state, about)),
    neighbours: order.condensed ? "" : neighboursPart(neighboursOf(state, gaps), files),
    contexts: contextPart(state, about),
    issues: issuesInFull(openIssues(state, about)),
    documents: documentPart(documentsUnderReview(state, order.gaps), files),
    changes: changePart(state, order.gaps, files),
    next_issue: nextIssueId(state, order.round),
    next_gap: nextGapId(state, gaps[0]),
    path: order.documentPath,
  };
}

function nextIssueId(state: State, round: number): string {
  let number = 1;
  while (state.issues.has(issueId(round, number))) number += 1;
  return issueId(round, number);
}
