import { groupBy } from "../model/group-by.ts";
import { compareSeverity } from "../model/severity.ts";
import type { EdgeCases, Finding, Span } from "./finding.ts";
import { readDisableComments } from "./read-disable-comments.ts";
import { readSpec } from "./reading/spec.ts";
import { type ActiveRule, type RuleSwitches, resolveSwitches } from "./rule-switches.ts";

export interface CheckOptions {
  /** By rule id or finding type: off, on, or on with another severity. */
  readonly rules?: RuleSwitches;
}

/** Finds what a spec leaves open, as far as its structure shows it (SPEC 16.2). Pure; in document order. */
export function check(text: string, options: CheckOptions = {}): Finding[] {
  const { findings, isDisabled } = findAll(text, options);
  return edgeCases(findings)
    .filter((finding) => !isDisabled(finding))
    .sort(byPlace);
}

/** The same with one finding for each question of a list of edge cases: sessions ask about them one by one. */
export function checkEach(text: string, options: CheckOptions = {}): Finding[] {
  return findAll(text, options).findings.sort(byPlace);
}

function findAll(text: string, options: CheckOptions) {
  const spec = readSpec(text);
  const isDisabled = readDisableComments(spec.markdown);
  const findingsOf = ({ rule, severity, isSet }: ActiveRule): Finding[] =>
    Array.from(rule.run(spec), ({ at, fix = rule.fix, related = [], severity: rated = severity, ...rest }) => {
      return { rule: rule.id, type: rule.type, severity: isSet ? severity : rated, ...at, ...rest, fix, related };
    });
  const all = resolveSwitches(options.rules ?? {}).flatMap(findingsOf);
  const markers = all.filter(({ type }) => type === "explicit-marker");
  const marked = new Set(markers.flatMap(({ line, related }) => [line, ...related.map((place) => place.line)]));
  // An open question or choice that contains a marker is reported as the marker only.
  const isReported = (finding: Finding) =>
    (finding.type === "open-question" && marked.has(finding.line)) ||
    (finding.type === "undecided" && markers.some((marker) => isWithin(marker, finding)));
  return { findings: all.filter((finding) => !isReported(finding) && !isDisabled(finding)), isDisabled };
}

function isWithin(marker: Finding, { line, column, endLine, endColumn }: Finding): boolean {
  const isAfterStart = marker.line > line || (marker.line === line && marker.column >= column);
  return isAfterStart && (marker.line < endLine || (marker.line === endLine && marker.column < endColumn));
}

export function byPlace(a: Finding, b: Finding): number {
  return (
    a.line - b.line ||
    compareSeverity(a.severity, b.severity) ||
    (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.column - b.column)
  );
}

/** Joins the findings of one rule in one list: the first stands for all, with the others as related places. */
export function byList(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ rule, severity, list }: Finding): string => JSON.stringify([rule, severity, list]);
  const lists = groupBy(findings, keyOf);
  return findings.flatMap((finding) => {
    const [first, ...others] = finding.list === undefined ? [finding] : (lists.get(keyOf(finding)) ?? []);
    if (first !== finding) return [];
    if (others.length === 0) return finding;
    const more = `${others.length} more in "${finding.list}".`;
    const related = others.flatMap(({ related, line, column, endLine, endColumn }) => [
      { line, column, endLine, endColumn },
      ...related,
    ]);
    return { ...finding, message: `${finding.message} ${more}`, related: [...finding.related, ...related] };
  });
}

/** Joins the questions of a list of edge cases into one finding, with each of them as a related place. */
function edgeCases(findings: readonly Finding[]): Finding[] {
  const lists = groupBy(findings, ({ cases }) => cases);
  return [...lists].flatMap(([cases, [first, ...others]]) => {
    if (first === undefined) return [];
    if (cases === undefined) return [first, ...others];
    const { cases: _, list: __, ...rest } = first;
    const { at, title, questions } = cases;
    const places = [first, ...others].map(
      ({ line, column, endLine, endColumn }): Span => ({ line, column, endLine, endColumn }),
    );
    return leftOpen({ ...rest, ...at, subject: title, fix: FIX, questions }, places) ?? [];
  });
}

const FIX = "Answer each one there, or name the requirement that does.";

/** The finding for a list of edge cases whose open questions are `related`; `undefined` if there are none. */
export function leftOpen(
  finding: Finding & Pick<EdgeCases, "questions">,
  related: readonly Span[],
): Finding | undefined {
  const { questions, subject } = finding;
  if (related.length === 0) return undefined;
  const many =
    related.length === questions ? `The ${questions} questions` : `${related.length} of ${questions} questions`;
  const which = questions === 1 ? "The question" : many;
  const left = related.length === 1 ? "has no answer beside it" : "have no answer beside them";
  return { ...finding, related, message: `${which} in "${subject}" ${left}.` };
}
