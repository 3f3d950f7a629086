import { viewOf } from "../../documents/changes/file-view.ts";
import { originOf } from "../../documents/changes/hunk.ts";
import { sectionsIn } from "../../documents/changes/sections.ts";
import { keywordsOf } from "../../documents/spec/keywords.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { estimateTokens } from "../../model/token-estimate.ts";

/** A heading of a spec with the text directly below it, down to the next heading of any level. */
export interface SpecSection {
  readonly file: string;
  /** The headings from the outermost to its own; none for what stands before the first. */
  readonly path: readonly string[];
  /** Heading and text. */
  readonly text: string;
}

/** Every section of the files, in order. Made once for a spec. */
export const sectionsOf: (spec: Spec) => readonly SpecSection[] = rememberFor((spec: Spec) =>
  spec.flatMap(fileSections),
);

/** Those that a change left as they were are the same objects as before, with all that is told of them. */
const fileSections = rememberFor((file: SpecFile): readonly SpecSection[] => {
  const origin = originOf(file)?.file;
  const known = new Map((origin ? fileSections(origin) : []).map((section) => [section.text, section]));
  const view = viewOf(file);
  const sections = sectionsIn(view);
  return sections
    .map(({ path, line }, at): SpecSection => {
      const next = sections[at + 1]?.line ?? view.lines.length + 1;
      const lines = Array.from({ length: next - line }, (_, offset) => view.lineText(line - 1 + offset));
      const section = { file: file.path, path: path.slice(1), text: lines.join("\n") };
      const same = known.get(section.text);
      return same?.path.join("\n") === section.path.join("\n") ? same : section;
    })
    .filter(({ text }) => text.trim() !== "");
});

/** What is told of a section, once for each. */
export const sectionTokens = rememberFor(({ text }: SpecSection) => estimateTokens(text));
export const sectionWords = rememberFor(({ text }: SpecSection) => keywordsOf(text));

/** The words of a text with white space folded, for telling whether it says the same. */
export function folded(text: string): string {
  // Most white space is single spaces: those are not touched.
  return text
    .replace(/[^\S ]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
