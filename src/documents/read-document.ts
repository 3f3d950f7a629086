import { type Markdown, parseMarkdown } from "./markdown/markdown.ts";
import { type ProposalReading, readProposal } from "./proposal/read-proposal.ts";
import { readCitations, readReferences } from "./references.ts";
import { type ReviewReading, readReview } from "./review/read-review.ts";
import type { AgentDocument, EngineerDocument, ReviewerDocument } from "./values.ts";

export type DocumentRole = AgentDocument["role"];

/** What helps the reading, where it is known. */
export interface ReadingOptions {
  /** The round that the document belongs to: it tells earlier issues from this document's own. */
  readonly round?: number;
}

/** Turns a document into values (SPEC 5, tier 0). Never throws, and takes time in proportion to the text. */
export function readDocument(text: string, role: DocumentRole, options: ReadingOptions = {}): AgentDocument {
  return readParsed(parseMarkdown(text), role, options);
}

export function readParsed(markdown: Markdown, role: DocumentRole, options: ReadingOptions = {}): AgentDocument {
  return role === "engineer"
    ? (engineers.get(markdown) ?? assembleEngineer(markdown, readProposal(markdown)))
    : assembleReviewer(markdown, readReview(markdown, options.round));
}

/** A proposal is read by the gate, the detector and the next review: what was read of a text is kept as long as the text. */
const engineers = new WeakMap<Markdown, EngineerDocument>();

export function assembleEngineer(markdown: Markdown, { values }: ProposalReading): EngineerDocument {
  const document: EngineerDocument = {
    role: "engineer",
    ...common(markdown),
    ...values,
    ambiguities: [...markdown.problems, ...values.ambiguities],
  };
  engineers.set(markdown, document);
  return document;
}

export function assembleReviewer(markdown: Markdown, { values }: ReviewReading): ReviewerDocument {
  return {
    role: "reviewer",
    ...common(markdown),
    ...values,
    ambiguities: [...markdown.problems, ...values.ambiguities],
  };
}

function common(markdown: Markdown): Pick<AgentDocument, "references" | "citations" | "undecodable" | "empty"> {
  return {
    references: readReferences(markdown),
    citations: readCitations(markdown),
    undecodable: false,
    empty: markdown.text.trim() === "",
  };
}

/** What is left of a document whose bytes are no text. */
export function undecodableDocument(role: DocumentRole): AgentDocument {
  const nothing = { references: [], citations: [], newGaps: [], ambiguities: [], undecodable: true, empty: false };
  if (role === "engineer") {
    return { role, ...nothing, resolutions: [], responses: [], disagreements: [], blocked: [] };
  }
  return {
    role,
    ...nothing,
    reviewed: [],
    hasReviewHeading: false,
    severitySections: [],
    issues: [],
    rechecks: [],
    verdict: { value: "NONE", byGap: [] },
  };
}
