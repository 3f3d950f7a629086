import { findMarkers, isOfProgress, isTaskTitle, type Marker, sentenceAround } from "../../documents/spec/marker.ts";
import { found, type Rule } from "../rule.ts";
import type { Unit } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import { excerpt } from "../spec/words.ts";

/** What the author marked as not yet written (SPEC 16.2). */
export const explicitMarker: Rule = {
  id: "explicit-marker",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "A TODO, TBD, [NEEDS CLARIFICATION] or similar marker is still in the text.",
  fix: "Replace it with the decision.",
  ask: ({ subject }) => `"${subject}" is still unresolved. How should the passage read?`,
  *run({ sections, stated }) {
    // In a spec of a to-do app TODO is a state, unless something is said behind it.
    const isOfTodos = sections.some(({ title }) => /\bto-?dos?\b/i.test(title) && title.includes(" "));
    for (const { units, title } of stated)
      for (const unit of units) {
        const isMeant = ({ text, end }: Place) => text !== "TODO" || !isOfTodos || /^[:(]/.test(unit.text.slice(end));
        const [marker, ...others] = markersIn(unit).filter(isMeant);
        if (marker === undefined) continue;
        const related = others.map((other) => spanOf(unit, other.start, other.end));
        const { words, isBare } = quoted(unit, marker, title);
        const told = {
          ...found(
            spanOf(unit, marker.start, marker.end),
            excerpt(marker.text),
            `${words} is still unresolved.`,
            related,
          ),
          ...(isBare ? { fix: "Write what is missing here." } : {}),
        };
        yield unit.kind === "cell" ? { ...told, list: title } : told;
      }
  },
};

const MOST_QUOTED = 120;

/** A marker that says nothing by itself is quoted with what stands around it or, where nothing does, with its section. */
function quoted({ text, kind, column = "" }: Unit, marker: Place, title: string): { words: string; isBare: boolean } {
  const own = `"${excerpt(marker.text, MOST_QUOTED)}"`;
  if (!BARE.test(marker.text)) return { words: own, isBare: false };
  const isBare = !SAYS.test(text.slice(0, marker.start) + text.slice(marker.end));
  const around = isBare ? undefined : wordsAround(text, marker);
  if (around !== undefined) return { words: `"${around}"`, isBare };
  const place = kind === "cell" && column !== "" ? `the column "${excerpt(column)}"` : `"${excerpt(title)}"`;
  return { words: title === "" || kind === "heading" ? own : `${own} in ${place}`, isBare };
}

const SAYS = /[\p{L}\p{N}]/u;

/** Its sentence, else what stands behind it in the same brackets or up to the end. */
function wordsAround(text: string, marker: Place): string | undefined {
  const { start, end } = sentenceAround(text, marker);
  const rest = text.slice(marker.start, end);
  const note = /\([^()]*$/.test(text.slice(start, marker.start)) ? rest.replace(/\).*$/s, "") : rest;
  const all = [text.slice(start, end), note].map((words) =>
    words
      .replace(/\*\*|__/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  return all.find((words) => words.length <= MOST_QUOTED && words.length > marker.text.length + 1);
}

/** "TBD", "???", "To be decided."; `[NEEDS CLARIFICATION: …]` says what is missing. */
const BARE =
  /^\W*(?:TODO|FIXME|XXX|TB[ACD]|\?+|(?:still |yet )?to be \w+(?: on)?|to follow|coming soon|placeholder|to-?do)?\W*$/i;

/** Most units have none of these words. */
const MAY_MARK =
  /TODO|TB[ACD]\b|FIXME|XXX:|\?\?|clarif|question|to follow|coming soon|placeholder|\bt(?:bd|bc|odo)\b|fixme/i;
const MAY_SAY =
  /\bbe(?:en)? (?:de[cft]|agr|conf|clar|spec|fina|eval|wor|wri|mea|cho|repl|add|compl|don)|decided|agreed|pending|open\)|clarif|decision|question|(?:pick|choose) one/i;

type Place = Pick<Marker, "text" | "start" | "end">;

function markersIn({ kind, text, plain, column, isTask, section }: Unit): Place[] {
  if (isTask || isOfProgress(column ?? "")) return [];
  if (kind === "heading" && section.node.blocks.length + section.sections.length > 0 && isTaskTitle(text)) return [];
  const maySay = MAY_SAY.test(plain);
  const all = maySay || MAY_MARK.test(plain) ? findMarkers(text, column !== undefined) : [];
  // "## TODO tests" is a title.
  const markers = kind === "heading" ? all.filter(({ end }) => !/^ [a-z]/.test(text.slice(end))) : all;
  if (markers.length > 0 || !maySay) return markers;
  const said = [...plain.matchAll(SAID)].find(({ index }) => !isCondition(plain, index));
  return said === undefined ? [] : [{ text: said[0], start: said.index, end: said.index + said[0].length }];
}

const DONE =
  "(?:decided|determined|defined|agreed(?: on)?|confirmed(?! by)|clarified|specified|finali[sz]ed|worked out|measured|chosen)";
const OPEN = `(?:undecided|not (?:yet )?decided(?: yet)?|to be ${DONE}|pending (?:ratification|decision|clarification|agreement|discussion))`;
/** It is all that the sentence says, or what it is about follows: "determined by age" is a rule. */
const END = String.raw`(?=\s*(?:[.;:)\]]|$)|,? (?:whether|which|how|what|who|if)\b)`;

/** Said in words: set off in brackets, behind a mark, or as what the sentence says. */
const SAID = new RegExp(
  [
    String.raw`(?<=[([])(?:${OPEN}|to be replaced)\b[^()[\]\n]{0,60}(?=[)\]])|(?<=[,;–—-] )(?:still )?(?:${OPEN}|open)(?=[)\]])|to be defined(?=[)\]])`,
    String.raw`(?<=[:–—]\s{0,2}[*_]{0,2})to be ${DONE}\b|(?<=[.!?] )to be (?:decided|agreed) (?:with|later|once|after)\b`,
    String.raw`(?<=[,;.?!–—:-] )(?:still )?(?:undecided|not (?:yet )?decided(?: yet)?|to be (?:decided|determined|agreed))(?=\.?$|\.\s)`,
    String.raw`(?<=\b(?:is|are|remains?) )(?:still |yet )?(?:to be ${DONE}|undecided|an? (?:open|unresolved) question)${END}`,
    String.raw`(?<=\b(?:is|are|remains?) )(?:still|yet) to be ${DONE}|\bstill (?:needs? )?to be ${DONE}${END}`,
    String.raw`(?<=\b(?:is|are|has|have) )not (?:yet )?been ${DONE}${END}|\bwe (?:have not|haven't) (?:yet )?(?:decided|agreed)\b`,
    String.raw`\b(?:needs?|requires?|awaiting|pending) (?:a |further )?(?:decision|clarification)(?= (?:on|about|whether)|[.:;)]|$)`,
    String.raw`(?<=[—–(;-]\s{0,2})(?:pick|choose) one\b(?! (?:of|or)\b)`,
  ].join("|"),
  "gi",
);

/** "When the fee is still to be decided, …", "orders that are to be confirmed": some of them, or some of the time. */
function isCondition(plain: string, index: number): boolean {
  const before = plain.slice(Math.max(0, index - 200), index);
  return /(?:\b(?:if|when|whenever|while|until|unless|once|whose)|[\w,] (?:where|that|which|who|what))\b[^.!?:(]*$/i.test(
    before,
  );
}
