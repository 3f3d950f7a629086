import { compareSeverity } from "../model/severity.ts";
import { readDisableComments } from "./disable-comments.ts";
import type { Finding } from "./finding.ts";
import { RULES } from "./registry.ts";
import type { Rule } from "./rule.ts";
import { readSpec, type Spec } from "./spec/spec.ts";
import { type RuleSwitches, resolveSwitches } from "./switches.ts";

/** Which rules run, and how much their findings weigh. */
export interface CheckOptions {
  /** By rule id or finding type: off, on, or on with another severity. */
  readonly rules?: RuleSwitches;
}

/** Finds the gaps of a spec that its structure shows (SPEC 16.2). Pure; in the order of the document. */
export function check(text: string, options: CheckOptions = {}): Finding[] {
  const active = resolveSwitches(RULES, options.rules ?? {});
  const spec = readSpec(text);
  const isDisabled = readDisableComments(spec.markdown);
  const found = active.flatMap(({ rule, severity }) => runRule(rule, severity, spec));
  return found.filter((finding) => !isDisabled(finding)).sort(byPlace);
}

function runRule(rule: Rule, severity: Finding["severity"], spec: Spec): Finding[] {
  return Array.from(rule.run(spec), ({ at, related = [], ...said }) => ({
    rule: rule.id,
    type: rule.type,
    severity,
    ...at,
    ...said,
    related,
  }));
}

/** The order of the document. */
export function byPlace(a: Finding, b: Finding): number {
  return (
    a.line - b.line ||
    compareSeverity(a.severity, b.severity) ||
    (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.column - b.column)
  );
}
