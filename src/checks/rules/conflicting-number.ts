import { rememberFor } from "../../model/remember-for.ts";
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
  ask: ({ subject, texts: [a = "", b = ""], lines }) => {
    if (!/\s/.test(subject)) return undefined; // the message names the setting
    const [first, second] = differingMeasures(a, b);
    return first && second ? `${lines[0]} says ${first}, ${lines[1]} says ${second}. Which is right?` : undefined;
  },
  *run(spec) {
    for (const [measure, other] of repeated(measuresOf(spec), ({ key }) => key)) {
      if (measure.value === other.value || areVariants(other, measure)) continue;
      const message =
        measure.name === undefined
          ? `"${excerpt(measure.words)}" here, "${excerpt(other.words)}" elsewhere.`
          : `${measure.name} is ${measure.value} here and ${other.value} elsewhere.`;
      const isOneId = measure.id !== undefined && measure.id === other.id;
      const told = found(measure.at(), excerpt(measure.words), message, [other.at()]);
      yield isOneId ? { ...told, severity: "HIGH" } : told;
    }
    yield* againstGlossary(spec);
  },
};

/** The first number of each text, with its unit, that the other does not have. */
function differingMeasures(a: string, b: string): [string | undefined, string | undefined] {
  const measures = (text: string): string[] => text.match(/(?<![\w.-])\d+(?:[.,]\d+)*(?:\s?%|\s\p{L}+)?/gu) ?? [];
  const [here, there] = [measures(a), measures(b)];
  return [here.find((each) => !there.includes(each)), there.find((each) => !here.includes(each))];
}

/** What such a section says holds for the whole; a "Redis configuration" does not. */
const GENERAL =
  /^(?:(?:(?:(?:non-?)?functional|general|global|system|technical|default|common|key) )?(?:limits?|constraints|assumptions|configuration|settings|requirements|overview|summary)|(?:[\w-]+ )?(?:security|performance|reliability)(?: (?:architecture|considerations|requirements|targets))?)(?: \([^()]*\))?$/i;

/** Items below others, labels and sections beside each other may speak of two things in the same words. */
function areVariants(a: Measure, b: Measure): boolean {
  const areLabels = a.isLabel && b.isLabel;
  if (a.depth > 1 || b.depth > 1) return true;
  if (a.section === b.section) return areLabels && !areInOneList(a, b);
  if (a.isLabel !== b.isLabel) return false;
  if (kindOf(a.section) === kindOf(b.section)) return true;
  if (!areLabels && a.section.parent !== b.section.parent) return false;
  const isRequired = a.section.node.level <= 2 && [a, b].every(({ words }) => /\b(?:MUST|SHALL)\b/.test(words));
  return !isRequired && !isGeneral(a.section, b.section) && !isGeneral(b.section, a.section);
}

const breaksOf = rememberFor(({ units }: Section) => units.filter(({ kind }) => kind !== "item"));

/** Nothing but items stands between them. */
function areInOneList(earlier: Measure, later: Measure): boolean {
  const [from, to] = [earlier.at().line, later.at().line];
  return !breaksOf(later.section).some(({ line }) => from <= line && line <= to);
}

/** "Login security" and "Key security" are of one kind. */
function kindOf({ title }: Section): string {
  return title.replace(/^\S+ (?=(?:security|performance|reliability)$)/i, "").toLowerCase();
}

/** It speaks for all that it stands in, up to where the other stands, too. */
function isGeneral({ title, parent }: Section, other: Section): boolean {
  if (parent === undefined || !GENERAL.test(title)) return false;
  const isShared = parent.node.line <= other.node.line && other.node.endLine <= parent.node.endLine;
  return isShared || isGeneral(parent, other);
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
  const terms = glossaryOf(spec).flatMap((term) => ({ ...term, said: onlyMeasure(term.meaning) }));
  const claims = terms.some(({ said }) => said)
    ? spec.claims.filter(({ plain, section }) => section.role !== "glossary" && /\d/.test(plain))
    : [];
  const sentences = claims.flatMap((unit) =>
    unit.plain.split(/(?<=[.;])\s+/).map((words) => ({ unit, words, said: onlyMeasure(words.replace(HEAD, "")) })),
  );
  for (const { name, at, said } of terms) {
    if (said === undefined) continue;
    const isNamed = new RegExp(`(?<![\\w-])${name.replace(/[^\w ]/g, ".")}(?![\\w-])`, "i");
    const all = sentences.filter((each) => each.said?.unit === said.unit && isNamed.test(each.words));
    const [first] = all;
    if (
      first === undefined ||
      all.some((each) => each.said?.value === said.value || each.said?.value !== first.said?.value)
    )
      continue;
    const message = `"${name}" stands with ${first.said?.words} here and with ${said.words} in the glossary.`;
    const start = first.unit.plain.indexOf(first.words);
    yield found(spanOf(first.unit, start, start + first.words.length), name, message, [at]);
  }
}
