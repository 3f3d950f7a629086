import type { Conflict } from "../../model/disagreement.ts";
import type { State } from "../state.ts";

/** Option C (SPEC 10.2): whose words it is, and what it costs. */
export interface MiddleGround {
  readonly source: "engineer" | "agent" | "rule";
  readonly name: string;
  readonly text: string;
  readonly tradeOff: string;
}

/** The Engineer's own alternative, else what an agent found, else a rule whose condition is literally met. */
export function middleGround(state: State, conflict: Conflict): MiddleGround | undefined {
  return ownAlternative(conflict) ?? foundByAgent(conflict) ?? byRule(state, conflict);
}

function ownAlternative({ engineerAlternative = "" }: Conflict): MiddleGround | undefined {
  if (engineerAlternative.trim() === "") return undefined;
  return {
    source: "engineer",
    name: "the Engineer's alternative",
    text: engineerAlternative,
    tradeOff: "The concern is met the Engineer's way, not as the Reviewer suggests.",
  };
}

function foundByAgent({ middleGround: found }: Conflict): MiddleGround | undefined {
  if (found?.text === undefined) return undefined;
  return {
    source: "agent",
    name: "a middle ground, written by an agent",
    text: found.text,
    tradeOff: "Neither side wrote it or has agreed to it.",
  };
}

const LIMIT = /\b(?:thresholds?|limits?)\b/i;
const COMPLEXITY = /\bcomplexity\b/i;
const OUT_OF_SCOPE = /\bout[ -]of[ -]scope\b/i;
const VALUE = /\b\d+(?:\.\d+)?(?:\s?%|\s?[a-zA-Z]+)?/g;

/** The three patterns of SPEC 10.2, in its order. */
function byRule(state: State, conflict: Conflict): MiddleGround | undefined {
  const issue = state.issues.get(conflict.issue);
  const { engineerRationale: rationale = "", reviewerPosition } = conflict;
  const rule = (text: string, tradeOff: string) =>
    ({ source: "rule", name: "a middle ground by rule", text, tradeOff }) as const;
  // Of several values none is the one that is suggested.
  const [value, ...others] = reviewerPosition.match(VALUE) ?? [];
  if (LIMIT.test(`${issue?.title}\n${issue?.text}`) && value !== undefined && others.length === 0) {
    const text = `Configurable, with the value that the Reviewer suggests as default: ${value.trim()}.`;
    return rule(text, "One more setting to document and to test.");
  }
  if (COMPLEXITY.test(rationale)) {
    const tradeOff = "The complexity is there for those who ask for it.";
    return rule("Optional, with the simple behaviour as default.", tradeOff);
  }
  if (OUT_OF_SCOPE.test(rationale)) {
    const text = "Deferred, with a placeholder in the spec that names it.";
    return rule(text, "The concern is recorded and not met in full.");
  }
  return undefined;
}
