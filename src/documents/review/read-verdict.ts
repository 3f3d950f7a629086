import type { GapId } from "../../model/ids.ts";
import type { Block, TableRow } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { fieldOfLine } from "../outline/fields.ts";
import { BOLD_LEVEL, boldLead, descendants, type OutlineNode } from "../outline/outline.ts";
import type { Ambiguity, Verdict, VerdictValue } from "../values.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import { ANY_VERDICT_NAME, VERDICT_NAME } from "../words/verdict-names.ts";
import { answeredVerdict, bareVerdict, leadingVerdict, verdictOf } from "../words/verdict-words.ts";
import { gapsOfHeading, NO_SCOPE, type Scope, type Scopes } from "./scope.ts";

interface Statement {
  readonly value: VerdictValue;
  readonly asWritten: string;
  readonly line: number;
  readonly gaps: readonly GapId[];
  /** 4 an overall verdict, 3 a verdict, 2 a recommendation, 1 a status or the title. */
  readonly rank: number;
}

/** Whether a line belongs to an item: what an issue recommends is no verdict on the document. */
export type IsItemLine = (line: number) => boolean;

export function readVerdict(
  root: OutlineNode,
  scopes: Scopes,
  isItemLine: IsItemLine,
): { verdict: Verdict; ambiguities: Ambiguity[] } {
  const found: Statement[] = [];
  visit(root, scopes, found, isItemLine);
  if (found.length === 0) found.push(...bareStatement(root, isItemLine));
  const statements = closingIsOverall(found, scopes);
  const byGap = perGap(statements);
  const overall = byGap.length === 1 ? statements : statements.filter((one) => one.gaps.length === 0);
  const best = overall.reduce((rank, one) => Math.max(rank, one.rank), 0);
  const named = overall.filter((one) => one.rank === best);
  const chosen = named[named.length - 1];
  if (chosen === undefined) return { verdict: worstOf(byGap), ambiguities: [] };
  const { value, asWritten, line } = chosen;
  return { verdict: { value, asWritten, line, byGap }, ambiguities: contradictions(named, chosen) };
}

/** One verdict, below the last of several gaps, is the verdict on them all. */
function closingIsOverall(statements: readonly Statement[], scopes: Scopes): readonly Statement[] {
  const named = new Set(statements.flatMap(({ gaps }) => gaps));
  if (named.size !== 1) return statements;
  let last: GapId | undefined;
  let several = false;
  for (const { gaps } of scopes.values()) {
    if (gaps.length !== 1 || gaps[0] === last) continue;
    several = last !== undefined;
    last = gaps[0];
  }
  if (!several || last === undefined || !named.has(last)) return statements;
  return statements.map((one) => ({ ...one, gaps: [] }));
}

/** `**APPROVED**` as the first or last thing that a review says, where nothing else gives a verdict. */
function bareStatement(root: OutlineNode, isItemLine: IsItemLine): Statement[] {
  const nodes = [root, ...descendants(root)];
  const ends = [nodes[nodes.length - 1], nodes[1], root].flatMap((node) => {
    const bold = node?.heading?.level === BOLD_LEVEL ? node.heading : undefined;
    const inner = node?.children[0]?.heading?.level === BOLD_LEVEL ? node.children[0].heading : undefined;
    const blocks = node?.blocks.filter((block) => block.type === "paragraph") ?? [];
    return [blocks[blocks.length - 1], bold, blocks[0], inner];
  });
  for (const one of ends) {
    if (one === undefined || isItemLine(one.line)) continue;
    const stated = bareVerdict(plainText(one.text.slice(0, 200)));
    if (stated !== undefined) return [{ ...stated, line: one.line, gaps: [], rank: 1 }];
  }
  return closingSentence(ends[0], isItemLine);
}

