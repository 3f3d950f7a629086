import type { AgentDocument } from "../values.ts";
import { renderProposal } from "./render-proposal.ts";
import { renderReview } from "./render-review.ts";

/** Writes values out in the form of their role (SPEC 5). Reading it gives the same values, lines apart. */
export function renderDocument(document: AgentDocument): string {
  return document.role === "engineer" ? renderProposal(document) : renderReview(document);
}
