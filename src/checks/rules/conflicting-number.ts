import { plainText } from "../../documents/markdown/inline.ts";
import { itemLabel } from "../../documents/stated/item-label.ts";
import type { Span } from "../finding.ts";
import { glossaryOf } from "../reading/glossary.ts";
import { lineSpan, spanOf } from "../reading/span.ts";
import type { Section, Spec, Unit } from "../reading/spec.ts";
import { excerpt, normalName } from "../reading/words.ts";
import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";

/** A requirement, a table key or a glossary term has two values of the same unit (SPEC 16.2). */
export const conflictingNumber: Rule = {
  id: "conflicting-number",
  type: "contradiction",
  severity: "MEDIUM",
  summary: "A requirement, table key or glossary term has two different values.",
  fix: "Keep one of the values, or say when each one applies.",
  ask: ({ lines: [here, there = "another line"] }) =>
    `${here} and ${there} give different values. Which one should change?`,
  *run(spec) {
    for (const [measure, other] of repeated(measuresOf(spec), ({ key }) => key)) {
      if (measure.value === other.value || areVariants(other, measure)) continue;
      const [here, there] = [excerpt(measure.words), excerpt(other.words)];
      yield found(measure.at(), excerpt(measure.name), `"${here}" here, but "${there}" elsewhere.`, [other.at()]);
    }
    yield* againstGlossary(spec);
  },
};

/** A value that the document gives to a name. */
interface Measure {
  readonly name: string;
  /** As written: "Session timeout: 30 minutes". */
  readonly words: string;
  /** What is measured, with its unit. */
  readonly key: string;
  readonly value: string;
  readonly section: Section;
  at(): Span;
  /** `label`: a name and its value; `sentence`: one that only states the value; `duty`: one with MUST or SHALL. */
  readonly form: "label" | "sentence" | "duty";
}

function measuresOf({ stated, markdown: { lines } }: Spec): Measure[] {
  return stated
    .filter(({ role }) => role !== "example" && role !== "edge")
    .flatMap((section) => [
      ...section.units
        .filter(({ kind, depth, plain }) => depth < 2 && (kind === "item" || kind === "paragraph") && /\d/.test(plain))
        .flatMap((unit) => [...measureIn(LABEL, unit.text, section, () => spanOf(unit)), ...sentencesIn(unit)]),
      ...section.tables
        .flatMap(({ rows }) => rows)
        .flatMap(({ cells: [name = "", ...cells], line }) => {
          const [value = "", ...more] = cells.map(plainText).filter((text) => /^\d/.test(text));
          // Rows with the same name and bare numbers probably differ in another column.
          if (more.length > 0 || /^[\d.,]*$/.test(value)) return [];
          return measureIn(LABEL, `${plainText(name)}: ${value}`, section, () => lineSpan(lines, line));
        }),
    ]);
}

const NUMBER = String.raw`(\d+(?:[.,]\d+)*)(?:\s?([A-Za-z%]{1,12}))?\.?$`;
/** "- Session timeout: 30 minutes", `| max_upload_size | 10 MB |`. */
const LABEL = new RegExp(String.raw`^[*_]{0,2}([A-Za-z][\w .-]{3,60}?)[*_]{0,2}:[*_]{0,2}\s+${NUMBER}`);
/** "The session timeout is 30 minutes." */
const SENTENCE = new RegExp(
  `^(?:The |An? )?([A-Za-z][\\w .-]{3,60}?) (?:is|is set to|(?:must|shall) be) ${NUMBER}`,
  "i",
);

function measureIn(form: RegExp, text: string, section: Section, at: () => Span): Measure[] {
  const [words, name = "", value = "", unit = ""] = form.exec(text) ?? [];
  // A name of one word may mean two different things.
  if (words === undefined || !/[ _.-]|[a-z][A-Z]/.test(name.trim())) return [];
  const key = `${normalName(name)} ${normalName(unit)}`;
  return [{ name, words, key, value, section, at, form: form === LABEL ? "label" : "sentence" }];
}

