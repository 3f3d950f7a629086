import { plainText } from "../../documents/markdown/inline.ts";
import type { Span } from "../finding.ts";
import type { Section, Unit } from "./section.ts";
import { lineSpan, matchesIn, spanOf } from "./span.ts";
import type { Spec } from "./spec.ts";
import { normalName } from "./words.ts";

/** What a document says of a measure, where it defines it: a limit with its value, a setting with its default. */
export interface Measure extends Place {
  /** The setting's name, or all the words. */
  readonly subject: string;
  /** As said: "Session timeout: 30 minutes". */
  readonly words: string;
  /** What it is about, with its unit: the words without the number, or the setting's name. */
  readonly key: string;
  readonly value: string;
}

interface Place {
  readonly section: Section;
  readonly depth: number;
  /** "Session timeout: 30 minutes", or a row of a table. */
  readonly isLabel: boolean;
  at(): Span;
}

export function measuresOf({ stated, markdown: { lines } }: Spec): Measure[] {
  return stated.flatMap((section) => {
    const isClaim = section.role !== "example" && section.role !== "edge";
    const prose = section.units.filter(({ kind }) => isClaim && (kind === "item" || kind === "paragraph"));
    const rows = section.tables.flatMap(({ header, rows }) =>
      rows.flatMap(({ cells, line }) =>
        inRow(header.cells, cells, { section, depth: 0, isLabel: true, at: () => lineSpan(lines, line) }),
      ),
    );
    return [...prose.flatMap(inSentences), ...section.units.flatMap(settingsIn), ...rows];
  });
}

// "tier 2" and "phase 3" count, they do not measure.
const NUMBER =
  /(?<![\w.,-]|\b(?:tier|level|phase|step|stage|class|type|version|section|table|figure|release|priority|option|story|requirement)\s)\d+(?:[.,]\d+)*/g;
/** The id or the number that an item begins with. */
export const HEAD = /^\W*(?:[A-Z][A-Z0-9]{0,9}-[A-Z0-9-]{0,20}\d{1,5}[a-z]?|\d+(?:\.\d+)*[.)])\W+/;
const MEASURED = /(?<![\w.,/-])\d+(?:[.,]\d+)*(?:\s?%|[\s-]?[a-z]{1,12}\b)/i;
const LIMITS =
  "time-?out|ttl|interval|delay|duration|retention|period|expiry|lifetime|limit|size|length|window|quota|cooldown|deadline|threshold";
const LIMIT = new RegExp(`^(?:[\\w-]+ ){1,3}(?:${LIMITS}) # [\\w%]+$`);
/** A sentence that binds, word for word; a shorter one says the same of many things. */
const DUTY = /^(?=.*\b(?:MUST|SHALL)\b)(?:\S+ ){6}/s;
/** Most units and rows name no limit, and nothing else is read of them. */
const MAY_LIMIT = new RegExp(`${LIMITS}|\\b(?:must|shall)\\b`, "i");

/** "The session timeout is 30 minutes.": nothing but the name and its value; and what binds. Steps hold under their condition. */
function inSentences(unit: Unit): Measure[] {
  const { section, depth, text } = unit;
  const isStep = /^\W*(?:given|when|then|and|but|if|where|while)\b/i.test(text);
  if (isStep || !/\d[\s-]?[a-z%]/i.test(text) || !MAY_LIMIT.test(text)) return [];
  const sentences = text.replace(HEAD, "").split(/(?<=[.;])(?<!\b(?:max|min)\.)\s+/i);
  return sentences.flatMap((words) => {
    const start = text.indexOf(words);
    const isLabel = /^[^:.]{3,60}:\W+\d[^:.]{0,30}\.?$/.test(words);
    return limit(words.trim(), { section, depth, isLabel, at: () => spanOf(unit, start, start + words.length) });
  });
}

