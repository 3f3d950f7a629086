import type { GapId } from "../model/ids.ts";
import { isGapId } from "../model/ids.ts";
import type { Block, ListItem } from "./markdown/block.ts";
import { plainText, withoutCode } from "./markdown/inline.ts";
import { type Markdown, textOfLines } from "./markdown/markdown.ts";
import { descendants, type OutlineNode } from "./outline/outline.ts";
import type { NewGap } from "./values.ts";
import { readHead } from "./words/head.ts";
import { gapIdsIn, gapNamesIn } from "./words/ids-in-text.ts";
import { saysNone } from "./words/none-words.ts";

/** The gaps that a document declares under `### New Gaps Introduced`, or `### New Gaps` in a review (SPEC 5). */
export function readNewGaps(markdown: Markdown, outline: OutlineNode, _role: "engineer" | "reviewer"): NewGap[] {
  const found: NewGap[] = [];
  for (const node of [outline, ...descendants(outline)]) {
    if (node.heading?.place.area !== "new-gaps") {
      found.push(...node.blocks.flatMap(fromRunIn));
      continue;
    }
    found.push(...fromBlocks(markdown, node.blocks));
    for (const child of node.children) {
      const gap = fromNode(markdown, child);
      if (gap !== undefined) found.push(gap);
    }
  }
  return found;
}

const RUN_IN =
  /^(?:\*\*|__)(?:new gaps?(?: \w+)?|gaps? (?:(?:that )?(?:this|it) )?(?:opens?|opened|raises?|raised|creates?|created|introduces?|introduced))[.:]?(?:\*\*|__)[.:]?\s+/iu;

/** `**New gaps:** GAP-LOG-001: where it is kept; GAP-LOG-002: for how long` */
function fromRunIn(block: Block): NewGap[] {
  const lead = block.type === "paragraph" ? RUN_IN.exec(block.text.slice(0, 60))?.[0] : undefined;
  if (lead === undefined || block.type !== "paragraph") return [];
  const words = block.text.slice(lead.length);
  const names = gapNamesIn(withoutCode(words)).filter(({ id, index }) => isDeclared(words, id, index));
  return names.flatMap(({ index }, at) => {
    const said = words.slice(index, names[at + 1]?.index ?? words.length).replace(/[\s,;]+$/u, "");
    return gap(block.line, block.endLine, said.split("\n", 1)[0] ?? "", said);
  });
}

