import type { Block } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import type { ReviewerDocument } from "../values.ts";
import { type Context, refuse, textOf } from "./context.ts";
import { isNothing } from "./items.ts";
import type { Statement } from "./statements.ts";
import { verdictOf } from "./words.ts";

const LEVEL = "(?:critical|high|medium|low)(?: priority| severity)?";
/** The marks of an issue: `(HIGH)`, `[high priority]`, `**High:**`, `HIGH:` at the start of a line, a Location. */
const MARKS = new RegExp(
  `[([]${LEVEL}[)\\]]|(?:\\*\\*|__)${LEVEL}(?::|\\*\\*|__)|^[ \\t>]{0,20}(?:[-*+] )?${LEVEL}:|(?:^[ \\t>]{0,20}(?:[-*+] )?|\\*\\*|__)location(?:\\*\\*|__)?:`,
  "imu",
);

const EXPECTED = "the scope of NO_ISSUES_FOUND in a few lines and a checklist with counts, no issue";
/** A scope is said in a few lines, a check in one; more would be findings. */
const LONGEST_SCOPE = 400;
const LONGEST_CHECK = 300;

/**
 * `NO_ISSUES_FOUND` with its scope, on its line or before the checklist, and what was counted (SPEC 7, 19.22): shown to
 * the User as it is. All else is unread. `checked`: a checklist with a heading follows.
 */
export function readNoIssues(
  context: Context,
  { words, line, endLine, below }: Statement,
  checked: boolean,
): ReviewerDocument["noIssuesFound"][number] {
  const blocks = below.filter((block) => !isLabel(block));
  const [first, next] = blocks;
  if (!isScope(words))
    refuse(context, { line, endLine: below[0] === undefined ? endLine : below[0].line - 1 }, EXPECTED);
  const isSaidBelow =
    words === "" &&
    first?.type === "paragraph" &&
    isScope(first.text) &&
    (next === undefined ? checked : next.type !== "paragraph");
  for (const block of isSaidBelow ? blocks.slice(1) : blocks)
    if (!isChecklist(context, block)) refuse(context, block, EXPECTED);
  return { line, endLine, text: textOf(context, { line, endLine }).trim() };
}

/** `**Checklist:**` above it. */
function isLabel(block: Block): boolean {
  return block.type === "paragraph" && /^[\s*_]{0,4}check(?:s|list|ed)?[*_]{0,2}:[\s*_]{0,4}$/iu.test(block.text);
}

function isScope(text: string): boolean {
  return text.length <= LONGEST_SCOPE && !MARKS.test(withoutCode(text)) && verdictOf(text) === undefined;
}

/** `Changes walked through: 3`, `[x] Every state is reachable`. */
const COUNTED = /\d|\[[x✓✔]\]/iu;

/** A list or a table of short checks with counts, without the marks of an issue (SPEC 7). */
export function isChecklist(context: Context, block: Block): boolean {
  if (block.type !== "list" && block.type !== "table") return isNothing(block);
  const text = textOf(context, block);
  const checks =
    block.type === "table"
      ? block.rows.map(({ cells }) => cells.join(" "))
      : block.items.map((item) => (item.blocks.length > 1 ? "" : textOf(context, item)));
  const short = checks.every((check) => check !== "" && check.length <= LONGEST_CHECK);
  return short && COUNTED.test(text) && !MARKS.test(withoutCode(text)) && !text.includes("[ ]");
}
