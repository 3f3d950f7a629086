import { found, type Rule, type RuleFinding, repeated } from "../rule.ts";
import { glossaryOf } from "../spec/glossary.ts";
import { HEAD, type Measure, measuresOf } from "../spec/measures.ts";
import type { Section } from "../spec/section.ts";
import { spanOf } from "../spec/span.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, normalName } from "../spec/words.ts";

/** One limit, one setting or one term of the glossary with two values (SPEC 16.2). */
export const conflictingNumber: Rule = {
  id: "conflicting-number",
  type: "contradiction",
  severity: "MEDIUM",
  summary: "A limit, a setting or a term of the glossary has two values of one unit.",
  fix: "Keep one of the two, or say in which case each holds.",
  *run(spec) {
    for (const [measure, other] of repeated(measuresOf(spec), ({ key }) => key)) {
      if (measure.value === other.value || areVariants(other, measure)) continue;
      const [here, there] = [excerpt(measure.words), excerpt(other.words)];
      yield found(measure.at(), excerpt(measure.subject), `"${here}" here, "${there}" elsewhere.`, [other.at()]);
    }
    yield* againstGlossary(spec);
  },
};

/** Items below others, labels and sections beside each other may speak of two things in the same words. */
function areVariants(a: Measure, b: Measure): boolean {
  if (a.depth > 1 || b.depth > 1) return true;
  if (a.section === b.section) return a.isLabel && b.isLabel && !areInOneList(a, b);
  if (a.isLabel !== b.isLabel || (!a.isLabel && a.section.parent !== b.section.parent)) return false;
  const isRequired = a.section.node.level <= 2 && [a, b].every(({ words }) => /\b(?:MUST|SHALL)\b/.test(words));
  const isForAll = isRequired || isGeneral(a.section, b.section) || isGeneral(b.section, a.section);
  return a.section.title === b.section.title || !isForAll;
}

/** Nothing but items stands between them. */
function areInOneList(earlier: Measure, later: Measure): boolean {
  const [from, to] = [earlier.at().line, later.at().line];
  return !later.section.units.some(({ kind, line }) => kind !== "item" && from <= line && line <= to);
}

const GENERAL =
  /^(?:(?:(?:non-?)?functional|general|global|system|technical|default|common|key) )?(?:limits?|constraints|assumptions|configuration|settings|requirements|overview|summary|(?:security|performance|reliability)(?: (?:architecture|considerations|requirements|targets))?)(?: \([^()]*\))?$/i;

/** What such a section says holds for all that it stands in; a "Redis configuration" does not. */
function isGeneral({ title, parent }: Section, { node }: Section): boolean {
  const isShared = parent !== undefined && parent.node.line <= node.line && node.endLine <= parent.node.endLine;
  return isShared && GENERAL.test(title);
}

const MEASURE = /(?<![\w.,-])(\d+(?:[.,]\d+)*)\s?(%|[a-z]{1,12}\b)/gi;

/** The number of a text that has one, and its unit. */
function onlyMeasure(text: string): Record<"words" | "value" | "unit", string> | undefined {
  const [first, ...more] = text.matchAll(MEASURE);
  if (first === undefined || more.length > 0 || (text.match(/\d+/g)?.length ?? 0) > 1) return undefined;
  return { words: first[0], value: first[1] ?? "", unit: normalName(first[2] ?? "") };
}

/** The glossary says what lasts 8 hours, and every sentence that names it with hours says 24. */
function* againstGlossary(spec: Spec): Generator<RuleFinding> {
  const terms = glossaryOf(spec).flatMap((term) => ({ ...term, said: onlyMeasure(term.meaning) ?? [] }));
  const known = terms.flatMap(({ said, ...term }) => ("unit" in said ? { ...term, said } : []));
  const claims = known.length === 0 ? [] : spec.claims.filter(({ section }) => section.role !== "glossary");
  const sentences = claims.flatMap((unit) =>
    unit.plain.split(/(?<=[.;])\s+/).map((words) => ({ unit, words, said: onlyMeasure(words.replace(HEAD, "")) })),
  );
  for (const { name, at, said } of known) {
    const isNamed = new RegExp(`(?<![\\w-])${name.replace(/[^\w ]/g, ".")}(?![\\w-])`, "i");
    const [first, ...more] = sentences.filter((each) => each.said?.unit === said.unit && isNamed.test(each.words));
    const value = first?.said?.value;
    if (first === undefined || value === said.value || more.some((each) => each.said?.value !== value)) continue;
    const message = `"${name}" stands with ${first.said?.words} here and with ${said.words} in the glossary.`;
    const start = first.unit.plain.indexOf(first.words);
    yield found(spanOf(first.unit, start, start + first.words.length), name, message, [at]);
  }
}