/** `… All three gaps go back.`: the last thing that is said. */
function closingSentence(last: { text: string; line: number } | undefined, isItemLine: IsItemLine): Statement[] {
  if (last === undefined || isItemLine(last.line)) return [];
  const sentences = plainText(last.text.slice(-400)).split(/(?<=[.!;])\s+/u);
  const sentence = (sentences[sentences.length - 1] ?? "").replace(
    /^(?:all )?(?:two|three|four|five|six) gaps/iu,
    "all",
  );
  const isShort = sentence.split(/\s+/u).length <= 14 && !sentence.includes(":");
  const stated = isShort ? leadingVerdict(sentence) : undefined;
  return stated === undefined ? [] : [{ ...stated, line: last.line, gaps: [], rank: 1 }];
}

function contradictions(named: readonly Statement[], chosen: Statement): Ambiguity[] {
  const other = named.find((one) => (one.value === "NEEDS_REVISION") !== (chosen.value === "NEEDS_REVISION"));
  if (other === undefined) return [];
  const message = `The verdict is ${other.value} on line ${other.line} and ${chosen.value} on line ${chosen.line}.`;
  return [{ kind: "verdict", line: chosen.line, message }];
}

function perGap(statements: readonly Statement[]): Verdict["byGap"] {
  const seen = new Map<GapId, { gap: GapId; value: VerdictValue; line: number }>();
  for (const { gaps, value, line } of statements)
    for (const gap of gaps) if (!seen.has(gap)) seen.set(gap, { gap, value, line });
  return [...seen.values()];
}

/** A document that gives one verdict per gap is as good as its worst. */
function worstOf(byGap: Verdict["byGap"]): Verdict {
  const worst = (["NEEDS_REVISION", "APPROVED_WITH_NOTES", "APPROVED"] as const)
    .map((value) => byGap.find((one) => one.value === value))
    .find((one) => one !== undefined);
  return worst === undefined ? { value: "NONE", byGap } : { value: worst.value, line: worst.line, byGap };
}

function visit(node: OutlineNode, scopes: Scopes, into: Statement[], isItemLine: IsItemLine): void {
  const { heading } = node;
  const scope = scopes.get(node) ?? NO_SCOPE;
  const found: Statement[] = [];
  const isRecheck = scope.area === "recheck";
  if (!isRecheck && heading !== undefined && !isItemLine(heading.line)) found.push(...fromHeading(node, scope));
  found.push(...fromOpening(node, scope));
  // What became of an issue is no verdict on the document; what follows a rule is said of all.
  const from = isRecheck ? node.blocks.findLastIndex((block) => block.type === "rule") : 0;
  for (const block of from === -1 ? [] : node.blocks.slice(from)) found.push(...fromBlock(block, scope));
  for (const one of found) if (!isItemLine(one.line)) into.push(one);
  for (const child of node.children) visit(child, scopes, into, isItemLine);
}

function fromHeading(node: OutlineNode, scope: Scope): Statement[] {
  if (!NAMED.test(node.heading?.text ?? "")) return [];
  const text = plainText(node.heading?.text.slice(0, 300) ?? "");
  const line = node.heading?.line ?? node.line;
  const match = VERDICT_NAME.exec(text);
  if (match === null) return fromTitle(text, line, node.heading?.level ?? 7);
  const rank = rankOf(match[1], match[2] ?? "");
  const rest = text.slice(match[0].length);
  const stated = statements(rest, line, scope, rank);
  if (stated.length > 0) return stated;
  if (node.heading?.place.area !== "verdict" || /\b(?:for|to)\b/iu.test(rest)) return [];
  return fromBody(node, scope, rank);
}

/** `✅ **Accepted.** All points are answered.`: the first words of a section about a gap. */
function fromOpening(node: OutlineNode, scope: Scope): Statement[] {
  const [first] = node.blocks;
  if (first?.type !== "paragraph" || node.heading === undefined || gapsOfHeading(node.heading).length !== 1) return [];
  const bold = boldLead(first.text.split("\n", 1)[0] ?? "");
  const stated = bold === undefined ? undefined : bareVerdict(plainText(bold.words));
  return stated === undefined ? [] : [{ ...stated, line: first.line, gaps: scope.gaps, rank: 3 }];
}

