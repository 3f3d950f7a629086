import { plainText } from "../../documents/markdown/inline.ts";
import type { Span } from "../finding.ts";
import { found, type Rule, repeated } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { lineSpan, matchesIn } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { normalName } from "../spec/words.ts";

/** A setting that is named as code names it: its values in prose and in tables (SPEC 16.2). */
export const conflictingSetting: Rule = {
  id: "conflicting-setting",
  type: "contradiction",
  severity: "HIGH",
  summary: "One setting has two different defaults, greatest or least values.",
  fix: "Keep one of the two.",
  *run(spec) {
    for (const [setting, other] of repeated([...inText(spec), ...inTables(spec)], keyOf)) {
      if (meant(other) === meant(setting) || !isSameSetting(other, setting)) continue;
      const { name, what, value, at } = setting;
      yield found(at, name, `The ${BOUNDS[what]} of "${name}" is ${value} here and ${other.value} elsewhere.`, [
        other.at,
      ]);
    }
  },
};

interface Setting {
  readonly name: string;
  readonly what: keyof typeof BOUNDS;
  readonly value: string;
  readonly unit: string;
  readonly at: Span;
  readonly section: Section;
  /** Two rows may be of two variants. */
  readonly inTable: boolean;
}

const BOUNDS = { def: "default", max: "maximum", min: "minimum" } as const;
const ON = /^(?:true|on|enabled)$/i;
const SWITCH = /^(?:true|on|enabled|false|off|disabled)$/i;

function boundOf(word: string): keyof typeof BOUNDS {
  return /^max/i.test(word) ? "max" : /^min/i.test(word) ? "min" : "def";
}

function keyOf({ name, what, unit, value }: Setting): string {
  return [normalName(name), what, SWITCH.test(value) ? "switch" : normalName(unit)].join("\n");
}

function meant({ value }: Setting): string {
  return SWITCH.test(value) ? String(ON.test(value)) : value;
}

/** A name of three words is one thing wherever it stands; a shorter one may be a field of two things, or of two tiers. */
function isSameSetting(a: Setting, b: Setting): boolean {
  const words = a.name.match(/[A-Z]{2,}|[A-Z]?[a-z]+/g)?.length ?? 0;
  if (words >= 3 && !(a.inTable && b.inTable)) return true;
  const isApart = a.section.parent !== b.section.parent || (a.inTable !== b.inTable && a.section !== b.section);
  return !SWITCH.test(a.value) && a.name === b.name && isApart;
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

const CELL = new RegExp(String.raw`^(?:default(?:s to|:|=)?\s+)?${VALUE}`, "i");
const COLUMN = /^(?:default(?: value)?|max(?:imum)?|min(?:imum)?)$/i;

function* inTables({ stated, markdown: { lines } }: Spec): Generator<Setting> {
  for (const section of stated)
    for (const { header, rows } of section.tables) {
      const column = header.cells.findIndex((cell) => COLUMN.test(plainText(cell)));
      for (const { cells, line } of rows) {
        // In code, or with words joined as code joins them.
        const [, name] = /^(?=`|.*[a-z](?:_[a-z]|[A-Z]))`?([A-Za-z_][\w.-]{2,60})`?$/.exec(cells[0] ?? "") ?? [];
        const cell = column < 1 ? cells.slice(1).find((text) => /^default\b/i.test(text)) : cells[column];
        const [, value, unit = ""] = CELL.exec(cell ?? "") ?? [];
        if (name === undefined || value === undefined) continue;
        const what = boundOf(plainText(header.cells[column] ?? ""));
        yield { name, what, value, unit, at: lineSpan(lines, line), section, inTable: true };
      }
    }
}
