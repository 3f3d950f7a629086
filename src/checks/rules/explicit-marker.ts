import {
  decisionsIn,
  findMarkers,
  isNoGap,
  isTaskTitle,
  type Marker,
  sentencesOf,
} from "../../documents/stated/marker.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Span } from "../finding.ts";
import { spanOf } from "../reading/span.ts";
import type { Unit } from "../reading/spec.ts";
import { excerpt } from "../reading/words.ts";
import { found, type Rule } from "../rule.ts";

/** What the author marked as not yet written (SPEC 16.2). */
export const explicitMarker: Rule = {
  id: "explicit-marker",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "A TODO, TBD, [NEEDS CLARIFICATION] or similar marker is still in the text.",
  fix: "Replace it with the decision.",
  ask: ({ subject }) => `"${subject}" is still unresolved. How should the passage read?`,
  *run({ sections, stated, front }) {
    // In the spec of a to-do app TODO is a state, unless a colon or bracket follows.
    const isOfTodos = sections.some(({ title }) => /\bto-?dos?\b/i.test(title) && title.includes(" "));
    const logs = sections.filter(({ role }) => role === "log");
    const all = [{ units: front }, ...stated, ...logs].flatMap(({ units }) =>
      units.flatMap((unit) => {
        const isMeant = ({ text, start, end }: Place) =>
          (text !== "TODO" || !isOfTodos || /^[:(]/.test(unit.text.slice(end))) &&
          // In a log of questions and answers: `Q: Who? → A: TBD`, or `[NEEDS CLARIFICATION: who?]` by itself.
          (unit.section.role !== "log" ||
            /\bA:[\s*_]*$/.test(unit.text.slice(0, start)) ||
            (text.startsWith("[NEEDS") && unit.text.trim() === text));
        return decisionsOf(unit, markersIn(unit).filter(isMeant)).flatMap(([marker, ...others]) =>
          marker === undefined ? [] : { unit, marker, others },
        );
      }),
    );
    // The cells of a row are one decision.
    const rows = groupBy(all, ({ unit }) => (unit.kind === "cell" ? unit.line : undefined));
    const named = groupBy(all, (marked) => (marked.unit.kind === "cell" && rows.get(marked.unit.line)?.[0]) || marked);
    for (const [{ unit, marker, others }, [, ...again]] of named) {
      const { title } = unit.section;
      const { words, isBare } = quoted(unit, marker, title);
      const related = [
        ...placesOf(unit, others),
        ...again.flatMap((marked) => placesOf(marked.unit, [marked.marker, ...marked.others])),
      ];
      const at = spanOf(unit, marker.start, marker.end);
      const finding = found(at, excerpt(marker.text), `${words} is still unresolved.`, related);
      const fix = isBare ? { fix: "Write what is missing here." } : {};
      yield unit.kind === "cell" ? { ...finding, ...fix, list: title } : { ...finding, ...fix };
    }
  },
};

/** The markers of a row are one decision. */
function decisionsOf({ kind, text }: Unit, markers: readonly Place[]): (readonly Place[])[] {
  if (kind === "cell" || markers.length < 2) return [markers];
  return decisionsIn(text, markers).map((marked) => marked.map(({ marker }) => marker));
}

function placesOf(unit: Unit, markers: readonly Place[]): Span[] {
  return markers.map(({ start, end }) => spanOf(unit, start, end));
}

const MOST_QUOTED = 120;

/** A bare marker is quoted with the words around it or, if there are none, with its section. */
function quoted({ text, kind, column = "" }: Unit, marker: Place, title: string): { words: string; isBare: boolean } {
  const quote = `"${excerpt(marker.text, MOST_QUOTED)}"`;
  if (!BARE.test(marker.text)) return { words: quote, isBare: false };
  const isBare = !SAYS.test(text.slice(0, marker.start) + text.slice(marker.end));
  const around = isBare ? undefined : wordsAround(text, marker);
  if (around !== undefined) return { words: `"${around}"`, isBare };
  const place = kind === "cell" && column !== "" ? `the column "${excerpt(column)}"` : `"${excerpt(title)}"`;
  return { words: title === "" || kind === "heading" ? quote : `${quote} in ${place}`, isBare };
}

const SAYS = /[\p{L}\p{N}]/u;

/** Its sentence if that is short, else the words after it, up to a closing bracket. */
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

/** Markers that do not say what is missing: "TBD", "???", "To be decided."; `[NEEDS CLARIFICATION: …]` does. */
const BARE =
  /^\W*(?:TODO|FIXME|[XYZN]{1,3}|TB[ACD]|\?+|needs clarification|open question|(?:still |yet )?to be \w+(?: on)?|to follow|coming soon|placeholder|to-?do)?\W*$/i;

/** Quick tests that most units fail. */
const MAY_MARK =
  /TODO|TB[ACD]\b|FIXME|\[(?:PEND|OFFEN|À |DA DEF|[待未])|XX|\[[XYZN]\]|\?\?|\w\?\]|^\s*\?\s*$|clarif|question|to follow|coming soon|placeholder|\bt(?:bd|bc|odo)\b|fixme/i;
const MAY_BE_IN_WORDS =
  /\bbe(?:en)? (?:de[cft]|agr|conf|clar|spec|fina|eval|wor|wri|mea|cho|repl|add|compl|don)|decided|agreed|pending|open\)|clarif|decision|question|(?:pick|choose) one/i;

type Place = Pick<Marker, "text" | "start" | "end">;

