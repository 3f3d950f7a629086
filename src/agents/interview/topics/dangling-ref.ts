import { contentStems } from "../../../checks/language/content-words.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asPhrase, inOwnWords, isSentence } from "../text/answers.ts";
import { replaceStretch, type Stretch } from "../text/edit-unit.ts";
import { findWords, headLength, placeName, sentenceAround, textOf } from "../text/stretches.ts";

/** A reference to what is not there: what is meant? */
export function askDanglingRef(subject: Subject): Inquiry | undefined {
  const reference = findReference(subject);
  if (reference === undefined) return undefined;
  const sentence = sentenceAround(reference);
  return {
    question: `${placeName(subject)} says: "${textOf(sentence)}" There is no ${nameOf(reference)} in the document. What is meant?`,
    choices: [
      ...unlinked(subject, reference),
      ...others(subject, reference, sentence),
      ...struck(subject, reference, sentence),
    ],
    wanted: "the place that is meant, or what it would say",
    free: (answer) => answered(subject, reference, answer),
  };
}

const LINK = /^\[([^[\]\n]{1,200})\]\((#[^()\s]{1,200})\)$/;

/** A link is named by where it leads. */
function nameOf(reference: Stretch): string {
  const [, , anchor] = LINK.exec(textOf(reference)) ?? [];
  return anchor === undefined ? textOf(reference) : `heading for the link ${anchor}`;
}

/** The words of a link say what is meant without it. */
function unlinked(subject: Subject, reference: Stretch): Choice[] {
  const [, words] = LINK.exec(textOf(reference)) ?? [];
  if (words === undefined) return [];
  return [
    {
      label: "Keep the words, without the link",
      why: "a link that leads nowhere helps nobody",
      recommended: true,
      write: () => [replaceStretch(subject, reference, words)],
    },
  ];
}

/** Places that share words with the sentence are offered; that one of them is meant only the person knows. */
function others(subject: Subject, reference: Stretch, sentence: Stretch): Choice[] {
  return meant(subject, reference, sentence).map(({ words, why }) => ({
    label: words,
    why,
    write: () => [replaceStretch(subject, reference, words)],
  }));
}

/** A mere pointer ("see", "(…)", "as described in") can go; a reference that is a part of what is said cannot unasked. */
function struck(subject: Subject, reference: Stretch, sentence: Stretch): Choice[] {
  const strike = LINK.test(textOf(reference)) ? undefined : strikable(reference, sentence);
  if (strike === undefined) return [];
  const lead = strike.unit.text.slice(strike.from, reference.from);
  const isPointer = /\(|\b(?:see|cf|described|explained|shown|listed|given|set out)\b/i.test(lead);
  return [
    {
      label: "Strike the reference",
      why: "the sentence says what it says without it",
      ...(isPointer ? { recommended: true } : {}),
      write: () => [replaceStretch(subject, strike, "")],
    },
  ];
}

/** Another place stands in the place of the reference; words of its own behind the sentence, or instead of it. */
function answered(subject: Subject, reference: Stretch, answer: string): LineEdit[] {
  const [, words] = LINK.exec(textOf(reference)) ?? [];
  if (isSentence(answer)) {
    const rest = words === undefined ? strikable(reference, sentenceAround(reference)) : reference;
    return [inOwnWords(subject, reference, answer, rest, words)];
  }
  const phrase = asPhrase(answer);
  if (words === undefined || phrase.toLowerCase().includes(words.toLowerCase()))
    return [replaceStretch(subject, reference, phrase)];
  return [replaceStretch(subject, reference, `${words} (${phrase})`)];
}

function findReference(subject: Subject): Stretch | undefined {
  const { finding } = subject;
  if (finding === undefined) return undefined;
  const place = /\bno ((?:section|table|figure|diagram|appendix|step) .{1,120}?)\.?$/i.exec(finding.message)?.[1];
  const id = /^(\S{2,60}) is referred to/.exec(finding.message)?.[1];
  const anchor = /link "(#[^"]{1,200})"/.exec(finding.message)?.[1];
  const note = /footnote (\[\^[^\]]{1,60}\])/.exec(finding.message)?.[1];
  const link = anchor === undefined ? undefined : linkTo(subject, anchor, finding.line);
  const words = id ?? note ?? place;
  return link ?? (words === undefined ? undefined : findPlace(subject, words, finding.line));
}

