import type { GapId, IssueId } from "../../model/ids.ts";
import { issueId, parseIssueId } from "../../model/ids.ts";
import type { Block, Table } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";
import type { OutlineHeading } from "../outline/heading.ts";
import type { OutlineNode } from "../outline/outline.ts";
import { lineCounter } from "../references.ts";
import type { ReadResponse } from "../values.ts";
import { type Head, readHead } from "../words/head.ts";
import { issueIdsIn } from "../words/ids-in-text.ts";

const ANSWERS =
  "(?:address(?:es|ing|ed)?|fix(?:es|ing|ed)?|resolv(?:es|ing|ed)|respon(?:ds?|se|ding)\\s+to|repl(?:y|ies|ying)\\s+to|answers?|answering|incorporat(?:es|ing)|in\\s+response\\s+to|satisf(?:ies|ying)|handles?)";
const INLINE = new RegExp(
  `\\b${ANSWERS}\\s+(?:the\\s+)?(?:reviewer['’]?s?\\s+)?(?:issues?\\s+|concerns?\\s+|feedback\\s+)?(?:in\\s+|from\\s+)?\\W{0,4}(?=ISSUE-R\\d)`,
  "giu",
);
const REPLY_AREA =
  /\b(?:response|responses|replies|addressed|addressing|revisions?|changes|issues?|feedback|review(?:er)?)\b/u;
const ANSWER_COLUMN =
  /^(?:resolution|response|fix|changes?|how|addressed|action|answer|status|where|solution|what changed|resolved|revision|reply|outcome|disposition|result|how addressed|changes made|description)\b/iu;
