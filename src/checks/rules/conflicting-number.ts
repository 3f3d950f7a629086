import { plainText } from "../../documents/markdown/inline.ts";
import { itemLabel } from "../../documents/spec/item-label.ts";
import type { Span } from "../finding.ts";
import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";
import { glossaryOf } from "../spec/glossary.ts";
import type { Section, Unit } from "../spec/section.ts";
import { lineSpan, spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, normalName } from "../spec/words.ts";

/** One requirement, one key of a table or one term of the glossary with two values of one unit (SPEC 16.2). */
export const conflictingNumber: Rule = {
  id: "conflicting-number",
  type: "contradiction",
  severity: "MEDIUM",
  summary: "A requirement, table key or glossary term has two different values.",
  fix: "Keep one of the values, or say when each one applies.",
  ask: ({ lines: [here, there = "another line"] }) => `${here} and ${there} give different values. Which one is right?`,
  *run(spec) {
    for (const [measure, other] of repeated(measuresOf(spec), ({ key }) => key)) {
      if (measure.value === other.value || areVariants(other, measure)) continue;
      const [here, there] = [excerpt(measure.words), excerpt(other.words)];
      yield found(measure.at(), excerpt(measure.name), `"${here}" here, but "${there}" elsewhere.`, [other.at()]);
    }
    yield* againstGlossary(spec);
  },
};

/** A number that the document gives to a name, or in a sentence. */
interface Measure {
  readonly name: string;
  /** As written: "Session timeout: 30 minutes". */
  readonly words: string;
  /** What is measured, with its unit. */
  readonly key: string;
  readonly value: string;
  readonly section: Section;
  at(): Span;
  /** A row of a table or an item with a label; a sentence that says no more; one that binds. */
  readonly form: "label" | "sentence" | "duty";
}

function measuresOf({ stated, markdown: { lines } }: Spec): Measure[] {
  return stated
    .filter(({ role }) => role !== "example" && role !== "edge")
    .flatMap((section) => [
      ...section.units
        .filter(({ kind, depth }) => depth < 2 && (kind === "item" || kind === "paragraph"))
        .flatMap((unit) => [...labelIn(unit.text, section, () => spanOf(unit)), ...sentencesIn(unit)]),
      ...section.tables
        .flatMap(({ rows }) => rows)
        .flatMap(({ cells: [name = "", ...cells], line }) => {
          const [value, ...more] = cells.map(plainText).filter((text) => /^\d/.test(text));
          const isOne = value !== undefined && more.length === 0;
          // Rows of one name with bare numbers differ in another column.
          if (!isOne || /^[\d.,]+$/.test(value)) return [];
          return labelIn(`${plainText(name)}: ${value}`, section, () => lineSpan(lines, line));
        }),
    ]);
}

const LABEL = /^[*_]{0,2}([A-Za-z][\w .-]{3,60}?)[*_]{0,2}:[*_]{0,2}\s+(\d+(?:[.,]\d+)*)(?:\s?([A-Za-z%]{1,12}))?\.?$/;

/** "- Session timeout: 30 minutes", `| max_upload_size | 10 MB |`: a name and nothing but its value. */
function labelIn(text: string, section: Section, at: () => Span): Measure[] {
  return named(LABEL.exec(text), { section, at, form: "label" });
}

/** A name of one word may be two things'. */
function named(said: RegExpExecArray | null, place: Pick<Measure, "section" | "at" | "form">): Measure[] {
  const [words = "", name = "", value = "", unit = ""] = said ?? [];
  if (!/[ _.-]|[a-z][A-Z]/.test(name.trim())) return [];
  return [{ name, words, key: `${normalName(name)} ${normalName(unit)}`, value, ...place }];
}

// "tier 2" and "phase 3" count, they do not measure.
const NUMBER =
  /(?<![\w.,-]|\b(?:tier|level|phase|step|stage|class|type|version|section|table|figure|release|priority|option|story|requirement)\s)\d+(?:[.,]\d+)*(?=\s?%|[\s-]?[a-z]{1,12}\b)/gi;
const DUTY = /\b(?:MUST|SHALL)\b/;