/** "section 9" may stand there as "Chapter 9" or "§ 9". */
function findPlace(subject: Subject, words: string, line: number): Stretch | undefined {
  const name = words.replace(/^\S+\s/, "");
  const direct = findWords(subject, words, line);
  if (direct !== undefined || name === words) return direct;
  for (const word of ["chapter", "clause", "§", "annex", "sections", "steps", "tables"]) {
    const found = findWords(subject, `${word} ${name}`, line);
    if (found !== undefined) return found;
  }
  return undefined;
}

function linkTo(subject: Subject, anchor: string, line: number): Stretch | undefined {
  for (const unit of subject.spec.units.filter((one) => one.line <= line && line <= one.endLine)) {
    for (const match of unit.text.matchAll(/\[[^[\]\n]{0,200}\]\((#[^()\s]{1,200})\)/g)) {
      if (match[1] === anchor) return { unit, from: match.index, to: match.index + match[0].length };
    }
  }
  return undefined;
}

interface Candidate {
  readonly words: string;
  readonly why: string;
}

/** Sections or requirements that speak of the same things as the sentence. */
function meant(subject: Subject, reference: Stretch, sentence: Stretch): Candidate[] {
  const about = contentStems(
    `${sentence.unit.text.slice(sentence.from, reference.from)} ${sentence.unit.text.slice(reference.to, sentence.to)}`,
  );
  const shared = (text: string) => [...contentStems(text)].filter((stem) => about.has(stem)).length;
  const prefix = /^([A-Z][A-Z0-9-]*)-\d+/.exec(textOf(reference))?.[1];
  if (prefix !== undefined) return requirements(subject, reference, prefix, shared);
  // One word in common is chance, unless it is all that the heading says.
  const isAbout = (title: string) => shared(title) >= Math.min(2, contentStems(title).size) && shared(title) > 0;
  const own = subject.spec.sections.findLast(
    ({ node }) => node.line <= reference.unit.line && reference.unit.line <= node.endLine,
  );
  return subject.spec.sections
    .filter((section) => section.title !== "" && section.node.level > 1 && section !== own && isAbout(section.title))
    .slice(0, 2)
    .map(({ title, number, node }) => ({
      words: number === undefined ? `section "${title}"` : `Section ${number}`,
      why: `"${title}" on ${subject.where(node.line)} speaks of the same`,
    }));
}

function requirements(
  { spec, where }: Subject,
  { unit }: Stretch,
  prefix: string,
  shared: (text: string) => number,
): Candidate[] {
  return [...spec.ids.defined]
    .flatMap(([id, [place]]) => (place?.prefix === prefix ? [{ id, place, score: shared(place.unit.text) }] : []))
    .filter(({ score, place }) => score > 1 && place.unit !== unit)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ id, place }) => ({ words: id, why: `speaks of the same, on ${where(place.line)}` }));
}

/** Tried on the last few words only, and no two of its parts can match the same blank. */
const LEAD =
  /(?:\s?[,;(–—-])?(?:\s?\()?(?:\s?(?:as (?:described|defined|specified|explained|shown|listed|set out|stated|given)|according to|described|defined|specified|listed|shown|see(?: also)?|cf\.?|per|in line with))?(?:\s?\b(?:in|by|under|from|of))?(?:\s?\bthe)?\s?$/i;
const LONGEST_LEAD = 60;

/** The reference with the words that lead to it; `undefined` where the sentence would not stand without it. */
function strikable(reference: Stretch, sentence: Stretch): Stretch | undefined {
  const { unit, from, to } = reference;
  const before = Math.max(sentence.from, from - LONGEST_LEAD);
  const lead = LEAD.exec(unit.text.slice(before, from));
  const isLed = lead !== null && /\w{2,}/.test(lead[0]);
  if (!isLed) return undefined;
  const start = before + lead.index;
  const isOpened = lead[0].includes("(");
  const end = isOpened && unit.text[to] === ")" ? to + 1 : to;
  // A sentence that is nothing but the reference goes as a whole.
  const isPointer = /^\s*(?:for [^.]{1,80})?[.!]?$/i.test(unit.text.slice(end, sentence.to));
  if (start <= sentence.from + 1) return isPointer ? sentence : undefined;
  // "The rules are described in Section 9" says nothing without it.
  if (/\b(?:is|are|was|were|be|been)\s*$/i.test(unit.text.slice(0, start)))
    return isPointer && sentence.from > headLength(unit) ? sentence : undefined;
  return { unit, from: start, to: end };
}
