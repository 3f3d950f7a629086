import { ACTIONS } from "./actions.ts";
import type { OpenIssue } from "./concern.ts";

/**
 * What an issue asks for: what was decided about it, its suggestion with all that follows it, else the field that says
 * so, else its sentences that ask. Empty where it only tells what goes wrong.
 */
export function wantedOf(issue: OpenIssue): string {
  if (issue.decided !== undefined) return issue.decided;
  const { suggestion, text } = issue;
  if (suggestion !== undefined) {
    const at = text.indexOf(suggestion.slice(0, 40));
    return at === -1 ? suggestion : text.slice(at);
  }
  const field = FIELD.exec(text);
  if (field) return text.slice(field.index + field[0].length);
  return sentencesOf(text.replace(issue.title, " "))
    .filter((sentence) => ASKS.test(sentence))
    .join(" ");
}

/** A line that begins with what its words are: "- Wanted: …". */
const FIELD =
  /^[\s>*_+-]{0,8}(?:wanted|we want|i want|want|needed|asked(?: for)?|ask|expected|what (?:i|we)(?:['’]d| would) (?:expect|like|do)|request(?:ed)?|requirement|required|remedy|cure|resolution|way out|what (?:would help|is needed|i need|to do)|to do|proposal|propose[ds]?|please)\b[\s*_]{0,4}:/im;

const VERBS = [
  "add|allow|always|avoid|ask|bind|bound|cap|check|choose|clarify|close|compare|consider|count|decide|define|demand|describe",
  "detect|distinguish|do|document|don['’]t|drop|either|enforce|ensure|exclude|expire|explain|fix|forbid|give|handle|hide|ignore",
  "include|introduce|keep|let|limit|list|lock|log|make|mark|measure|move|name|never|note|persist|pick|please|pin|prevent|provide|put",
  "record|refuse|reject|remove|replace|require|reserve|resolve|retry|return|run|say|send|separate|set|show|sign|specify|split|spread",
  "start|state|stop|store|tell|test|tie|track|treat|use|validate|verify|version|warn|write",
].join("|");

/** Words after a verb that may be a noun as well: "raise an alarm", but not "order matters". */
const OBJECT =
  "(?:the|an?|it|its|them|this|that|these|those|each|every|all|any|one|two|no|only|at|in|on|to|with|by|for|from|what|how|when|where|whether|which|both|whatever|after|before|up|off|out)";

/** A sentence that asks: it begins with a verb that orders, or says what must be or would do. */
const ASKS = new RegExp(
  `^\\W{0,6}(?:at least|at a minimum|instead|so|or|and|then|also|better|also)?,?\\s{0,2}(?:(?:${VERBS})\\b|(?:${ACTIONS.join("|")})\\s+${OBJECT}\\b)|\\b(?:must|should|shall|has to|have to|had to|needs? (?:to|an?|the)|ought to|would do|would help|belongs?|had better|asks for|call for|calls for|is needed|are needed|at least an?|to be (?:defined|specified|stated|said|decided))\\b`,
  "i",
);

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n\s*(?=[-*+]\s)|\n{2,}/u).filter((sentence) => sentence.trim() !== "");
}
