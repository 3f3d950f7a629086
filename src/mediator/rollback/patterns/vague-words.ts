import type { Unit } from "../../../checks/spec/section.ts";
import { spanOf } from "../../../checks/spec/span.ts";
import type { Spec } from "../../../checks/spec/spec.ts";

/** SPEC 13.6: at least these; behind them words of the same kind. */
const LISTED =
  "appropriate(?:ly)?|as needed|reasonabl[ey]|sufficient(?:ly)?|adequate(?:ly)?|properly|correctly|when necessary|if applicable|as required|typically|generally|various|certain|some|may|might|could|should consider|it depends|context-dependent";
const ALIKE =
  "as appropriate|if needed|where applicable|where possible|user-friendly|intuitive(?:ly)?|seamless(?:ly)?|graceful(?:ly)?|robust(?:ly)?|flexible|efficient(?:ly)?|suitable|relevant|meaningful";
const VAGUE = new RegExp(`(?<![\\w-])(?:${ALIKE}|${LISTED})(?![\\w-])`, "gi");

/** A vague word or phrase, on its line of the text. */
export interface VagueWord {
  readonly words: string;
  readonly line: number;
  /** In a part that binds, not in an example, a rationale or the trade-offs. */
  readonly binding: boolean;
}

/** Every vague word of a text, in order: not those in code, quotations or headings, nor where they mean something else. */
export function vagueWords(spec: Spec): VagueWord[] {
  return spec.units.filter((unit) => unit.kind !== "heading" && unit.kind !== "quote").flatMap(vagueIn);
}

const ASIDE = /\b(?:examples?|rationale|background|motivation|trade-?offs?|alternatives?|pros|cons|why|confidence)\b/i;

function vagueIn(unit: Unit): VagueWord[] {
  const text = unit.plain.replace(/"[^"\n]{1,300}"|“[^”\n]{1,300}”/g, (words) => " ".repeat(words.length));
  const binding = !ASIDE.test(unit.section.title);
  return [...text.matchAll(VAGUE)]
    .filter((match) => isVague(match[0], text.slice(0, match.index), text.slice(match.index + match[0].length)))
    .map((match) => ({ words: match[0].toLowerCase(), line: spanOf(unit, match.index).line, binding }));
}

/** Whether the word is vague where it stands. */
function isVague(words: string, before: string, behind: string): boolean {
  // RFC 2119 writes its keywords in capitals; so does a state's name.
  if (words.length > 1 && words === words.toUpperCase()) return false;
  switch (words.toLowerCase()) {
    case "may":
      // "may not" forbids; "May 2026" is a month.
      return !/^\s+(?:not\b|\d)/.test(behind) && !(words === "May" && /\b(?:in|of|since|until|\d+)\s+$/.test(before));
    case "could":
    case "might":
      // "the file could not be read" tells what happened.
      return !/^\s+not\b/.test(behind);
    case "some":
      // "for some X there is", "there is some X", "some but not all": logic, not vagueness.
      return !/\b(?:for|there is)\s+$/i.test(before) && !/^\s+but\b/.test(behind);
    case "certain":
      return !/\b(?:is|are|be|was|were|not|make|made|almost)\s+$/i.test(before);
    case "it depends":
    case "as required":
    case "as needed":
      // "it depends on the mode", "as required by RFC 9110": what it hangs on is said.
      return !/^\s*(?:on|by|in|under|upon|for|or|\/)\b/.test(behind);
    default:
      return true;
  }
}
