import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { HINT } from "./hints.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { MULTIPLIERS, numberValue, UNITS } from "./units.ts";

export type Relation = "every" | "within" | "at-most" | "at-least" | "for" | "after" | "is";

/** A number with what it measures, as it stands in a sentence. */
export interface Quantity {
  readonly value: number;
  /** `time`, `bytes`, `percent`, `rate`, `schedule`, `number`, or `count:` and what is counted. */
  readonly dimension: string;
  readonly relation: Relation;
  readonly from: number;
  readonly to: number;
  /** An end of a range ("between 1 and 3 bytes") or part of a name ("a 64-bit field"): no value by itself. */
  readonly partial?: true;
}

const none: readonly Quantity[] = [];
const known = new WeakMap<Sentence, readonly Quantity[]>();

/** Every number of the sentence that measures or bounds something; a status code or a version is none. */
export function quantitiesOf(sentence: Sentence): readonly Quantity[] {
  if ((sentence.hints & HINT.number) === 0) return none;
  if (sentence.unit.kind === "cell") return findQuantities(sentence); // short, many, and asked for once
  const cached = known.get(sentence);
  if (cached !== undefined) return cached;
  const found = findQuantities(sentence);
  known.set(sentence, found);
  return found;
}

const NUMBER_WORDS = new Set(
  "once twice daily hourly weekly monthly yearly one two three four five six seven eight nine ten eleven twelve".split(
    " ",
  ),
);
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
/** The words that a quantity may begin with, besides numbers. */
const BEGINNINGS = new Set([...NUMBER_WORDS, ...ORDINALS, ...WEEKDAYS.flatMap((day) => [day, `${day}s`]), "at"]);

function findQuantities({ tokens, unit }: Sentence): Quantity[] {
  const found: Quantity[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || (token.kind !== "number" && !BEGINNINGS.has(token.lower))) continue;
    const quantity =
      scheduleAt(tokens, index) ?? periodAt(tokens, index) ?? ordinalAt(tokens, index) ?? measureAt(tokens, index);
    if (quantity === undefined) continue;
    found.push(isPartial(tokens, quantity, unit.masked) ? { ...quantity, partial: true } : quantity);
    index = quantity.to - 1;
  }
  return found;
}

/** "a 6-digit code" counts digits; "a 64-bit field" and "a 3-way valve" are names. */
const COUNTED_BY_HYPHEN = /^(?:digit|character|letter|word|item|seat|slot|row|column|page|stage|level|member|person)$/;

function isPartial(tokens: readonly Token[], { from, to, dimension }: Quantity, text: string): boolean {
  // "1 to 8 attempts" is at most eight.
  if (tokens[from - 1]?.lower === "to" && /^[01]$/.test(tokens[from - 2]?.text ?? "")) return false;
  if (/^(?:and|to|or|–)$/.test(tokens[from - 1]?.lower ?? "") && tokens[from - 2]?.kind === "number") return true;
  if (/^(?:to|–)$/.test(tokens[to]?.lower ?? "") && tokens[to + 1]?.kind === "number") return true;
  if (tokens[from - 1]?.lower === "other") return true;
  const number = tokens[from];
  if (number === undefined || text[number.at + number.text.length] !== "-") return false;
  return dimension !== "time" && !COUNTED_BY_HYPHEN.test(tokens[to - 1]?.lower ?? "");
}

