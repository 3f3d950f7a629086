import type { OpenIssue } from "./concern.ts";
import { TALK } from "./talk.ts";
import type { TermReader } from "./terms.ts";

/** How an answer stands to the issue. */
export type Stance =
  /** It says what was done. */
  | "accepts"
  /** It rejects the suggestion or the problem, and offers something else or says what holds instead. */
  | "disagrees"
  /** It rejects the reviewer's understanding or the problem itself and offers nothing (SPEC 9, H5). */
  | "deflects";

export interface StanceReading {
  readonly stance: Stance;
  /** The words that reject. */
  readonly rejecting: readonly string[];
}

/** Reads the stance of an answer from its sentences: those that reject, and what the others bring. */
export function readStance(answer: string, issue: OpenIssue, read: TermReader): StanceReading {
  const sentences = sentencesOf(answer);
  const rejecting: string[] = [];
  const rest: string[] = [];
  for (const sentence of sentences) {
    const words = REJECTIONS.map((pattern) => pattern.exec(sentence)?.[0]).find((found) => found !== undefined);
    if (words === undefined) rest.push(sentence);
    else rejecting.push(words);
  }
  if (rejecting.length === 0) return { stance: DISSENT.test(answer) ? "disagrees" : "accepts", rejecting };
  return { stance: offersSomething(rest, issue, read) ? "disagrees" : "deflects", rejecting };
}

/** Fewer new words than this are manners. */
const LEAST_NEW_WORDS = 5;

/** What is not rejection brings words that the issue does not have, in a sentence that says how it shall be. */
function offersSomething(sentences: readonly string[], issue: OpenIssue, read: TermReader): boolean {
  const known = new Set(read(`${issue.title} ${issue.text}`));
  const fresh = (text: string) => read(text).filter((term) => !known.has(term) && !TALK.has(term));
  const offering = sentences.some((sentence) => OFFERS.test(sentence) && fresh(sentence).length > 0);
  return offering && fresh(sentences.join(" ")).length >= LEAST_NEW_WORDS;
}

