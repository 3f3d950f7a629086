import { SEVERITIES, type Severity } from "../model/severity.ts";
import { FINDING_TYPES } from "./finding.ts";
import type { Rule } from "./rule.ts";

/** By rule id or finding type: `false` is off, `true` is on, a severity is on with that severity. */
export type RuleSwitches = Readonly<Record<string, boolean | Severity>>;

export interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
  /** Somebody asked for this severity: it holds for every finding. */
  readonly isAsked: boolean;
}

/** The rules that run. A switch for a rule wins over one for its type, that over the rule's own default. */
export function resolveSwitches(rules: readonly Rule[], switches: RuleSwitches): ActiveRule[] {
  return rules.flatMap((rule) => {
    const chosen = switches[rule.id] ?? switches[rule.type] ?? switches.all ?? rule.offByDefault !== true;
    if (chosen === false) return [];
    const isAsked = chosen !== true;
    return [{ rule, severity: isAsked ? chosen : rule.severity, isAsked }];
  });
}

/** Why a switch cannot be used, or undefined. */
export function switchProblem(rules: readonly Rule[], name: string, value: unknown): string | undefined {
  const isKnown =
    name === "all" || rules.some((rule) => rule.id === name) || (FINDING_TYPES as readonly string[]).includes(name);
  if (!isKnown) return `there is no rule "${name}"`;
  if (typeof value === "boolean" || (SEVERITIES as readonly unknown[]).includes(value)) return undefined;
  return `"${name}" takes true, false or a severity (${SEVERITIES.join(", ")})`;
}
