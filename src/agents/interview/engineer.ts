import { mergeTexts } from "../../documents/changes/merge-texts.ts";
import { changesInForm } from "../../documents/form/changes-in-form.ts";
import { InternalError } from "../../errors/whetstone-error.ts";
import { type Asked, renderAsked } from "../../mediator/questions/passage-question.ts";
import type { Decision, PassageAnswer } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { ownId } from "../../model/passage-answer.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { answerForm, ask, askAnew, isListed } from "./ask.ts";
import { type CarriedOut, carryOut } from "./carry-out.ts";
import { type Passage, shownPassages } from "./passage.ts";
import { settledAlready, withAuthorsAnswer } from "./settled.ts";
import { writtenBefore } from "./written.ts";

/** The Engineer of the interview (SPEC 16.4): asks one plain question, then writes the person's own words. */
export function engineer(task: AgentTask, brief: TaskBrief): string {
  const gaps = task.label.gaps.flatMap((id) => brief.gaps.find((gap) => gap.id === id) ?? []);
  if (gaps.length === 0) throw new InternalError("a run of the interview's Engineer is about no gap");
  const taken: Passage[] = [];
  const texts: string[] = [];
  let from = 1;
  for (const gap of gaps) {
    const question = questionOn(brief, gap);
    const { passages } = question;
    // A passage is asked about once at a time, because the answer changes what the next question shows.
    if (passages.some((passage) => taken.some((other) => overlap(passage, other)))) continue;
    taken.push(...passages);
    const { text, changes } = onGap(brief, gap, question, from);
    texts.push(text);
    from += changes;
  }
  return `${texts.join("\n\n")}\n`;
}

interface GapQuestion {
  readonly asked: Asked;
  readonly passages: readonly Passage[];
  /** The passage with the answer that the author wrote into the source meanwhile. */
  readonly authors?: string;
}

/** The question about a gap; for a reopened gap it is about the words that the person added earlier. */
function questionOn(brief: TaskBrief, gap: Gap): GapQuestion {
  const passages = shownPassages(brief, gap);
  const written = writtenBefore(brief, gap, passages);
  if (written !== undefined) return { asked: askAnew(gap, written), passages: [written.passage] };
  const answered = withAuthorsAnswer(brief, gap);
  if (answered === undefined) return { asked: ask(gap, passages, brief.draft), passages };
  return { asked: ask(gap, [answered], brief.draft), passages: [answered], authors: answered.text };
}

function overlap(a: Passage, b: Passage): boolean {
  return a.line <= b.endLine && b.line <= a.endLine;
}

interface Resolution {
  readonly text: string;
  /** How many changes it holds, because their numbers run through the document. */
  readonly changes: number;
}

function onGap(brief: TaskBrief, gap: Gap, question: GapQuestion, from: number): Resolution {
  const { edits } = brief;
  const asked = { ...question.asked, ...defined({ edits }) };
  const answer = openAnswer(brief, gap.id);
  const issues = brief.issues.filter((issue) => issue.gap === gap.id);
  if (answer !== undefined) {
    if (isAnsweredTwice(question, answer))
      return { text: questionDocument(gap.id, whichHolds(asked, answer)), changes: 0 };
    const result = answered(brief, gap, answer.passages ?? [], from);
    if (result.type === "impossible") return { text: questionDocument(gap.id, again(asked, answer)), changes: 0 };
    const changes = result.type === "changes" ? result.changes.length : 0;
    return { text: resolutionDocument({ gap: gap.id, why: answer, result, issues }), changes };
  }
  const settled = settledAlready(brief, gap);
  if (settled === undefined) return { text: questionDocument(gap.id, asked), changes: 0 };
  if (isReopened(brief, gap.id)) return { text: questionDocument(gap.id, reopened(asked)), changes: 0 };
  const result = { type: "kept" as const, quotation: settled.quotation };
  return { text: resolutionDocument({ gap: gap.id, why: settled.why, result, issues }), changes: 0 };
}

/** The changes that an answer makes; new ids are ones that do not occur in `known`. */
export function answered(
  brief: TaskBrief,
  gap: Gap,
  answers: readonly PassageAnswer[],
  from = 1,
  known = withAdded(brief, gap.id),
): CarriedOut {
  const { draft } = brief;
  const { finding } = gap;
  const form = answerForm(gap);
  const { passages, asked } = questionOn(brief, gap);
  const { term, asks, marker, passages: shown } = asked;
  const words = shown[0]?.marks[0] ?? "";
  return carryOut({
    ...{ draft, known, passages, answers, from, ...defined({ term }) },
    ...(asks === undefined ? {} : { asks: { words, question: asks } }),
    missing: form.definesId ? finding?.subject : undefined,
    isAnswer: isListed(gap) && marker === undefined,
    isOutcome: form.adds === "outcome",
    isPart: form.adds === "part",
    isChoice: form.replaces === "choice" && passages.length > 1,
  });
}

