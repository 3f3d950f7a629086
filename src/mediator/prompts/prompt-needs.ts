import { exampleNeeds } from "../retry/choose-example.ts";
import { drifts } from "../retry/first-example.ts";
import type { State } from "../state.ts";
import { neighboursOf, similarGaps } from "./neighbours.ts";
import type { PromptNeeds, PromptOrder } from "./prompt-order.ts";
import { documentsUnderReview } from "./reviewed-documents.ts";

/** The files of the session that `buildPrompt` will want for this order. */
export function promptNeeds(state: State, order: PromptOrder): PromptNeeds {
  const files = new Set<string>([...taskNeeds(state, order), ...retryNeeds(state, order)]);
  return { files: [...files].sort(), draft: order.role === "final-review" };
}

function taskNeeds(state: State, order: PromptOrder): string[] {
  if (order.role === "second-opinion") return documentPaths(state);
  if (order.role !== "engineer" && order.role !== "reviewer") return [];
  const gaps = order.gaps.flatMap((id) => state.gaps.get(id) ?? []);
  const { named, beside } = neighboursOf(state, gaps);
  const neighbours = order.condensed || order.uncertainty ? [] : [...named, ...beside];
  const paths = neighbours.map(({ proposal }) => proposal.path);
  if (order.role === "reviewer") {
    const proposals = order.gaps.flatMap((id) => state.proposals.get(id) ?? []);
    paths.push(...documentsUnderReview(state, order.gaps).map((ref) => ref.path));
    paths.push(...proposals.flatMap((proposal) => proposal.previous?.path ?? []));
    return paths;
  }
  const own = gaps.flatMap((gap) => [gap.id, ...(gap.partOf === undefined ? [] : [gap.partOf])]);
  paths.push(...own.flatMap((id) => state.proposals.get(id)?.path ?? []));
  if (order.uncertainty) paths.push(...similarGaps(state, gaps).map(({ proposal }) => proposal.path));
  return paths;
}

function documentPaths({ round }: State): string[] {
  return round?.engineerDocument ? [round.engineerDocument.path] : [];
}

function retryNeeds(state: State, order: PromptOrder): readonly string[] {
  const failure = order.failure?.gate.failureType ?? drifts(state, order);
  return failure === undefined ? [] : exampleNeeds(state, order, failure);
}
