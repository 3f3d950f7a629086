import type { Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asPhrase, inOwnWords, isSentence } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { flaggedStretch, placeName, sentenceAround, textOf } from "../text/stretches.ts";

const CLOSING =
  /,?\s*(?:etc\.?|et cetera|and so (?:on|forth)(?: and so forth)?|(?:and|or) the like|(?:and|or) (?:many |much )?(?:more|others|similar|such|further|related|comparable)|among(?:st)? other(?:s| things)|and the rest|and friends|and whatnot|and what not|or whatever|and things like that|or something like that|inter alia|to name a few)(?=[\s.,;:)]|$)/i;
const OPENING =
  /(?:\s{0,3},)?\s{0,3}\b(?:including but not limited to|including without limitation|but not limited to|not limited to)\b/i;

/** A list that ends before it is complete: what belongs to it? */
export function askOpenList(subject: Subject): Inquiry | undefined {
  const flagged = flaggedStretch(subject);
  if (flagged === undefined) return undefined;
  const sentence = sentenceAround(flagged);
  const closing = closingIn(sentence);
  if (closing === undefined) return undefined;
  const members = membersBefore(closing);
  return {
    question: `${placeName(subject)} says: "${textOf(sentence)}" What else belongs to the list?`,
    choices: [
      {
        label: members.length > 0 ? `Only ${members.join(", ")}` : "Nothing else",
        why: "the list is then complete as it stands",
        recommended: true,
        write: () => [replaceStretch(subject, ...closed(closing, []))],
      },
    ],
    wanted: "the other members, or the rule that decides",
    free: (answer) =>
      isSentence(answer)
        ? [inOwnWords(subject, closing, answer, undefined)]
        : [replaceStretch(subject, ...closed(closing, added(closing, answer)))],
  };
}

/** What is named besides: an answer may give the whole list again, or say that it is complete. */
function added(closing: Closing, answer: string): string[] {
  const phrase = asPhrase(answer);
  if (
    /^(?:only (?:these|those|that|them)|nothing(?: else| more)?|none|no(?:thing)? others?|that is all|that's all|no)$/i.test(
      phrase,
    )
  )
    return [];
  const { unit, from, to, kind } = closing;
  const beside = kind === "closing" ? unit.text.slice(0, from) : unit.text.slice(to);
  const standing = new Set(beside.split(/[,;:()]|\b(?:and|or|by|as|in|with|like|of|the)\b/i).map(folded));
  return phrase
    .replace(/^(?:only|also|and)\s+/i, "")
    .split(/\s*(?:,\s*(?:and|or)\b|[,;\n]|\band\b)\s*/)
    .filter((one) => one !== "" && !standing.has(folded(one)) && !isLast(standing, one));
}

function folded(words: string): string {
  return words
    .toLowerCase()
    .replace(/[`*_"']/g, "")
    .trim();
}

/** The first member of a list stands behind other words: "the formats CSV". */
function isLast(standing: ReadonlySet<string>, one: string): boolean {
  return [...standing].some((part) => part.endsWith(` ${folded(one)}`));
}

interface Closing extends Stretch {
  readonly kind: "closing" | "opening";
}

function closingIn({ unit, from, to }: Stretch): Closing | undefined {
  const text = unit.text.slice(from, to);
  const closing = CLOSING.exec(text);
  if (closing !== null)
    return { unit, from: from + closing.index, to: from + closing.index + closing[0].length, kind: "closing" };
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  return { unit, from: from + opening.index, to: from + opening.index + opening[0].length, kind: "opening" };
}

const LAST_MEMBER = /,\s*(?:(?:and|or)\s+)?([^,]{1,80})$/;

/** The list without its open end, and with what was named: "floor, seats and screen". */
function closed(closing: Closing, more: readonly string[]): [Stretch, string] {
  const { unit, from, to, kind } = closing;
  if (kind === "opening") return [{ unit, from, to }, `, that is${more.length > 0 ? ` ${more.join(", ")},` : ""}`];
  const before = unit.text.slice(0, from);
  const last = LAST_MEMBER.exec(before);
  // A dot of "etc." that ends the sentence stays.
  const stop = /\.$/.test(unit.text.slice(from, to)) && !/^\s+[a-z]/.test(unit.text.slice(to)) ? "." : "";
  if (last?.[1] === undefined) return [{ unit, from, to }, `${more.length > 0 ? ` and ${joined(more)}` : ""}${stop}`];
  if (more.length > 0)
    return [
      { unit, from: last.index, to },
      `, ${[last[1].trim(), ...more.slice(0, -1)].join(", ")} and ${more.at(-1)}${stop}`,
    ];
  return [{ unit, from: last.index, to }, ` and ${last[1].trim()}${stop}`];
}

function joined(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

const MOST_WORDS = 3;

/** The members, from the last one back to where the words before the list begin. */
function membersBefore({ unit, from, kind }: Closing): string[] {
  if (kind === "opening") return [];
  const clause =
    unit.text
      .slice(0, from)
      .split(/[.:;(]/)
      .at(-1) ?? "";
  const parts = clause.split(",").map((part) => part.trim().replace(/^(?:and|or)\s+/, ""));
  const isMember = (part: string) => part !== "" && part.split(/\s+/).length <= MOST_WORDS;
  const before = parts.findLastIndex((part) => !isMember(part));
  const first =
    before === -1
      ? undefined
      : /(?:^|\s)(?:as|by|in|with|like|of|via|and|or|formats?|filters?|fields?|types?)\s+(\S+(?:\s\S+)?)$/i.exec(
          parts[before] ?? "",
        )?.[1];
  const members = parts.slice(before + 1);
  if (before !== -1 && first === undefined) return [];
  return first === undefined ? members : [first, ...members];
}
