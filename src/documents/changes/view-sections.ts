import { rememberFor } from "../../model/remember-for.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { type Hunk, originOf } from "./hunk.ts";
import { type Section, sectionAt, sectionIndexAt, sectionsOf } from "./sections.ts";

/** Every section of a file; the file itself is the first. */
export const sectionsIn: (view: FileView) => readonly Section[] = rememberFor((view) => {
  const origin = originOf(view.file);
  const shifted = origin && shiftSections(viewOf(origin.file), view, origin.hunks);
  return shifted ?? sectionsOf(view.path, view.markdown);
});

/** The heading that a place in a file stands under; the file itself above its first. */
export function headingAt(view: FileView, offset: number): string {
  return sectionAt(sectionsIn(view), view.lineAt(offset) + 1)?.path.at(-1) ?? "";
}

/** The sections of a file that hunks made of another, without parsing all of it; `undefined` where it has to be. */
function shiftSections(before: FileView, now: FileView, hunks: readonly Hunk[]): readonly Section[] | undefined {
  const { markdown } = before;
  const sections = sectionsIn(before);
  if (markdown.problems.length + markdown.wrapper.length > 0) return undefined;
  /** Lines that sections got, by their index. */
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

/** The section whose own text a hunk stays within. */
function sectionOfHunk(view: FileView, hunk: Hunk): number | undefined {
  const sections = sectionsIn(view);
  const { from, to } = view.linesAt(hunk);
  const at = sectionIndexAt(sections, from + 1);
  const section = sections[at];
  const next = sections[at + 1];
  if (section === undefined || from < view.frontMatter || to > section.endLine) return undefined;
  if (at > 0 && from < section.line) return undefined;
  if (next !== undefined && (to >= next.line || !view.lineText(next.line - 1).startsWith("#"))) return undefined;
  return at;
}

/** Whether the text of a section, read by itself, has no heading but its own, and nothing that runs on behind it. */
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
