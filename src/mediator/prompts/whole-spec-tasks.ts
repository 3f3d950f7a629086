import type { Gap } from "../../model/gap.ts";
import type { State } from "../state.ts";
import { lesserIssueLines } from "./issue-part.ts";
import { gapLines } from "./known-gaps.ts";
import type { PromptOrder } from "./prompt-order.ts";
import { scopePart } from "./task-parts.ts";
import type { TemplateValues } from "./template.ts";
import { contextPart, decisionPart, decisionsOn } from "./user-part.ts";

/** The final review pass over the working spec (SPEC 12). */
export function finalReviewTask(state: State, order: PromptOrder): TemplateValues {
  const left = state.gaps.filter(({ state: now }) => LEFT_OPEN.has(now));
  const earlier = state.gaps.filter(({ origin }) => origin === "final-review");
  return {
    round: String(order.round),
    scope: scopePart(state),
    decisions: decisionPart(decisionsOn(state, new Set([...state.gaps].map(({ id }) => id)))),
    limitations: [...gapLines(left), ...lesserIssueLines(state)].join("\n"),
    earlier: lines(earlier),
    contexts: contextPart(state, new Set()),
    path: order.documentPath,
  };
}

const LEFT_OPEN: ReadonlySet<string> = new Set(["USER_DEFERRED", "WONT_FIX", "PARKED"]);

/** Finding what nobody has written down (SPEC 16.1). */
export function surveyTask(state: State, order: PromptOrder): TemplateValues {
  return {
    scope: scopePart(state),
    known: lines([...state.gaps]),
    contexts: contextPart(state, new Set()),
    path: order.documentPath,
  };
}

function lines(gaps: readonly Gap[]): string {
  return gapLines(gaps).join("\n");
}
