import { normalTerm } from "../../../checks/spec/definitions.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Choice, Inquiry } from "../inquiry.ts";
import type { Subject } from "../subject.ts";
import { asPhrase } from "../text/answers.ts";
import { replaceStretch } from "../text/edit-unit.ts";
import { addTerm } from "../text/glossary.ts";
import { insertBehindSentence } from "../text/insert.ts";
import { flaggedStretch, placeName, sentenceAround, textOf } from "../text/stretches.ts";

/** A name that nothing explains: what does it mean? */
export function askUndefinedTerm(subject: Subject): Inquiry | undefined {
  const stretch = flaggedStretch(subject);
  if (stretch === undefined) return undefined;
  const term = textOf(stretch);
  const isAcronym = /^[A-Z][A-Z0-9]{1,5}s?$/.test(term);
  const choices = isAcronym ? expansions(subject, term) : sameAs(subject, term);
  return {
    question: `${placeName(subject)} says: "${textOf(sentenceAround(stretch))}" What does "${term}" ${isAcronym ? "stand for" : "mean"}?`,
    choices: choices.map(
      ({ meaning, why }, index): Choice => ({
        label: meaning,
        why,
        ...(index === 0 && isAcronym ? { recommended: true } : {}),
        write: () => defined(subject, term, meaning),
      }),
    ),
    wanted: isAcronym ? "the words that it is short for" : "what it is, in a sentence",
    free: (answer) => defined(subject, term, meaningOf(answer, term)),
  };
}

/** "TSK stands for the transport signing key." says: the transport signing key. */
function meaningOf(answer: string, term: string): string {
  const phrase = asPhrase(answer);
  const lead = new RegExp(
    `^(?:an?\\s+|the\\s+)?"?${term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}"?\\s+(?:is|are|means|stands for|=|:)\\s+`,
    "i",
  );
  return phrase.replace(lead, "").replace(/^(?:it is|it means|stands for|short for|means|is)\s+/i, "");
}

/** Into the glossary where there is one, else where the name stands first. */
function defined(subject: Subject, term: string, meaning: string): LineEdit[] {
  const row = addTerm(
    subject,
    term.replace(/s$/, (letter) => (/^[A-Z0-9]+s$/.test(term) ? "" : letter)),
    meaning,
  );
  if (row !== undefined) return [row];
  const stretch = flaggedStretch(subject);
  if (stretch === undefined) return [];
  if (/^[A-Z0-9]+s?$/.test(term)) return [replaceStretch(subject, stretch, explained(term, meaning))];
  return [
    insertBehindSentence(
      subject,
      stretch,
      `A *${term}* is ${/^(?:an?|the|any|every|each)\b/i.test(meaning) ? meaning : `the ${meaning}`}.`,
    ),
  ];
}

/** "transport signing key (TSK)" where the letters are those of the words, else "QXF (the format of the archive)". */
function explained(term: string, meaning: string): string {
  const words = meaning.replace(/^(?:an?|the)\s+/i, "");
  const letters = words.split(/[\s-]+/).map((word) => word[0]?.toLowerCase() ?? "");
  const isExpansion = letters.join("").startsWith(term.replace(/s$/, "").toLowerCase());
  return isExpansion ? `${words} (${term})` : `${term} (${meaning})`;
}

interface Meaning {
  readonly meaning: string;
  readonly why: string;
}

/** Words of the document whose first letters spell the acronym. */
function expansions({ spec, where }: Subject, acronym: string): Meaning[] {
  const letters = acronym.replace(/s$/, "").toLowerCase().split("");
  const found = new Map<string, Meaning>();
  for (const unit of spec.units) {
    const words = unit.tokens.filter((token) => token.kind === "word");
    words.forEach((_, index) => {
      const slice = words.slice(index, index + letters.length);
      const isMatch =
        slice.length === letters.length &&
        slice.every((word, at) => word.lower.startsWith(letters[at] ?? " ") && word.lower.length > 1);
      if (!isMatch) return;
      const meaning = slice.map((word) => word.text).join(" ");
      if (!found.has(meaning.toLowerCase()))
        found.set(meaning.toLowerCase(), { meaning, why: `its letters, and it stands on ${where(unit.line)}` });
    });
  }
  return [...found.values()].slice(0, 3);
}

/** "the soft ledger" may be what the document calls "ledger" elsewhere. */
function sameAs({ spec, where }: Subject, term: string): Meaning[] {
  const noun = term.split(/[\s-]/).at(-1) ?? "";
  const known = spec.definitions.find((definition) => definition.term === normalTerm(noun));
  return known === undefined
    ? []
    : [{ meaning: `another name for ${noun}`, why: `"${noun}" is defined on ${where(known.line)}` }];
}
