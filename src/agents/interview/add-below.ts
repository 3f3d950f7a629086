import { isArrow } from "../../checks/state-machine/drawing.ts";
import type { ListItem } from "../../documents/markdown/block.ts";
import { allSections, type Markdown, type MarkdownSection, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { findMarkers } from "../../documents/stated/marker.ts";
import { leadingId, nextId } from "../../model/leading-id.ts";
import { cellCount, leadOf, ownId } from "../../model/passage-answer.ts";
import { splitLines } from "../../model/split-lines.ts";
import type { LineEdit } from "./exact-change.ts";
import type { Passage, Shape } from "./passage.ts";

/** What decides the form of words that are added below a passage. */
export interface Below {
  /** A text that contains every id in use; by default the draft. */
  readonly known?: string;
  /** An id that is referred to but not defined: the added words define it. */
  readonly missing?: string | undefined;
  /** A marker that asks a question: only its question stays, above the answer. */
  readonly asks?: { readonly words: string; readonly question: string };
  /** The passage is a question, or listed as one: the answer is nested in it. */
  readonly isAnswer?: boolean;
  /** The words are the missing Then of a scenario. */
  readonly isOutcome?: boolean;
  /** The words are the scenarios or criteria that a requirement lacks although its neighbours have them. */
  readonly isPart?: boolean;
  /** The words say which option of a list is chosen. */
  readonly isChoice?: boolean;
}

/** Adds the person's words below a passage, with the bullet, the cells and the next id that the layout needs (SPEC 16.4). */
export function addBelow(draft: string, passage: Passage, said: string, below: Below): LineEdit | undefined {
  const { shape, line, endLine, text } = passage;
  const after = (last: number, words: string): LineEdit => ({
    kind: "add-after",
    line: last,
    endLine: last,
    new: words,
  });
  const isWithin = below.isAnswer === true || /\?(?:[\s*_"')\]]|$)/.test(text);
  const words = below.isOutcome ? withThen(text, said) : said;
  if (below.asks !== undefined) {
    const question = text.replace(below.asks.words, () => below.asks?.question ?? "");
    const answer = shape.type === "item" ? nested(shape, text, words) : `\n${inQuote(text, words)}`;
    return { kind: "replace", line, endLine, new: `${question}\n${answer}` };
  }
  switch (shape.type) {
    case "item": {
      if (below.isChoice && shape.list.items.length > 1) return after(shape.list.endLine, words);
      // A scenario in one line gets its Then in that line; in a numbered list it is nested in the item.
      if (below.isOutcome && /\bgiven\b.*\bwhen\b/i.test(text) && /^\W*then\b.*$/i.test(words))
        return { kind: "replace", line, endLine, new: withOutcome(text, words) };
      const isNested = isWithin || (below.isOutcome === true && /^\d/.test(shape.item.marker));
      if (isNested) return after(shape.endLine, nested(shape, text, words));
      return after(lastItem(shape).endLine, beside(shape, text, withIds(draft, text, words, below)));
    }
    case "row": {
      const cells = shape.table.header.cells.length;
      return words.split("\n").every((row) => cellCount(row) === cells) ? after(shape.endLine, words) : undefined;
    }
    case "code":
      // Transitions go into the diagram, other words below the code block.
      if (words.split("\n").every(isArrow))
        return after(endLine, words.replace(/^\s*/gm, /^\s*/.exec(text)?.[0] ?? ""));
      return after(shape.endLine, indented(fenceIndent(draft, shape.line), words));
    case "heading": {
      // What is typed into an empty section is a scenario only if it says when, or then what.
      const isPart = below.isPart && (!shape.isEmpty || /\b(?:given|when|then)\b/i.test(words));
      const isForm = isPart || shape.isEmpty;
      const own = isForm ? asNeighbours(parseMarkdown(draft), shape.section, words, isPart) : words;
      if (shape.isEmpty && openTitle(text) !== undefined)
        return { kind: "replace", line, endLine, new: `${openTitle(text)}\n\n${own}` };
      return after(Math.max(endLine, shape.endLine), own === words ? apart(words).join("\n\n") : own);
    }
    case "paragraph":
      return after(
        Math.max(endLine, shape.endLine),
        isWithin ? inQuote(text, words) : withIds(draft, text, words, below).join("\n\n"),
      );
    default:
      // Free text is not valid in front matter.
      return undefined;
  }
}

/** The outcome in the scenario's own line, which keeps its final full stop. */
function withOutcome(scenario: string, outcome: string): string {
  const stop = /\.\s*$/.test(scenario) && !/[.!?]$/.test(outcome) ? "." : "";
  return `${scenario.replace(/[\s,.;]+$/, "")}, ${outcome}${stop}`;
}

/** Splits lines that are a sentence each, because markdown would join them into one paragraph. */
function apart(words: string): string[] {
  const lines = words.split("\n");
  return lines.every((line) => /^(?!\s*(?:[-*+|>#]|\d+[.)]\s)).*[.!?]["')\]*_]*\s*$/.test(line)) ? lines : [words];
}

function indented(by: string, words: string): string {
  return words.replace(/^(?=.)/gm, by);
}

/** Puts the answer to a question in a block quote into the same quote. */
function inQuote(question: string, words: string): string {
  return indented(/^(?:[ \t]*>[ \t]?)*/.exec(question)?.[0] ?? "", words);
}

/** The indentation that keeps a line below a code block in the same list item: a fence may open behind a bullet. */
function fenceIndent(draft: string, line: number): string {
  const opening = splitLines(draft)[line - 1] ?? "";
  return /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|[`~])/.test(opening) ? leadOf(opening).replace(/[^\s>]/g, " ") : "";
}

/** The outcome of a scenario behind a Then that is written as the When above it is; words in a form of their own stay as they are. */
export function withThen(passage: string, words: string): string {
  const when = [...passage.matchAll(/(\*\*|__|)\b(when|and)\b\1/gi)].at(-1);
  const outcome = words.replace(/^then\b[,:]?\s*/i, "");
  if (when === undefined || /^\W*(?:\d+[.)]\s+\W*)?(?:given|when|then)\b/i.test(outcome)) return words;
  const [, mark = "", word = ""] = when;
  return `${mark}${word === word.toUpperCase() ? "THEN" : word === "when" || word === "and" ? "then" : "Then"}${mark} ${outcome}`;
}

type ItemShape = Extract<Shape, { type: "item" }>;

/** Item numbers may be cited elsewhere, so a new item goes to the end of a numbered list. */
function lastItem({ item, list }: ItemShape): ListItem {
  return (/^\d/.test(item.marker) ? list.items.at(-1) : undefined) ?? item;
}

const ITEM_LEAD = /^(\s*(?:>\s*)*)([-*+]|\d{1,9}[.)])(\s+)(\[[ xX]\]\s+)?/;

/** The words as items nested in the passage's item. */
function nested({ item: { marker } }: ItemShape, text: string, words: string): string {
  const [, indent = "", , gap = " "] = ITEM_LEAD.exec(text) ?? [];
  const bullet = /^\d/.test(marker) ? "-" : marker;
  const under = `${indent}${" ".repeat(marker.length)}${gap}`;
  return apart(words)
    .map((said) => (isList(said) ? indented(under, said) : itemLine(`${under}${bullet} `, said)))
    .join("\n");
}

/** The words as further items of the same list. */
function beside(shape: ItemShape, text: string, words: readonly string[]): string {
  const [, indent = "", , gap = " ", box = ""] = ITEM_LEAD.exec(text) ?? [];
  let { marker } = lastItem(shape);
  const lines = words.map((said) => {
    if (isList(said)) return said;
    marker = nextMarker(shape, marker);
    return itemLine(`${indent}${marker}${gap}${box.replace(/[xX]/, " ")}`, said);
  });
  return lines.join("\n");
}

/** Whether several lines were typed that are list items already. */
function isList(said: string): boolean {
  return said.includes("\n") && ITEM_LEAD.test(said);
}

function itemLine(lead: string, said: string): string {
  // A typed bullet is dropped, because the list brings its own; a number may be the answer itself.
  const words = said.includes("\n") ? said : said.replace(/^\s*[-*+]\s+/, "");
  return `${lead}${words.replace(/\n(?=.)/g, `\n${" ".repeat(lead.length)}`)}`;
}

function nextMarker({ list: { items } }: ItemShape, marker: string): string {
  // Some authors number every item 1 and let the renderer count.
  if (items.length > 1 && items.every((item) => item.marker === marker)) return marker;
  return marker.replace(/^\d+/, (number) => String(Number(number) + 1));
}

function withIds(draft: string, passage: string, words: string, { known = draft, missing }: Below): string[] {
  const done: string[] = [];
  for (const said of apart(words))
    done.push(
      withId(draft, passage, said, { known: [known, ...done].join("\n"), ...(done.length === 0 && { missing }) }),
    );
  return done;
}

/** Puts the missing or the next id in front of the words, in the passage's own style, unless they bring an id. */
function withId(draft: string, passage: string, words: string, { known = draft, missing = "" }: Below): string {
  const found = ownId(passage);
  if (found === undefined || leadingId(words.slice(leadOf(words).length)) !== undefined) return words;
  const kind = (id: string) => id.replace(/\d+$/, "");
  const id = kind(missing) === kind(found.id) ? missing : nextId(known, found.id);
  return `${found.before}${id}${found.behind}${words}`;
}

/** The title of a heading like `## Billing (TBD)` without its marker, which goes once the section is written. */
export function openTitle(heading: string): string | undefined {
  const [marker] = findMarkers(heading);
  const isLast = marker !== undefined && /^[\s)\]*_.]*$/.test(heading.slice(marker.end));
  const title = heading.slice(0, marker?.start).replace(/[\s([:*_–—-]+$/, "");
  return isLast && /[\p{L}\p{N}]/u.test(title) ? title : undefined;
}

const PART = /\b(?:acceptance|scenario)/i;
const NAMED = /(?<=scenario:\s*)\S.*$/i;

/** Gives lines below a heading the form of its neighbour sections: list items, below the same label. */
function asNeighbours({ root, lines }: Markdown, own: MarkdownSection, words: string, isPart = false): string {
  if (/^\s*[#|>]/m.test(words) || /\n\s*\n/.test(words)) return words;
  const titleOf = ({ heading }: MarkdownSection) => heading?.text ?? "";
  // `Requirement 3` and `Requirement: Login` are of one kind; an empty section takes the form of one with the same name.
  const kindOf = (section: MarkdownSection) => (isPart ? titleOf(section).replace(/[:\d].*/s, "") : titleOf(section));
  for (const other of [...allSections(root)].filter((each) => each !== own && kindOf(each) === kindOf(own))) {
    const blocks = [other, ...other.sections].flatMap((each) => [
      ...(each.heading ? [each.heading] : []),
      ...each.blocks,
    ]);
    for (const [at, list] of blocks.entries()) {
      const head = blocks[at - 1];
      if (list.type !== "list" || (head?.type !== "heading" && head?.type !== "paragraph")) continue;
      const label = lines[head.line - 1] ?? "";
      // A scenario is named by the line above its steps, otherwise after its requirement.
      const isNamed = isPart && NAMED.test(label);
      const [, title, steps = words] = (isNamed && /^(?!\s*[-*+\d])(.+)\n(\s*[-*+]\s[\s\S]*)$/.exec(words)) || [];
      const item = asItems(list.items[0]?.marker ?? "-", steps);
      if (!isPart && head === other.heading) return item;
      const name = title ?? titleOf(own).replace(/^[^:]*:\s*/, "");
      if (isPart && PART.test(head.text)) return `${label.replace(NAMED, () => name)}\n\n${item}`;
    }
  }
  return words;
}

/** Makes each line a list item, numbered if the neighbour's first item is; items stay as they are. */
function asItems(marker: string, words: string): string {
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(words)) return words;
  const numbered = (index: number) => marker.replace(/^\d+/, (first) => String(Number(first) + index));
  return words
    .split("\n")
    .map((line, index) => (ITEM_LEAD.test(line) ? line : `${numbered(index)} ${line.trim()}`))
    .join("\n");
}
