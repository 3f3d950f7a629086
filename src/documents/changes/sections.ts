import { rememberFor } from "../../model/remember-for.ts";
import { plainText } from "../markdown/inline.ts";
import { lastAtOrBefore } from "../markdown/line-starts.ts";
import type { Markdown, MarkdownSection } from "../markdown/markdown.ts";

/** A heading of a file with everything below it, its subsections too. */
export interface Section {
  /** The file, then the headings from the outermost to its own, as plain text. */
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
    const own = [...path, plainText(section.heading?.text ?? "")];
    return [{ path: own, line: section.line, endLine: section.endLine }, ...below(section, own)];
  });
}

/** The innermost section that a line (from 1) stands in. */
export function sectionAt(sections: readonly Section[], line: number): Section | undefined {
  return sections.findLast((section) => section.line <= line && line <= section.endLine);
}

/** The index of the last section that begins at or before a line (from 1). */
export function sectionIndexAt(sections: readonly Section[], line: number): number {
  return lastAtOrBefore(sections, (section) => section.line, line);
}

/** `Parent > Heading` of a section, with its file in front where a spec has several. */
export function pathText(section: Section | undefined, withFile: boolean): string {
  return section?.path.slice(withFile ? 0 : 1).join(" > ") ?? "";
}

/** The same path for people, without the title of the document: it stands over everything and tells nothing apart. */
export function shortPathText(section: Section | undefined): string {
  const [, ...headings] = section?.path ?? [];
  return headings.slice(headings.length > 1 ? 1 : 0).join(" > ");
}

/** The sections that a place names: as much of `File > Parent > Heading` as somebody wrote (SPEC 5). */
export function findPlaces(sections: readonly Section[], place: string): Section[] {
  if (place.trim() === "") return [];
  // A heading may itself hold a `>`.
  const readings = [[place], place.split(/\s+>\s+/)].map((names) => names.map(nameOf));
  for (const same of [sameHeading, sameWithoutNumber]) {
    for (const names of readings) {
      const found = sections.filter((section) => isNamed(section.path, names, same));
      if (found.length > 0) return found;
    }
  }
  return [];
}

interface Name {
  readonly written: string;
  readonly folded: string;
}

function nameOf(written: string): Name {
  return { written, folded: foldHeading(written) };
}

/** Of both the folded text. */
type Same = (heading: string, name: string) => boolean;

function isNamed(path: readonly string[], names: readonly Name[], same: Same): boolean {
  let left = names.length - 1;
  for (let at = path.length - 1; at >= 0; at--) {
    const name = names[left];
    if (name === undefined) break;
    const matches = at === 0 ? sameFile(path[0] ?? "", name.written) : same(foldedPath(path)[at] ?? "", name.folded);
    if (matches) left--;
    else if (at === path.length - 1) return false;
  }
  return left < 0;
}

/** A path is the same object in every version of a file that has the heading. */
const foldedPath = rememberFor((path: readonly string[]) => path.map(foldHeading));

function sameHeading(heading: string, name: string): boolean {
  return heading === name;
}

function sameWithoutNumber(heading: string, name: string): boolean {
  const bare = withoutNumber(heading);
  return bare !== "" && bare === withoutNumber(name);
}

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
