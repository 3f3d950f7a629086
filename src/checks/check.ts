import { compareSeverity } from "../model/severity.ts";
import { readDisableComments } from "./disable-comments.ts";
import { edgeCases } from "./edge-cases.ts";
import type { Finding } from "./finding.ts";
import { RULES } from "./registry.ts";
import { readSpec } from "./spec/spec.ts";
import { type ActiveRule, type RuleSwitches, resolveSwitches } from "./switches.ts";

/** Which rules run, and how much their findings weigh. */
export interface CheckOptions {
  /** By rule id or finding type: off, on, or on with another severity. */
  readonly rules?: RuleSwitches;
}

/** Finds what the structure of a spec shows to be open (SPEC 16.2). Pure; in the order of the document. */
export function check(text: string, options: CheckOptions = {}): Finding[] {
  const { findings, isDisabled } = findAll(text, options);
  return edgeCases(findings)
    .filter((finding) => !isDisabled(finding))
    .sort(byPlace);
}

/** The same, with each question of a list of edge cases by itself: what a session asks about and shows. */
export function checkEach(text: string, options: CheckOptions = {}): Finding[] {
  return findAll(text, options).findings.sort(byPlace);
}

function findAll(text: string, options: CheckOptions) {
  const spec = readSpec(text);
  const isDisabled = readDisableComments(spec.markdown);
  const findingsOf = ({ rule, severity, isAsked }: ActiveRule): Finding[] =>
    Array.from(rule.run(spec), ({ at, fix = rule.fix, related = [], severity: own = severity, ...told }) => {
      return { rule: rule.id, type: rule.type, severity: isAsked ? severity : own, ...at, ...told, fix, related };
    });
  const all = resolveSwitches(RULES, options.rules ?? {}).flatMap(findingsOf);
  const markers = all.filter(({ type }) => type === "explicit-marker");
  const marked = new Set(markers.flatMap(linesOf));
  // A question or a choice with a marker in it is the marker's.
  const isTold = (finding: Finding) =>
    (finding.type === "open-question" && marked.has(finding.line)) ||
    (finding.type === "undecided" && markers.some((marker) => isWithin(marker, finding)));
  return { findings: all.filter((finding) => !isTold(finding) && !isDisabled(finding)), isDisabled };
}

function isWithin(marker: Finding, { line, column, endLine, endColumn }: Finding): boolean {
  const isBehind = marker.line > line || (marker.line === line && marker.column >= column);
  return isBehind && (marker.line < endLine || (marker.line === endLine && marker.column < endColumn));
}

function linesOf({ line, related }: Finding): number[] {
  return [line, ...related.map((place) => place.line)];
}

/** The order of the document. */
export function byPlace(a: Finding, b: Finding): number {
  return (
    a.line - b.line ||
    compareSeverity(a.severity, b.severity) ||
    (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.column - b.column)
  );
}
