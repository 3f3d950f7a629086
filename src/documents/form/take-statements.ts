import { defined } from "../../model/defined.ts";
import type { DuplicateDigest } from "../../model/digest.ts";
import type { InputChoice } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Blocked, OutOfScope } from "../agent-document.ts";
import type { Block, Lines, List } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { type Context, leadOf, refuse, textOf } from "./context.ts";
import { gapIdsIn } from "./ids-in-text.ts";

/** A line that begins with a keyword of the form, and what belongs to it. */
export interface Statement extends Lines {
  readonly keyword: Keyword;
  /** What follows the keyword in its paragraph. */
  readonly words: string;
  /** The blocks below it that belong to it. */
  readonly below: readonly Block[];
}

const KEYWORDS = {
  engineer: ["BLOCKED_NEEDS_INPUT", "UNCERTAINTY", "OUT_OF_SCOPE", "CONFIDENCE"],
  reviewer: ["OUT_OF_SCOPE", "DUPLICATE", "NO_ISSUES_FOUND", "VERDICT", "GAP_SEVERITY"],
} as const;

type Role = keyof typeof KEYWORDS;
type Keyword = (typeof KEYWORDS)[Role][number];

const LINE =
  /^[\s*_>]{0,8}(BLOCKED[_ ]NEEDS[_ ]INPUT|UNCERTAINTY|OUT[_ ]OF[_ ]SCOPE|DUPLICATE|NO[_ ]ISSUES[_ ]FOUND|verdict|gap severity|confidence)[*_]{0,3}(\s{0,3}[:–—]|\s-\s|\s{0,3}$)[*_]{0,3}\s*/iu;

/** Keywords in capitals only: in lower case they are ordinary English, unless a gap id follows. */
const IN_CAPITALS = new Set<Keyword>([
  "BLOCKED_NEEDS_INPUT",
  "UNCERTAINTY",
  "OUT_OF_SCOPE",
  "DUPLICATE",
  "NO_ISSUES_FOUND",
]);
/** Statements that extend to the next heading; nothing may follow a verdict there. */
const EXTENDS = new Set<Keyword>(["BLOCKED_NEEDS_INPUT", "UNCERTAINTY", "NO_ISSUES_FOUND", "VERDICT"]);

/** Separates the statements of a role from the other blocks of a part. */
export function takeStatements(blocks: readonly Block[], role: Role): { statements: Statement[]; rest: Block[] } {
  const statements: (Statement & { endLine: number; below: Block[] })[] = [];
  const rest: Block[] = [];
  let open: (typeof statements)[number] | undefined;
  for (const block of blocks.flatMap((part) => pieces(part, role))) {
    const read = block.type === "paragraph" ? statementOf(block.text, role) : undefined;
    if (read !== undefined) {
      const statement = { ...read, line: block.line, endLine: block.endLine, below: [] };
      statements.push(statement);
      open = EXTENDS.has(read.keyword) ? statement : undefined;
    } else if (open !== undefined) {
      open.below.push(block);
      open.endLine = block.endLine;
    } else rest.push(block);
  }
  return { statements, rest };
}

/** Splits a paragraph at the lines that begin statements. */
function pieces(block: Block, role: Role): Block[] {
  const lines = block.type === "paragraph" ? block.text.split("\n") : [];
  const starts = lines.flatMap((line, index) => (index > 0 && statementOf(line, role) !== undefined ? index : []));
  if (block.type !== "paragraph" || starts.length === 0) return [block];
  return [0, ...starts].map((start, index) => {
    const end = starts[index] ?? lines.length;
    const text = lines.slice(start, end).join("\n");
    return { ...block, text, line: block.line + start, endLine: block.line + end - 1 };
  });
}

function statementOf(text: string, role?: Role): { keyword: Keyword; words: string } | undefined {
  const [match, written = "", sign = ""] = LINE.exec(text.slice(0, 60)) ?? [];
  if (match === undefined) return undefined;
  const keyword = written.toUpperCase().replaceAll(" ", "_") as Keyword;
  const words = text.slice(match.length).trim();
  if (role !== undefined && !KEYWORDS[role].some((known) => known === keyword)) return undefined;
  if (sign.trim() === "" && keyword !== "NO_ISSUES_FOUND") return undefined;
  const isInCapitals = written === written.toUpperCase() || gapIdsIn(words.slice(0, 40))[0] !== undefined;
  return IN_CAPITALS.has(keyword) && !isInCapitals ? undefined : { keyword, words };
}

/** Whether a text begins with a keyword of the form. */
export function beginsStatement(text: string): boolean {
  return statementOf(text) !== undefined;
}

const LONGEST_REASON = 300;

