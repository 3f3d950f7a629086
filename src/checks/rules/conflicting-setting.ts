import { plainText } from "../../documents/markdown/inline.ts";
import type { Span } from "../finding.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Section } from "../spec/section.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { normalName } from "../spec/words.ts";

/** A setting that is named as code names it, or a limit in words: its values in prose and in tables (SPEC 16.2). */
export const conflictingSetting: Rule = {
  id: "conflicting-setting",
  type: "contradiction",
  severity: "HIGH",
  summary: "One setting has two different defaults, greatest or least values, or one limit two values.",
  run: settings,
};

interface Setting {
  readonly name: string;
  /** `def`, `max` or `min`; `is` for a limit in words. */
  readonly what: string;
  readonly value: string;
  /** `on` or `off`, or the number. */
  readonly meant: string;
  readonly unit: string;
  readonly at: Span;
  readonly section: Section;
  /** A row, or a label before a colon: two of them may be of two variants. */
  readonly inTable: boolean;
  /** How deep in lists it stands. */
  readonly depth?: number;
}

const BOUNDS: Readonly<Record<string, string>> = {
  def: "The default of ",
  max: "The maximum of ",
  min: "The minimum of ",
};
const ON = /^(?:true|on|enabled|yes)$/i;
const SWITCH = /^(?:true|on|enabled|yes|false|off|disabled|no)$/i;

const VALUE = String.raw`[*\x60"]{0,3}(?<value>true|false|on|off|enabled|disabled|\d+(?:[.,]\d+)*)\b[*\x60"]{0,3}\s?(?<unit>[a-zA-Z%]{0,12})`;
const NAME = String.raw`\x60(?<name>[A-Za-z_][\w.-]{2,60})\x60[^.;|\x60\n]{0,40}?`;
const BOUND = String.raw`\b(?<what>default|maximum|minimum|max|min)(?:s to| value| is|:|=|\s|s\s)\s*(?:is |of |to |: ?|= ?)?`;
const BOUNDED = new RegExp(`${NAME}${BOUND}${VALUE}`, "gi");
const BY_DEFAULT = new RegExp(
  String.raw`${NAME} is [*\x60]{0,2}(?<value>on|off|enabled|disabled|true|false)[*\x60]{0,2} by default`,
  "gi",
);
/** "The default of `timeout` is 10 s." */
const BOUND_OF = new RegExp(
  String.raw`\b(?<what>default|maximum|minimum|max|min)(?: value)?(?: of| for)?(?: the)? \x60(?<name>[A-Za-z_][\w.-]{2,60})\x60 (?:is|=) ?${VALUE}`,
  "gi",
);
const CELL = new RegExp(String.raw`^(?:default(?:s to|:|=)?\s+)?${VALUE}`, "i");
const COLUMN = /^(?:default(?: value)?|max(?:imum)?|min(?:imum)?)$/i;

function settings(spec: Spec): RuleFinding[] {
  const first = new Map<string, Setting>();
  return [...inText(spec), ...inTables(spec), ...limitsIn(spec)].flatMap((setting) => {
    const key = [normalName(setting.name), setting.what, setting.unit, SWITCH.test(setting.value)].join("\n");
    const other = first.get(key);
    if (other === undefined) first.set(key, setting);
    if (other === undefined || other.meant === setting.meant || !isSameSetting(other, setting)) return [];
    const { name, what, value, at } = setting;
    return {
      at,
      related: [other.at],
      subject: name,
      message: `${BOUNDS[what] ?? ""}"${name}" is ${value} here and ${other.value} elsewhere.`,
      fix: "Keep one of the two.",
    };
  });
}

/** A name of three words is one thing wherever it stands; a shorter one may be a field of two things, or of two tiers. */
function isSameSetting(a: Setting, b: Setting): boolean {
  if (a.what === "is") return isSameLimit(a, b);
  const areTables = a.inTable && b.inTable;
  if (wordsIn(a.name) >= 3 && !areTables) return true;
  const isApart = a.section.parent !== b.section.parent || (a.inTable !== b.inTable && a.section !== b.section);
  return !SWITCH.test(a.value) && a.name === b.name && isApart;
}

/** Sections beside each other, items below others, and labels may tell of variants; a sentence and a label do not. */
function isSameLimit(a: Setting, b: Setting): boolean {
  if ((a.depth ?? 0) > 1 || (b.depth ?? 0) > 1 || (a.inTable && b.inTable)) return false;
  if (a.inTable !== b.inTable || a.section === b.section) return true;
  return a.section.parent !== b.section.parent && a.section.title !== b.section.title;
}

function wordsIn(name: string): number {
  return name.match(/[A-Z]{2,}|[A-Z]?[a-z]+/g)?.length ?? 0;
}

/** "Add `Wait` to `Options` with default": what it stands in is not what has the default. */
const AROUND = /\b(?:to|in|on|of|as|from|under|inside|within)(?: (?:the|an?|new|each|every|its))*\s$/i;

