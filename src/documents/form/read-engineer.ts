import type { GapId, IssueId } from "../../model/ids.ts";
import type { Confidence, EngineerDocument, Resolution, ResolutionSection, SectionPart } from "../agent-document.ts";
import type { Block } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { addAll, type Context, type Growing, isNothing, leadOf, refuse, rewrite, textOf } from "./context.ts";
import { GAP_NAMED, ISSUE_NAMED, issueIdsIn } from "./ids-in-text.ts";
import { NEW_GAPS, readNewGap } from "./issues-and-gaps.ts";
import { type Answers, readAnswer, readAnswers } from "./read-answers.ts";
import { isChangeLine, readChanges } from "./read-changes.ts";
import { readHead, readItems } from "./read-items.ts";
import { type Grammar, headingIn, type Part, readSections, rewriteHeading } from "./read-sections.ts";
import { readBlocked, readOutOfScope, type Statement, takeStatements } from "./take-statements.ts";

type EngineerValues = Omit<EngineerDocument, "role" | "references" | "citations" | "unread" | "empty">;

const HEADINGS: Grammar<SectionPart | "resolution" | "response" | "responses" | "disagree"> = [
  [
    "resolution",
    new RegExp(`^(?:gap )?resolution(?: of| for)?[\\s:–—-]*${GAP_NAMED}(?<rest>.*)$`, "iu"),
    "## Gap Resolution: ",
  ],
  ["response", new RegExp(`^response to[\\s:–—-]*${ISSUE_NAMED}$`, "iu"), "## Response to "],
  ["disagree", new RegExp(`^disagree(?: with)?[\\s:–—-]*${ISSUE_NAMED}$`, "iu"), "## DISAGREE: "],
  ["solution", /^(?:proposed )?solution$/i, "### Proposed Solution"],
  ["changes", /^(?:spec )?changes$/i, "### Spec Changes"],
  ["examples", /^(?:worked )?examples?$/i, "### Examples"],
  ["trade-offs", /^trade[- ]?offs$/i, "### Trade-offs"],
  ["new-gaps", /^new gaps(?: introduced)?$/i, "### New Gaps Introduced"],
  ["responses", /^responses(?: to issues)?$/i, "### Responses"],
];

type Draft = { -readonly [Key in keyof Resolution]: Resolution[Key] } & { sections: ResolutionSection[] };

interface Reader extends Answers, Pick<Growing<EngineerValues>, "newGaps" | "blocked" | "outOfScope"> {
  readonly drafts: Map<GapId, Draft>;
  /** The blocks of responses, which are checked when all answered issues are known. */
  readonly responseBlocks: Block[];
  current?: Draft;
}

/** Reads an Engineer's document (SPEC 5). */
export function readEngineer(context: Context): EngineerValues {
  const lists = { newGaps: [], responses: [], disagreements: [], blocked: [], outOfScope: [] };
  const reader: Reader = { ...context, ...lists, answered: new Set(), drafts: new Map(), responseBlocks: [] };
  const parts = readSections(context, (words) => headingIn(HEADINGS, words), isTitle);
  for (const part of parts) readPart(reader, part);
  for (const block of reader.responseBlocks) checkAnswer(reader, block);
  return { resolutions: Array.from(reader.drafts.values(), (draft) => finishResolution(context, draft)), ...lists };
}

function isTitle(text: string): boolean {
  return issueIdsIn(text).length === 0;
}

function readPart(reader: Reader, part: Part): void {
  const { kind } = part.read;
  if (kind === "resolution" && !openDraft(reader, part)) return;
  if (kind === "response" || kind === "responses" || kind === "disagree") delete reader.current;
  rewriteHeading(reader, part);
  const { statements, rest } = takeStatements(part.blocks, "engineer");
  for (const statement of statements) readStatement(reader, statement, kind);
  readBody(reader, part, rest);
  if (reader.current !== undefined) reader.current.endLine = part.endLine;
}

function openDraft(reader: Reader, part: Part): boolean {
  const { line, endLine, read } = part;
  const [gap, title = ""] = [read.id as GapId, read.rest];
  if (reader.drafts.has(gap)) {
    refuse(reader, part, "one `## Gap Resolution: GAP-…` for each gap");
    return false;
  }
  const none = { sections: [], changes: [], examples: 0, chars: 0, claimsResolved: false };
  reader.current = { gap, title, line, endLine, ...none };
  reader.drafts.set(gap, reader.current);
  return true;
}

function readStatement(reader: Reader, statement: Statement, within: string): void {
  const { keyword, below } = statement;
  if (keyword === "CONFIDENCE") readConfidence(reader, statement);
  else if (keyword === "OUT_OF_SCOPE") addAll(reader.outOfScope, readOutOfScope(reader, statement));
  // The statement extends to the next heading: changes there would be taken for words of the question.
  else if (within === "changes" || below.some(holdsChange))
    refuse(reader, statement, `\`${keyword}: GAP-…\` apart from the changes`);
  else addAll(reader.blocked, readBlocked(reader, statement, reader.current?.gap));
}

/** Words after the level are its reason and stay; a second level there would contradict the first. */
function readConfidence(reader: Reader, { words, line, endLine }: Statement): void {
  const { current } = reader;
  const [, word = "", rest = ""] = /^[\s*_[(]*(HIGH|MEDIUM|LOW)\b[*_\])]*(.*)$/isu.exec(words) ?? [];
  const confidence = word.toUpperCase() as Confidence;
  const differs = (current?.confidence ?? confidence) !== confidence || /\b(?:high|medium|low)\b/iu.test(rest);
  if (word === "" || current === undefined || differs)
    refuse(reader, { line, endLine }, "one `**Confidence:**` below each `## Gap Resolution:`");
  else current.confidence = confidence;
  rewrite(reader, "confidence", { line, endLine }, `**Confidence:** ${confidence}${rest}`);
}

