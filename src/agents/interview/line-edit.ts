import { readSpec } from "../../checks/reading/spec.ts";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { type Markdown, parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Change } from "../../model/change.ts";
import { leadingId, nextId } from "../../model/leading-id.ts";
import { cellCount, leadOf, ownId } from "../../model/passage-answer.ts";
import { splitLines } from "../../model/split-lines.ts";
import { type Passage, type Shape, sectionAt } from "./passage.ts";

/** An edit of whole lines, 1-based and inclusive. */
export interface LineEdit {
  readonly kind: "replace" | "add-after" | "remove";
  readonly line: number;
  readonly endLine: number;
  readonly new: string;
}

const MOST_AROUND = 12;

/** The edit as an exact change that quotes as many lines around it as make the quotation unique (SPEC 5). */
export function exactChange(draft: string, edit: LineEdit, number: number): Change | undefined {
  const { lines } = parseMarkdown(draft);
  const spec = [{ path: "spec.md", text: draft }];
  for (let around = 0; around <= MOST_AROUND; around++) {
    const change = quoting(draft, lines, edit, around, number);
    const applied = applyChanges(spec, [change]);
    const hunk = applied.ok ? applied.hunks[0] : undefined;
    if (hunk !== undefined && touches(draft, hunk.start, hunk.end, edit, around)) return change;
    // Quoting more helps only against ambiguity.
    if (!applied.ok && applied.problems.every(({ reason }) => reason !== "ambiguous")) return undefined;
  }
  return undefined;
}

function quoting(draft: string, lines: readonly string[], edit: LineEdit, around: number, number: number): Change {
  const { kind, line, endLine } = edit;
  const above = lines.slice(Math.max(0, line - 1 - around), line - 1);
  // Lines are added right behind the quotation, so only lines above can be quoted with it.
  const below = kind === "add-after" ? [] : lines.slice(endLine, endLine + around);
  const passage = lines.slice(line - 1, endLine);
  const old = [...above, ...passage, ...below].join("\n");
  const heading = sectionAt(parseMarkdown(draft), line);
  // A heading with quotation marks in it cannot be named between them.
  const place = /["“”`]/.test(heading) ? "" : heading;
  // Words that begin with a space would go on with the line above.
  if (kind === "add-after") return { number, kind, place, old, new: edit.new.replace(/^ (?=\S)/, "") };
  if (kind === "remove" && around === 0) return { number, kind, place, old, new: "" };
  const now = [...above, ...(kind === "remove" ? [] : [edit.new]), ...below].join("\n");
  return { number, kind: "replace", place, old, new: now };
}

/** Whether the change was located at the intended lines, and not at the same words elsewhere. */
function touches(draft: string, start: number, end: number, { line, endLine }: LineEdit, around: number): boolean {
  const lineAt = (offset: number) => splitLines(draft.slice(0, offset)).length;
  return lineAt(start) <= endLine + around + 1 && lineAt(end) >= line - around;
}

export interface Below {
  /** A text that contains every id in use. */
  readonly known: string;
  /** An id that is referred to but not defined: the added words define it. */
  readonly missing?: string | undefined;
  /** The passage is a question, or listed as one: the answer is nested in it, without an id of its own. */
  readonly isAnswer: boolean;
}

/** Adds the person's words below a passage, with the bullet and the next id that the layout needs (SPEC 16.4). */
export function addBelow({ shape, endLine, text }: Passage, words: string, below: Below): LineEdit | undefined {
  const after = (line: number, added: string): LineEdit => ({ kind: "add-after", line, endLine: line, new: added });
  switch (shape.type) {
    case "item":
      if (below.isAnswer) return after(shape.endLine, nested(text, words));
      return after(lastItem(shape).endLine, beside(shape, text, withId(text, words, below)));
    case "row": {
      const cells = shape.table.header.cells.length;
      return words.split("\n").every((row) => cellCount(row) === cells) ? after(shape.endLine, words) : undefined;
    }
    case "code":
      return after(endLine, /^\s/.test(words) ? words : words.replace(/^(?=.)/gm, /^\s*/.exec(text)?.[0] ?? ""));
    case "heading":
      return after(Math.max(endLine, shape.endLine), words);
    case "paragraph":
      return after(Math.max(endLine, shape.endLine), below.isAnswer ? words : withId(text, words, below));
    default:
      // Free text is not valid in front matter.
      return undefined;
  }
}

function nested(text: string, words: string): string {
  const lead = leadOf(text).replace(/\[[ xX]\]\s+$/, "");
  return itemLine(`${lead.replace(/[^\s>]/g, " ")}${/[-*+](?=\s+$)/.exec(lead)?.[0] ?? "-"} `, words);
}

function beside(shape: ItemShape, text: string, words: string): string {
  const next = lastItem(shape).marker.replace(/^\d+/, (number) => String(Number(number) + 1));
  return itemLine(
    leadOf(text)
      .replace(/[-*+](?=\s)|\d+[.)]/, next)
      .replace(/\[[xX]\]/, "[ ]"),
    words,
  );
}

