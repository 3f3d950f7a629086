import { categoryOfWord } from "../../model/id-mint.ts";
import { isSeverity } from "../../model/severity.ts";
import { plainText } from "../markdown/inline.ts";
import type { Markdown, MarkdownSection } from "../markdown/markdown.ts";
import { isStopWord } from "./keywords.ts";
import { isOpenListTitle } from "./open-list.ts";

/** The category where no heading has a usable word. */
const DEFAULT_CATEGORY = "SPEC";

/** The category of a gap on a line (SPEC 3.1): the first usable word of the nearest heading that has one. */
export function categoriesIn({ root }: Markdown): (line: number) => string {
  const byLine: string[] = [];
  const fill = (section: MarkdownSection, outer: string | undefined) => {
    const category = categoryOf(section) ?? outer;
    if (category !== undefined) byLine.fill(category, section.line, section.endLine + 1);
    for (const inner of section.sections) fill(inner, category);
  };
  byLine.length = root.endLine + 1;
  const [first] = root.sections;
  fill(root, first && categoryOf(first));
  return (line) => byLine[line] ?? DEFAULT_CATEGORY;
}

function categoryOf({ heading }: MarkdownSection): string | undefined {
  const title = plainText(heading?.text ?? "");
  // "Open questions" does not say what the questions are about.
  if (isOpenListTitle(title)) return undefined;
  return wordsOf(title)[0];
}

/** In "Requirement: Reset" the subject follows the colon. */
function wordsOf(title: string): string[] {
  const [kind = "", ...subject] = title.split(/:(?=\s)/);
  return [...subject, kind].flatMap((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(capitals);
}

/** Words that name a kind of section: they tell no two of them apart. */
const KINDS = new Set(["user", "story", "stories", "requirement", "requirements", "scenario"]);

function capitals(word: string): string[] {
  const letters = word
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
  const saysNothing =
    letters.length < 3 || isStopWord(word.toLowerCase()) || KINDS.has(word.toLowerCase()) || isSeverity(letters);
  return saysNothing ? [] : [categoryOfWord(letters)];
}
