import { rememberFor } from "../../model/remember-for.ts";
import { plainText } from "../markdown/inline.ts";
import type { Markdown, MarkdownSection } from "../markdown/markdown.ts";
import type { FileView } from "./file-view.ts";

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

/** The sections of a file; the file itself is the first. */
export const sectionsIn: (view: FileView) => readonly Section[] = rememberFor(({ path, markdown }) =>
  sectionsOf(path, markdown),
);

/** The heading above an offset; the file's own name above the first heading. */
export function headingAt(view: FileView, offset: number): string {
  return sectionAt(sectionsIn(view), view.lineAt(offset) + 1)?.path.at(-1) ?? "";
}
