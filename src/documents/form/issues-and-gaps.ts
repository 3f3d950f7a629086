import { defined } from "../../model/defined.ts";
import type { GapFinding } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { LeftOpenWord, NewGap, ReadIssue, Recheck } from "../agent-document.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Context, isNothing, refuse, textOf } from "./context.ts";
import { severityOf, statusAt, statusOf, verdictOf } from "./form-words.ts";
import { gapIdsIn } from "./ids-in-text.ts";
import type { Form, Item } from "./read-items.ts";
import { readQuotations } from "./read-quotations.ts";
import type { Statement } from "./take-statements.ts";

export const ISSUES: Form<"location" | "impact" | "suggestion" | "ask" | "severity" | "details"> = {
  expected: "issues: `- **ISSUE-Rn-nnn**: …` with Location, Impact and Suggestion, or `None.`",
  fields: {
    location: /^(?:location|where)$/,
    impact: /^impact$/,
    suggestion: /^(?:suggestion|recommendation)$/,
    ask: /^ask the user$/,
    severity: /^severity$/,
    details: /^(?:problem|description|details|evidence)$/,
  },
};

export const EARLIER: Form<"status" | "why"> = {
  expected: "earlier issues: id, RESOLVED, PARTLY or NOT_FIXED, and the words that decide it",
  fields: { status: /^status$/, why: /^(?:why|words|deciding words|reason)$/ },
};

export const NEW_GAPS: Form<"severity" | "parent" | "place" | "why" | "depends" | "check"> = {
  expected: "new gaps: `- **GAP-…** (SEVERITY): …`, or `None.`",
  fields: {
    severity: /^severity$/,
    parent: /^parent$/,
    place: /^(?:place|location)$/,
    why: /^why$/,
    depends: /^depends on$/,
    check: /^check$/,
  },
};

/** `**Check:** {…}`: the finding as data, written by the Reviewer that runs the checks (SPEC 16.4). */
export function checkField(finding: GapFinding): string {
  return `**Check:** \`${JSON.stringify(finding).replaceAll("`", "\\u0060")}\``;
}

function readCheck(text: string): GapFinding | undefined {
  const [, json = ""] = /^`(\{.*\})`$/s.exec(text.trim()) ?? [];
  try {
    const { rule, type, subject, words, message }: Partial<Record<keyof GapFinding, unknown>> = JSON.parse(json);
    const texts = [rule, type, subject, message ?? "", ...(Array.isArray(words) ? words : [undefined])];
    if (!texts.every((text) => typeof text === "string")) return undefined;
    return defined({ rule, type, subject, words, message }) as GapFinding;
  } catch {
    return undefined;
  }
}

type ItemOf<Items> = Items extends Form<infer Name> ? Item<Name> : never;

/** A gap that a document declares (SPEC 3.5a). */
export function readNewGap({ head, fields, words, line, endLine }: ItemOf<typeof NEW_GAPS>): NewGap | string {
  const { gap: id, label, title } = head;
  const stated = fields.get("severity");
  const check = fields.get("check");
  const finding = check === undefined ? undefined : readCheck(check);
  if (check !== undefined && finding === undefined) return NEW_GAPS.expected;
  const severity = head.severity ?? severityOf(plainText(stated ?? ""));
  if (title === "" || head.issue !== undefined || (stated !== undefined && severity === undefined))
    return NEW_GAPS.expected;
  const [parent] = gapsNamed(fields.get("parent"));
  const facts = { id, label, severity, parent, place: fields.get("place"), why: fields.get("why"), finding };
  const dependsOn = gapsNamed(fields.get("depends"));
  return { ...defined(facts), title, text: words.trim() || title, dependsOn, line, endLine };
}

function gapsNamed(text = ""): GapId[] {
  return gapIdsIn(withoutCode(text)).map(({ id }) => id);
}

/** What all issues of a severity section have in common. */
type Place = { readonly severity: Severity; readonly heading: string; readonly gap: GapId | undefined };

