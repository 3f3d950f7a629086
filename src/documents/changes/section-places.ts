import { rememberFor } from "../../model/remember-for.ts";
import { plainText } from "../markdown/inline.ts";
import { lastAtOrBefore } from "../markdown/line-starts.ts";
import { type Markdown, type MarkdownSection, parseMarkdown } from "../markdown/markdown.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { type Hunk, originOf } from "./hunk.ts";

/** A heading of a file with everything below it, its subsections too. */
export interface Section {
  /** The file, then the headings from the outermost to that of the section, as plain text. */
  readonly path: readonly string[];
  /** 1-based and inclusive. */
  readonly line: number;
  readonly endLine: number;
}

/** Every section of a file; the file itself is the first. */
export function sectionsOf(file: string, { root, lines }: Markdown): Section[] {
  const whole: Section = { path: [file], line: 1, endLine: lines.length };
  return [whole, ...below(root, whole.path)];
}

function below({ sections }: MarkdownSection, path: readonly string[]): Section[] {
  return sections.flatMap((section) => {
    const headings = [...path, plainText(section.heading?.text ?? "")];
    return [{ path: headings, line: section.line, endLine: section.endLine }, ...below(section, headings)];
  });
}

/** The innermost section that contains a line (from 1). */
export function sectionAt(sections: readonly Section[], line: number): Section | undefined {
  return sections.findLast((section) => section.line <= line && line <= section.endLine);
}

/** The index of the last section that begins at or before a line (from 1). */
function sectionIndexAt(sections: readonly Section[], line: number): number {
  return lastAtOrBefore(sections, (section) => section.line, line);
}

/** `Parent > Heading` of a section, with its file in front where a spec has several. */
export function pathText(section: Section | undefined, withFile: boolean): string {
  return section?.path.slice(withFile ? 0 : 1).join(" > ") ?? "";
}

/** The same path for people, without the document's title, which is the same everywhere. */
export function shortPathText(section: Section | undefined): string {
  const [, ...headings] = section?.path ?? [];
  return headings.slice(headings.length > 1 ? 1 : 0).join(" > ");
}

/** The sections that a place names: any part of `File > Parent > Heading` that ends in the heading (SPEC 5). */
export function findPlaces(sections: readonly Section[], place: string): Section[] {
  if (place.trim() === "") return [];
  // A heading may contain `>` itself.
  const readings = [[place], place.split(/\s+>\s+/)];
  for (const isNumbered of [true, false]) {
    for (const names of readings) {
      const found = sections.filter(({ path }) => isNamed(path, names, isNumbered));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Whether names match the end of a path; headings are compared with their numbers, or without on both sides. */
function isNamed(path: readonly string[], names: readonly string[], isNumbered: boolean): boolean {
  const [headings, wanted] = [path, names].map(isNumbered ? foldedPath : unnumberedPath);
  let left = names.length - 1;
  for (let at = path.length - 1; at >= 0 && left >= 0; at--) {
    const [heading, name] = [headings?.[at], wanted?.[left]];
    const matches = at === 0 ? sameFile(path[0] ?? "", names[left] ?? "") : heading === name && name !== "";
    if (matches) left--;
    else if (at === path.length - 1) return false;
  }
  return left < 0;
}

/** Remembered per path: versions of a file share the path of an unchanged heading. */
const foldedPath = rememberFor((path: readonly string[]) => path.map(foldHeading));
const unnumberedPath = rememberFor((path: readonly string[]) => foldedPath(path).map(withoutNumber));

function sameFile(path: string, name: string): boolean {
  const folded = name
    .trim()
    .replace(/^["“`]|["”`]$/g, "")
    .replace(/^\.\//, "")
    .toLowerCase();
  const file = path.toLowerCase();
  const base = file.slice(file.lastIndexOf("/") + 1);
  return folded === file || folded === base || `${folded}.md` === file || `${folded}.md` === base;
}

function foldHeading(text: string): string {
  return plainText(
    text
      .trim()
      .replace(/^#{1,6}\s+/, "")
      .replace(/\s#{1,6}$/, ""),
  )
    .replace(/[`*“”„"]/g, "")
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^'(.*)'$/, "$1")
    .replace(/:$/, "")
    .trim()
    .toLowerCase();
}

function withoutNumber(folded: string): string {
  return folded.replace(/^(?:§ ?)?\d{1,4}(?:\.\d{1,4}){0,6}[.):]?\s+/, "");
}

/** Every section of a file; the file itself is the first. */
export const sectionsIn: (view: FileView) => readonly Section[] = rememberFor((view) => {
  const origin = originOf(view.file);
  const shifted = origin && shiftSections(viewOf(origin.file), view, origin.hunks);
  return shifted ?? sectionsOf(view.path, view.markdown);
});

/** The heading above an offset; the file's own name above the first heading. */
export function headingAt(view: FileView, offset: number): string {
  return sectionAt(sectionsIn(view), view.lineAt(offset) + 1)?.path.at(-1) ?? "";
}

/** The sections of a changed file, derived from those before the change; `undefined` if it must be parsed. */
function shiftSections(before: FileView, now: FileView, hunks: readonly Hunk[]): readonly Section[] | undefined {
  const { markdown } = before;
  const sections = sectionsIn(before);
  if (markdown.problems.length + markdown.wrapper.length > 0) return undefined;
  /** How many lines each section gained, by its index. */
  const added = new Map<number, number>();
  for (const hunk of hunks) {
    const at = sectionOfHunk(before, hunk);
    if (at === undefined) return undefined;
    const lines = lineEndsIn(hunk.text) - lineEndsIn(before.text.slice(hunk.start, hunk.end));
    added.set(at, (added.get(at) ?? 0) + lines);
  }
  const addedUpTo = (last: number) => [...added].reduce((sum, [at, lines]) => (at <= last ? sum + lines : sum), 0);
  const shifted = sections.map(({ path, line, endLine }, at) => {
    const end = endLine + addedUpTo(sectionIndexAt(sections, endLine));
    return { path, line: line + addedUpTo(at - 1), endLine: end };
  });
  const isWhole = now.lineTexts.length - before.lineTexts.length === addedUpTo(sections.length);
  return isWhole && [...added.keys()].every((at) => isSameOutline(now, shifted, at)) ? shifted : undefined;
}

/** The index of the section whose own text contains a hunk. */
function sectionOfHunk(view: FileView, hunk: Hunk): number | undefined {
  const sections = sectionsIn(view);
  const { from, to } = view.linesAt(hunk);
  const at = sectionIndexAt(sections, from + 1);
  const section = sections[at];
  const next = sections[at + 1];
  if (section === undefined || from < view.frontMatter || to > section.endLine) return undefined;
  if (at > 0 && from < section.line) return undefined;
  if (next !== undefined && (to >= next.line - 1 || !view.lineText(next.line - 1).startsWith("#"))) return undefined;
  return at;
}

/** Whether a section, parsed alone, has only its own heading and nothing that would run on into the next section. */
function isSameOutline(view: FileView, sections: readonly Section[], at: number): boolean {
  const [section, next] = [sections[at], sections[at + 1]];
  const from = (section?.line ?? 1) - 1;
  const to = next === undefined ? view.lineTexts.length : next.line - 1;
  if (at > 0 && !view.lineText(from).startsWith("#")) return false;
  if (next !== undefined && !view.isBlank(to - 1)) return false;
  const { blocks, problems, wrapper } = parseMarkdown(view.lineTexts.slice(from, to).join("\n"));
  const headings = blocks.filter(({ type }) => type === "heading" || type === "html").length;
  return problems.length + wrapper.length === 0 && headings === Math.min(at, 1);
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