function markersIn({ kind, text, plain, column, isTask, section }: Unit): Place[] {
  if (isTask) return [];
  if (kind === "heading" && section.node.blocks.length + section.sections.length > 0 && isTaskTitle(text)) return [];
  const mayBeInWords = MAY_BE_IN_WORDS.test(plain);
  const found = mayBeInWords || MAY_MARK.test(plain) ? findMarkers(text, column !== undefined) : [];
  const all = found.filter((marker) => !isNoGap(marker, kind === "cell" ? column : (column ?? "")));
  // In a heading such as "## TODO tests" it is part of the title.
  const markers = kind === "heading" ? all.filter(({ end }) => !/^ [a-z]/.test(text.slice(end))) : all;
  if (!mayBeInWords) return markers;
  const lastEnd = markers.at(-1)?.end ?? 0;
  const inWords = [...plain.matchAll(OPEN_IN_WORDS)].find(
    ({ index }) => index >= lastEnd && !isCondition(plain, index),
  );
  if (inWords === undefined) return markers;
  const [start, end] = [inWords.index, inWords.index + inWords[0].length];
  return [...markers, { text: text.slice(start, end), start, end }];
}

const DONE =
  "(?:decided|determined|defined|agreed(?: on)?|confirmed(?! by)|clarified|specified|finali[sz]ed|worked out|measured|chosen)";
const OPEN = `(?:undecided|not (?:yet )?decided(?: yet)?|to be ${DONE}|pending (?:ratification|decision|clarification|agreement|discussion))`;
/** What may follow: the end of the sentence or what is open; "determined by age" is a rule. */
const END = String.raw`(?=\s*(?:[.;:)\]]|$)|,? (?:whether|which|how|what|who|if)\b)`;

/** Words that say that something is open: in brackets, after punctuation, or as the sentence itself. */
const OPEN_IN_WORDS = new RegExp(
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

/** Whether the words are part of a condition: "When the fee is still to be decided, …". */
function isCondition(plain: string, index: number): boolean {
  const before = plain.slice(Math.max(0, index - 200), index);
  return /(?:\b(?:if|when|whenever|while|until|unless|once|whose)|[\w,] (?:where|that|which|who|what))\b[^.!?:(]*$/i.test(
    before,
  );
}

/** Placeholders in the templates of Spec Kit, OpenSpec and others. */
const PLACEHOLDER =
  /\[(?:FEATURE(?: NAME)?|(?:PROJECT|PRODUCT|COMPONENT) NAME|YOUR [^\]\n]{1,40}|DATE|AUTHOR|NAME|###[^\]\n]{0,40}|Brief Title|Title|Entity \d|initial state|action|expected outcome|boundary condition|error scenario|(?:specific capability|(?:Measurable|Business|User satisfaction) metric|key (?:interaction|data)|desired behaviou?r|What it represents)[^\]\n]{0,120}|(?:Describe|Explain|Insert|Provide|Fill in|Add more|List|Specify) [^\]\n]{3,160}|Add [^\]\n]{3,80} as needed[^\]\n]{0,40})\](?![([:])|\[[a-z][^[\]\n]{2,60}, e\.g\.,? [^[\]\n]{3,120}\](?![([:])|<(?:(?:insert|describe|fill in) [^<>\n]{3,80}|(?:project|product|feature|system|company|author|your) [a-z][a-z ]{1,30})>|\$ARGUMENTS\b|\b[Ll]orem ipsum\b|(?:^|:|\b[Mm]ust|\bMUST|\bSHALL)\s*(?:\.{3}|…)\s*$|^\([^()\n]{3,120}\?\)$|(?<=^|\*\*:?\s{1,3})<[A-Za-z]+(?: [a-z]+)+>$/;

/** Guidance that the templates of RFCs and ADRs have in place of a section's text. */
const GUIDANCE =
  /^(?:One paragraph explanation of the (?:feature|proposal)\.|Why are we doing this\? What use cases does it support\?|This is the technical portion of the RFC\. Explain the design in sufficient detail|Explain the proposal as if it was already included|Why should we [*_]?not[*_]? do this\?$|Why is this design the best in the space of possible designs\?$|Discuss prior art, both the good and the bad|What is the issue that we['’]re seeing that is motivating this decision|What becomes easier or more difficult to do because of this change\?$)/;

/** Template text that was not replaced (SPEC 16.2); one finding per section. */
export const templateText: Rule = {
  id: "template-text",
  type: "explicit-marker",
  severity: "MEDIUM",
  summary: "A template placeholder was never filled in.",
  fix: "Fill it in, or remove the line.",
  ask: ({ message }) => `${message} What should replace ${message.includes(" more in ") ? "them" : "it"}?`,
  *run({ stated, markdown }) {
    for (const { units } of stated) {
      const [first, ...others] = units.flatMap((unit, index) => {
        if (meansAndSoOn(unit, units[index - 1])) return [];
        const mayHold = /[[(.…$<]|lorem/i.test(unit.plain);
        const match = (mayHold ? PLACEHOLDER.exec(unit.plain) : null) ?? GUIDANCE.exec(unit.plain);
        if (match === null || markdown.text.includes(`\n${match[0]}:`)) return [];
        const end = match.index + match[0].length;
        return { text: excerpt(match[0].replace(/^[:\s]+/, "")), at: spanOf(unit, match.index, end) };
      });
      if (first === undefined) continue;
      const more = others.length > 0 ? ` (${others.length} more in this section)` : "";
      const related = others.map(({ at }) => at);
      yield found(
        first.at,
        first.text,
        `"${first.text}" is a template placeholder that was never filled in${more}.`,
        related,
      );
    }
  },
};

/** Whether dots are the last of several items: they mean "and so on". */
function meansAndSoOn({ kind, depth, plain }: Unit, before: Unit | undefined): boolean {
  return depth > 0 && before?.kind === kind && before.depth === depth && /^\s*(?:\.{3}|…)\s*$/.test(plain);
}
