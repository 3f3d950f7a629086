import { lineCounter } from "../../documents/markdown/line-starts.ts";
import { findMarkers, isProgressColumn, isTaskTitle, type Marker, sentencesOf } from "../../documents/spec/marker.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Span } from "../finding.ts";
import { found, type Rule } from "../rule.ts";
import type { Section, Unit } from "../spec/section.ts";
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
  *run({ sections, stated, front }) {
    // In a spec of a to-do app TODO is a state, unless something is said behind it.
    const isOfTodos = sections.some(({ title }) => /\bto-?dos?\b/i.test(title) && title.includes(" "));
    const all = [{ units: front }, ...stated].flatMap(({ units }) =>
      units.flatMap((unit) => {
        const isMeant = ({ text, end }: Place) => text !== "TODO" || !isOfTodos || /^[:(]/.test(unit.text.slice(end));
        return decisionsOf(unit, markersIn(unit).filter(isMeant)).flatMap(([marker, ...others]) =>
          marker === undefined ? [] : { unit, marker, others },
        );
      }),
    );
    const headings = new Map(
      all.filter(({ unit }) => unit.kind === "heading").map((each) => [each.unit.section, each]),
    );
    const named = groupBy(all, (each) => (each.unit.kind === "heading" ? topmost(each, headings) : each));
    for (const [{ unit, marker, others }, [, ...again]] of named) {
      const { title } = unit.section;
      const { words, isBare } = quoted(unit, marker, title);
      const related = [...placesOf(unit, others), ...again.flatMap((each) => placesOf(each.unit, [each.marker]))];
      const at = spanOf(unit, marker.start, marker.end);
      const told = found(at, excerpt(marker.text), `${words} is still unresolved.`, related);
      const fix = isBare ? { fix: "Write what is missing here." } : {};
      yield unit.kind === "cell" ? { ...told, ...fix, list: title } : { ...told, ...fix };
    }
  },
};

/** One for a cell, else one for each line that a sentence with a marker begins on: as a session has its gaps (`markedGaps`). */
function decisionsOf({ kind, text }: Unit, markers: readonly Place[]): (readonly Place[])[] {
  if (kind === "cell" || markers.length < 2) return [markers];
  const [lineAt, sentenceOf] = [lineCounter(text), sentencesOf(text)];
  return [...groupBy(markers, (marker) => lineAt(sentenceOf(marker).start)).values()];
}

type Marked = Readonly<{ unit: Unit; marker: Place; others: readonly Place[] }>;

/** "Version TBD", and below it "Changes in TBD", "Keys in TBD": one name is missing. */
function topmost(marked: Marked, headings: ReadonlyMap<Section, Marked>): Marked {
  const { parent } = marked.unit.section;
  const above = parent && headings.get(parent);
  return above?.marker.text === marked.marker.text ? topmost(above, headings) : marked;
}

function placesOf(unit: Unit, markers: readonly Place[]): Span[] {
  return markers.map(({ start, end }) => spanOf(unit, start, end));
}

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
  const { start, end } = sentencesOf(text)(marker);
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
  /^\W*(?:TODO|FIXME|XXX|TB[ACD]|\?+|needs clarification|open question|(?:still |yet )?to be \w+(?: on)?|to follow|coming soon|placeholder|to-?do)?\W*$/i;

/** Most units have none of these words. */
const MAY_MARK =
  /TODO|TB[ACD]\b|FIXME|\[(?:PEND|OFFEN|À |DA DEF|[待未])|XXX:|\?\?|clarif|question|to follow|coming soon|placeholder|\bt(?:bd|bc|odo)\b|fixme/i;
const MAY_SAY =
  /\bbe(?:en)? (?:de[cft]|agr|conf|clar|spec|fina|eval|wor|wri|mea|cho|repl|add|compl|don)|decided|agreed|pending|open\)|clarif|decision|question|(?:pick|choose) one/i;

type Place = Pick<Marker, "text" | "start" | "end">;

function markersIn({ kind, text, plain, column, isTask, section }: Unit): Place[] {
  if (isTask || isProgressColumn(column ?? "")) return [];
  if (kind === "heading" && section.node.blocks.length + section.sections.length > 0 && isTaskTitle(text)) return [];
  const maySay = MAY_SAY.test(plain);
  const all = maySay || MAY_MARK.test(plain) ? findMarkers(text, column !== undefined) : [];
  // "## TODO tests" is a title.
  const markers = kind === "heading" ? all.filter(({ end }) => !/^ [a-z]/.test(text.slice(end))) : all;
  if (!maySay) return markers;
  const behind = markers.at(-1)?.end ?? 0;
  const said = [...plain.matchAll(SAID)].find(({ index }) => index >= behind && !isCondition(plain, index));
  if (said === undefined) return markers;
  const [start, end] = [said.index, said.index + said[0].length];
  return [...markers, { text: text.slice(start, end), start, end }];
}

const DONE =
  "(?:decided|determined|defined|agreed(?: on)?|confirmed(?! by)|clarified|specified|finali[sz]ed|worked out|measured|chosen)";
const OPEN = `(?:undecided|not (?:yet )?decided(?: yet)?|to be ${DONE}|pending (?:ratification|decision|clarification|agreement|discussion))`;
/** It is all that the sentence says, or what it is about follows: "determined by age" is a rule. */
const END = String.raw`(?=\s*(?:[.;:)\]]|$)|,? (?:whether|which|how|what|who|if)\b)`;

/** Said in words: set off in brackets, behind a mark, or as what the sentence says. */
const SAID = new RegExp(
  [
    String.raw`(?<=[([])(?:${OPEN}|to be replaced)\b[^()[\]\n]{0,60}(?=[)\]])|(?<=[,;?–—-] )(?:still )?(?:${OPEN}|open)(?=[)\]])|to be defined(?=[)\]])`,
    String.raw`(?<=[:–—][*_]{0,2}\s{0,2}[*_]{0,2})to be ${DONE}\b|(?<=[.!?] )to be (?:decided|agreed) (?:with|later|once|after)\b`,
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
