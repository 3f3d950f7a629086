import { findMarkers } from "./marker.ts";

/** Words that leave open what stands below a question: another question, a guess, options to weigh. */
const LEFT_OPEN =
  /\?(?:\s|$)|\b(?:maybe|perhaps|probably|leaning|propos(?:e[sd]?|al)|unclear|undecided|pros|cons|options?|alternatives?|depends|discuss(?:ed|ion)?)\b/i;

/** A question, and plain words below it: they are its answer. */
export function isAnsweredBelow(question: string, below: string): boolean {
  const text = below.slice(0, 2_000);
  return (
    /\?[\s*_)"]*$/.test(question) &&
    /[\p{L}\p{N}]/u.test(text) &&
    !LEFT_OPEN.test(text) &&
    findMarkers(text).length === 0
  );
}

const NOTHING =
  /^[^\p{L}\p{N}]*(?:暂无|无[。\s]|なし|特になし|없음|(?:нет|keine|ningun[ao]s?|aucune?|nessun[ao]?|nenhum[ao]?)(?!\p{L})|(?:none|n\/?a)(?:[.,:;!)]|\s[–—-])[^?]*$|(?:none|n\/?a|nothing|no (?:open |further |outstanding |pending )?(?:questions|issues|points|items|decisions))\b[^?]{0,60}$)/iu;
const SETTLED =
  /~~|^\[[xX]\]\s|✅|☑|✔|\b(?:resolved|answered|closed|decided|settled|confirmed)\b|\b(?:answer|resolution|decision|outcome|conclusion)\s*(?:\*\*|__)?\s*[:–—-](?!\s*(?:\*\*|__)?\s*(?:tbd|pending|open|none|\?))|→|=>|(?:^|\n)\W*A\d{0,2}\s*[:.)]/i;
/** "To be decided", "can be resolved later": it is not yet. */
const NOT_YET = /\bbe (?:resolved|answered|closed|decided|settled|confirmed)\b/gi;
const HEDGED =
  /\b(?:maybe|perhaps|probably|leaning|propos\w+|recommend\w*|suggest\w*|consider|tbd|unclear|needs?|depends)\b/i;
/** "The managers want one, I would rather not": what somebody thinks of the question, and no decision. */
const WISHED =
  /\b(?:would (?:rather|prefer|like|love|be (?:nice|good|great|better|ideal|useful))|rather not|prefers?|(?:I|we|they) (?:think|guess|believe|hope|feel)|(?:not|nobody|no one)(?: is| yet)? (?:sure|clear|known|agreed|certain|knows)|no (?:idea|decision|consensus|agreement)|might be|could be|to be \w+ed)\b/i;

/** Whether the author says in the text of an open point, or in what stands below it, that it is settled. */
export function isSettled(text: string, below = ""): boolean {
  const whole = `${text}\n${below}`;
  if (
    NOTHING.test(whole.trim()) ||
    (SETTLED.test(whole.replace(NOT_YET, "")) &&
      !/\bunresolved\b|\bundecided\b|\bnot (?:yet )?(?:resolved|decided|answered)\b/i.test(whole))
  )
    return true;
  return isSaid(behindQuestion(text)) || /\b(?:must|shall|will|yes|no)\b/i.test(unhedged(behindQuestion(whole)));
}

function behindQuestion(text: string): string {
  return text.includes("?") ? text.slice(text.lastIndexOf("?") + 1) : "";
}

function unhedged(text: string): string {
  const isAnswer = /^\W*(?:yes|no)[,.;:!]/i.test(text) || !WISHED.test(text);
  return isAnswer && !HEDGED.test(text) ? text : "";
}

/** Who is to say it, and where it is talked about, is no answer. */
const NOTED = /^\W*(?:see|owner|raised|asked?|assigned|waiting|pending|due|cc|ticket|issue|tracked|still)\b/i;

/** A sentence behind the question, which leaves nothing open; what stands in brackets explains the question. */
function isSaid(behind: string): boolean {
  const words = behind.replace(/\([^()]{0,300}\)/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= 1 && unhedged(behind) !== "" && !LEFT_OPEN.test(behind) && !NOTED.test(behind);
}
