import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import type { TaskBrief } from "../../ports/agent.ts";

/** How often a gap is asked about; then the person's words stand as they are (SPEC 16.4). */
export const MOST_ASKED = 3;

/** What was answered about a gap, oldest first. */
export function answersOn(brief: TaskBrief, gap: Gap["id"]): Decision[] {
  return brief.decisions.filter(({ type, gaps }) => (type === "input" || type === "assumption") && gaps.includes(gap));
}

/** The answer that is still to be written into the spec: none, or one that a proposal was made from, asks anew. */
export function openAnswer(brief: TaskBrief, gap: Gap["id"]): Decision | undefined {
  const answers = answersOn(brief, gap);
  const last = answers.at(-1);
  const proposed = brief.resolutions.find((one) => one.gap === gap)?.round ?? 0;
  if (last === undefined) return undefined;
  return last.round > proposed || answers.length >= MOST_ASKED ? last : undefined;
}