function limit(words: string, place: Place): Measure[] {
  if (!MEASURED.test(words)) return [];
  const bare = words
    .toLowerCase()
    .replace(NUMBER, "#")
    .replace(/\bis set to\b|\b(?:must|shall|should|will|be|is|the|an?|default)\b/g, "");
  const key = (bare.match(/[\p{L}\p{N}#%-]+/gu) ?? []).map((word) => word.replace(/s$/, "")).join(" ");
  const [value = "", ...more] = words.match(NUMBER) ?? [];
  const isClaim = LIMIT.test(key) || (DUTY.test(words) && more.length === 0);
  return isClaim ? [{ subject: words, words, key, value, ...place }] : [];
}

const VALUE = String.raw`[*\x60"]{0,3}(?<value>true|false|on|off|enabled|disabled|\d+(?:[.,]\d+)*)\b[*\x60"]{0,3}\s?(?<unit>[a-zA-Z%]{0,12})`;
const NAME = String.raw`\x60(?<name>[A-Za-z_][\w.-]{2,60})\x60`;
const WHAT = String.raw`\b(?<what>default|maximum|minimum|max|min)`;
/** "Add `Wait` to `Options` with default": what it stands in is not what has the default. */
const ALONE = String.raw`(?<!\b(?:to|in|on|of|as|from|under|inside|within)(?: (?:the|an?|new|each|every|its))*\s)`;
const BEHIND = String.raw`${ALONE}${NAME}[^.;|\x60\n]{0,40}?`;
const FORMS = [
  String.raw`${BEHIND}${WHAT}(?:s to| value| is|:|=|\s|s\s)\s*(?:is |of |to |: ?|= ?)?${VALUE}`,
  String.raw`${BEHIND} is [*\x60]{0,2}(?<value>on|off|enabled|disabled|true|false)[*\x60]{0,2} by default`,
  // "The default of `timeout` is 10 s."
  `${WHAT}(?: value)?(?: of| for)?(?: the)? ${NAME} (?:is|=) ?${VALUE}`,
].map((form) => new RegExp(form, "gi"));

function settingsIn(unit: Unit): Measure[] {
  const { text, section, depth } = unit;
  if (!text.includes("`") || !/\b(?:default|max|min)/i.test(text)) return [];
  return FORMS.flatMap((form) => [...matchesIn([unit], form, "text")]).flatMap(({ match: { groups = {} }, at }) =>
    setting(groups, { section, depth, isLabel: false, at }),
  );
}

const CELL = new RegExp(String.raw`^(?:default(?:s to|:|=)?\s+)?${VALUE}`, "i");
const COLUMN = /^\W*(?:default(?: value)?|max(?:imum)?|min(?:imum)?)\W*$/i;

/** A setting that is named as code names it, with its default; else a limit with the only number of its row. */
function inRow(header: readonly string[], [first = "", ...cells]: readonly string[], place: Place): Measure[] {
  const [, name] = /^(?=`|.*[a-z](?:_[a-z]|[A-Z]))`?([A-Za-z_][\w.-]{2,60})`?$/.exec(first) ?? [];
  const column = name === undefined ? -1 : header.findIndex((cell, index) => index > 0 && COLUMN.test(cell));
  const cell = column < 0 ? cells.find((text) => /^default\b/i.test(text)) : cells[column - 1];
  const said = name === undefined ? undefined : CELL.exec(cell ?? "")?.groups;
  if (said !== undefined) return setting({ ...said, name, what: header[column]?.replace(/^\W+/, "") }, place);
  const [value, ...more] = MAY_LIMIT.test(first) ? cells.map(plainText).filter((text) => /^\d/.test(text)) : [];
  return value === undefined || more.length > 0 ? [] : limit(`${plainText(first)}: ${value}`, place);
}

function setting(said: Readonly<Record<string, string | undefined>>, place: Place): Measure[] {
  const { name = "", what = "default", value = "", unit = "" } = said;
  const isSwitch = /^[a-z]/i.test(value);
  // A switch of fewer words may be a field of two things.
  if (isSwitch && (name.match(/[A-Z]{2,}|[A-Z]?[a-z]+/g)?.length ?? 0) < 3) return [];
  const bound = /^m/i.test(what) ? `${what.slice(0, 3)}imum`.toLowerCase() : "default";
  const key = ["setting", normalName(name), bound, isSwitch ? "" : normalName(unit)].join("\n");
  const meant = isSwitch ? String(/^(?:true|on|enabled)$/i.test(value)) : value;
  return [{ subject: name, words: `the ${bound} of ${name} is ${meant}`, key, value: meant, ...place }];
}