function sentencesOf(answer: string): string[] {
  return answer
    .replace(/^\s*#.*$/gm, "")
    .split(/(?<=[.!?])\s+|\n{2,}|\n(?=\s*(?:[-*+|]|\d{1,3}[.)])\s?)|;\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const PROBLEM =
  "(?:problems?|issues?|concerns?|gaps?|flaws?|defects?|bugs?|contradictions?|inconsistenc(?:y|ies)|ambiguit(?:y|ies)|conflicts?|risks?)";

/** Ways to turn away the reviewer's understanding or the problem itself. Each is about a review, none about a subject. */
const REJECTIONS: readonly RegExp[] = [
  /\bmis(?:read(?:s|ing)?|underst(?:ood|ands?|anding)|interpret(?:s|ed|ation)?|construes?|represents?)\b/i,
  /\b(?:anyone|whoever|a reader|readers?)\s+who\s+(?:actually\s+|really\s+)?(?:reads?|looks?)\b/i,
  /\bthe reviewer\s+(?:has(?: not|n['’]t)|does(?: not|n['’]t)|did(?: not|n['’]t)|fail(?:s|ed)|seems?|appears?|prefers?|simply|clearly|is (?:wrong|mistaken|confused)|(?:should|could) have|overlook(?:s|ed)|miss(?:es|ed)|ignores?|wants)\b/i,
  new RegExp(
    `\\b(?:not|isn['’]t|aren['’]t|never|hardly|no)\\s+(?:really\\s+|actually\\s+|in fact\\s+)?(?:an?\\s+|any\\s+|the\\s+)?(?:real\\s+|actual\\s+|serious\\s+|genuine\\s+)?${PROBLEM}\\b(?!\\s+(?:found|remain|left|open|raised|in final))`,
    "i",
  ),
  new RegExp(
    `\\b(?:see|find|found|there (?:is|are)|has|have|do not see|don['’]t see)\\s+no\\s+(?:\\w+\\s+)?${PROBLEM}\\b`,
    "i",
  ),
  /\bnon-?(?:issue|problem)\b/i,
  /\b(?:is|are|was|were|works?|looks?)\s+(?:perfectly\s+|already\s+|quite\s+|just\s+)?(?:fine|okay|ok|adequate|good enough|clear enough|sufficient|correct|right)\s*(?:as\s+(?:it|they)\s+(?:is|are|stands?)|as (?:is|written|proposed)|already|[.,;!]|$)/i,
  /\b(?:stays?|remains?|kept|keeps?|leave[sd]?|left)\s+(?:it\s+|them\s+)?(?:as\s+(?:it|they)\s+(?:is|are|was|were)|as is|unchanged)\b/i,
  /\balready\s+(?:been\s+)?(?:covered|handled|addressed|answered|clear|stated|explained|specified|solved|dealt with|there|in the)\b/i,
  /\b(?:nothing|no)\s+(?:\w+\s+){0,3}(?:is|are|was|seems?)\s+(?:needed|required|necessary|warranted|called for|missing|wrong)\b/i,
  /(?:^|[.;,]\s*)(?:therefore\s+|so\s+|hence\s+)?no\s+(?:further\s+)?(?:changes?|action|revision|update|work)(?:\s+(?:made|needed|required|necessary|planned|follows?))?\s*[.!;]?\s*$/i,
  /\b(?:objection|concern|issue|point|comment|criticism|request|suggestion|finding|feedback|remark)\s+(?:is|was|has been|must be|can be|should be)\s+(?:\w+ly\s+)?(?:rejected|dismissed|declined|unfounded|baseless|moot|invalid|irrelevant|noted|overblown|exaggerated|wrong|mistaken|misplaced|pedantic|theoretical|hypothetical|academic|out of scope)\b/i,
  /\b(?:nit-?pick(?:s|ing|y)?|pedant(?:ic|ry)|bike-?shed(?:ding)?|hair-?splitting|quibbl(?:e|es|ing))\b/i,
  /\b(?:matter|question)\s+of\s+(?:\w+\s+)?(?:taste|opinion|style|preference)\b/i,
  /\b(?:personal|reviewer['’]?s?(?:\s+own)?|mere|own|stylistic)\s+(?:preference|opinion|taste)\b/i,
  /\b(?:i|we)\s+(?:\w+\s+)?stand\s+by\b/i,
  /\b(?:based on|from|in)\s+(?:my|our|long|years of)\s+experience\b/i,
  /\b(?:purely|only|merely|entirely|rather|too)\s+(?:theoretical|hypothetical|academic|speculative)\b/i,
  /\b(?:will|would|can|could|does|should|is going to)\s+(?:never|not|hardly|rarely|n['’]t)\s+(?:\w+\s+)?(?:happen|occur|arise|matter|come up)\b/i,
  /\b(?:won['’]t|doesn['’]t|can['’]t|cannot)\s+(?:\w+\s+)?(?:happen|occur|arise|matter|come up)\b/i,
  /\b(?:out(?:side)?\s+(?:of\s+)?(?:the\s+)?scope|beyond\s+the\s+scope|not\s+in\s+scope)\b/i,
  /\b(?:an?|mere(?:ly)?|just|only)\s+(?:an?\s+)?implementation\s+details?\b/i,
  /\b(?:left|up)\s+to\s+(?:the\s+)?(?:implement(?:er|or|ation|ers|ors)|developers?|engineers?)\b/i,
  /\b(?:obvious(?:ly)?|self-?evident|self-?explanatory|goes without saying|speaks? for (?:itself|themselves)|common sense)\b/i,
  /\b(?:not|hardly)\s+worth\b/i,
  /\b(?:does|do|did)\s+not\s+(?:apply|hold|follow|stand up)\b/i,
  /\b(?:over-?thinking|over-?engineer(?:ed|ing)?|needless(?:ly)?|pointless|unreasonable|absurd)\b/i,
  /\b(?:by|working as)\s+(?:design|intended)\b/i,
  /\b(?:has|have)\s+(?:been\s+)?(?:discussed|settled|decided)\s+(?:already|before|at length|enough)\b/i,
];

/** A stance against the suggestion that needs no rejection of the problem. */
const DISSENT =
  /\b(?:i|we)\s+(?:\w+\s+)?(?:disagree|do not agree|don['’]t agree|would not|would rather|decline|object)\b/i;

/** Sentences that say how it shall be. */
const OFFERS =
  /\b(?:instead|alternative(?:ly)?|rather than|in place of|propos(?:e|es|ed|al)|becomes?|must|shall|will|now|requires?|unless|whenever|only (?:when|if|after)|so that|solved|replac(?:e|es|ed)|adds?|added|gets?|carr(?:y|ies)|keeps?|saved?|rejects?|treated|dropped|defaults?|falls? back)\b|`[^`\n]+`|\d/i;