/** Two duties are the same if all other words are; capitalized words after a number are no unit. */
function sentencesIn(unit: Unit): Measure[] {
  const { text, section } = unit;
  // The value of a scenario step holds only under its condition.
  if (/^\W*(?:given|when|then|and|but)\b/i.test(text)) return [];
  return (itemLabel(text)?.rest ?? text).split(/(?<=[.;])\s+/).flatMap((words) => {
    const start = text.indexOf(words);
    const at = () => spanOf(unit, start, start + words.length);
    const [value, ...more] = words.match(/(?<![\w.,-])\d+(?:[.,]\d+)*(?=\s?%|[\s-]?[a-z])/g) ?? [];
    const isDuty = /\b(?:MUST|SHALL)\b/.test(words) && words.split(/\s+/).length >= 7;
    if (value === undefined || more.length > 0 || !isDuty) return measureIn(SENTENCE, words, section, at);
    const key = words.replace(value, "#").toLowerCase();
    return [{ name: words, words, key, value, section, at, form: "duty" as const }];
  });
}

/** Whether both values may hold: other lists, sections or plans, or an exception in a subsection. */
function areVariants(earlier: Measure, later: Measure): boolean {
  const [a, b] = [earlier.section, later.section];
  if (later.form === "duty") return a !== b && a.parent === b.parent && a.node.level > 2;
  const isApart = a.node.endLine < b.node.line;
  const isDeeper = a !== b && !isApart && a.node.level > 1;
  if (isDeeper || earlier.form !== later.form) return isDeeper;
  if (later.form === "sentence") return isApart;
  return a !== b || isRecord(b.units) || isParted(b.units, earlier.at().line, later.at().line);
}

function isParted(units: readonly Unit[], from: number, to: number): boolean {
  return units.some(({ kind, line }) => kind !== "item" && kind !== "cell" && from <= line && line <= to);
}

/** Whether several labels repeat, as in a list of records: then each belongs to another record. */
function isRecord(units: readonly Unit[]): boolean {
  const labels = units.flatMap(({ kind, text }) => (kind === "item" ? (/^[^:]{3,60}:/.exec(text)?.[0] ?? []) : []));
  return new Set(Array.from(repeated(labels, normalName), ([label]) => normalName(label))).size > 1;
}

const MEASURE = String.raw`(\d+(?:[.,]\d+)*)[\s-]?(%|[a-z]{1,12}\b)`;
const SAYS = " (?:is|are|of|lasts|lives|has|=|ends|expires|takes|for|after)";

/** The glossary says 8 hours, and every sentence that gives the same name a value in hours says 24. */
function* againstGlossary(spec: Spec): Generator<RuleFinding> {
  for (const { name, meaning, at } of glossaryOf(spec)) {
    const [defined, ...more] = meaning.matchAll(new RegExp(`(?<![\\w.,-])${MEASURE}`, "gi"));
    if (defined === undefined || more.length > 0 || (meaning.match(/\d+/g)?.length ?? 0) > 1) continue;
    const form = new RegExp(`(?<![\\w-])${name.replace(/[^\w ]/g, ".")}(?:${SAYS}){1,3} ${MEASURE}`, "gi");
    const uses = spec.claims
      .filter(({ section }) => section.role !== "glossary")
      .flatMap((unit) => Array.from(unit.plain.matchAll(form), (match) => ({ unit, match })))
      .filter(({ match }) => normalName(match[2] ?? "") === normalName(defined[2] ?? ""));
    const [first] = uses;
    if (first === undefined || uses.some(({ match }) => match[1] === defined[1])) continue;
    const { unit, match } = first;
    const message = `"${name}" is ${match[1]} ${match[2]} here but ${defined[0]} in the glossary.`;
    yield found(spanOf(unit, match.index, match.index + match[0].length), name, message, [at]);
  }
}
