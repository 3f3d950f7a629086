import type { Block, ListItem } from "../markdown/block.ts";
import type { ReviewerDocument } from "../values.ts";
import { type Context, refuse, textOf } from "./context.ts";
import { readHead } from "./head.ts";
import { isNothing, leadOf } from "./items.ts";
import { marksIssue } from "./marks.ts";
import type { Statement } from "./statements.ts";
import { verdictIn } from "./verdicts.ts";

const EXPECTED = "the scope and the checklist of NO_ISSUES_FOUND, no issue";

/** A scope is said in a few lines; more would be findings. */
const LONGEST_SCOPE = 400;

/**
 * `NO_ISSUES_FOUND` with its scope, on its line or in the paragraph before the checklist, and lists or tables of what
 * was counted (SPEC 7, 19.22). No issue may hide in it: all else is unread. `checked`: a checklist with a heading follows.
 */
export function readNoIssues(
  context: Context,
  { words, line, endLine, below }: Statement,
  checked: boolean,
): NonNullable<ReviewerDocument["noIssuesFound"]> {
  const own = { line, endLine: below[0] === undefined ? endLine : below[0].line - 1 };
  if (!isScope(words)) refuse(context, own, EXPECTED);
  const blocks = below.filter((block) => !isNothing(block) && !isLabel(block));
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    const follows = next === undefined ? checked : next.type === "list" || next.type === "table";
    // The scope is said once: prose behind it is something else.
    const scope = block.type === "paragraph" && index === 0 && words === "" && follows && isScope(block.text);
    if (!scope && !isChecklist(context, block, false)) refuse(context, block, EXPECTED);
  });
  return { line, endLine, text: textOf(context, { line, endLine }).trim() };
}

/** `**Checklist:**` above it. */
function isLabel(block: Block): boolean {
  const label = /^[\s*_]{0,4}(?:[a-z]{3,20} )?check(?:s|list|ed)?[*_]{0,2}:[\s*_]{0,4}$/iu;
  return block.type === "paragraph" && label.test(block.text.slice(0, 60)) && !/\bno\b/iu.test(block.text);
}

export function isScope(text: string): boolean {
  return text.length <= LONGEST_SCOPE && !marksIssue(text) && verdictIn(text) === undefined;
}

/** A list or a table without an open box and without the marks of an issue or a gap. */
export function isChecklist(context: Context, block: Block, allTicked: boolean): boolean {
  if (block.type !== "list" && block.type !== "table") return isNothing(block);
  const text = textOf(context, block);
  if (marksIssue(text) || /\[ \]/.test(text)) return false;
  return block.type === "table" || block.items.every((item) => isCheck(item, allTicked));
}

function isCheck(item: ListItem, mustBeTicked: boolean): boolean {
  const { gap, severity, ticked } = readHead(leadOf(item).slice(0, 200));
  const plain = item.blocks.every((block, index) => index === 0 || block.type === "list");
  return plain && gap === undefined && severity === undefined && (ticked ?? !mustBeTicked);
}