/** A name that stands at the beginning, or after a full stop, and is followed by what it is about. */
function isDeclared(words: string, name: string, index: number): boolean {
  const before = words.slice(Math.max(0, index - 12), index);
  const after = words.slice(index + name.length, index + name.length + 4);
  return /(?:^|[.;,\n]\s*(?:and\s+)?)[*_\s]*$/u.test(before) && /^[*_]*\s?(?:[:,([–—]|-\s|$)/u.test(after);
}

function fromBlocks(markdown: Markdown, blocks: readonly Block[]): NewGap[] {
  return blocks.flatMap((block): NewGap[] => {
    switch (block.type) {
      case "list":
        return block.items.flatMap((item) => fromItem(markdown, item));
      case "table":
        return block.rows.flatMap((row) =>
          gap(row.line, row.line, row.cells.join(" | "), row.cells.slice(1).join(" | ")),
        );
      case "paragraph":
        return gapNamesIn(withoutCode(block.text)).length > 0 && startsWithName(block.text)
          ? gap(block.line, block.endLine, block.text.split("\n", 1)[0] ?? "", block.text)
          : [];
      default:
        return [];
    }
  });
}

function fromNode(markdown: Markdown, node: OutlineNode): NewGap | undefined {
  const { heading } = node;
  if (heading === undefined || !startsWithName(heading.text)) return undefined;
  const text = markdown.lines
    .slice(heading.line - 1, node.endLine)
    .join("\n")
    .replace(/^#+\s*/, "");
  return gap(node.line, node.endLine, heading.text, text)[0];
}

function fromItem(markdown: Markdown, item: ListItem): NewGap[] {
  const first = item.blocks[0];
  const head = first?.type === "paragraph" || first?.type === "heading" ? first.text : "";
  const text = textOfLines(markdown, item.line, item.endLine);
  return gap(item.line, item.endLine, head, text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, ""));
}

function startsWithName(text: string): boolean {
  return /^[\s*_[\]\d.)#:(-]*(?:\[[^\]\n]{1,20}\]\s*)?[*_]*GAP-/u.test(text.slice(0, 60));
}

const OWN_NAME = /^\s*\((GAP-[A-Za-z0-9]{1,24}(?:[-_.][A-Za-z0-9]{1,24}){0,4})\)/u;

/** Said to be known already, or done: a mention, not a new gap. */
const KNOWN =
  /\((?:unchanged|existing|carried[\s-]over|already (?:tracked|known|listed)|from (?:round|r)\s?\d+|still open|previously .{0,20})\)|\b(?:RESOLVED|CLOSED|WITHDRAWN)\b/u;

function gap(line: number, endLine: number, headText: string, text: string): NewGap[] {
  const plain = withoutCode(headText.slice(0, 1000));
  if (saysNone(plainText(plain))) return [];
  const name = startsWithName(headText) || headText.includes("|") ? gapNamesIn(plain)[0] : undefined;
  const firstWords = plain.slice(0, 200);
  if (KNOWN.test(firstWords)) return [];
  const id = name !== undefined && isGapId(name.id) ? name.id : undefined;
  const behind = name === undefined ? plain : plain.slice(name.index + name.id.length);
  // `GAP-LOG-002 (GAP-LOG-SEARCH)`: an id, and what its author calls it.
  const own = id === undefined ? null : OWN_NAME.exec(behind);
  const label = id === undefined ? name?.id : own?.[1];
  const rest = own === null ? behind : behind.slice(own[0].length);
  const head = readHead(rest.replace(/^[\s*_\]):|–—-]+/u, (marks) => (marks.includes("(") ? marks : "")));
  const severity = head.severity ?? severityIn(rest);
  const summary = summaryOf(headText, own === null ? name?.id : `${name?.id ?? ""}${own[0]}`);
  if (name === undefined && summary.length < 3) return [];
  return [
    {
      line,
      endLine,
      ...(id === undefined ? {} : { id }),
      ...(label === undefined ? {} : { label }),
      summary,
      text: text.trim(),
      ...(severity === undefined ? {} : { severity }),
      dependsOn: dependencies(text, id),
    },
  ];
}

const BRACKETED = /[([](?:severity\s*[:=]\s*)?(critical|high|medium|low)(?:\s+(?:priority|severity))?[)\]]/iu;

function severityIn(rest: string): NewGap["severity"] {
  const match =
    /^[^\p{L}]{0,6}\(?(?:severity\s*[:=]\s*)?(critical|high|medium|low)\b(?=\s*[),:\]]|\s*(?:priority|severity)|\s*$)/iu.exec(
      rest,
    );
  const trailing = BRACKETED.exec(rest.slice(0, 300));
  const word = (match?.[1] ?? trailing?.[1])?.toUpperCase();
  return word === "CRITICAL" || word === "HIGH" || word === "MEDIUM" || word === "LOW" ? word : undefined;
}

function summaryOf(headText: string, name: string | undefined): string {
  const at = name === undefined ? -1 : headText.indexOf(name);
  const rest = at === -1 || name === undefined ? headText : headText.slice(at + name.length);
  return plainText(rest.slice(0, 600))
    .replace(/^[\s*_\]):|–—.-]+/u, "")
    .replace(BRACKETED, " ")
    .replace(/^[\s:–—*-]+|\*+/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s:]+$/, "")
    .slice(0, 300);
}

function dependencies(text: string, own: GapId | undefined): GapId[] {
  const words = withoutCode(text.slice(0, 4000));
  const ids = new Set<GapId>();
  for (const match of words.matchAll(/\b(?:depends?\s+on|blocked\s+by|requires?|after)\b[^.\n]{0,120}/giu)) {
    for (const { id } of gapIdsIn(match[0])) if (id !== own) ids.add(id);
  }
  return [...ids];
}
