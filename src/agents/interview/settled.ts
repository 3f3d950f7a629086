import type { Finding } from "../../checks/finding.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import type { Gap } from "../../model/gap.ts";
import { rememberLast } from "../../model/remember-last.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { marksIn } from "./ask.ts";
import { quotationFrom } from "./carry-out.ts";
import { findingsIn, isBrought, isStatement, standingOf } from "./findings-in.ts";
import { openWords } from "./open-words.ts";
import { linesNow, type Passage, passageOf, passagesOf } from "./passage.ts";

/** Why a gap needs no question, and the words of the spec that show it. */
interface Settled {
  readonly why: string;
  readonly quotation: string;
}

/** Tells whether another answer or an edit of the author's has settled a gap, so that nothing is asked twice (SPEC 16.4). */
export function settledAlready(brief: TaskBrief, gap: Gap): Settled | undefined {
  const [first] = passagesOf(brief, gap);
  if (first === undefined) return isGone(gap, brief);
  const quotation = quotationFrom(first.text, brief.draft);
  const isSettled = isAnswered(brief, gap, first) || isMended(brief, gap);
  return isSettled && quotation !== undefined ? { why: whySettled(brief, gap), quotation } : undefined;
}

/** Names who settled the gap: the author, if their newest text settles it before any answer (SPEC 12). */
function whySettled(brief: TaskBrief, gap: Gap): string {
  const own = authorsOwn(brief);
  return own !== undefined && !isBrought(gap) && isMended(own, gap) ? EDITED : "Another answer settles it.";
}

/** The passage with the answer that the author wrote below it; `undefined` if their text leaves it open. */
export function withAuthorsAnswer(brief: TaskBrief, gap: Gap): Passage | undefined {
  const own = authorsOwn(brief);
  const [passage, second] = own === undefined ? [] : passagesOf(own, gap);
  if (own === undefined || passage === undefined || second !== undefined || !isMended(own, gap)) return undefined;
  const text = withNewLines(own, passage);
  const [now] = passagesOf(brief, gap);
  const found = now && passageOf(brief.draft, text, now.line);
  return found && { ...found, place: now.place };
}

/** The passage with the lines that the author added right below it: within its item, or up to the next heading. */
function withNewLines(own: TaskBrief, { line, endLine, shape }: Passage): string {
  const { lines } = parseMarkdown(own.draft);
  const { stood } = linesNow(own);
  const isNew = (at: number) => !stood(at) || lines[at - 1]?.trim() === "";
  const isBelow = (at: number) => (shape.type === "item" ? at <= shape.item.endLine : !/^#/.test(lines[at - 1] ?? "#"));
  let last = endLine;
  while (isBelow(last + 1) && isNew(last + 1)) last++;
  return lines
    .slice(line - 1, last)
    .join("\n")
    .trimEnd();
}

const EDITED = "The author's edit settles it.";

function authorsOwn(brief: TaskBrief): TaskBrief | undefined {
  const [newest = brief.source] = brief.versions ?? [];
  return newest === brief.source ? undefined : { ...brief, draft: newest, versions: [] };
}

/** Whether the same words of the same passage were already answered for another gap. */
function isAnswered(brief: TaskBrief, gap: Gap, passage: Passage): boolean {
  const marksOf = (each: Gap) => openWords(each, passage)?.at ?? marksIn(each, passage).join("\n");
  const own = marksOf(gap);
  // Different types of findings on one heading are different questions.
  const kindOf = ({ finding }: Gap) => (finding === undefined || isStatement(finding) ? "stated" : finding.type);
  const isSame = (other: Gap) => other.id !== gap.id && kindOf(other) === kindOf(gap) && marksOf(other) === own;
  return brief.decisions.some(
    ({ gaps, passages = [] }) =>
      passages.some(({ kind, passage: text }) => (kind === "keep" || kind === "add") && text === passage.text) &&
      brief.gaps.some((other) => gaps.includes(other.id) && isSame(other)),
  );
}

/** For a passage that was struck or rewritten, quotes its heading or the beginning of the spec instead. */
function isGone(gap: Gap, brief: TaskBrief): Settled | undefined {
  const { places, origin } = gap;
  const { draft } = brief;
  if ((places.length === 0 && !isBrought(gap)) || origin === "user") return undefined;
  const quotation =
    quotationFrom(places[0]?.heading.split(" > ").at(-1) || draft, draft) ?? quotationFrom(draft, draft);
  if (quotation === undefined) return undefined;
  const own = authorsOwn(brief);
  const isTheirs = own !== undefined && places.length > 0 && passagesOf(own, gap).length === 0;
  return { why: isTheirs ? EDITED : "The passage was struck.", quotation };
}

/** Whether the gap was found in the source and is no longer found. */
function isMended(brief: TaskBrief, gap: Gap): boolean {
  const before = { ...brief, draft: brief.source, versions: [] };
  return (isBrought(gap) || isFound(before, gap)) && !isFound(brief, gap);
}

/** Whether the checks, or the author's own statement, still show the gap. */
function isFound(brief: TaskBrief, gap: Gap): boolean {
  const { draft, checks } = brief;
  const { isAbout, holds } = standingOf(brief, gap);
  if (gap.finding === undefined) return gap.origin === "source" && statedLines(draft).some(holds);
  // A reworded marker is still a marker.
  const isMarked = (found: Finding) => isStatement(found) && isStatement(gap.finding) && holds(found.line);
  return findingsIn(draft, checks).some((found) => isAbout(found) || isMarked(found));
}

const statedLines = rememberLast(3, (draft: string) =>
  findGaps(draft).flatMap(({ places }) => places.map(({ line }) => line)),
);