const DEFINED =
  /^(?:The |An? )?([A-Za-z][\w .-]{3,60}?) (?:is|is set to|must be|shall be|MUST be|SHALL be) (\d+(?:[.,]\d+)*)\s?([A-Za-z%]{1,12})\.?$/;

/** "The session timeout is 30 minutes."; or seven words or more that bind and have one number. A step holds under its condition. */
function sentencesIn(unit: Unit): Measure[] {
  const { text, section } = unit;
  if (!/\d/.test(text) || /^\W*(?:given|when|then|and|but)\b/i.test(text)) return [];
  const sentences = (itemLabel(text)?.rest ?? text).split(/(?<=[.;])\s+/);
  let end = 0;
  return sentences.flatMap((words) => {
    const start = text.indexOf(words, end);
    end = start + words.length;
    const place = { section, at: () => spanOf(unit, start, start + words.length) };
    const defined = named(DEFINED.exec(words), { ...place, form: "sentence" });
    const [value] = words.match(NUMBER) ?? [];
    const isOne = words.match(/\d+(?:[.,]\d+)*/g)?.length === 1;
    const isDuty = DUTY.test(words) && words.split(/\s+/).length >= 7;
    if (defined.length > 0 || value === undefined || !isOne || !isDuty) return defined;
    const key = `${words
      .replace(value, "#")
      .toLowerCase()
      .match(/[\p{L}#%]+/gu)
      ?.join(" ")}`;
    return [{ name: words, words, key, value, ...place, form: "duty" as const }];
  });
}

/** Labels of two lists and sentences of two sections may name two things in the same words; what stands deeper is an exception. */
function areVariants(earlier: Measure, later: Measure): boolean {
  const [a, b] = [earlier.section, later.section];
  const isApart = a.node.endLine < b.node.line;
  if (later.form === "duty") return a !== b && a.parent === b.parent && a.node.level > 2;
  if (a !== b && !isApart && a.node.level > 1) return true;
  if (earlier.form !== later.form) return false;
  if (later.form === "sentence") return isApart;
  if (later.key.endsWith(" ") && isRecord(b.units)) return true;
  const isBetween = (line: number) => earlier.at().line <= line && line <= later.at().line;
  const isOther = ({ kind, line }: Unit) => kind !== "item" && kind !== "cell" && isBetween(line);
  return a !== b || b.units.some(isOther);
}

/** Several labels come again: each time they are of another thing. */
function isRecord(units: readonly Unit[]): boolean {
  const labels = units.flatMap(({ kind, text }) => (kind === "item" ? (/^[^:]{3,60}:/.exec(text)?.[0] ?? []) : []));
  return (
    new Set(
      Array.from(
        repeated(labels, (label) => label.toLowerCase()),
        ([label]) => label.toLowerCase(),
      ),
    ).size > 1
  );
}

const MEASURE = String.raw`(\d+(?:[.,]\d+)*)[\s-]?(%|[a-z]{1,12}\b)`;
const SAYS = " (?:is|are|of|lasts|lives|has|=|ends|expires|takes|for|after)";

/** The glossary says that it is 8 hours, and every sentence that says it of the same name in hours says 24. */
function* againstGlossary(spec: Spec): Generator<RuleFinding> {
  for (const { name, meaning, at } of glossaryOf(spec)) {
    const [said, ...more] = meaning.matchAll(new RegExp(`(?<![\\w.,-])${MEASURE}`, "gi"));
    if (said === undefined || more.length > 0 || (meaning.match(/\d+/g)?.length ?? 0) > 1) continue;
    const form = new RegExp(`(?<![\\w-])${name.replace(/[^\w ]/g, ".")}(?:${SAYS}){1,3} ${MEASURE}`, "gi");
    const uses = spec.claims
      .filter(({ section }) => section.role !== "glossary")
      .flatMap((unit) => Array.from(unit.plain.matchAll(form), (match) => ({ unit, match })))
      .filter(({ match }) => normalName(match[2] ?? "") === normalName(said[2] ?? ""));
    const [first] = uses;
    if (first === undefined || uses.some(({ match }) => match[1] === said[1])) continue;
    const { unit, match } = first;
    const message = `"${name}" is ${match[1]} ${match[2]} here but ${said[0]} in the glossary.`;
    yield found(spanOf(unit, match.index, match.index + match[0].length), name, message, [at]);
  }
}
