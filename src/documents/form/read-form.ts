import { rememberLast } from "../../model/remember-last.ts";
import type { AgentDocument, Reading } from "../agent-document.ts";
import { type Markdown, parseMarkdown } from "../markdown/markdown.ts";
import { type Context, type Patch, refuse } from "./context.ts";
import { readCitations, readReferences } from "./ids-in-text.ts";
import { readEngineer } from "./read-engineer.ts";
import { readReviewer } from "./read-reviewer.ts";

type DocumentRole = AgentDocument["role"];

/** A document with more repairs is not one that a model meant to write; it stays as it came. */
const MOST_REPAIRS = 1000;

/**
 * Reads an agent's document and puts it into the canonical form (SPEC 5, tier 0). Never throws; linear in the size of
 * the text. What is neither a value nor free text of a section is `unread`, and a document with unread lines stays as
 * it came. Reading the canonical text again gives the same values and no repairs. The gate and then the Reviewer's
 * prompt read the same document.
 */
export const readForm = rememberLast(1, (source: string, role: DocumentRole): Reading => {
  const markdown = parseMarkdown(source);
  const first = readMarkdown(markdown, role);
  const asItCame = { document: first.document, text: markdown.text, repairs: [] };
  const repairable = first.patches.length > 0 && first.patches.length <= MOST_REPAIRS;
  if (!repairable || first.document.unread.length > 0) return asItCame;
  const text = apply(markdown, first.patches);
  const second = readMarkdown(parseMarkdown(text), role);
  // Repairs that would change what is read, or would need further repairs, are not made.
  if (second.patches.length > 0 || meaning(second.document) !== meaning(first.document)) return asItCame;
  return { document: second.document, text, repairs: first.patches.map((patch) => repairOf(markdown, patch)) };
});

function readMarkdown(markdown: Markdown, role: DocumentRole) {
  const context: Context = { markdown, unread: [], patches: [] };
  for (const line of markdown.wrapper)
    context.patches.push({ kind: "unwrapped-document", line, endLine: line, to: "" });
  for (const { line, message } of markdown.problems) refuse(context, { line, endLine: markdown.lines.length }, message);
  const values = role === "engineer" ? { role, ...readEngineer(context) } : { role, ...readReviewer(context) };
  const document = {
    ...values,
    references: readReferences(markdown),
    citations: readCitations(markdown),
    unread: context.unread.sort((a, b) => a.line - b.line),
    empty: markdown.text.trim() === "",
  };
  return { document, patches: context.patches.sort((a, b) => a.line - b.line) };
}

function apply({ lines }: Markdown, patches: readonly Patch[]): string {
  const out: string[] = [];
  let done = 0;
  for (const { line, endLine, to } of patches) {
    for (; done < line - 1; done++) out.push(lines[done] ?? "");
    out.push(to);
    done = endLine;
  }
  for (; done < lines.length; done++) out.push(lines[done] ?? "");
  return out.join("\n");
}

function repairOf({ lines }: Markdown, { kind, line, endLine, to }: Patch): Reading["repairs"][number] {
  return { kind, line, from: lines.slice(line - 1, endLine).join("\n"), to };
}

const FORM_ONLY = new Set(["line", "endLine", "at", "text", "heading", "title", "chars", "severityAsWritten"]);

/** What a document says, without line numbers and the wording of its headings. */
function meaning(document: AgentDocument): string {
  return JSON.stringify(document, (key, value: unknown) => (FORM_ONLY.has(key) ? undefined : value));
}
