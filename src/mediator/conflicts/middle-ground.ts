import type { Conflict } from "../../model/disagreement.ts";

/** A synthesis of two positions: option C (SPEC 10.2). */
export interface MiddleGround {
  readonly proposal: string;
  readonly tradeOff: string;
  /** Both concerns are met; without that it is offered, not recommended. */
  readonly meetsBoth: boolean;
}

/** Circumstances in which opposite rules can both be right. */
const CONTEXTS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ["local", "file", "disk", "in-process"],
    ["remote", "network", "service", "services", "upstream", "api"],
  ],
  [
    ["development", "test", "tests", "testing", "debug"],
    ["production", "release", "live"],
  ],
  [
    ["interactive", "terminal", "tty"],
    ["batch", "unattended", "ci", "script", "scripts"],
  ],
  [
    ["small", "short", "few"],
    ["large", "big", "long", "many"],
  ],
  [
    ["read", "reads", "query", "queries"],
    ["write", "writes", "update", "updates"],
  ],
  [
    ["internal", "trusted"],
    ["external", "untrusted", "public"],
  ],
  [
    ["first", "initial", "startup"],
    ["later", "subsequent", "steady"],
  ],
  [
    ["single-user", "personal"],
    ["multi-user", "shared", "tenant", "tenants"],
  ],
];

const THRESHOLD = /\b(threshold|limit|timeout|maximum|minimum|max|min|cap|quota|interval|retention|size)s?\b/i;
const COMPLEXITY = /\b(complex|complexity|complicated|overhead|overkill|over-?engineer\w*|heavy|bloat\w*)\b/i;
const OUT_OF_SCOPE =
  /\b(out of scope|outside the scope|beyond the scope|not in scope|future (work|version|scope)|v2|later version)\b/i;
const VALUE =
  /\b\d+(?:\.\d+)?\s?(?:%|ms|s|seconds?|minutes?|hours?|days?|kb|mb|gb|bytes?|chars?|characters?|entries|items|rows|retries|attempts|times)?\b/i;

/** The first rule that finds one, in the order of SPEC 10.2. */
export function middleGround(conflict: Conflict): MiddleGround | undefined {
  const reviewer = `${conflict.reviewerPosition} ${conflict.reviewerImpact ?? ""}`;
  const engineer = `${conflict.engineerPosition} ${conflict.engineerRationale ?? ""} ${conflict.engineerAlternative ?? ""}`;
  return (
    byContext(conflict, reviewer, engineer) ??
    byThreshold(conflict, reviewer) ??
    byComplexity(conflict, engineer) ??
    byScope(conflict, engineer)
  );
}

function byContext(conflict: Conflict, reviewer: string, engineer: string): MiddleGround | undefined {
  for (const pair of CONTEXTS) {
    for (const [mine, theirs] of [pair, [pair[1], pair[0]]] as const) {
      const engineerContext = named(engineer, mine);
      const reviewerContext = named(reviewer, theirs);
      if (engineerContext === undefined || reviewerContext === undefined) continue;
      if (named(reviewer, mine) !== undefined) continue; // the Reviewer speaks of both: no difference of context
      return {
        proposal: `By context: where it is ${reviewerContext}, ${inner(conflict.reviewerPosition)} Where it is ${engineerContext}, ${inner(conflict.engineerPosition)} The spec says which is which.`,
        tradeOff: "Two rules instead of one; the text must say where each holds.",
        meetsBoth: true,
      };
    }
  }
  return undefined;
}

function byThreshold(conflict: Conflict, reviewer: string): MiddleGround | undefined {
  const value = THRESHOLD.test(reviewer) ? VALUE.exec(reviewer)?.[0]?.trim() : undefined;
  if (value === undefined) return undefined;
  return {
    proposal: `Configurable, with the Reviewer's value as default (${value}): ${inner(conflict.reviewerPosition)}`,
    tradeOff: "One more setting to document and test.",
    meetsBoth: true,
  };
}

function byComplexity(conflict: Conflict, engineer: string): MiddleGround | undefined {
  if (!COMPLEXITY.test(engineer)) return undefined;
  return {
    proposal: `Optional, off by default, with the simple behaviour as default: ${inner(conflict.reviewerPosition)}`,
    tradeOff: "The complexity is there for those who ask for it.",
    meetsBoth: true,
  };
}

function byScope(conflict: Conflict, engineer: string): MiddleGround | undefined {
  if (!OUT_OF_SCOPE.test(engineer)) return undefined;
  return {
    proposal: `Deferred, with a placeholder in the spec that names it: ${inner(conflict.reviewerPosition)}`,
    tradeOff: "The concern is recorded, not met.",
    meetsBoth: false,
  };
}

function named(text: string, words: readonly string[]): string | undefined {
  const lower = new Set(text.toLowerCase().match(/[a-z][a-z-]*/g) ?? []);
  return words.find((word) => lower.has(word));
}

function inner(text: string): string {
  const trimmed = text.trim().replace(/\s+/g, " ");
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
