import { compareGapIds } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { issuesPart, openIssues } from "./issue-part.ts";
import { engineerNumbers } from "./numbers-part.ts";
import { contextPart, withParents } from "./person-part.ts";
import type { PromptOrder } from "./prompt-order.ts";
import { aroundTask } from "./task-parts.ts";
import type { TemplateValues } from "./template.ts";

/** One Engineer run for what is open below HIGH (SPEC 12): the issues, and nothing of how the text came about. */
export function polishTask(state: State, order: PromptOrder): TemplateValues {
  const gaps = order.gaps.flatMap((id) => state.gaps.get(id) ?? []);
  const about = withParents(gaps);
  const around = aroundTask(state, order, gaps, state.spec.text);
  const issues = openIssues(state, about).sort((a, b) => compareGapIds(a.gap, b.gap));
  return {
    ...around,
    round: String(order.round),
    contexts: contextPart(state, about),
    issues: issuesPart(issues, "engineer", around.decisions ?? ""),
    numbers: engineerNumbers(state, order, state.spec.text),
    path: order.documentPath,
  };
}