/** Reads `OUT_OF_SCOPE: GAP-… reason` (SPEC 3.5a); the reason is one short sentence, the rest may be other text. */
export function readOutOfScope(context: Context, { words, line, endLine }: Statement): OutOfScope[] {
  const { gap, rest } = leadingGap(words);
  const isSentence = rest !== "" && rest.length <= LONGEST_REASON && !/\n|[.!?;]\s+\S/u.test(rest);
  if (gap !== undefined && isSentence) return [{ gap, reason: rest, line, endLine }];
  refuse(context, { line, endLine }, "`OUT_OF_SCOPE: GAP-…` and the reason in one sentence on its line");
  return [];
}

/** Reads `DUPLICATE: GAP-… of GAP-…` (SPEC 3.3). */
export function readDuplicate(context: Context, { words, line, endLine }: Statement): DuplicateDigest[] {
  const { gap, rest } = leadingGap(words);
  const of = leadingGap(rest.replace(/^of\s+/i, ""));
  if (gap !== undefined && of.gap !== undefined && of.rest === "") return [{ gap, of: of.gap }];
  refuse(context, { line, endLine }, "`DUPLICATE: GAP-… of GAP-…` and nothing else on its line");
  return [];
}

/** Reads `BLOCKED_NEEDS_INPUT: GAP-…` and `UNCERTAINTY: GAP-…` with the whole question and its choices (SPEC 7). */
export function readBlocked(context: Context, statement: Statement, within: GapId | undefined): Blocked[] {
  const { keyword, words, below, line, endLine } = statement;
  const { gap = within, rest } = leadingGap(words);
  const kind: Blocked["kind"] = keyword === "UNCERTAINTY" ? "UNCERTAINTY" : "BLOCKED_NEEDS_INPUT";
  const list = choiceList(below);
  const asked = [rest, ...below.filter((block) => block !== list).map((block) => textOf(context, block))];
  const reason = asked.join("\n\n").trim().replace(ANNOUNCED, "").trim();
  if (reason === "" || gap === undefined) {
    refuse(context, { line, endLine }, `\`${kind}: GAP-…\` with a question`);
    return [];
  }
  // In markdown, a line directly below a list is part of its last item: the next statement would be lost in it.
  const swallowed = below.some((block) => block.type === "list" && textOf(context, block).split("\n").some(isBare));
  if (swallowed) refuse(context, { line, endLine }, `a blank line before the next \`${kind}:\``);
  const choices = list === undefined ? [] : choicesOf(list);
  return [defined({ kind, gap, reason, line, endLine, choices: choices.length === 0 ? undefined : choices })];
}

function isBare(line: string): boolean {
  return /^[A-Z]/.test(line) && statementOf(line, "engineer") !== undefined;
}

function leadingGap(words: string): { gap?: GapId; rest: string } {
  const found = gapIdsIn(withoutCode(words.slice(0, 60)))[0];
  if (found === undefined || found.index > 4) return { rest: words };
  const rest = words.slice(found.index + found.id.length).replace(/^[\s\])*_:.–—-]+/u, "");
  return { gap: found.id, rest: rest.trim() };
}

const ANNOUNCED = /(?:^|\n)[\s*_]{0,12}(?:choices|options)[\s*_:]{0,12}$/i;

/** The list below a line `Choices:`; else the list at the end of the question. */
function choiceList(blocks: readonly Block[]): List | undefined {
  const announced = blocks.findIndex((block) => block.type === "paragraph" && ANNOUNCED.test(block.text.slice(-60)));
  const list = announced === -1 ? blocks.at(-1) : blocks[announced + 1];
  return list?.type === "list" ? list : undefined;
}

const MOST_CHOICES = 9;
const LONGEST_CHOICE = 2000;

/** Choices such as `(recommended) 15 minutes: as long as …` or `**15 minutes.** …`; the first recommendation counts. */
function choicesOf({ items }: List): InputChoice[] {
  const leads = items.slice(0, MOST_CHOICES).map((item) => leadOf(item).slice(0, LONGEST_CHOICE));
  const recommended = leads.findIndex((lead) => /\(recommended\b/i.test(lead));
  return leads.flatMap((lead, index) => {
    const words = lead
      .replace(/\s*\(recommended\)\s*/i, " ")
      .replace(/\s+/g, " ")
      .trim();
    const bold = /^(?:\*\*|__)(.{1,160}?)(?:\*\*|__)/.exec(words);
    const end = bold?.[0].length ?? /:\s|\s[–—]\s/.exec(words)?.index ?? words.length;
    const label = plainText(bold?.[1] ?? words.slice(0, end))
      .replace(/:$/, "")
      .trim();
    const text = plainText(words.slice(end).replace(/^[\s:–—]+/u, ""));
    return label === "" ? [] : [{ label, text, ...(index === recommended ? { recommended: true } : {}) }];
  });
}
