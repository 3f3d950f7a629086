import { renderDocument } from "../canonical/render-document.ts";
import { type Markdown, parseMarkdown } from "../markdown/markdown.ts";
import { readProposal } from "../proposal/read-proposal.ts";
import { assembleEngineer, assembleReviewer, type DocumentRole, readParsed } from "../read-document.ts";
import { readReview } from "../review/read-review.ts";
import type { AgentDocument, Repair, ReviewerDocument } from "../values.ts";
import { Patch } from "./patch.ts";
import type { RepairContext } from "./repair-context.ts";
import { repairProposal } from "./repair-proposal.ts";
import { repairReview } from "./repair-review.ts";
import type { PlannedItem } from "./review-plan.ts";
import { sameMeaning } from "./same-meaning.ts";

export interface RepairedDocument {
  /** The document in the form of its role, as far as its meaning is plain. */
  readonly text: string;
  /** What is read from that text. */
  readonly document: AgentDocument;
  /** What was changed, with lines of the text as it came. */
  readonly repairs: readonly Repair[];
}

/**
 * Rewrites what the reader understands into the canonical form, in place, and says what it did (SPEC 5, tier 0). It
 * adds no content and takes none away; repairing a repaired document changes nothing.
 */
export function repairDocument(text: string, role: DocumentRole, context: RepairContext = {}): RepairedDocument {
  const markdown = parseMarkdown(text);
  const patch = new Patch(markdown.lines);
  for (const { kind, line, to } of markdown.fences) patch.replace(kind, line, line, [to]);
  const before = readAndPatch(patch, markdown, role, context);
  if (patch.isEmpty) return { text: markdown.text, document: before, repairs: [] };
  const repaired = patch.render();
  const document = readParsed(parseMarkdown(repaired), role, roundOf(context));
  if (sameMeaning(before, document)) return { text: repaired, document, repairs: patch.repairs };
  return restated(markdown, before, context) ?? { text: markdown.text, document: before, repairs: [] };
}

function readAndPatch(patch: Patch, markdown: Markdown, role: DocumentRole, context: RepairContext): AgentDocument {
  if (role === "engineer") {
    const reading = readProposal(markdown);
    repairProposal(patch, markdown, reading, context);
    return assembleEngineer(markdown, reading);
  }
  const reading = readReview(markdown, context.round);
  const { items } = repairReview(patch, markdown, reading, context);
  return withIds(assembleReviewer(markdown, reading), items);
}

/** The document with the ids that its issues got; the author's own name for one stays as its label. */
function withIds(document: ReviewerDocument, items: readonly PlannedItem[]): ReviewerDocument {
  const ids = new Map(items.map(({ issue, id }) => [issue, id]));
  const issues = document.issues.map((issue) => {
    const id = ids.get(issue);
    if (id === undefined || id === issue.id) return issue;
    const label = issue.id ?? issue.label;
    return { ...issue, id, ...(label === undefined || /^\d+$/.test(label) ? {} : { label }) };
  });
  return { ...document, issues };
}

/**
 * Where a review cannot be brought into its form in place without changing what is read, its values are written out
 * and the document as it came follows in a code block: nothing is lost, and nothing is said twice.
 */
function restated(markdown: Markdown, before: AgentDocument, context: RepairContext): RepairedDocument | undefined {
  if (before.role !== "reviewer") return undefined;
  const fence = "`".repeat(longestFence(markdown.lines) + 1);
  const text = `${renderDocument(before).trimEnd()}\n\n## As Written\n\n${fence}markdown\n${markdown.text.trimEnd()}\n${fence}\n`;
  const document = readParsed(parseMarkdown(text), "reviewer", roundOf(context));
  if (!sameMeaning(before, document)) return undefined;
  return { text, document, repairs: [{ kind: "restated", line: 1, from: "", to: text.split("\n", 1)[0] ?? "" }] };
}

function longestFence(lines: readonly string[]): number {
  return lines.reduce((longest, line) => Math.max(longest, /`{3,}/.exec(line.slice(0, 400))?.[0].length ?? 0), 2);
}

function roundOf(context: RepairContext): { round?: number } {
  return context.round === undefined ? {} : { round: context.round };
}
