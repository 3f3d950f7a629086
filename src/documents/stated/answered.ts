import { findMarkers } from "./marker.ts";

/** Whether a text ends with a question mark, possibly followed by emphasis, brackets or quotation marks. */
export function isQuestion(text: string): boolean {
  return /[?？][\s*_)"”」]*$/.test(text);
}

/** Words of a guess or a proposal: what they say is not decided. */
const TENTATIVE =
  /\b(?:maybe|perhaps|probably|likely|leaning|propos\w+|recommend\w*|suggest\w*|prefer\w*|rather|unclear|unsure|not (?:sure|clear|known|decided)|undecided|depends|discuss\w*|options?|alternatives?|pros|cons|no idea|to be \w+ed|tb[acd])\b/i;
/** Notes about who should answer, or where it is discussed, are no answer. */
const NOTED = /^\W*(?:see|owner|raised|asked?|assigned|waiting|pending|due|cc|ticket|issue|tracked|still)\b/i;
const YES_OR_NO = /^\W*(?:yes|no)[,.;:!]/i;

export function isTentative(text: string): boolean {
  return TENTATIVE.test(text);
}

/** Whether a question is answered by the words after it or else below it; tentative words do not answer. */
export function isAnswered(text: string, below = ""): boolean {
  const end = Math.max(text.lastIndexOf("?"), text.lastIndexOf("？"));
  if (end === -1) return false;
  // Words in brackets explain the question.
  const behind = text.slice(end + 1).replace(/\([^()]{0,300}\)/g, "");
  return answers(/[\p{L}\p{N}]/u.test(behind) ? behind : below.slice(0, 2_000));
}

function answers(text: string): boolean {
  if (YES_OR_NO.test(text)) return true;
  const isOpen = isTentative(text) || NOTED.test(text) || /[?？](?:\s|$)/.test(text) || findMarkers(text).length > 0;
  return /[\p{L}\p{N}]/u.test(text) && !isOpen;
}

const NOTHING =
  /^[^\p{L}\p{N}]*(?:none|n\/?a|nothing|no (?:open |further |outstanding |pending )?(?:questions|issues|gaps|points|items|decisions)|keine|aucune?|ningun[ao]s?|nenhum[ao]?|nessun[ao]?|нет|暂无|无|なし|特になし|없음)(?!\p{L})(?:[.,:;!)][^?]*| (?:yet|known|open|left|remain|at th|for now|so far|currently)[^?]{0,60}|\s*)$/iu;

/** Whether a text says that there is nothing: "None.", "No open questions at this time". */
export function saysNothing(text: string): boolean {
  return NOTHING.test(text.trim());
}

const SETTLED_WORDS =
  /(?<!\b(?:be|not(?: yet)?(?: been)?) )\b(?:resolved|answered|closed|decided|settled|confirmed)\b/i;
/** The words of a question up to its mark, without a tag before them: they ask about what is closed or decided. */
const ASKED = /[^.!?？\n()[\]:]*[?？]/g;
const SETTLED =
  /~~|^\[[xX]\]\s|✅|☑|✔|\b(?:answer|resolution|decision|outcome|conclusion|assumptions?(?: made)?)\]?\s*(?:\*\*|__)?\s*[:–—-](?!\s*(?:\*\*|__)?\s*(?:tbd|pending|open|none|\?))|(?:^|\n)\W*A\d{0,2}\s*[:.)]/i;

/** Whether an open point, or the text below it, says that it is settled or that there is none. */
export function isSettled(text: string, below = ""): boolean {
  const isYesOrNo = YES_OR_NO.test(below) && !isTentative(below);
  const all = `${text}\n${below}`;
  return saysNothing(text) || isYesOrNo || SETTLED.test(all) || SETTLED_WORDS.test(all.replace(ASKED, " "));
}
