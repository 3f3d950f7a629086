import type { LineEdit } from "../../../documents/values.ts";
import { linesNamed } from "../../../mediator/inventory/find-gaps.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asSentence, isSentence } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { findWords, placeName, requirementAt, sentenceAround, textOf } from "../text/stretches.ts";

/** Two places that do not go together: which one holds? */
export function askContradiction(subject: Subject): Inquiry | undefined {
  const { finding } = subject;
  const otherLine = finding === undefined ? undefined : linesNamed(finding)[0];
  if (finding === undefined || otherLine === undefined) return undefined;
  const quoted = [...finding.message.matchAll(/"([^"]{1,200})"/g)].map((match) => match[1] ?? "");
  const here = findWords(subject, quoted[0] ?? "", finding.line);
  const there = findWords(subject, quoted[1] ?? "", otherLine);
  if (here === undefined || there === undefined) return undefined;
  const isNumber = finding.rule === "contradicting-number";
  const sides = isNumber ? [here, there] : [sentenceAround(here), sentenceAround(there)];
  return inquiry(subject, sides[0] ?? here, sides[1] ?? there);
}

function inquiry(subject: Subject, here: Stretch, there: Stretch): Inquiry {
  const first = placeName(subject, there.unit.line);
  const second = placeName(subject, here.unit.line);
  const keepsThere = keep(subject, there, here, first);
  const keepsHere = keep(subject, here, there, second);
  // A requirement with an id weighs more than prose; of two alike nobody but the person can tell.
  const isRequirement = ({ unit }: Stretch) => requirementAt(subject, unit.line) !== undefined;
  const weighsMore = isRequirement(here) !== isRequirement(there);
  const isHere = weighsMore && isRequirement(here);
  const choices = isHere ? [keepsHere, keepsThere] : [keepsThere, keepsHere];
  return {
    question: `${first} says "${textOf(there)}", ${second} says "${textOf(here)}". Which one holds?`,
    choices: choices.map((choice, index) => (index === 0 && weighsMore ? { ...choice, recommended: true } : choice)),
    wanted: "the one that holds, or what makes the two cases different",
    free: (answer) =>
      isSentence(answer)
        ? settled(subject, isHere ? [here, there] : [there, here], asSentence(answer, subject))
        : [there, here].flatMap((side) => number(subject, side, answer)),
  };
}

/** What holds is said once, at the place that weighs more; the other one points to it. */
function settled(subject: Subject, [main, other]: readonly [Stretch, Stretch], sentence: string): LineEdit[] {
  const id = requirementAt(subject, main.unit.line);
  const pointer = `See ${id ?? `"${main.unit.section.title}"`}.`;
  return [
    replaceStretch(subject, sentenceAround(main), sentence),
    ...(main.unit === other.unit ? [] : [replaceStretch(subject, sentenceAround(other), pointer)]),
  ];
}

/** A number of the person's own goes to both places. */
function number(subject: Subject, side: Stretch, answer: string) {
  const phrase = answer.trim().replace(/[.;]$/, "");
  const amount = amountIn(side);
  return [replaceStretch(subject, amount ?? side, phrase)];
}

function keep(subject: Subject, kept: Stretch, lost: Stretch, where: string): Choice {
  const label = textOf(kept);
  return {
    label: label.length <= 100 ? label : `${label.slice(0, 99)}…`,
    why: `as ${where} says; the other place is brought in line`,
    write: () => [inLine(subject, kept, lost)],
  };
}

const DAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;

/** The amount alone where both sides have one; else what the one place says takes the other's. */
function inLine(subject: Subject, kept: Stretch, lost: Stretch): LineEdit {
  const [keptAmount, lostAmount] = [amountIn(kept), amountIn(lost)];
  if (keptAmount === undefined || lostAmount === undefined)
    return replaceStretch(subject, sentenceAround(lost), textOf(sentenceAround(kept)));
  const amount = fitted(textOf(keptAmount), textOf(lostAmount));
  const day = DAY.exec(textOf(kept))?.[0];
  if (day === undefined || !DAY.test(textOf(lost))) return replaceStretch(subject, lostAmount, amount);
  const text = lost.unit.text.slice(lost.from, lost.to).replace(textOf(lostAmount), () => amount);
  return replaceStretch(subject, lost, text.replace(DAY, day));
}

const MEASURES = /^(?:%|ms|s|sec\w*|min\w*|h|hours?|days?|weeks?|months?|years?|milliseconds?|[KMGT]?i?B|UTC)$/;

/** Units of one kind are exchanged with the number; things that are counted keep their own word: "5 retries", "3 retries". */
function fitted(kept: string, lost: string): string {
  const [, number = kept, unit = ""] = /^(\d[\d.,:]*)\s?(.*)$/.exec(kept) ?? [];
  const other = /^\d[\d.,:]*\s?(.*)$/.exec(lost)?.[1] ?? "";
  if (other === "") return number;
  return unit !== "" && MEASURES.test(unit) && MEASURES.test(other) ? kept : `${number} ${other}`;
}

const AMOUNT = /\d[\d.,:]*(?:\s?(?:%|[a-zA-Zµ]+(?:\s+per\s+[a-z]+)?))?/;

/** The number and its unit alone, so that the words around it stay. */
function amountIn({ unit, from, to }: Stretch): Stretch | undefined {
  const text = unit.text.slice(from, to);
  if (text.split(/\s+/).length > 8) return undefined;
  const match = AMOUNT.exec(text);
  return match === null ? undefined : { unit, from: from + match.index, to: from + match.index + match[0].length };
}
