import type { Spec } from "../model/change.ts";
import { defined } from "../model/defined.ts";
import { surveyGaps } from "./inventory/survey.ts";
import { engineerTask, finishedDocuments, polishTask } from "./prompts/engineer-task.ts";
import type { BuiltPrompt, PromptMaterial, PromptOrder } from "./prompts/prompt-order.ts";
import { documentsUnderReview } from "./prompts/proposal-text.ts";
import { reviewerTask } from "./prompts/reviewer-task.ts";
import { finalReviewTask, middleGroundTask, surveyTask } from "./prompts/single-run-tasks.ts";
import { sharedView, wholeSpec } from "./prompts/spec-view.ts";
import { contextTokens } from "./prompts/task-parts.ts";
import { renderTemplate, type TemplateValues } from "./prompts/template.ts";
import { blocks } from "./record-text.ts";
import { chooseExample, exampleNeeds } from "./retry/choose-example.ts";
import { lastDocument, noticeFor } from "./retry/notice.ts";
import { shownSpec } from "./spec/candidate.ts";
import type { State } from "./state.ts";

/** The prompt for an order (SPEC 6, 15.4): preface and spec, context, a retry's notice and example, the task. */
export function buildPrompt(state: State, order: PromptOrder, material: PromptMaterial): BuiltPrompt {
  const notice = noticeFor(state, order);
  const spec = shownSpec(state, order);
  const example = chooseExample(state, order, material);
  const before = blocks(notice, lastDocument(order, material.earlier));
  const values = { ...taskValues(state, order, spec, material), notice: before, example: example?.text };
  return {
    preface: renderTemplate(material.kit.templates[order.role], prefaceValues(state, order, spec, material)),
    prompt: renderTemplate(
      material.kit.templates[isPolishing(state, order) ? "polish-task" : (`${order.role}-task` as const)],
      values,
    ),
    ...defined({ notice, example: example?.record }),
  };
}

/** Nothing here may hang on the gap: the bytes are those of every run of the role in the round. */
function prefaceValues(state: State, order: PromptOrder, spec: Spec, { kit }: PromptMaterial): TemplateValues {
  const isWhole = order.role !== "engineer" && order.role !== "reviewer";
  const shown = isWhole ? wholeSpec(spec) : sharedView(spec, contextTokens(state, order));
  const title = order.role === "reviewer" ? "# The spec with the changes in it" : "# The spec as it stands";
  return {
    spec: `${title}\n\n${shown}`,
    max_words: String(state.config.maxWordsPerGap),
    ...(order.role === "survey" ? { survey_gaps: String(surveyGaps(state.config, spec)) } : {}),
    codebase: kit.codebase,
  };
}

/** The Engineer's task of a polishing round has a form of its own (SPEC 12). */
function isPolishing({ round }: State, { role }: PromptOrder): boolean {
  return role === "engineer" && round?.polishing !== undefined;
}

function taskValues(state: State, order: PromptOrder, spec: Spec, { files }: PromptMaterial): TemplateValues {
  switch (order.role) {
    case "engineer":
      return isPolishing(state, order) ? polishTask(state, order) : engineerTask(state, order, spec, files);
    case "reviewer":
      return reviewerTask(state, order, spec, files);
    case "final-review":
      return finalReviewTask(state, order);
    case "survey":
      return surveyTask(state, order);
    case "middle-ground":
      return middleGroundTask(state, order);
  }
}

/** The files of the session that `buildPrompt` will want for this order. */
export function promptNeeds(state: State, order: PromptOrder): string[] {
  const reviewed = order.role === "reviewer" ? documentsUnderReview(state, order.gaps).map(({ path }) => path) : [];
  const finished = order.role === "engineer" ? finishedDocuments(state, order) : [];
  return [...new Set([...reviewed, ...finished, ...exampleNeeds(state, order)])].sort();
}
