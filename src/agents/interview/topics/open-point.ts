import type { Unit } from "../../../checks/spec/unit.ts";
import { findMarkers } from "../../../documents/spec/marker.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { mainActor } from "../text/actors.ts";
import { caseOf } from "../text/condition-question.ts";
import { type Decision, decisionOf, meantOption, saferOf, withoutYes } from "../text/decide-question.ts";
import { namedAlternatives } from "../text/named-alternatives.ts";
import { type Slot, slotIn } from "../text/slot.ts";
import { placeName, sentenceAround, textOf, unitAt } from "../text/stretches.ts";
import { caseAnswers } from "./case-answers.ts";
import { written } from "./open-point-text.ts";
import { askPlaceholder, isBarePlaceholder } from "./placeholder.ts";
import { type UsualAnswer, usualAnswers } from "./usual-answers.ts";

/** Something that the author left open, in so many words: what holds? */
export function askOpenPoint(subject: Subject): Inquiry | undefined {
  const unit = openUnit(subject);
  const open = unit?.kind === "cell" ? subject.gap.title : openWords(subject);
  if (isBarePlaceholder(subject, unit)) return askPlaceholder(subject, unit);
  const context = unit === undefined ? open : `${open} ${sentenceWithMarker(unit)}`;
  const decision = decisionOf(open, mainActor(subject), subject.style);
  const write = (answer: string) =>
    written(subject, unit, open, (decision && meantOption(decision, answer)) ?? withoutYes(answer));
  const slot = unit === undefined || unit.kind === "cell" ? undefined : slotIn(unit);
  return {
    question: questionFor(subject, unit, open, slot),
    choices: decision === undefined ? choicesFor(open, context, slot, write) : decisionChoices(decision, write),
    wanted:
      slot === undefined && unit?.kind !== "cell"
        ? "what the spec has to say about it, in a sentence"
        : "what belongs in its place",
    free: write,
  };
}

/** What states the gap: of a table's row the cell with the marker. */
function openUnit(subject: Subject): Unit | undefined {
  const line = subject.places[0]?.line;
  if (line === undefined) return undefined;
  const cells = subject.spec.units.filter((unit) => unit.kind === "cell" && unit.line === line);
  return cells.find(({ text }) => findMarkers(text).length > 0) ?? unitAt(subject, line);
}

/** The gap's words without the marker that opens them. */
function openWords({ gap }: Subject): string {
  const stated = gap.origin === "source" || gap.origin === "user" ? gap.text : gap.title;
  const text = stated
    .replace(/\s+/g, " ")
    .replace(/^\s*\[[ xX]\]\s*/, "")
    .replace(/(?:\s+@[\w-]{1,60}){1,4}\s*$/, "")
    .trim();
  const clarify = /(?:NEEDS? CLARIFICATION|OPEN QUESTION):?\s*([^\]]{2,400})\]?/i.exec(text)?.[1];
  const bare = (clarify ?? text)
    .replace(
      /^[\s*_[(]*(?:(?:TODO|TBD|TBC|FIXME|XXX|OQ|GAP)(?:-[A-Z]+)?(?:-\d+)?[a-z]?|\?{3,})[\s*_\])]*(?:\([A-Z]+\))?\s*[:–—-]?\s*/i,
      "",
    )
    .trim();
  return bare === "" ? gap.title : bare;
}

function questionFor(subject: Subject, unit: Unit | undefined, open: string, slot: Slot | undefined): string {
  const name = subject.gap.label ?? placeName(subject);
  if (unit !== undefined && slot !== undefined && !slot.asks) {
    const asked = slot.noun === undefined ? `What belongs in the place of ${slot.text}?` : `How many ${slot.noun}?`;
    return `${name} says: "${textOf(sentenceAround({ unit, from: slot.start, to: slot.end }))}" ${asked}`;
  }
  const place = subject.places[0] === undefined ? "" : `${name} leaves open: `;
  const asked = `${place}${open.replace(/[.:\s]+$/, "")}`;
  return /\?$/.test(open) ? asked : `${asked}. What holds?`;
}

type Write = (answer: string) => LineEdit[];

function choicesFor(open: string, context: string, slot: Slot | undefined, write: Write): Choice[] {
  return answersTo(open, context)
    .filter(({ answer }) => slot?.noun === undefined || /^\d+$/.test(answer))
    .map(({ answer, why, label = answer, guess }, index) => ({
      label,
      why,
      ...(index === 0 && guess !== true ? { recommended: true } : {}),
      write: () => write(answer),
    }));
}

/** What else the paragraph speaks of does not say what belongs here. */
function sentenceWithMarker(unit: Unit): string {
  const marker = findMarkers(unit.text)[0];
  return marker === undefined ? unit.text : textOf(sentenceAround({ unit, from: marker.start, to: marker.end }));
}

/** What the author names, what a case of its kind is answered with, or what is usual. */
function answersTo(open: string, context: string): readonly UsualAnswer[] {
  const named = namedAlternatives(open);
  if (named.length > 0)
    return named.map((answer, index) => ({
      answer,
      why: index === 0 ? "the spec names it first" : "the spec names it, too",
      guess: true as const,
    }));
  return caseOf(open) === undefined ? usualAnswers(context) : caseAnswers(open);
}

/** What is built or not can wait; how something behaves cannot be told by a smaller scope. */
function isFeature(options: Decision["options"]): boolean {
  const statement = options.find(({ label }) => label === "Yes")?.statement ?? "";
  return /\b(?:support|ship|need|offer|provide|allow|include|integrate|export|import|there \w+ be|be (?:written|logged|recorded|supported|allowed|offered|provided|included|exported|integrated|possible|available))\b/i.test(
    statement,
  );
}

function decisionChoices({ options, kind }: Decision, write: Write): Choice[] {
  const safer = kind === "alternatives" ? saferOf(options) : isFeature(options) ? 0 : undefined;
  const reason = kind === "yes-no" ? "the smaller scope; it can be added later" : "the one that can be undone later";
  return options.map(({ label, statement }, index) => ({
    label,
    why: index === safer ? reason : statement,
    ...(index === safer ? { recommended: true } : {}),
    write: () => write(statement),
  }));
}
