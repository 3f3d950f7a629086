import { SEVERITIES, type Severity } from "../model/severity.ts";
import { FINDING_TYPES } from "./finding.ts";
import { RULES } from "./registry.ts";
import type { Rule } from "./rule.ts";

/** By rule id or finding type: `false` is off, `true` is on, a severity is on with that severity. */
export type RuleSwitches = Readonly<Record<string, boolean | Severity>>;

export interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
  /** The severity was set by a switch: it holds for every finding of the rule. */
  readonly isSet: boolean;
}

/** The rules that run. A switch for a rule wins over one for its type, and that over the rule's default. */
export function resolveSwitches(switches: RuleSwitches): ActiveRule[] {
  return RULES.flatMap((rule) => {
    const chosen = switches[rule.id] ?? switches[rule.type] ?? switches.all ?? rule.offByDefault !== true;
    if (chosen === false) return [];
    const isSet = chosen !== true;
    return [{ rule, severity: isSet ? chosen : rule.severity, isSet }];
  });
}

/** Why a switch cannot be used, or undefined. */
export function switchProblem(name: string, value: unknown): string | undefined {
  const isKnown =
    name === "all" || RULES.some((rule) => rule.id === name) || (FINDING_TYPES as readonly string[]).includes(name);
  if (!isKnown) return `there is no rule "${name}"`;
  if (typeof value === "boolean" || (SEVERITIES as readonly unknown[]).includes(value)) return undefined;
  return `"${name}" takes true, false or a severity (${SEVERITIES.join(", ")})`;
}