/** The draft with the lines that other answers of this run add, so that their new ids count as taken. */
function withAdded(brief: TaskBrief, gap: GapId): string {
  const own = openAnswer(brief, gap);
  const earlier = own === undefined ? brief.decisions : brief.decisions.slice(0, brief.decisions.indexOf(own));
  return earlier.reduce((known, decision) => {
    const { gaps, passages = [] } = decision;
    const other = brief.gaps.find(({ id }) => gaps.includes(id) && openAnswer(brief, id) === decision);
    const isNumbered = passages.some(({ kind, passage }) => kind === "add" && ownId(passage) !== undefined);
    const result = other && isNumbered ? answered(brief, other, passages, 1, known) : undefined;
    return result?.type === "changes" ? [known, ...result.changes.map((change) => change.new)].join("\n") : known;
  }, brief.draft);
}

/** The answer that is not in the spec yet; one that already led to a proposal is used up. */
export function openAnswer({ decisions, changes }: TaskBrief, gap: GapId): Decision | undefined {
  const last = decisions.findLast((decision) => decision.passages !== undefined && decision.gaps.includes(gap));
  const proposed = changes.find((proposal) => proposal.gap === gap)?.round ?? 0;
  return last !== undefined && last.round > proposed ? last : undefined;
}

/** A reopened gap is asked about even if the checks find nothing there. */
function isReopened({ decisions }: TaskBrief, gap: GapId): boolean {
  return decisions.findLast(({ gaps }) => gaps.includes(gap))?.type === "reopening";
}

function reopened(asked: Asked): Asked {
  return { ...asked, question: `${asked.question} (You reopened this.)` };
}

/** The answer can no longer be written as it was meant: it is shown with the question again (SPEC 12). */
function again(asked: Asked, answer: Decision): Asked {
  const question = `${asked.question} (The passage has changed since you answered. You answered before: ${saidIn(answer)})`;
  return { ...asked, question, before: { ...beforeIn(answer), ...mergedEdit(asked, answer) } };
}

/** Their edit in the words that the passage has now, to be looked at. */
function mergedEdit({ passages: [now] }: Asked, { passages = [] }: Decision): { readonly text: string } | undefined {
  const [own, second] = passages;
  if (own?.kind !== "edit" || second !== undefined || now === undefined) return undefined;
  const { text, collisions } = mergeTexts(own.text, own.passage, now.text);
  return collisions.length > 0 ? undefined : { text };
}

/** Person and author both answered the question without seeing the other's answer: the person decides. */
function isAnsweredTwice({ authors }: GapQuestion, { passages = [] }: Decision): boolean {
  return authors !== undefined && passages.some(({ kind, passage }) => kind !== "keep" && passage !== authors);
}

function whichHolds(asked: Asked, answer: Decision): Asked {
  const question = `the file has an answer now. You answered before: "${saidIn(answer)}". Keep the file's answer, or edit it?`;
  const { add: _add, empty: _empty, ...passages } = asked;
  return { ...passages, either: true, question, before: beforeIn(answer) };
}

function beforeIn({ passages = [] }: Decision): NonNullable<Asked["before"]> {
  const words = passages.flatMap(({ text }) => text || []).join("\n");
  return { kind: passages[0]?.kind ?? "keep", text: words };
}

function saidIn(answer: Decision): string {
  return visibleLine(beforeIn(answer).text || answer.decision, LONGEST_SAID);
}

const LONGEST_SAID = 400;

/** BLOCKED_NEEDS_INPUT, with the question and the passages (SPEC 7). */
function questionDocument(gap: GapId, asked: Asked): string {
  return `## BLOCKED_NEEDS_INPUT: ${gap}\n\n${renderAsked(asked)}`;
}

interface Resolved {
  readonly gap: GapId;
  /** What the resolution rests on: the person's decision, or the reason why nothing had to be asked. */
  readonly why: Decision | string;
  readonly result: Exclude<CarriedOut, { type: "impossible" }>;
  readonly issues: readonly Issue[];
}

/** The resolution in the Engineer's form (SPEC 5): the person's words as exact changes. */
function resolutionDocument({ gap, why, result, issues }: Resolved): string {
  const said =
    typeof why === "string" ? why : `Answered by the User (${why.id}): ${visibleLine(why.option ?? "", 100)}.`;
  // The reason goes into the title, because the records show titles (SPEC 12).
  const title = typeof why === "string" ? ` ${why.replace(/\.$/, "")}` : "";
  return [
    `## Gap Resolution: ${gap}${title}`,
    "**Confidence:** HIGH",
    `### Proposed Solution\n\n${said}`,
    `### Spec Changes\n\n${changesText(result)}`,
    "### Examples\n\nNone.",
    "### Trade-offs\n\nNone: every word is the author's or the person's.",
    "### New Gaps Introduced\n\nNone.",
    ...issues.map(({ id }) => `## Response to ${id}\n\n${response(result)}`),
  ].join("\n\n");
}

function changesText(result: Resolved["result"]): string {
  if (result.type === "kept") return `No change needed: "${result.quotation}"`;
  return changesInForm(result.changes);
}

function response(result: Resolved["result"]): string {
  if (result.type === "kept") return `**Already in:** "${result.quotation}"`;
  return `**Changed in:** ${result.changes.map(({ number }) => number).join(", ")}`;
}
