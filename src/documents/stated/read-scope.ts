import { allSections, type Markdown, type MarkdownSection, parseMarkdown, textOfLines } from "../markdown/markdown.ts";

/** Headings under which specs say what they are about, and what they leave out. */
const ABOUT =
  /^(?:overview|summary|introduction|purpose|goals?|(?:(?!out|not|non|future|beyond)[\w-]+ )?scope(?: (?:of|for) .*)?)$/i;
/** Used if there are no such headings and no words below the title. */
const REASON = /^(?:why|problem(?: statement)?|background|motivation|context|description)$/i;
const LEFT_OUT = /^(?:out of scope|non-?goals|not in scope|(?:goals|scope) and non-?goals)\b/i;
const LONGEST = 1_200;

/** What a spec is about and what it leaves out, quoted and short: part of every prompt (SPEC 3.5a). */
export function scopeOf(source: string): string {
  return readScope(source).text;
}

/** The same with its headings; no headings if it comes from the words before the first section. */
export function readScope(source: string): { readonly text: string; readonly headings: readonly string[] } {
  const markdown = parseMarkdown(source);
  const sections = [...allSections(markdown.root)];
  const named = (names: RegExp) => sections.find((section) => names.test(nameOf(section)));
  const begins = named(ABOUT) === undefined ? opening(markdown, sections) : "";
  const about = begins === "" ? (named(ABOUT) ?? named(REASON)) : undefined;
  const leftOut = sections.filter((section) => LEFT_OUT.test(nameOf(section)));
  // "Non-goals" within "Goals" end the goals.
  const isNested = ({ line }: MarkdownSection) => about !== undefined && about.line < line && line <= about.endLine;
  const endLine = (leftOut.find(isNested)?.line ?? (about?.endLine ?? 0) + 1) - 1;
  const parts = [
    about === undefined
      ? begins
      : firstParagraph(markdown, { ...about, endLine }) || wholeText(markdown, { ...about, endLine }),
    ...leftOut.map((section) => `${nameOf(section)}:\n${wholeText(markdown, section)}`),
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  const headings = [about, ...leftOut].flatMap((section) => section?.heading?.text ?? []);
  return { text: text.length > LONGEST ? `${text.slice(0, LONGEST)} […]` : text, headings };
}

/** A line about the document and not its subject: `**Status**: Draft`, `Owner: Mira, draft 3`. */
const SHORT_FACT =
  /^(?:\*\*[^*]{1,40}\*\*.{0,60}|(?:Owner|Author|Authors|Status|Version|Date|Created|Updated|Last updated): .{0,100})$/;

/** The first paragraph below the title: some layouts have no other place for what the spec is about. */
function opening(markdown: Markdown, sections: readonly MarkdownSection[]): string {
  const [title, next] = sections.filter(({ heading }) => heading !== undefined);
  if (title?.heading?.level !== 1) return "";
  const endLine = next === undefined ? title.endLine : next.line - 1;
  const lines = firstParagraph(markdown, { ...title, endLine }).split("\n");
  return lines.filter((line) => !SHORT_FACT.test(line.trim())).join("\n");
}

/** The heading without its number and marks: `Out of Scope` of `7. Out of Scope`. */
function nameOf({ heading }: MarkdownSection): string {
  const text = heading?.text.replace(/[*_`:]/g, "").trim() ?? "";
  return text.replace(/^\d[\d.)]{0,8}\s+/, "").slice(0, 80);
}

function firstParagraph(markdown: Markdown, { line, endLine }: MarkdownSection): string {
  const block = markdown.blocks.find(
    (candidate) =>
      candidate.type === "paragraph" &&
      candidate.line > line &&
      candidate.endLine <= endLine &&
      tellsMore(textOfLines(markdown, candidate.line, candidate.endLine)),
  );
  return block === undefined ? "" : textOfLines(markdown, block.line, block.endLine).trim();
}

/** Whether a paragraph has more than facts about the document, or the name of what it describes. */
function tellsMore(text: string): boolean {
  return text.split("\n").some((line) => !SHORT_FACT.test(line.trim()));
}

function wholeText(markdown: Markdown, { line, endLine }: MarkdownSection): string {
  return textOfLines(markdown, line + 1, endLine)
    .split("\n")
    .filter((text) => text.trim() !== "" && !/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(text.slice(0, 200)))
    .join("\n");
}
