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
import { answerForm, ask, askAnew, isQuestion } from "./ask.ts";
import { type CarriedOut, carryOut } from "./carry-out.ts";
import { type Passage, passageOf, passagesOf } from "./passage.ts";
import { settledAlready } from "./settled.ts";

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
    const { text, changes } = onGap(brief, gap, question.asked, from);
    texts.push(text);
    from += changes;
  }
  return `${texts.join("\n\n")}\n`;
}

interface GapQuestion {
  readonly asked: Asked;
  readonly passages: readonly Passage[];
}

/** The question about a gap; for a reopened gap it is about what its answer wrote, if that stands there still. */
function questionOn(brief: TaskBrief, gap: Gap): GapQuestion {
  const passages = passagesOf(brief, gap);
  const wrote = isReopened(brief, gap.id)
    ? brief.changes.find((each) => each.gap === gap.id)?.changes.at(-1)
    : undefined;
  const written = wrote?.new ? passageOf(brief.draft, wrote.new, passages[0]?.line ?? 1) : undefined;
  if (written !== undefined) return { asked: askAnew(gap, written), passages: [written] };
  return { asked: ask(gap, passages, brief.draft), passages };
}

function overlap(a: Passage, b: Passage): boolean {
  return a.line <= b.endLine && b.line <= a.endLine;
}

interface Resolution {
  readonly text: string;
  /** How many changes it holds, because their numbers run through the document. */
  readonly changes: number;
}

function onGap(brief: TaskBrief, gap: Gap, question: Asked, from: number): Resolution {
  const asked = { ...question, ...defined({ edits: brief.edits }) };
  const answer = openAnswer(brief, gap.id);
  const issues = brief.issues.filter((issue) => issue.gap === gap.id);
  const result = answer && answered(brief, gap, answer.passages ?? [], from);
  if (answer !== undefined && result !== undefined && result.type !== "impossible") {
    const changes = result.type === "changes" ? result.changes.length : 0;
    return { text: resolutionDocument({ gap: gap.id, why: answer, result, issues }), changes };
  }
  const isAsked = answer !== undefined || isReopened(brief, gap.id);
  const quotation = isAsked ? undefined : settledAlready(brief, gap);
  const open = answer === undefined ? asked : again(asked, answer);
  if (quotation === undefined) return { text: `## BLOCKED_NEEDS_INPUT: ${gap.id}\n\n${renderAsked(open)}`, changes: 0 };
  const kept = { type: "kept" as const, quotation };
  return { text: resolutionDocument({ gap: gap.id, why: SETTLED, result: kept, issues }), changes: 0 };
}

const SETTLED = "The spec as it stands settles it.";

/** The changes that an answer makes; new ids are ones that do not occur in `known`. */
export function answered(
  brief: TaskBrief,
  gap: Gap,
  answers: readonly PassageAnswer[],
  from = 1,
  known = withAdded(brief, gap.id),
): CarriedOut {
  const { draft } = brief;
  const { passages, asked } = questionOn(brief, gap);
  return carryOut({
    ...{ draft, known, passages, answers, from, ...defined({ term: asked.term }) },
    missing: answerForm(gap).definesId ? gap.finding?.subject : undefined,
    isAnswer: asked.marker === undefined && passages.some((passage) => isQuestion(gap, passage)),
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

/** The answer can no longer be written as it was meant: it is shown with the question again (SPEC 12). */
function again(asked: Asked, { passages = [], decision }: Decision): Asked {
  const text = passages.flatMap((answer) => answer.text || []).join("\n");
  const said = visibleLine(text || decision, 400);
  const question = `${asked.question} (The passage has changed since you answered. You answered before: "${said}".)`;
  return { ...asked, question, before: { kind: passages[0]?.kind ?? "keep", text, ...mergedEdit(asked, passages) } };
}

/** Their edit in the words that the passage has now, so that it drops none of the author's. */
function mergedEdit({ passages: [now] }: Asked, [own, second]: readonly PassageAnswer[]): { text?: string } {
  if (own?.kind !== "edit" || second !== undefined || now === undefined) return {};
  const { text, collisions } = mergeTexts(own.text, own.passage, now.text);
  return collisions.length > 0 ? {} : { text };
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
  const [changes, response] =
    result.type === "kept"
      ? [`No change needed: "${result.quotation}"`, `**Already in:** "${result.quotation}"`]
      : [changesInForm(result.changes), `**Changed in:** ${result.changes.map(({ number }) => number).join(", ")}`];
  return [
    `## Gap Resolution: ${gap}${title}`,
    "**Confidence:** HIGH",
    `### Proposed Solution\n\n${said}`,
    `### Spec Changes\n\n${changes}`,
    "### Examples\n\nNone.",
    "### Trade-offs\n\nNone: every word is the author's or the person's.",
    "### New Gaps Introduced\n\nNone.",
    ...issues.map(({ id }) => `## Response to ${id}\n\n${response}`),
  ].join("\n\n");
}
