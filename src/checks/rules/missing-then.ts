import type { Rule } from "../rule.ts";
import { scenariosOf } from "../spec/scenarios.ts";
import { excerpt } from "../spec/words.ts";

/** A scenario that says when, and not what then (SPEC 16.2). */
export const missingThen: Rule = {
  id: "missing-then",
  type: "incomplete-scenario",
  severity: "MEDIUM",
  summary: "A scenario has a When and no Then.",
  run: (spec) =>
    scenariosOf(spec)
      .filter(({ hasWhen, outcomes }) => hasWhen && outcomes.length === 0)
      .map(({ at, condition }) => ({
        at,
        subject: excerpt(condition),
        message: `"${excerpt(condition, 100)}" has no Then: nothing says what follows.`,
        fix: "Write what the system does then.",
      })),
};
