import { anyOf } from "./any-of.ts";

/** Where a sentence begins: also that of a bullet or behind a bold name. */
const BEGIN = /(?:^|[.!?;:]\s+|\n\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*[^*\n]{1,40}\*\*:?\s*)?|\*\*\s*)/u;
/**
 * An item that takes itself back (SPEC 3.6): a sentence that begins so, not one that mentions the words. `Not blocking`
 * or `acceptable` is no withdrawal.
 */
const TAKES_BACK = anyOf(
  /no\s+(?:change|changes|action|revision|fix|modification)s?\s+(?:is\s+|are\s+)?(?:needed|required|necessary|requested)\b/iu,
  /no\s+action\s*[.!]?$/iu,
  /(?:withdrawn|retracted|withdrawing|retracting)\b/iu,
  /(?:this|it|so\s+this|on\s+(?:closer|further|second)\s+\w+,?\s+this)\s+(?:is|turns\s+out\s+to\s+be|was)\s+(?:actually\s+|really\s+|in\s+fact\s+|therefore\s+|thus\s+)?(?:a\s+non-?issue|not\s+(?:actually\s+|really\s+)?an?\s+issue|a\s+false\s+alarm)\b/iu,
  /(?:i|we)\s+(?:withdraw|retract)\b/iu,
  /(?:please\s+)?disregard\s+this\b/iu,
  /never\s?mind\b/iu,
  /forget\s+(?:it|this|that)\b[\s,.;]*(?:withdrawn|dropped)?\W*$/iu,
  /scratch\s+(?:this|that)\b/iu,
  /(?:issue|this)\s+(?:is\s+)?(?:withdrawn|retracted)\b/iu,
  /downgrade(?:d)?\s+to\s+(?:a\s+)?(?:verification\s+)?note\b/iu,
  /not\s+an\s+issue\s+(?:after\s+all|on\s+(?:closer|reflection))/iu,
  /(?:just|only)\s+noting\s+for\s+awareness\b/iu,
);
const SENTENCE = new RegExp(`${BEGIN.source}(?:${TAKES_BACK.source})`, "iu");

export function isWithdrawn(item: Condensed): boolean {
  return SENTENCE.test(item.text);
}

/** The words of an item, made fit for the patterns here. */
export interface Condensed {
  readonly text: string;
}

/** Enough of an item to judge it by, with single blanks, so that no pattern meets a long run of white space. */
export function condensed(text: string): Condensed {
  const part = text.length > 12_000 ? `${text.slice(0, 9_000)}\n${text.slice(-3_000)}` : text;
  return { text: part.replace(/[^\S\n]+/g, " ").replace(/ ?\n[\s]*/g, "\n") };
}

/** Words that hold the gap back though no severity is stated (SPEC 3.6). */
export function readsAsBlocking({ text }: Condensed): boolean {
  const plain = text.replace(/\b(?:non|not|isn['’]?t|no|never|without)[\s-]+(?:a\s+)?block(?:ing|er|ers|s)?\b/giu, " ");
  return /\b(?:blocker|blocks?\s+(?:approval|acceptance|implementation|progress|the\s+gap)|is\s+blocking|blocking\b|cannot\s+(?:be\s+)?(?:approved?|accept(?:ed)?|implement(?:ed)?|proceed)|must\s+be\s+(?:fixed|resolved|addressed|defined|specified|corrected)|unimplementable|before\s+(?:this|it|the\s+\w+)\s+can\s+be\s+(?:approved|accepted|implemented))\b/iu.test(
    plain,
  );
}