type ItemShape = Extract<Shape, { type: "item" }>;

/** Item numbers may be cited elsewhere, so a new item goes to the end of a numbered list. */
function lastItem({ item, list }: ItemShape) {
  return (/^\d/.test(item.marker) ? list.items.at(-1) : undefined) ?? item;
}

/** Further lines stay below the bullet; a typed bullet is dropped, because the list brings its own. */
function itemLine(lead: string, words: string): string {
  const said = words.includes("\n") ? words : words.replace(/^\s*[-*+]\s+/, "");
  if (/^\s*[-*+]\s/.test(said)) return said.replace(/^(?=.)/gm, /^[\s>]*/.exec(lead)?.[0] ?? "");
  return `${lead}${said.replace(/\n(?=.)/g, `\n${lead.replace(/[^\s>]/g, " ")}`)}`;
}

/** Puts the missing or the next id in front of the words, in the passage's own style, unless they bring an id. */
function withId(passage: string, words: string, { known, missing = "" }: Below): string {
  const found = ownId(passage);
  if (found === undefined || leadingId(words.slice(leadOf(words).length)) !== undefined) return words;
  const kind = (id: string) => id.replace(/\d+$/, "");
  const id = kind(missing) === kind(found.id) ? missing : nextId(known, found.id);
  return `${found.before}${id}${found.behind}${words}`;
}

export interface Glossary {
  readonly line: number;
  entry(term: string, meaning: string): string;
}

export function glossaryIn(draft: string): Glossary | undefined {
  const { markdown, sections } = readSpec(draft);
  for (const { node } of sections.filter(({ role }) => role === "glossary")) {
    const block = node.blocks.findLast(({ type }) => type === "list" || type === "table");
    if (block?.type === "table") return inTable(block.endLine, block.header.cells.length);
    if (block?.type === "list") return inList(markdown, block.items.at(-1)?.line ?? block.line, block.endLine);
  }
  return undefined;
}

function inTable(line: number, cells: number): Glossary {
  const rest = "  |".repeat(Math.max(0, cells - 2));
  return { line, entry: (term, meaning) => `| ${term} | ${meaning.replaceAll("|", "\\|")} |${rest}` };
}

/** Copies the style of the last entry: `- **term**: meaning`, `- _term_ – meaning`. */
function inList({ lines }: Markdown, line: number, endLine: number): Glossary {
  const form = /^(\s*(?:[-*+]|\d+[.)])\s+)([*_`"]{0,3})[^*`":–—]{1,80}?(:?)\2(\s?[:–—-]\s|\s)/.exec(
    lines[line - 1] ?? "",
  );
  const [, lead = "- ", mark = "", colon = "", parting = ": "] = form ?? [];
  return { line: endLine, entry: (term, meaning) => `${lead}${mark}${term}${colon}${mark}${parting}${meaning}` };
}
