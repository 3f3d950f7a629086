import type { Section } from "../../checks/spec/section.ts";
import { readSpec } from "../../checks/spec/spec.ts";
import { addBelow } from "./add-below.ts";
import type { LineEdit } from "./exact-change.ts";
import { passageOf } from "./passage.ts";

/**
 * The answer to a gap that stands nowhere: in the section that it names, in that section's form; else below the last one
 * that is no appendix, as a paragraph, for nobody said that it is one of the items there.
 */
export function addToSection(draft: string, about: string, words: string): LineEdit | undefined {
  const { sections, markdown } = readSpec(draft);
  const filled = sections.filter((section) => !section.isSilent && contentOf(section).length > 0);
  const named = namedIn(about, sections);
  const home = named ?? filled.findLast((each) => each.role === "text" && !isAppendix(each)) ?? filled.at(-1);
  const line = home === undefined ? 0 : endOf(home);
  const passage = line === 0 ? undefined : passageOf(draft, markdown.lines[line - 1] ?? "", line);
  if (passage === undefined) return undefined;
  const isItem = named !== undefined && passage.shape.type !== "row" && passage.shape.type !== "code";
  return isItem ? addBelow(draft, passage, words) : { kind: "add-after", line, endLine: line, new: words };
}

/** The section whose title the gap has in its words; of several the one with the longest. */
function namedIn(about: string, sections: readonly Section[]): Section | undefined {
  const text = about.toLowerCase();
  return sections
    .filter(({ title, node }) => node.level > 1 && title.length > 3 && text.includes(title.toLowerCase()))
    .toSorted((a, b) => b.title.length - a.title.length)[0];
}

function isAppendix({ title, parent }: Section): boolean {
  return /^appendix\b/i.test(title) || (parent !== undefined && isAppendix(parent));
}

function contentOf({ node }: Section) {
  return node.blocks.filter((block) => block.type !== "rule" && !(block.type === "html" && block.comment));
}

/** The last line of its own text, or its heading's. */
function endOf(section: Section): number {
  return contentOf(section).at(-1)?.endLine ?? section.node.heading?.endLine ?? 0;
}