const PERIOD_WORDS: ReadonlyMap<string, string> = new Map([
  ["hourly", "hour"],
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);
const TIMES: ReadonlyMap<string, number> = new Map([
  ["once", 1],
  ["twice", 2],
]);

/** "once per second", "twice a day", "daily". */
function periodAt(tokens: readonly Token[], index: number): Quantity | undefined {
  const lower = tokens[index]?.lower ?? "";
  const period = PERIOD_WORDS.get(lower);
  if (period !== undefined) {
    return { value: UNITS.get(period)?.factor ?? 0, dimension: "time", relation: "every", from: index, to: index + 1 };
  }
  const times = TIMES.get(lower);
  const unit = UNITS.get(tokens[index + 2]?.lower ?? "");
  if (
    times === undefined ||
    unit?.dimension !== "time" ||
    !/^(?:per|an?|every|each)$/.test(tokens[index + 1]?.lower ?? "")
  ) {
    return undefined;
  }
  return { value: unit.factor / times, dimension: "time", relation: "every", from: index, to: index + 3 };
}

/** "after the eighth failed attempt" counts eight of them. */
function ordinalAt(tokens: readonly Token[], index: number): Quantity | undefined {
  const token = tokens[index];
  const digits = token?.kind === "number" ? /^(\d{1,3})(?:st|nd|rd|th)$/.exec(token.lower)?.[1] : undefined;
  const value = digits === undefined ? ORDINALS.indexOf(token?.lower ?? "") + 1 : Number(digits);
  if (value < 2) return undefined;
  const noun = [tokens[index + 1], tokens[index + 2]].find((next) =>
    /^(?:attempt|retry|try|failure|time)$/.test(next?.lower ?? ""),
  );
  if (noun === undefined || tokens[index - 1]?.lower !== "the" || tokens[index - 2]?.lower !== "after")
    return undefined;
  return { value, dimension: "count:times", relation: "after", from: index, to: index + 1 };
}

/** "every Sunday at 02:00" is minutes since the week began; "at 02:00" since the day did. */
function scheduleAt(tokens: readonly Token[], index: number): Quantity | undefined {
  if (tokens[index]?.kind === "number") return dayOfMonthAt(tokens, index);
  const day = WEEKDAYS.indexOf((tokens[index]?.lower ?? "").replace(/s$/, ""));
  if (day < 0 && tokens[index]?.lower !== "at") return undefined;
  let clock = index + 1;
  if (day >= 0 && tokens[clock]?.lower === "at") clock++;
  const time = /^(\d{1,2}):(\d{2})$/.exec(tokens[clock]?.text ?? "");
  if (day < 0 && time === null) return undefined;
  const minutes = time === null ? 0 : Number(time[1]) * 60 + Number(time[2]);
  const dimension = day < 0 ? "schedule:day" : "schedule:week";
  return {
    value: Math.max(day, 0) * 1440 + minutes,
    dimension,
    relation: "every",
    from: index,
    to: time === null ? index + 1 : clock + 1,
  };
}

/** "the 21st, 06:00" and "on the 3rd at 18:30" are minutes since the month began. */
function dayOfMonthAt(tokens: readonly Token[], index: number): Quantity | undefined {
  const day = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(tokens[index]?.lower ?? "")?.[1];
  if (day === undefined) return undefined;
  const clock = /^(?:,|at)$/.test(tokens[index + 1]?.lower ?? "") ? index + 2 : index + 1;
  const time = /^(\d{1,2}):(\d{2})$/.exec(tokens[clock]?.text ?? "");
  if (time === null) return undefined;
  const value = Number(day) * 1440 + Number(time[1]) * 60 + Number(time[2]);
  return { value, dimension: "schedule:month", relation: "every", from: index, to: clock + 1 };
}

function measureAt(tokens: readonly Token[], index: number): Quantity | undefined {
  const token = tokens[index];
  if (token === undefined || (token.kind !== "number" && !NUMBER_WORDS.has(token.lower))) return undefined;
  const value = numberValue(token.lower);
  if (value === undefined) return undefined;
  const suffix = token.kind === "number" ? /[a-zµ]+$/.exec(token.lower)?.[0] : undefined;
  const relation = relationBefore(tokens, index);
  const attached = suffix === undefined ? undefined : UNITS.get(suffix);
  if (attached !== undefined)
    return { value: value * attached.factor, dimension: attached.dimension, relation, from: index, to: index + 1 };
  if (suffix !== undefined) return undefined; // `5xx`, `95th`
  return withUnit(tokens, index, value, relation);
}

function withUnit(tokens: readonly Token[], index: number, number: number, relation: Relation): Quantity | undefined {
  let at = index + 1;
  let value = number;
  const multiplier = MULTIPLIERS.get(tokens[at]?.lower ?? "");
  if (multiplier !== undefined) {
    value *= multiplier;
    at++;
  }
  const open = orMoreAt(tokens, at);
  if (open !== undefined && number <= 1) return undefined; // "one or more" counts nothing
  if (open !== undefined) {
    const quantity = withUnit(tokens.slice(0, at).concat(tokens.slice(at + 2)), index, number, open);
    return quantity === undefined ? undefined : { ...quantity, to: quantity.to + 2 };
  }
  if (isPlainWord(tokens[at]) && isTimeWord(tokens[at + 1]) && tokens[at + 2]?.lower !== "of") at++;
  const unit = UNITS.get(tokens[at]?.lower ?? "");
  if (unit !== undefined)
    return { value: value * unit.factor, dimension: unit.dimension, relation, from: index, to: at + 1 };
  const noun = countedNoun(tokens, at);
  if (noun !== undefined) {
    const to = tokens[at]?.lower === noun ? at + 1 : at + 2;
    return { value, dimension: `count:${countedThing(noun)}`, relation, from: index, to };
  }
  const isBound = relation === "at-most" || relation === "at-least";
  return isBound && tokens[index]?.kind === "number"
    ? { value, dimension: "number", relation, from: index, to: at }
    : undefined;
}

/** "12 or more characters", "5 or fewer". */
function orMoreAt(tokens: readonly Token[], at: number): Relation | undefined {
  if (tokens[at]?.lower !== "or") return undefined;
  if (tokens[at + 1]?.lower === "more") return "at-least";
  return /^(?:fewer|less)$/.test(tokens[at + 1]?.lower ?? "") ? "at-most" : undefined;
}

/** "30 idle minutes", "7 calendar days". */
function isTimeWord(token: Token | undefined): boolean {
  return token !== undefined && token.lower.length > 3 && UNITS.get(token.lower)?.dimension === "time";
}

function isPlainWord(token: Token | undefined): boolean {
  return (
    token?.kind === "word" && !UNITS.has(token.lower) && !STOP_WORDS.has(token.lower) && !OTHER_DAYS.test(token.lower)
  );
}

/** A working day is no day of the calendar. */
const OTHER_DAYS = /^(?:working|business|school|bank|week)$/;

/** "5 times", "3 concurrent connections": the plural within two words. */
function countedNoun(tokens: readonly Token[], at: number): string | undefined {
  const first = tokens[at];
  if (first?.kind !== "word" || STOP_WORDS.has(first.lower)) return undefined;
  if (isPlural(first.lower) || isHyphenated(tokens, at)) return first.lower;
  const second = tokens[at + 1];
  return second?.kind === "word" && isPlural(second.lower) && !STOP_WORDS.has(second.lower) ? second.lower : undefined;
}

/** "6-digit": nothing but the hyphen stands between the number and what it counts. */
function isHyphenated(tokens: readonly Token[], at: number): boolean {
  const [number, noun] = [tokens[at - 1], tokens[at]];
  if (number?.kind !== "number" || noun === undefined || !COUNTED_BY_HYPHEN.test(noun.lower)) return false;
  return noun.at === number.at + number.text.length + 1;
}

/** "3 times", "3 attempts" and "3 retries" count one thing. */
export function countedThing(noun: string): string {
  return /^(?:times|tries|attempts|retries|repetitions)$/.test(noun) ? "times" : stem(noun);
}

function isPlural(lower: string): boolean {
  return lower.length > 3 && lower.endsWith("s") && !lower.endsWith("ss");
}

const RELATIONS: ReadonlyMap<string, Relation> = new Map([
  ["every", "every"],
  ["each", "every"],
  ["within", "within"],
  ["most", "at-most"],
  ["below", "at-most"],
  ["under", "at-most"],
  ["less", "at-most"],
  ["fewer", "at-most"],
  ["maximum", "at-most"],
  ["max", "at-most"],
  ["exceed", "at-least"],
  ["exceeds", "at-least"],
  ["<", "at-most"],
  ["≤", "at-most"],
  ["least", "at-least"],
  ["above", "at-least"],
  ["over", "at-least"],
  ["more", "at-least"],
  ["minimum", "at-least"],
  ["longer", "at-least"],
  ["larger", "at-least"],
  [">", "at-least"],
  ["≥", "at-least"],
  ["for", "for"],
  ["after", "after"],
]);

function relationBefore(tokens: readonly Token[], index: number): Relation {
  for (let back = 1; back <= 3; back++) {
    const lower = tokens[index - back]?.lower ?? "";
    if (lower === "to" && tokens[index - back - 1]?.lower === "up") return "at-most";
    const relation = RELATIONS.get(lower);
    if (relation !== undefined) return bounded(tokens, index - back, negated(tokens, index - back, relation));
    if (lower !== "than" && lower !== "of" && lower !== "the" && lower !== "a" && lower !== "=" && lower !== "is")
      break;
  }
  return "is";
}

const REJECTS = /^(?:rejects?|refuses?|blocks?|discards?|truncates?|cuts?|declines?|rejected|refused)$/;

/** "rejects names longer than 80 characters" allows at most 80. */
function bounded(tokens: readonly Token[], index: number, relation: Relation): Relation {
  if (relation !== "at-least") return relation;
  for (let at = index - 1; at >= 0 && index - at <= 10 && tokens[at]?.kind !== "mark"; at--)
    if (REJECTS.test(tokens[at]?.lower ?? "")) return "at-most";
  return relation;
}

/** "no more than 5" bounds from above. */
function negated(tokens: readonly Token[], index: number, relation: Relation): Relation {
  const before = [tokens[index - 1], tokens[index - 2]].map((token) => token?.lower);
  // "no more than 5", "must not have more than 5"
  if (!/^(?:no|not|never)$/.test(before[0] ?? "") && !/^(?:not|never)$/.test(before[1] ?? "")) return relation;
  return relation === "at-least" ? "at-most" : relation === "at-most" ? "at-least" : relation;
}
