import type { Rule } from "../rule.ts";

/** What only a reader finds. It has no check of its own: `whetstone check --agent` asks an agent (SPEC 16.2). */
export const survey: Rule = {
  id: "survey",
  type: "survey",
  severity: "HIGH",
  summary: "Decisions that the spec leaves open, found and rated by the agent of --agent; never without one.",
  run: () => [],
};
