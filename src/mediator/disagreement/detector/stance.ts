import { hasSpecifics, promises, reportsWork, wordsOf } from "./claims.ts";
import type { OpenIssue } from "./concern.ts";
import { signsOfBuilding } from "./signs-of-building.ts";
import { BUILDS, COGNITION, DISSENTS, PEOPLE, REJECTS, SETTLES } from "./stance-words.ts";
import { TALK } from "./talk.ts";
import type { TermReader } from "./terms.ts";

/** How an answer stands to the issue. */
export type Stance =
  /** It says what was done. */
  | "accepts"
  /** It rejects the suggestion or the problem, and says what holds instead. */
  | "disagrees"
  /** It rejects the reviewer's understanding or the problem itself and offers nothing (SPEC 9, H5). */
  | "deflects";

export interface StanceReading {
  readonly stance: Stance;
  /** The words that reject. */
  readonly rejecting: readonly string[];
}

/** A stance shows at the beginning of an answer, or in a good part of it; further on such words are about the subject. */
const BEGINNING = 2;
const GOOD_PART = 1 / 3;
/** Words that the issue does not have: with one clause that builds, and without any. */
const NEW_WORDS = 3;
const MANY_NEW_WORDS = 11;
/** A clause with so many builds, whatever its words. */
const MANY_SIGNS = 3;
/** A reply of fewer words argues nothing. */
const LEAST_ARGUMENT = 2;

/**
 * Reads the stance of an answer from its clauses: those that turn the issue away, those that talk about who wrote or
 * reads what, and those that build, which say how the thing shall be. An answer that builds is no deflection, however
 * it begins. One that turns away and builds nothing is; so is a reply that argues and neither builds nor reports that
 * something was done. In a section, a row or in passing only plain rejection counts.
 */
export function readStance(answer: string, issue: OpenIssue, read: TermReader, isReply = true): StanceReading {
  const sentences = sentencesOf(answer);
  const clauses = sentences.flatMap((sentence, at) => {
    // "…, when the worker is built": what goes with a promise is promised too.
    const promised = promises(sentence);
    return clausesOf(sentence).map((text) => ({ ...readClause(text, issue, at < BEGINNING), promised }));
  });
  const rejecting = clauses.flatMap((clause) => clause.rejects ?? []);
  const takesStance =
    DISSENTS.test(sentences.slice(0, BEGINNING).join(" ")) ||
    clauses.some((clause) => clause.early && clause.rejects !== undefined) ||
    rejecting.length >= Math.max(1, clauses.length * GOOD_PART);
  if (offersSomething(clauses, issue, read)) {
    return takesStance ? { stance: "disagrees", rejecting } : { stance: "accepts", rejecting: [] };
  }
  if (takesStance) return { stance: "deflects", rejecting };
  if (isReply && argues(clauses, issue, read)) return { stance: "deflects", rejecting: [clauses[0]?.text ?? ""] };
  return { stance: "accepts", rejecting: [] };
}

const NOW = /(?<!\b(?:for|right|until|till|by|up to)\s)\bnow\b/i;

interface Clause {
  readonly text: string;
  /** Of one of the first sentences. */
  readonly early: boolean;
  readonly rejects: string | undefined;
  readonly builds: boolean;
  /** It puts the matter off. */
  readonly promised: boolean;
  /** About those who write and read reviews, or what the writer holds. */
  readonly talks: boolean;
}

function readClause(text: string, issue: OpenIssue, early: boolean): Omit<Clause, "promised"> {
  // What is so now was not so before.
  const rejects = NOW.test(text) ? undefined : matchOf(REJECTS, text);
  const person = PEOPLE.exec(text)?.[0];
  // In a spec about reviews a reviewer is part of the matter.
  const foreign = person !== undefined && !issue.text.toLowerCase().includes(person.toLowerCase());
  const talks = foreign || COGNITION.test(text);
  return { text, early, rejects, talks, builds: rejects === undefined && !talks && BUILDS.test(text) };
}

function offersSomething(clauses: readonly Clause[], issue: OpenIssue, read: TermReader): boolean {
  // What rejects or talks about people has new words too, and offers nothing.
  const offering = clauses.filter(({ rejects, talks, promised }) => rejects === undefined && !talks && !promised);
  const fresh = freshTerms(offering.map(({ text }) => text).join(" "), issue, read).length;
  const building = offering.filter(({ builds }) => builds);
  if (building.some(({ text }) => hasSpecifics(text, issue, read))) return true;
  if (building.some(({ text }) => signsOfBuilding(text, issue) >= MANY_SIGNS)) return true;
  return fresh >= (building.length > 0 ? NEW_WORDS : MANY_NEW_WORDS);
}

/** Whether a reply makes a case: it has something to say, and it is not that something was done. */
function argues(clauses: readonly Clause[], issue: OpenIssue, read: TermReader): boolean {
  const text = clauses.map((clause) => clause.text).join(" ");
  if (SETTLES.test(text) || read(text).filter((term) => !TALK.has(term)).length < LEAST_ARGUMENT) return false;
  const turnsAway = clauses.some(({ rejects, talks }) => talks || rejects !== undefined);
  if (!turnsAway && signsOfBuilding(text, issue) > 0) return false;
  return clauses.some(
    (clause) => !reportsWork(clause.text) && !promises(clause.text) && !hasSpecifics(clause.text, issue, read),
  );
}

function freshTerms(text: string, issue: OpenIssue, read: TermReader): string[] {
  const { all } = wordsOf(issue, read);
  return read(text).filter((term) => !all.has(term) && !TALK.has(term));
}

function matchOf(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found.trim();
  }
  return undefined;
}

function clausesOf(sentence: string): string[] {
  return sentence
    .split(/[;:]\s+|,\s+(?=(?:since|because|so|but|and|as|while|which|therefore|if|when)\b)/iu)
    .filter((clause) => clause.trim() !== "");
}

function sentencesOf(answer: string): string[] {
  return withoutFences(answer)
    .replace(/^\s*#.*$/gm, "")
    .split(/(?<=[.!?])\s+|\n{2,}|\n(?=\s*(?:[-*+|]|\d{1,3}[.)])\s?)/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function withoutFences(text: string): string {
  let fenced = false;
  const kept = text.split("\n").filter((line) => {
    const mark = /^\s{0,3}(?:`{3}|~{3})/.test(line);
    if (mark) fenced = !fenced;
    return !mark && !fenced;
  });
  return kept.join("\n");
}
