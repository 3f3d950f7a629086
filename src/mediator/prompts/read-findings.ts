import type { Block, TableRow } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { allSections, type Markdown, type MarkdownSection } from "../../documents/markdown/markdown.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";

/** A finding of a final review or a survey: a title, a severity, the words. */
export interface Finding {
  readonly title: string;
  readonly text: string;
  readonly severity: Severity;
  /** Where it is, as the document says. */
  readonly location?: string;
}

const MOST_FINDINGS = 200;
const MOST_TEXT = 4000;

/** The findings below headings of this name: list items, headings, table rows or paragraphs that begin in bold. */
export function readFindings(markdown: Markdown, heading: RegExp, unstated: Severity): Finding[] {
  const sections = [...allSections(markdown.root)].filter((section) =>
    heading.test(plainText(section.heading?.text ?? "")),
  );
  const outermost = sections.filter(
    (section) =>
      !sections.some((other) => other !== section && other.line < section.line && section.endLine <= other.endLine),
  );
  return outermost.flatMap((section) => sectionFindings(markdown, section, unstated)).slice(0, MOST_FINDINGS);
}

function sectionFindings(markdown: Markdown, section: MarkdownSection, unstated: Severity): Finding[] {
  const stated = severityIn(plainText(section.heading?.text ?? "")) ?? unstated;
  const own = section.blocks.flatMap((block) => blockFindings(markdown, block, stated));
  const inner = section.sections.flatMap((below) => {
    const title = plainText(below.heading?.text ?? "");
    // `#### Critical` holds findings; `#### Two limits (HIGH)` is one.
    if (SEVERITY_ONLY.test(title)) return sectionFindings(markdown, below, stated);
    return finding(`${title}: ${textOf(markdown, below.line + 1, below.endLine)}`, stated) ?? [];
  });
  return [...own, ...inner];
}

const SEVERITY_ONLY = /^(?:critical|high|medium|low)(?: priority| severity| issues| blockers)?$/i;

function blockFindings(markdown: Markdown, block: Block, stated: Severity): Finding[] {
  switch (block.type) {
    case "list":
      return block.items.flatMap((item) => finding(unmarked(textOf(markdown, item.line, item.endLine)), stated) ?? []);
    case "table":
      return block.rows.flatMap((row) => rowFinding(row, block.header, stated) ?? []);
    case "paragraph":
      return /^\s*(?:\*\*|\[|\d+[.)])/.test(block.text) ? (asList(finding(block.text, stated)) ?? []) : [];
    default:
      return [];
  }
}

function asList(one: Finding | undefined): Finding[] {
  return one === undefined ? [] : [one];
}

function rowFinding(row: TableRow, header: TableRow, stated: Severity): Finding | undefined {
  const column = (words: RegExp) => header.cells.findIndex((cell) => words.test(plainText(cell)));
  const cell = (at: number) => plainText(row.cells[at] ?? "");
  const title = column(/title|blocker|gap|issue|summary|finding|problem/i);
  const severity = column(/severity|priority/i);
  const rest = row.cells.map((_, at) => cell(at)).filter((text, at) => text !== "" && at !== severity && at !== title);
  return finding(`**${cell(title === -1 ? 0 : title)}** (${cell(severity)}): ${rest.join(". ")}`, stated);
}

/** `**Title** (HIGH): text`, `[HIGH] Title: text`, `**HIGH: Title**, text`. */
function finding(written: string, stated: Severity): Finding | undefined {
  const text = written.trim().slice(0, MOST_TEXT);
  if (text === "" || saysNone(plainText(text))) return undefined;
  const [firstLine = "", ...others] = text.split("\n");
  const { title, rest } = splitTitle(firstLine);
  if (title === "") return undefined;
  const body = [rest, ...others].join("\n").trim();
  const location = /^[\s*_-]{0,12}Location[\s*_]{0,4}:[\s*_]{0,4}(.{1,500})$/im.exec(text)?.[1]?.trim();
  return {
    title,
    text: body === "" ? title : body,
    severity: severityIn(firstLine) ?? stated,
    ...(location === undefined ? {} : { location }),
  };
}

function splitTitle(line: string): { readonly title: string; readonly rest: string } {
  const bold = /\*\*([^*]{3,200})\*\*/.exec(line);
  if (bold !== null)
    return { title: cleaned(bold[1] ?? ""), rest: withoutLead(line.slice(bold.index + bold[0].length)) };
  const plain = withoutLead(line);
  const end = plain.search(/:\s|\.\s|\s[–—-]\s/);
  if (end < 3) return { title: cleaned(plain), rest: "" };
  return { title: cleaned(plain.slice(0, end)), rest: withoutLead(plain.slice(end + 1)) };
}

function cleaned(title: string): string {
  const plain = plainText(title).replace(MARKED_SEVERITY, " ").replace(/\s+/g, " ");
  return withoutLead(plain)
    .replace(/[\s:.,–—-]+$/, "")
    .slice(0, 200)
    .trim();
}

/** Without the severity and the marks that set it or the title off. */
function withoutLead(text: string): string {
  const marks = /^[\s:.,–—-]+/;
  return text.replace(marks, "").replace(LEADING_SEVERITY, "").replace(marks, "");
}

const LEADING_SEVERITY = /^(?:[[(]\s?(?:CRITICAL|HIGH|MEDIUM|LOW)\s?[\])]|(?:CRITICAL|HIGH|MEDIUM|LOW)\s?:)/i;

/** A severity set off as one: in brackets, or before a colon. */
const MARKED_SEVERITY = /[[(]\s?(?:CRITICAL|HIGH|MEDIUM|LOW)\s?[\])]|^[\s*_-]{0,8}(?:CRITICAL|HIGH|MEDIUM|LOW)\s?:/gi;

function severityIn(text: string): Severity | undefined {
  const marked = text.match(MARKED_SEVERITY)?.[0] ?? text;
  const words = marked.toUpperCase();
  if (marked === text && !/\b(?:CRITICAL|HIGH|MEDIUM|LOW)\b/.test(text) && !SEVERITY_ONLY.test(text)) return undefined;
  return SEVERITIES.find((severity) => new RegExp(`\\b${severity}\\b`).test(words));
}

/** The ways to say that there is nothing. */
export function saysNone(text: string): boolean {
  return /^[\s*_>(-]{0,8}(?:none|nothing|nil|n\/a|not applicable|no (?:blockers?|gaps?|further gaps?|new gaps?|issues?)|there (?:are|is) no(?:ne)?)\b/i.test(
    text.slice(0, 200),
  );
}

function unmarked(item: string): string {
  return item.replace(/^\s{0,8}(?:[-*+]|\d{1,9}[.)])\s{1,8}(?:\[[ xX]\]\s)?/, "");
}

function textOf(markdown: Markdown, from: number, to: number): string {
  return markdown.lines
    .slice(from - 1, to)
    .join("\n")
    .trim();
}