function rankOf(whose: string | undefined, name: string): number {
  if (whose !== undefined) return 4;
  if (/verdict|sign-?\s?off/iu.test(name)) return 3;
  return /status|assessment|conclusion|outcome|result/iu.test(name) ? 1 : 2;
}

const NAMED = new RegExp(`${ANY_VERDICT_NAME.source}|gap-`, "iu");

/** `# Review: Round 2 - APPROVED`, `## Review: GAP-FLOW-001 → REVISE`, `### GAP-FLOW-001 (needs revision)` */
function fromTitle(text: string, line: number, level: number): Statement[] {
  const gaps = gapIdsIn(text).map(({ id }) => id);
  if (level > (gaps.length > 0 ? 4 : 2) || (gaps.length === 0 && !/\breview/iu.test(text))) return [];
  const last = /(?:[-–—:|([→✅❌⚠]|=>|->)\ufe0f?\s*([\p{L}][\p{L} _-]{1,40})\W*$/u.exec(text)?.[1] ?? "";
  const stated = last === last.toUpperCase() ? leadingVerdict(last) : bareVerdict(last);
  return stated === undefined ? [] : [{ ...stated, line, gaps, rank: gaps.length > 0 ? 3 : 1 }];
}

function statements(words: string, line: number, scope: Scope, rank: number): Statement[] {
  const several = verdictsByGap(words);
  if (several.length > 1) return several.map((one) => ({ ...one, line, rank }));
  const own = gapIdsIn(words).map(({ id }) => id);
  const stated = strictest(
    words.replace(/GAP-[\w-]+(?:\s*\([^()]{0,60}\))?(?:\s+is\b)?/g, " ").replace(/^[\s:–—-]+/u, ""),
  );
  if (stated === undefined) return [];
  return [{ ...stated, line, gaps: own.length > 0 ? own : rank === 4 ? [] : scope.gaps, rank }];
}

/** `accepted (A, B) / not accepted (C)`: as good as the worse. */
function strictest(words: string): ReturnType<typeof leadingVerdict> {
  if (!/\s\/\s|;\s/u.test(words)) return leadingVerdict(words) ?? answeredVerdict(words);
  const parts = words.split(/\s\/\s|;\s/u, 4).map((part) => leadingVerdict(part));
  return parts[0] === undefined
    ? (leadingVerdict(words) ?? answeredVerdict(words))
    : (parts.find((one) => one?.value === "NEEDS_REVISION") ?? parts[0]);
}

/** `GAP-A: APPROVED, GAP-B and GAP-C: NEEDS_REVISION`, `ACCEPT GAP-A; revise GAP-B`. */
function verdictsByGap(words: string): Pick<Statement, "value" | "asWritten" | "gaps">[] {
  const runs: { gaps: GapId[]; start: number; end: number }[] = [];
  for (const { id, index } of gapIdsIn(words.slice(0, 1000))) {
    const last = runs[runs.length - 1];
    if (last !== undefined && /^\s*(?:,|\+|&|\/|and|,\s*and)\s*$/iu.test(words.slice(last.end, index))) {
      last.gaps.push(id);
      last.end = index + id.length;
    } else runs.push({ gaps: [id], start: index, end: index + id.length });
  }
  const before = words.slice(0, runs[0]?.start ?? 0);
  const verdictFirst = leadingVerdict(before) !== undefined;
  return runs.flatMap(({ gaps, start, end }, index) => {
    const said = verdictFirst
      ? words.slice(runs[index - 1]?.end ?? 0, start)
      : words.slice(end, runs[index + 1]?.start ?? words.length);
    const stated = leadingVerdict(said.replace(/^\s*(?:\([^()]{0,60}\))?\s*(?:is\b)?/u, ""));
    return stated === undefined ? [] : [{ ...stated, gaps }];
  });
}

/** Below a verdict's heading: the first paragraph begins with it, or has it in bold. */
function fromBody(node: OutlineNode, scope: Scope, rank: number): Statement[] {
  const bold0 = node.children[0]?.heading;
  const block = node.blocks.find((one) => one.type === "paragraph");
  const paragraph = block?.type === "paragraph" ? block : undefined;
  const first =
    bold0?.level === BOLD_LEVEL && (paragraph === undefined || bold0.line < paragraph.line) ? bold0 : paragraph;
  if (first === undefined) return [];
  const plain = plainText(first.text.slice(0, 600));
  const stated = statements(plain, first.line, scope, rank);
  if (stated.length > 0) return stated;
  const bold = [...first.text.slice(0, 600).matchAll(/\*\*([^*\n]{3,60})\*\*/g)].map((match) => match[1] ?? "");
  const phrase = bold.find((words) => verdictOf(words) !== undefined && leadingVerdict(words) !== undefined);
  return phrase === undefined ? [] : statements(phrase, first.line, scope, rank);
}

function fromBlock(block: Block, scope: Scope): Statement[] {
  switch (block.type) {
    case "paragraph":
      return fromLines(block.text, block.line, scope);
    case "list":
      return block.items.flatMap((item) => item.blocks.slice(0, 1).flatMap((inner) => fromBlock(inner, scope)));
    case "table":
      return fromTable(block, scope);
    default:
      return [];
  }
}

function fromLines(text: string, firstLine: number, scope: Scope): Statement[] {
  if (text.length > 4000 || !/[:–—=-]/u.test(text)) return [];
  if (scope.area !== "verdict" && !ANY_VERDICT_NAME.test(text)) return [];
  return text.split("\n").flatMap((line, index) => {
    // `GAP-FLOW-001: accept`, where verdicts stand.
    if (scope.area === "verdict" && OF_GAP.test(line)) {
      return statements(plainText(line.slice(0, 300)), firstLine + index, scope, 3);
    }
    const field = fieldOfLine(line) ?? undefined;
    if (field === undefined) return [];
    const isVerdict = field.name === "verdict";
    if (!isVerdict && !(field.name === "status" && /^status|^assessment|^result/iu.test(field.key))) return [];
    const whose = /^(?:overall|final)/iu.exec(field.key)?.[0];
    const rank = isVerdict ? Math.max(2, rankOf(whose, field.key)) : 1;
    return statements(plainText(field.value.slice(0, 300)), firstLine + index, scope, rank);
  });
}

const OF_GAP = /^\W{0,4}GAP-[A-Z]{2,10}-\d{3}[a-z]?\W/u;

/** `| GAP-FLOW-001 | NEEDS WORK |`: by the column's name, or because its cells are verdicts. */
function fromTable(table: Extract<Block, { type: "table" }>, scope: Scope): Statement[] {
  const rows = table.rows.filter((row) => gapIdsIn(row.cells[0] ?? "").length > 0).slice(0, 500);
  if (rows.length === 0) return [];
  const named = table.header.cells.findIndex((cell) => VERDICT_COLUMN.test(plainText(cell)));
  const column = named === -1 ? columnOfVerdicts(rows) : named;
  if (column === -1) return [];
  return rows.flatMap((row) => {
    const gaps = gapIdsIn(row.cells[0] ?? "").map(({ id }) => id);
    const cell = row.cells[column] ?? "";
    const starred = /\*$/.test(cell.replace(/\*\*/g, "")) ? "*" : "";
    return statements(plainText(cell) + starred, row.line, scope, 3).map((one) => ({ ...one, gaps }));
  });
}

const VERDICT_COLUMN = /^(?:verdict|recommendation|decision)$/iu;

function columnOfVerdicts(rows: readonly TableRow[]): number {
  const columns = rows[0]?.cells.length ?? 0;
  for (let column = 1; column < columns && column < 12; column++) {
    const stated = rows.filter(({ cells }) => isShortVerdict(plainText(cells[column] ?? "")));
    if (stated.length * 2 > rows.length) return column;
  }
  return -1;
}

function isShortVerdict(cell: string): boolean {
  return cell.length <= 60 && leadingVerdict(cell) !== undefined;
}
