import { fenceAsData } from "../../documents/rendering/fence.ts";
import { wantMiddleGround } from "../conflicts/conflict-options.ts";
import { engineerWords } from "../disagreement/open-conflicts.ts";
import { blocks } from "../record-text.ts";
import type { State } from "../state.ts";
import { clip } from "./clip.ts";
import { lesserIssueLines } from "./issue-part.ts";
import { gapLines } from "./known-gaps.ts";
import type { PromptOrder } from "./prompt-order.ts";
import { contextPart, decisionPart, decisionsOn, scopePart } from "./task-parts.ts";
import type { TemplateValues } from "./template.ts";

/** The final review pass over the working spec (SPEC 12). */
export function finalReviewTask(state: State, order: PromptOrder): TemplateValues {
  const left = state.gaps.filter(({ state: now }) => LEFT_OPEN.has(now));
  const earlier = state.gaps.filter(({ origin }) => origin === "final-review");
  return {
    round: String(order.round),
    scope: scopePart(state, state.spec.text),
    decisions: decisionPart(
      decisionsOn(
        state,
        Array.from(state.gaps, ({ id }) => id),
      ),
    ),
    limitations: [...gapLines(left, state.spec.text), ...lesserIssueLines(state)].join("\n"),
    earlier: gapLines(earlier, state.spec.text).join("\n"),
    contexts: contextPart(state, new Set()),
    path: order.documentPath,
  };
}

const LEFT_OPEN: ReadonlySet<string> = new Set(["USER_DEFERRED", "WONT_FIX", "PARKED"]);

/** Finding what nobody has written down (SPEC 16.1). */
export function surveyTask(state: State, order: PromptOrder): TemplateValues {
  return {
    scope: scopePart(state, state.spec.text),
    known: gapLines([...state.gaps], state.spec.text).join("\n"),
    contexts: contextPart(state, new Set()),
    path: order.documentPath,
  };
}

const POSITION_TOKENS = 1_000;

/** Both positions and the passage that they are about, and nothing of the round (SPEC 10.2). */
export function middleGroundTask(state: State, order: PromptOrder): TemplateValues {
  const conflict = wantMiddleGround(state).find(({ gap }) => order.gaps.includes(gap));
  const issue = conflict && state.issues.get(conflict.issue);
  const reason = conflict?.engineerRationale;
  return {
    subject: issue?.title ?? "",
    passage: fenced(issue?.quotations.join("\n\n") ?? ""),
    concern: fenced(issue?.text ?? ""),
    reviewer: fenced(conflict?.reviewerPosition ?? ""),
    engineer: fenced(conflict ? blocks(engineerWords(conflict), reason && `Rationale: ${reason}`) : ""),
    path: order.documentPath,
  };
}

function fenced(text: string): string {
  return text === "" ? "" : fenceAsData(clip(text, POSITION_TOKENS), "markdown");
}
