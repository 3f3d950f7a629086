import type { GapId } from "../../model/ids.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";
import type { OutlineNode } from "../outline/outline.ts";
import type { Blocked } from "../values.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import { readChoices, withoutChoices } from "./read-choices.ts";

const STATEMENT =
  /^(?:[\s*_>#]|\p{Extended_Pictographic}|\ufe0f)*(BLOCKED_NEEDS_INPUT|UNCERTAINTY)(?:\*\*|__)?\s*[:–—-]\s*(?:\*\*|__)?\s*/u;

/** Where the Engineer says that it cannot go on (SPEC 7): at the start of a line of its own, not where it is talked about. */
export function readBlocked(
  markdown: Markdown,
  root: OutlineNode,
  gapAt: (line: number) => GapId | undefined,
): Blocked[] {
  const found: Blocked[] = [];
  const visit = (node: OutlineNode, inPart: boolean): void => {
    const part = node.heading?.part;
    const within = inPart || (part !== undefined && part !== "new-gaps");
    if (node.heading !== undefined) {
      const { endLine } = node.heading;
      const below = () => withoutChoices(textOfLines(markdown, endLine + 1, node.endLine)).trim();
      push(found, node.heading.text, below, node.line, node.endLine, within, gapAt);
      offer(found, node.line, markdown);
    }
    for (const block of node.blocks) {
      fromBlock(block, within, gapAt, found);
      offer(found, block.line, markdown);
    }
    for (const child of node.children) visit(child, within);
  };
  visit(root, false);
  return found;
}

function fromBlock(block: Block, within: boolean, gapAt: (line: number) => GapId | undefined, found: Blocked[]): void {
  if (block.type === "paragraph") push(found, block.text, nothing, block.line, block.endLine, within, gapAt);
  if (block.type !== "list") return;
  for (const item of block.items) {
    const first = item.blocks[0];
    if (first?.type === "paragraph") push(found, first.text, nothing, item.line, item.endLine, within, gapAt);
  }
}

/** The choices that follow a statement, where its last words or a line of their own announce them. */
function offer(found: Blocked[], line: number, { blocks }: Markdown): void {
  const last = found.at(-1);
  if (last?.line !== line || last.choices !== undefined) return;
  const at = firstFrom(blocks, line);
  const next = blocks.slice(at + 1, at + MOST_BLOCKS).findIndex((block) => block.type === "heading");
  const choices = readChoices(blocks.slice(at, next === -1 ? at + MOST_BLOCKS : at + 1 + next));
  if (choices.length > 0) found[found.length - 1] = { ...last, reason: withoutChoices(last.reason).trim(), choices };
}

/** Choices stand close to their question. */
const MOST_BLOCKS = 40;

/** The first block that begins on a line or after it. */
function firstFrom(blocks: readonly Block[], line: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A paragraph says it all itself. */
const nothing = (): string => "";

function push(
  found: Blocked[],
  text: string,
  below: () => string,
  line: number,
  endLine: number,
  within: boolean,
  gapAt: (line: number) => GapId | undefined,
): void {
  const match = STATEMENT.exec(text.slice(0, 200));
  if (match === null) return;
  const words = text.slice(match[0].length);
  const named = gapIdsIn(withoutCode(words.slice(0, 200)))[0];
  const own = named !== undefined && named.index < 6 ? named : undefined;
  // Inside a solution or an example the words may be what the solution is about.
  if (own === undefined && (within || match[1] === "BLOCKED_NEEDS_INPUT")) return;
  const gap = own?.id ?? named?.id ?? gapAt(line);
  const rest = own === undefined ? words : words.slice(own.index + own.id.length);
  const reason = [plainText(rest.slice(0, 4000)).replace(/^[\s:–—.,*_-]+/u, ""), below()]
    .filter((part) => part !== "")
    .join("\n");
  found.push({
    line,
    endLine,
    kind: match[1] === "UNCERTAINTY" ? "UNCERTAINTY" : "BLOCKED_NEEDS_INPUT",
    reason,
    ...(gap === undefined ? {} : { gap }),
  });
}