const ISSUE_COLUMN =
  /^(?:#|id|issue|issues|issue id|concern|finding|feedback|reviewer issue|r\d+ issue|round \d+ issue|reviewer feedback|original issue|ref)\b/iu;

/** The Engineer's answers to issues, by id or by the Reviewer's label (SPEC 9, H1). What is fenced is no answer. */
export function readResponses(
  markdown: Markdown,
  root: OutlineNode,
  gapAt: (line: number) => GapId | undefined,
  isDisagreement: (node: OutlineNode) => boolean,
): ReadResponse[] {
  const found: ReadResponse[] = [];
  const add = (
    head: Pick<Head, "issue" | "label">,
    form: ReadResponse["form"],
    line: number,
    endLine: number,
    text: string,
  ) => {
    const gap = gapAt(line);
    const { issue, label } = head;
    found.push({
      line,
      endLine,
      form,
      text: text.trim(),
      ...(issue === undefined ? {} : { issue }),
      ...(issue !== undefined || label === undefined ? {} : { label }),
      ...(gap === undefined ? {} : { gap }),
    });
  };
  const visit = (node: OutlineNode, replies: boolean): void => {
    if (node.heading !== undefined && isDisagreement(node)) return;
    const folded = node.heading?.folded ?? "";
    const here = replies || REPLY_AREA.test(folded);
    if (node.heading !== undefined) {
      const answered = answeredByHeading(node.heading, replies);
      const text = answered.length === 0 ? "" : textOfLines(markdown, node.line, node.endLine);
      for (const head of answered) add(head, "heading", node.line, node.endLine, text);
    }
    // What a list of new gaps begins its items with are names of gaps.
    if (node.heading?.part === "new-gaps") return;
    for (const block of node.blocks) fromBlock(markdown, block, here, add);
    for (const child of node.children) visit(child, here);
  };
  visit(root, false);
  return found;
}

type Add = (
  head: Pick<Head, "issue" | "label">,
  form: ReadResponse["form"],
  line: number,
  endLine: number,
  text: string,
) => void;

/**
 * `Response to ISSUE-…`, `Gate (Addressing ISSUE-…)`, `DetectedPattern (ISSUE-R7-005 Fix)`, `ISSUE-…: now bounded`; where
 * replies stand, also `H1: now bounded`.
 */
function answeredByHeading(heading: OutlineHeading, replies: boolean): Pick<Head, "issue" | "label">[] {
  const text = withoutCode(heading.text);
  const ids = issuesWithRanges(text);
  if (ids.length > 0) {
    const answers =
      new RegExp(`\\b${ANSWERS}\\b`, "iu").test(text) ||
      /\b(?:fix|response|clarification|resolution|answer|change)\b/iu.test(text);
    return answers || readHead(text).issue !== undefined ? ids.map((issue) => ({ issue })) : [];
  }
  const label = /^\W*(?:response|reply|answer)\s+to\s+(?:issue\s+)?([A-Z]{1,10}-?\d{1,4})\b/iu.exec(text)?.[1];
  if (label !== undefined) return [{ label }];
  if (!replies || !LIKE_NAME.test(text)) return [];
  const { head } = heading;
  return head.label !== undefined && !head.ordinal && head.rest !== "" ? [{ label: head.label }] : [];
}

const LIKE_NAME = /^\W*(?:[A-Z]{1,12}[-_.#]?[A-Z]?\d|(?:Issue|Finding|Concern|Comment|Point)\s)/u;

function fromBlock(markdown: Markdown, block: Block, replies: boolean, add: Add): void {
  switch (block.type) {
    case "table":
      fromTable(block, replies, add);
      break;
    case "paragraph":
      fromProse(block.text, block.line, block.endLine, add);
      break;
    case "list":
      for (const item of block.items) {
        const first = item.blocks[0];
        const text = first?.type === "paragraph" ? first.text : "";
        if (!replies && !text.includes("ISSUE-R")) continue;
        const head = readHead(text.split("\n", 1)[0] ?? "");
        const named = head.issue !== undefined || (replies && head.label !== undefined && !head.ordinal);
        if (named && /\p{L}{2,}\W+\p{L}{2,}/u.test(head.rest.slice(0, 300))) {
          add(head, "list", item.line, item.endLine, textOfLines(markdown, item.line, item.endLine));
        } else fromProse(text, item.line, item.endLine, add);
      }
      break;
    default:
      break;
  }
}

function fromTable(table: Table, replies: boolean, add: Add): void {
  const headers = table.header.cells.map((cell) => plainText(cell));
  const column = headers.findIndex((header) => ISSUE_COLUMN.test(header));
  const answered = headers.some((header, index) => index !== column && ANSWER_COLUMN.test(header));
  for (const row of table.rows) {
    const cells = column !== -1 && answered ? [row.cells[column] ?? ""] : replies ? row.cells : [];
    for (const cell of cells) {
      const head = readHead(cell);
      const named =
        head.issue !== undefined || (column !== -1 && answered && head.label !== undefined && !head.ordinal);
      if (!named) continue;
      add(head, "table", row.line, row.line, row.cells.filter((other) => other !== cell).join(" | ") || head.rest);
      break;
    }
  }
}

function fromProse(text: string, line: number, endLine: number, add: Add): void {
  if (!text.includes("ISSUE-R")) return;
  const words = withoutCode(text);
  const lineAt = lineCounter(words, line);
  const seen = new Set<IssueId>();
  for (const match of words.matchAll(INLINE)) {
    const from = match.index + match[0].length;
    for (const issue of issuesWithRanges(enumeration(words.slice(from, from + 400)))) {
      if (!seen.has(issue)) add({ issue }, "inline", lineAt(match.index), endLine, text);
      seen.add(issue);
    }
  }
}

/** The ids that follow one another: `ISSUE-R1-001, ISSUE-R1-002 and ISSUE-R1-004`. */
function enumeration(text: string): string {
  return (
    /^(?:ISSUE-R\d{1,6}-\d{3}(?:\s*\([^()]{0,60}\))?(?:\s*(?:,|and|&|\/|\+|through|to|[-–—])\s*)*){1,40}/u.exec(
      text,
    )?.[0] ?? ""
  );
}

/** `ISSUE-R7-001 through ISSUE-R7-005` names those between too. */
function issuesWithRanges(text: string): IssueId[] {
  const found = issueIdsIn(text);
  const all = new Set<IssueId>();
  found.forEach(({ id, index }, position) => {
    const previous = found[position - 1];
    const between = previous === undefined ? "" : text.slice(previous.index + previous.id.length, index);
    const first = previous === undefined ? undefined : parseIssueId(previous.id);
    const last = parseIssueId(id);
    if (
      first !== undefined &&
      last !== undefined &&
      first.round === last.round &&
      /^\s*(?:through|thru|to|[-–—…])\s*$/iu.test(between)
    ) {
      for (let number = first.number + 1; number < last.number && number < first.number + 100; number++)
        all.add(issueId(first.round, number));
    }
    all.add(id);
  });
  return [...all];
}
