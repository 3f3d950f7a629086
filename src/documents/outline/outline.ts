import type { Block, Paragraph } from "../markdown/block.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { readHead } from "../words/head.ts";
import { fieldNamed } from "./fields.ts";
import { OutlineHeading } from "./heading.ts";

/** A document as its author laid it out: headings, and the bold lines that models use in their place. */
export interface OutlineNode {
  readonly heading?: OutlineHeading;
  readonly parent?: OutlineNode;
  readonly line: number;
  readonly endLine: number;
  /** What stands directly below, up to the first node within. */
  readonly blocks: readonly Block[];
  readonly children: readonly OutlineNode[];
  /** On the root: every node of the document, in order. */
  readonly all?: readonly OutlineNode[];
}

/** The level of a bold line that stands for a heading. */
export const BOLD_LEVEL = 7;

interface Open {
  heading?: OutlineHeading;
  parent?: OutlineNode;
  line: number;
  endLine: number;
  blocks: Block[];
  children: Open[];
  all?: OutlineNode[];
}

export function buildOutline(markdown: Markdown): OutlineNode {
  const root: Open = { line: 1, endLine: markdown.lines.length, blocks: [], children: [] };
  const stack: Open[] = [root];
  let lastLine = 0;
  for (const block of markdown.blocks) {
    const heading = headingOf(block);
    if (heading !== undefined) {
      close(stack, heading.level, lastLine);
      open(stack, root, heading);
    } else {
      // A rule ends what a bold line began, not what a heading began.
      if (block.type === "rule") close(stack, BOLD_LEVEL, lastLine);
      top(stack, root).blocks.push(block);
    }
    if (block.type !== "rule") lastLine = block.endLine;
  }
  close(stack, 0, lastLine);
  root.all = [];
  collect(root, root.all);
  return root;
}

function top(stack: readonly Open[], root: Open): Open {
  return stack[stack.length - 1] ?? root;
}

function open(stack: Open[], root: Open, heading: OutlineHeading): void {
  const parent = top(stack, root);
  const node: Open = { heading, parent, line: heading.line, endLine: heading.endLine, blocks: [], children: [] };
  parent.children.push(node);
  stack.push(node);
}

function close(stack: Open[], level: number, lastLine: number): void {
  for (let last = stack[stack.length - 1]; last?.heading !== undefined; last = stack[stack.length - 1]) {
    if (last.heading.level < level) return;
    last.endLine = Math.max(last.heading.endLine, lastLine);
    stack.pop();
  }
}

function headingOf(block: Block): OutlineHeading | undefined {
  if (block.type === "heading") {
    return new OutlineHeading(block.level, block.text, block.line, block.endLine);
  }
  return block.type === "paragraph" ? boldHeading(block) : undefined;
}

/** A paragraph that is one bold line, or begins with the bold name or severity of an issue. */
function boldHeading(block: Paragraph): OutlineHeading | undefined {
  // Most paragraphs begin with a letter: these are settled here.
  if (/^[A-Za-z`"'(]/.test(block.text)) return undefined;
  if (!/^(?:\[[ xX]\]\s|[\p{Extended_Pictographic}\s]|\ufe0f)*(?:\*\*|__|~~\*\*)/u.test(block.text.slice(0, 24)))
    return undefined;
  const firstLine = block.text.split("\n", 1)[0] ?? "";
  const bold = boldLead(firstLine);
  if (bold === undefined) return undefined;
  const isField = fieldNamed(bold.words) !== undefined;
  if (isField && !(bold.words.includes("(") && readHead(firstLine).comment !== undefined)) return undefined;
  const whole = firstLine.length === block.text.length && /^[\s:.]*(?:\([^()]{0,40}\)[\s:.]*)?$/u.test(bold.rest);
  if (!whole && !namesAnItem(firstLine, bold.words)) return undefined;
  return new OutlineHeading(BOLD_LEVEL, firstLine, block.line, whole ? block.endLine : block.line);
}

function namesAnItem(line: string, bold: string): boolean {
  const head = readHead(line);
  const inBold = readHead(bold);
  if (head.comment !== undefined) return true;
  return head.issue !== undefined || (head.label !== undefined && !head.ordinal) || inBold.severity !== undefined;
}

/** The bold words that a line begins with. */
export function boldLead(line: string): { readonly words: string; readonly rest: string } | undefined {
  const match = /^(?:\[[ xX]\]\s+)?(?:[\p{Extended_Pictographic}\s]|\ufe0f)*(?:~~)?(\*\*|__)(?=\S)/u.exec(
    line.slice(0, 40),
  );
  const mark = match?.[1];
  if (match === null || mark === undefined) return undefined;
  const start = match[0].length;
  const end = line.indexOf(mark, start);
  if (end === -1 || end - start > 300) return undefined;
  return { words: line.slice(start, end), rest: line.slice(end + mark.length) };
}

/** Every node below this one, in the order of the document. */
export function descendants(node: OutlineNode): readonly OutlineNode[] {
  if (node.all !== undefined) return node.all;
  const nodes: OutlineNode[] = [];
  collect(node, nodes);
  return nodes;
}

function collect(node: OutlineNode, into: OutlineNode[]): void {
  for (const child of node.children) {
    into.push(child);
    collect(child, into);
  }
}