function inText({ stated }: Spec): Setting[] {
  return stated
    .flatMap(({ units }) => units)
    .filter(({ text }) => text.includes("`") && /\b(?:default|max|min)/i.test(text))
    .flatMap((unit) => {
      const { text, section } = unit;
      const found = [BOUNDED, BY_DEFAULT, BOUND_OF].flatMap((form) => [...text.matchAll(form)]);
      return found
        .filter(({ index }) => !AROUND.test(text.slice(Math.max(0, index - 30), index)))
        .map(({ index, 0: words, groups: { name = "", what = "default", value = "", unit: measure = "" } = {} }) => {
          const at = spanOf(unit, index, index + words.length);
          return setting({ name, what, value, unit: measure, at, section, inTable: false });
        });
    });
}

function inTables({ stated, markdown }: Spec): Setting[] {
  return stated.flatMap((section) =>
    section.tables.flatMap(({ header, rows }) => {
      const column = header.cells.findIndex((cell) => COLUMN.test(plainText(cell)));
      return rows.flatMap(({ cells, line }) => {
        const [, name] = /^`?([A-Za-z_][\w.-]{2,60})`?$/.exec(cells[0] ?? "") ?? [];
        const cell = column < 1 ? cells.slice(1).find((text) => /^default\b/i.test(text)) : cells[column];
        const [, value, unit = ""] = CELL.exec(cell ?? "") ?? [];
        if (name === undefined || value === undefined || !isIdentifier(cells[0] ?? "")) return [];
        const what = column < 1 ? "default" : plainText(header.cells[column] ?? "");
        return setting({ name, what, value, unit, at: lineSpan(markdown.lines, line), section, inTable: true });
      });
    }),
  );
}

const LIMIT = `(?<name>(?:[A-Za-z][A-Za-z-]{1,20} ){1,3}(?:time-?out|ttl|interval|delay|duration|retention|period|expiry|lifetime|limit|size|window|quota|cooldown|deadline|threshold))`;
const MEASURE = String.raw`(?<value>\d+(?:[.,]\d+)*)[ -]?(?<unit>[A-Za-z%]{1,12})`;
const LIMIT_SAID = new RegExp(
  `^(?:(?:the|our|each|every|all|an?) )?${LIMIT} (?:is|must be|shall be|will be|is set to) ${MEASURE}[.;]?$`,
  "i",
);
const LIMIT_LABEL = new RegExp(String.raw`^${LIMIT}: ${MEASURE}\.?$`, "i");

/** "The session timeout is 15 minutes." and "Session timeout: 30 minutes": the whole sentence, so that nothing narrows it. */
function limitsIn({ stated, markdown }: Spec): Setting[] {
  return stated
    .filter(({ role }) => role !== "example")
    .flatMap((section) => [
      ...section.units
        .filter(({ kind, text }) => (kind === "item" || kind === "paragraph") && /\d/.test(text))
        .flatMap((unit) =>
          unit.text.split(/(?<=[.;])\s+/).flatMap((words) => {
            const bare = plainText(words).replace(/^(?:[A-Z]{1,6}-\d{1,4}:?\s+)/, "");
            const label = LIMIT_LABEL.exec(bare);
            const start = unit.text.indexOf(words);
            const at = spanOf(unit, start, start + words.length);
            return limit(label ?? LIMIT_SAID.exec(bare), { at, section, inTable: label !== null, depth: unit.depth });
          }),
        ),
      ...section.tables.flatMap(({ rows }) =>
        rows.flatMap(({ cells: [name = "", ...cells], line }) => {
          const [value, ...more] = cells.map(plainText).filter((cell) => /^\d/.test(cell));
          const row = more.length > 0 ? null : LIMIT_LABEL.exec(`${plainText(name)}: ${value}`);
          return limit(row, { at: lineSpan(markdown.lines, line), section, inTable: true });
        }),
      ),
    ]);
}

function limit(match: RegExpExecArray | null, where: Pick<Setting, "at" | "section" | "inTable" | "depth">): Setting[] {
  const { name = "", value = "", unit = "" } = match?.groups ?? {};
  if (match === null) return [];
  return [
    {
      ...where,
      name: name.replace(/^(?:default|the) /i, ""),
      what: "is",
      value: `${value} ${unit}`,
      meant: value,
      unit: normalName(unit),
    },
  ];
}

/** In code, or with words joined as code joins them. */
function isIdentifier(cell: string): boolean {
  return cell.startsWith("`") || /[a-z]_[a-z]|[a-z][A-Z]/.test(cell);
}

function setting(read: Omit<Setting, "meant">): Setting {
  const isSwitch = SWITCH.test(read.value);
  const meant = isSwitch ? (ON.test(read.value) ? "on" : "off") : read.value;
  return { ...read, meant, what: read.what.toLowerCase().slice(0, 3), unit: isSwitch ? "" : normalName(read.unit) };
}