/** Reads an item of a severity section: an issue, or one that was withdrawn. */
export function readIssue(item: ItemOf<typeof ISSUES>, { severity, heading, gap }: Place): ReadIssue | string {
  const { head, fields, text, line, endLine } = item;
  // Written as `(WITHDRAWN)`, as `WITHDRAWN. …`, or struck through.
  const isWithdrawn =
    head.status === "WITHDRAWN" || statusAt(head.rest)?.value === "WITHDRAWN" || /^[*_[\s]*~~/.test(text);
  const problem = gap === undefined ? "`## Review: GAP-…` before its issues" : problemOf(item, severity, isWithdrawn);
  if (problem !== undefined) return problem;
  const location = fields.get("location");
  const kind: ReadIssue["kind"] = isWithdrawn ? "withdrawn" : "raised";
  return defined({
    id: head.issue,
    label: head.label,
    gap,
    severity,
    severityAsWritten: heading,
    kind,
    title: head.title,
    text,
    location,
    quotations: readQuotations(location ?? ""),
    impact: fields.get("impact"),
    suggestion: fields.get("suggestion"),
    ask: fields.get("ask"),
    line,
    endLine,
  });
}

function problemOf({ head, fields, text }: ItemOf<typeof ISSUES>, severity: Severity, isWithdrawn: boolean) {
  if (head.title === "" || head.gap !== undefined) return ISSUES.expected;
  if (/^\[[ x✓✔]\]/iu.test(text)) return "an issue without a box to tick";
  const field = fields.get("severity");
  const stated = field === undefined ? head.severity : (severityOf(plainText(field)) ?? "unknown");
  if ((stated ?? severity) !== severity) return "one severity: CRITICAL, HIGH, MEDIUM or LOW";
  // The status of an earlier issue belongs in `### Earlier Issues`.
  const hasStatus = (head.status ?? statusOf(head.title)) !== undefined;
  return hasStatus && !isWithdrawn ? EARLIER.expected : undefined;
}

/** Words after a status that contradict it: `RESOLVED | not yet`. */
const DENIES =
  /^[^\p{L}"“]*(?:no(?=[\s*_]*(?:$|[.,;:!)–—-]))|(?:not|never|false|still|but|however|except|partly|partially|mostly|in part)\b)/iu;

/** Reads what the Reviewer says about an earlier issue (SPEC 3.6). */
export function readRecheck({ head, text, words, fields, line, endLine }: ItemOf<typeof EARLIER>): Recheck | string {
  const field = fields.get("status");
  const said = words.replace(/^[^\p{L}]+/u, "");
  const first = head.status === undefined && field === undefined ? statusAt(said) : undefined;
  const status = field === undefined ? (head.status ?? first?.value) : statusOf(plainText(field));
  const reasons = [first === undefined ? words : said.slice(first.length), fields.get("why") ?? ""];
  const denied = status === "RESOLVED" && reasons.some((reason) => DENIES.test(reason));
  if (status === undefined || denied || head.issue === undefined) return EARLIER.expected;
  const why = fields.get("why") ?? (words.trim() === "" ? text : words);
  return { issue: head.issue, status, why, quotations: readQuotations(why), line, endLine };
}

export const LEFT_OPEN: Form<"status" | "why"> = {
  expected: "left open: id, SETTLED with the words of the spec that settle it, quoted, or BLOCKS with the reason",
  fields: EARLIER.fields,
};

const LEFT_WORD = /^[^\p{L}]*(SETTLED|RESOLVED|BLOCKS|OPEN)(?![\p{L}_])[^\p{L}\p{N}"“`>(]*/iu;

/** Reads what the Reviewer says about a gap or issue that is left open at the end (SPEC 12). */
export function readLeftOpen({ head, words, fields }: ItemOf<typeof LEFT_OPEN>): LeftOpenWord | string {
  const id = head.gap ?? head.issue;
  const said = [fields.get("status") ?? "", words, fields.get("why") ?? ""].join(" ");
  const [lead, word = ""] = LEFT_WORD.exec(said) ?? [];
  if (id === undefined || lead === undefined) return LEFT_OPEN.expected;
  const why = said.slice(lead.length).trim();
  const status = word.toUpperCase().replace("RESOLVED", "SETTLED") as LeftOpenWord["status"];
  return status === "SETTLED" && DENIES.test(why) ? LEFT_OPEN.expected : { id, status, why };
}

const LEVEL = "(?:critical|high|medium|low)(?: priority| severity)?";
/** How issues are marked: `(HIGH)`, `[high priority]`, `**High:**`, `HIGH:` at the start of a line, a Location. */
const MARKS = new RegExp(
  `[([]${LEVEL}[)\\]]|(?:\\*\\*|__)${LEVEL}(?::|\\*\\*|__)|^[ \\t>]{0,20}(?:[-*+] )?${LEVEL}:|(?:^[ \\t>]{0,20}(?:[-*+] )?|\\*\\*|__)location(?:\\*\\*|__)?:`,
  "imu",
);

const SCOPE_EXPECTED =
  "the scope of NO_ISSUES_FOUND in a few lines and a checklist of what was looked at, ticked or counted, no issue";
/** A longer scope or check may contain findings. */
const LONGEST_SCOPE = 400;
const LONGEST_CHECK = 300;

/** Reads `NO_ISSUES_FOUND` with its scope and checklist (SPEC 7); anything else below it is unread. */
export function readNoIssues(context: Context, { words, line, endLine, below }: Statement) {
  if (!isScope(words)) refuse(context, { line, endLine: (below[0]?.line ?? endLine + 1) - 1 }, SCOPE_EXPECTED);
  let isScopeSaid = words !== "";
  let isChecked = false;
  for (const block of below) {
    if (isLabel(block) || isNothing(block)) continue;
    if (isChecklist(context, block)) isChecked = true;
    // The scope may be a separate line above the checklist.
    else if (!isScopeSaid && !isChecked && block.type === "paragraph" && isScope(block.text)) isScopeSaid = true;
    else refuse(context, block, SCOPE_EXPECTED);
  }
  const text = textOf(context, { line, endLine }).trim();
  // As a heading it needs no scope (SPEC 19.22).
  const missing = [
    ...(isScopeSaid || text.startsWith("#") ? [] : ["the scope that was examined"]),
    ...(isChecked ? [] : ["a checklist of what was looked at, ticked or counted"]),
  ];
  return { statement: { line, endLine, text }, missing: missing.join(" and ") };
}

/** A label above the checklist: `**Checklist:**`. */
function isLabel(block: Block): boolean {
  return block.type === "paragraph" && /^[\s*_]{0,4}check(?:s|list|ed)?[*_]{0,2}:[\s*_]{0,4}$/iu.test(block.text);
}

function isScope(text: string): boolean {
  return text.length <= LONGEST_SCOPE && !MARKS.test(withoutCode(text)) && verdictOf(text) === undefined;
}

/** A check that was counted or ticked: `Changes walked through: 3`, `[x] "15 minutes" against "one hour"`. */
const COUNTED = /\d|\[[x✓✔]\]/iu;

/** Whether a block is a list or a table of short checks, counted or ticked, without the marks of an issue (SPEC 7). */
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