function readBody(reader: Reader, part: Part, blocks: readonly Block[]): void {
  const only = reader.drafts.size === 1 ? [...reader.drafts.keys()][0] : undefined;
  const { kind } = part.read;
  if (kind === "response" || kind === "disagree") {
    readAnswer(reader, part, only);
    addAll(reader.responseBlocks, blocks);
  } else if (kind === "responses") readAnswers(reader, blocks, only);
  else if (kind === "unknown") refuse(reader, part, "a section of the form");
  else if (kind === "title" || kind === "resolution") refuseProse(reader, blocks, kind === "title");
  else if (reader.current === undefined) refuse(reader, part, "`## Gap Resolution: GAP-…` before its sections");
  else readSection(reader, part, blocks, reader.current);
}

const LONGEST_PREAMBLE = 200;

/** Outside the sections only a short line before the first one is allowed. */
function refuseProse(reader: Reader, blocks: readonly Block[], isFirst: boolean): void {
  for (const block of blocks) {
    const isPreamble = isFirst && block.type === "paragraph" && block.text.length <= LONGEST_PREAMBLE;
    const harmless = isPreamble && isTitle(block.text) && !isChangeLine(block.text);
    if (!isNothing(block) && !harmless) refuse(reader, block, "a section of the form");
  }
}

function readSection(reader: Reader, part: Part, blocks: readonly Block[], draft: Draft): void {
  const { line, endLine, heading } = part;
  const kind = part.read.kind as SectionPart;
  const text = textOf(reader, { line: (heading?.endLine ?? line) + 1, endLine }).trim();
  draft.sections.push({ part: kind, heading: plainText(heading?.text ?? ""), line, endLine, text });
  if (kind === "changes") {
    const { changes, decided, noChange } = readChanges(reader, blocks);
    draft.changes = [...draft.changes, ...changes];
    if (decided !== undefined) draft.decided = [...(draft.decided ?? []), ...decided];
    if (noChange !== undefined) draft.noChange = noChange;
  } else if (kind === "new-gaps") addAll(reader.newGaps, readItems(reader, blocks, NEW_GAPS, readNewGap));
  else for (const block of blocks) checkFreeText(reader, block);
  if (kind === "examples") draft.examples += blocks.reduce((sum, block) => sum + examplesIn(block), 0);
}

function examplesIn(block: Block): number {
  if (block.type === "list") return block.items.length;
  if (block.type === "paragraph") return /^\W{0,4}(?:Worked )?Example\b[^\n]{0,80}:/u.test(block.text) ? 1 : 0;
  return block.type === "quote" || block.type === "html" || block.type === "rule" ? 0 : 1;
}

/** A resolution inside a fence is probably the whole document; other parts may be an example in a spec. */
const RESOLVES = /^[#*\s]{0,10}(?:gap )?resolution[^\n]{0,20}GAP-[A-Z]/imu;

/** Refuses free text that contains a change or a new gap, which would be lost there (SPEC 5, 9). */
function checkFreeText(context: Context, block: Block): void {
  const heads = block.type === "list" ? block.items.map((item) => readHead(leadOf(item).slice(0, 200))) : [];
  const declares = heads.some(({ gap, severity }) => gap !== undefined && severity !== undefined);
  if (holdsChange(block)) refuse(context, block, "changes below `### Spec Changes`");
  else if (declares) refuse(context, block, "new gaps below `### New Gaps Introduced`");
  else if (block.type === "fence" && RESOLVES.test(block.text))
    refuse(context, block, "the document itself, in no fence");
}

/** A line that answers another issue; an issue that a sentence only mentions is not answered (SPEC 9). */
const ANSWERS_ANOTHER = /^[^\p{L}\n]{0,8}(?:\p{L}{1,10} )?(ISSUE-R\d+-\d+)[*_\s]{0,4}:/gmu;

function checkAnswer(reader: Reader, block: Block): void {
  checkFreeText(reader, block);
  if (block.type === "fence" || block.type === "code" || block.type === "html") return;
  const named = Array.from(withoutCode(textOf(reader, block)).matchAll(ANSWERS_ANOTHER), ([, id]) => id as IssueId);
  if (named.some((id) => !reader.answered.has(id)))
    refuse(reader, block, "`## Response to ISSUE-…` for an issue that is named");
}

function holdsChange(block: Block): boolean {
  if (block.type === "fence") return block.lang === "old" || block.lang === "new";
  if (block.type === "list") return block.items.some(({ blocks }) => blocks.some(holdsChange));
  if (block.type === "quote") return block.blocks.some(holdsChange);
  return (block.type === "paragraph" || block.type === "heading") && isChangeLine(block.text);
}

const CLAIM = "[\\s*_]{1,4}(?:is|has been)(?: now| fully)?[\\s*_]{1,4}(?:resolved|complete|closed)\\b";
const STATUS = /^[\s*_]{0,4}status[*_]{0,2}:[\s*_]{0,4}(?:resolved|complete)\b/im;

function finishResolution(context: Context, draft: Draft): Resolution {
  const words = withoutCode(textOf(context, draft));
  // Without the flag `u`: `iu` is about twenty times slower on long texts.
  const claim = new RegExp(`(?:\\b(?:this|the) gap|${draft.gap})${CLAIM}`, "i");
  const chars = draft.sections.reduce((sum, { text }) => sum + text.length, 0);
  return { ...draft, chars, claimsResolved: claim.test(words) || STATUS.test(words) };
}
