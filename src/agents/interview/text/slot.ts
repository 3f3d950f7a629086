import type { Unit } from "../../../checks/spec/unit.ts";
import { findMarkers } from "../../../documents/spec/marker.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";
import { asPhrase } from "./answers.ts";
import { replaceStretch } from "./edit-unit.ts";
import { headLength } from "./stretches.ts";

/** A bare marker that stands for a word of its sentence: "more than TBD mails". */
export interface Slot {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The marker asks something itself: `[NEEDS CLARIFICATION: how long?]`. */
  readonly asks: boolean;
  /** What is counted. */
  readonly noun?: string;
}

const LINK =
  /\b(?:than|most|least|to|of|is|are|be|within|after|for|every|by|in|at|with|as|until|from|and|or|an?|the|via|using|through|over|on|into|per|up to)\s+[*_(]*$/i;
const BOUND = /^(?:at most|at least|no more than|up to|more than|less than|exactly)\s+(?=\d)/i;

export function slotIn(unit: Unit): Slot | undefined {
  const marker = findMarkers(unit.text)[0];
  if (marker === undefined || !/^(?:TBD|TBC|TBA|TODO|\?{3,}|\[.+)$/s.test(marker.text)) return undefined;
  if (!LINK.test(unit.text.slice(headLength(unit), marker.start))) return undefined;
  const { text, start, end } = marker;
  const noun = /^\s+([a-z][\w-]*s)\b/.exec(unit.text.slice(end))?.[1];
  return { text, start, end, asks: text.startsWith("["), ...(noun === undefined ? {} : { noun }) };
}

/** "5 mails" in the place of TBD before "mails" says it once. */
export function inSlot(subject: Subject, unit: Unit, { start, end, noun }: Slot, answer: string): LineEdit {
  const phrase = asPhrase(answer);
  const counted = noun !== undefined && phrase.endsWith(` ${noun}`) ? phrase.slice(0, -noun.length - 1) : phrase;
  // "more than at most 5" bounds it twice.
  const bounded = /\b(?:than|most|least|up to|exactly)\s+$/i.test(unit.text.slice(0, start));
  // An answer that says "within" itself does so instead of "after".
  const led = WHEN.test(phrase) ? WHEN_BEFORE.exec(unit.text.slice(0, start)) : null;
  const words = bounded ? counted.replace(BOUND, "") : counted;
  return replaceStretch(subject, { unit, from: led?.index ?? start, to: end }, words);
}

const WHEN = /^(?:after|within|before|until|by|at|in|on|every|for|during)\s/i;
const WHEN_BEFORE = /\b(?:after|within|before|until|by|at|in|on|every|for|during)\s+$/i;
