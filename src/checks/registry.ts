import type { GapFinding } from "../model/gap.ts";
import type { Rule } from "./rule.ts";
import { conflictingName } from "./rules/conflicting-name.ts";
import { conflictingNumber } from "./rules/conflicting-number.ts";
import { conflictingThen } from "./rules/conflicting-then.ts";
import { danglingId } from "./rules/dangling-id.ts";
import { danglingPlace } from "./rules/dangling-place.ts";
import { duplicateId } from "./rules/duplicate-id.ts";
import { emptySection } from "./rules/empty-section.ts";
import { explicitMarker, templateText } from "./rules/explicit-marker.ts";
import { duplicateTerm, glossaryTerm } from "./rules/glossary-term.ts";
import { conflictingValues, unlistedValue, unusedValue } from "./rules/listed-values.ts";
import { missingScenario, missingThen } from "./rules/missing-scenario.ts";
import { missingUnit } from "./rules/missing-unit.ts";
import { openQuestion } from "./rules/open-question.ts";
import { stateNoExit, stateNondeterministic, stateUndefined, stateUnreachable } from "./rules/states.ts";
import { undecided } from "./rules/undecided.ts";
import { vagueWording } from "./rules/vague-wording.ts";

/** What only a reader can find: `whetstone check --agent` asks an agent (SPEC 16.2). It runs no check itself. */
export const survey: Rule = {
  id: "survey",
  type: "survey",
  severity: "HIGH",
  summary: "The agent of --agent finds a decision left open or made twice, and rates it.",
  fix: "Decide it, and write it down.",
  run: () => [],
};

/** The rule of a finding, or one of its type if an older version's rule found it. */
export function ruleOf({ rule, type }: Pick<GapFinding, "rule" | "type">): Rule | undefined {
  return RULES.find(({ id }) => id === rule) ?? RULES.find((each) => each.type === type);
}

/** All rules, ordered by finding type. */
export const RULES: readonly Rule[] = [
  explicitMarker,
  templateText,
  openQuestion,
  undecided,
  emptySection,
  danglingId,
  danglingPlace,
  duplicateId,
  duplicateTerm,
  conflictingValues,
  conflictingNumber,
  conflictingName,
  conflictingThen,
  unusedValue,
  unlistedValue,
  glossaryTerm,
  missingThen,
  missingScenario,
  missingUnit,
  stateUnreachable,
  stateNoExit,
  stateNondeterministic,
  stateUndefined,
  vagueWording,
  survey,
];
