import type { Block } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import { type Context, isNothing, refuse, textOf } from "./context.ts";

import type { Statement } from "./statements.ts";
import { verdictOf } from "./words.ts";

const LEVEL = "(?:critical|high|medium|low)(?: priority| severity)?";
/** The marks of an issue: `(HIGH)`, `[high priority]`, `**High:**`, `HIGH:` at the start of a line, a Location. */
const MARKS = new RegExp(
  `[([]${LEVEL}[)\\]]|(?:\\*\\*|__)${LEVEL}(?::|\\*\\*|__)|^[ \\t>]{0,20}(?:[-*+] )?${LEVEL}:|(?:^[ \\t>]{0,20}(?:[-*+] )?|\\*\\*|__)location(?:\\*\\*|__)?:`,
  "imu",
);

const EXPECTED =
  "the scope of NO_ISSUES_FOUND in a few lines and a checklist of what was looked at, ticked or counted, no issue";
/** A scope is said in a few lines, a check in one; more would be findings. */
const LONGEST_SCOPE = 400;
const LONGEST_CHECK = 300;

/** `NO_ISSUES_FOUND` with its scope and what was looked at (SPEC 7, 19.22), shown to the User as it is; all else is unread. */
export function readNoIssues(context: Context, { words, line, endLine, below }: Statement) {
  const [first, ...more] = below.filter((block) => !isLabel(block) && !isNothing(block));
  if (!isScope(words)) refuse(context, { line, endLine: (below[0]?.line ?? endLine + 1) - 1 }, EXPECTED);
  // The scope may stand on a line of its own above the checklist.
  const isSaidBelow = words === "" && first?.type === "paragraph" && isScope(first.text);
  const checks = isSaidBelow && more[0] !== undefined && more[0].type !== "paragraph" ? more : [first, ...more];
  for (const block of checks) if (block && !isChecklist(context, block)) refuse(context, block, EXPECTED);
  return { line, endLine, text: textOf(context, { line, endLine }).trim() };
}

/** `**Checklist:**` above it. */
function isLabel(block: Block): boolean {
  return block.type === "paragraph" && /^[\s*_]{0,4}check(?:s|list|ed)?[*_]{0,2}:[\s*_]{0,4}$/iu.test(block.text);
}

function isScope(text: string): boolean {
  return text.length <= LONGEST_SCOPE && !MARKS.test(withoutCode(text)) && verdictOf(text) === undefined;
}

/** `Changes walked through: 3`, `[x] "15 minutes" against "one hour"`. */
const COUNTED = /\d|\[[x✓✔]\]/iu;

/** A list or a table of short checks, counted or ticked, without the marks of an issue (SPEC 7). */
function isChecklist(context: Context, block: Block): boolean {
  const text = textOf(context, block);
  const checks =
    block.type === "table"
      ? block.rows.map(({ cells }) => cells.join(" "))
      : block.type === "list"
        ? block.items.map((item) => (item.blocks.length > 1 ? "" : textOf(context, item)))
        : [""];
  const short = checks.every((check) => check !== "" && check.length <= LONGEST_CHECK);
  return short && COUNTED.test(text) && !MARKS.test(withoutCode(text)) && !text.includes("[ ]");
}
