import { plainText } from "../../documents/markdown/inline.ts";
import type { Span } from "../finding.ts";
import { found, type Rule, repeated } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { lineSpan, matchesIn, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { normalName } from "../spec/words.ts";
import { REQUIRED } from "./conflicting-number.ts";

/** A setting that is named as code names it, or a limit in words: its values in prose and in tables (SPEC 16.2). */
export const conflictingSetting: Rule = {
  id: "conflicting-setting",
  type: "contradiction",
  severity: "HIGH",
  summary: "One setting has two different defaults, greatest or least values, or one limit two values.",
  fix: "Keep one of the two.",
  *run(spec) {
    const all = [...inText(spec), ...inTables(spec), ...limitsIn(spec)];
    for (const [setting, other] of repeated(all, keyOf)) {
      if (meant(other) === meant(setting) || !isSameSetting(other, setting)) continue;
      const { name, what, value, at } = setting;
      const message = `${BOUNDS[what] ?? ""}"${name}" is ${value} here and ${other.value} elsewhere.`;
      yield found(at, name, message, [other.at]);
    }
  },
};

interface Setting {
  readonly name: string;
  /** `def`, `max` or `min`; `is` for a limit in words. */
  readonly what: string;
  readonly value: string;
  readonly unit: string;
  readonly at: Span;
  readonly section: Section;
  /** A row, or a label before a colon: two of them may be of two variants. */
  readonly inTable: boolean;
  /** How deep in lists it stands. */
  readonly depth?: number;
  readonly isRequired?: boolean;
}

const BOUNDS: Readonly<Record<string, string>> = {
  def: "The default of ",
  max: "The maximum of ",
  min: "The minimum of ",
};
const ON = /^(?:true|on|enabled|yes)$/i;
const SWITCH = /^(?:true|on|enabled|yes|false|off|disabled|no)$/i;

function keyOf({ name, what, unit, value }: Setting): string {
  const isSwitch = SWITCH.test(value);
  return [normalName(name), what, isSwitch ? "" : normalName(unit), isSwitch].join("\n");
}

function meant({ value }: Setting): string {
  return SWITCH.test(value) ? String(ON.test(value)) : (value.split(" ")[0] ?? "");
}

/** A name of three words is one thing wherever it stands; a shorter one may be a field of two things, or of two tiers. */
function isSameSetting(a: Setting, b: Setting): boolean {
  if (a.what === "is") return isSameLimit(a, b);
  const words = a.name.match(/[A-Z]{2,}|[A-Z]?[a-z]+/g)?.length ?? 0;
  if (words >= 3 && !(a.inTable && b.inTable)) return true;
  const isApart = a.section.parent !== b.section.parent || (a.inTable !== b.inTable && a.section !== b.section);
  return !SWITCH.test(a.value) && a.name === b.name && isApart;
}

/** What such a section says holds for the whole, not for one of several variants. */
const GENERAL =
  /^(?:(?:general|global|system|key) )?(?:limits?|limitations|constraints|configuration|settings|parameters|defaults|overview|summary|(?:(?:non-?)?functional |quality |performance |security )?requirements|performance|security)$/i;

/**
 * Sections beside each other, items below others, and labels may tell of variants; a sentence and a label do not, nor
 * does a section on limits.
 */
function isSameLimit(a: Setting, b: Setting): boolean {
  if ((a.depth ?? 0) > 1 || (b.depth ?? 0) > 1 || (a.inTable && b.inTable)) return false;
  if (a.inTable !== b.inTable || a.section === b.section) return true;
  if (a.section.title === b.section.title) return false;
  if (a.section.parent !== b.section.parent) return true;
  // What is required twice is a conflicting number already.
  return [a, b].some(({ section }) => GENERAL.test(section.title)) && !(a.isRequired && b.isRequired);
}

const VALUE = String.raw`[*\x60"]{0,3}(?<value>true|false|on|off|enabled|disabled|\d+(?:[.,]\d+)*)\b[*\x60"]{0,3}\s?(?<unit>[a-zA-Z%]{0,12})`;
const NAME = String.raw`\x60(?<name>[A-Za-z_][\w.-]{2,60})\x60`;
const WHAT = String.raw`\b(?<what>default|maximum|minimum|max|min)`;
const BEHIND = String.raw`${NAME}[^.;|\x60\n]{0,40}?`;
const FORMS = [
  String.raw`${BEHIND}${WHAT}(?:s to| value| is|:|=|\s|s\s)\s*(?:is |of |to |: ?|= ?)?${VALUE}`,
  String.raw`${BEHIND} is [*\x60]{0,2}(?<value>on|off|enabled|disabled|true|false)[*\x60]{0,2} by default`,
  // "The default of `timeout` is 10 s."
  `${WHAT}(?: value)?(?: of| for)?(?: the)? ${NAME} (?:is|=) ?${VALUE}`,
].map((form) => new RegExp(form, "gi"));
const CELL = new RegExp(String.raw`^(?:default(?:s to|:|=)?\s+)?${VALUE}`, "i");
const COLUMN = /^(?:default(?: value)?|max(?:imum)?|min(?:imum)?)$/i;

/** "Add `Wait` to `Options` with default": what it stands in is not what has the default. */
const AROUND = /\b(?:to|in|on|of|as|from|under|inside|within)(?: (?:the|an?|new|each|every|its))*\s$/i;

function* inText({ stated }: Spec): Generator<Setting> {
  for (const unit of stated.flatMap(({ units }) => units)) {
    if (!unit.text.includes("`") || !/\b(?:default|max|min)/i.test(unit.text)) continue;
    for (const { match, at } of FORMS.flatMap((form) => [...matchesIn([unit], form, "text")])) {
      const { name = "", what = "default", value = "", unit: measure = "" } = match.groups ?? {};
      if (AROUND.test(unit.text.slice(Math.max(0, match.index - 30), match.index))) continue;
      yield { name, what: boundOf(what), value, unit: measure, at: at(), section: unit.section, inTable: false };
    }
  }
}

function boundOf(word: string): string {
  return word.toLowerCase().slice(0, 3);
}

function* inTables({ stated, markdown: { lines } }: Spec): Generator<Setting> {
  for (const section of stated)
    for (const { header, rows } of section.tables) {
      const column = header.cells.findIndex((cell) => COLUMN.test(plainText(cell)));
      const what = boundOf(column < 1 ? "default" : plainText(header.cells[column] ?? ""));
      for (const { cells, line } of rows) {
        const [, name] = /^`?([A-Za-z_][\w.-]{2,60})`?$/.exec(cells[0] ?? "") ?? [];
        const cell = column < 1 ? cells.slice(1).find((text) => /^default\b/i.test(text)) : cells[column];
        const [, value, unit = ""] = CELL.exec(cell ?? "") ?? [];
        // In code, or with words joined as code joins them.
        const isIdentifier = /^`|[a-z]_[a-z]|[a-z][A-Z]/.test(cells[0] ?? "");
        if (name === undefined || value === undefined || !isIdentifier) continue;
        yield { name, what, value, unit, at: lineSpan(lines, line), section, inTable: true };
      }
    }
}

const LIMITS =
  "time-?out|ttl|interval|delay|duration|retention|period|expiry|lifetime|limit|size|window|quota|cooldown|deadline|threshold";
const LIMIT = `(?<name>(?:[A-Za-z][A-Za-z-]{1,20} ){1,3}(?:${LIMITS}))`;
/** Most units name no limit, and nothing else is read of them. */
const MAY_LIMIT = new RegExp(`(?:${LIMITS})[^.;]{0,40}\\d`, "i");
const MEASURE = String.raw`(?<value>\d+(?:[.,]\d+)*)[ -]?(?<unit>[A-Za-z%]{1,12})`;
const SENTENCE = new RegExp(
  `^(?:(?:the|our|each|every|all|an?) )?${LIMIT} (?:is|must be|shall be|will be|is set to) ${MEASURE}[.;]?$`,
  "i",
);
const LABEL = new RegExp(String.raw`^${LIMIT}: ${MEASURE}\.?$`, "i");

/** "The session timeout is 15 minutes." and "Session timeout: 30 minutes": the whole sentence, so that nothing narrows it. */
function* limitsIn({ stated, markdown: { lines } }: Spec): Generator<Setting> {
  for (const section of stated.filter(({ role }) => role !== "example")) {
    for (const unit of section.units) {
      const isProse = (unit.kind === "item" || unit.kind === "paragraph") && MAY_LIMIT.test(unit.text);
      for (const words of isProse ? unit.text.split(/(?<=[.;])\s+/) : []) {
        const bare = plainText(words).replace(/^(?:[A-Z]{1,6}-\d{1,4}:?\s+)/, "");
        const label = LABEL.exec(bare);
        const start = unit.text.indexOf(words);
        const at = () => spanOf(unit, start, start + words.length);
        yield* limit(label ?? SENTENCE.exec(bare), at, { section, inTable: label !== null, depth: unit.depth });
      }
    }
    for (const {
      cells: [name = "", ...cells],
      line,
    } of section.tables.flatMap(({ rows }) => rows)) {
      const [value, ...more] = MAY_LIMIT.test(`${name} 1`)
        ? cells.map(plainText).filter((cell) => /^\d/.test(cell))
        : [];
      const row = value === undefined || more.length > 0 ? null : LABEL.exec(`${plainText(name)}: ${value}`);
      yield* limit(row, () => lineSpan(lines, line), { section, inTable: true });
    }
  }
}

function limit(
  match: RegExpExecArray | null,
  at: () => Span,
  where: Pick<Setting, "section" | "inTable" | "depth">,
): Setting[] {
  const { name = "", value = "", unit = "" } = match?.groups ?? {};
  if (match === null) return [];
  const said = { name: name.replace(/^(?:default|the) /i, ""), value: `${value} ${unit}`, unit };
  return [{ ...where, ...said, at: at(), what: "is", isRequired: REQUIRED.test(match[0]) }];
}
