import { chooseExample, type Example } from "../retry/choose-example.ts";
import { drifts } from "../retry/first-example.ts";
import { retryNotice, revisionNotice, UNCERTAINTY_NOTICE } from "../retry/notice.ts";
import type { State } from "../state.ts";
import { engineerTask } from "./engineer-task.ts";
import type { BuiltPrompt, PromptMaterial, PromptOrder } from "./prompt-order.ts";
import { reviewerTask } from "./reviewer-task.ts";
import { secondOpinionTask } from "./second-opinion-task.ts";
import { renderTemplate, type TemplateValues } from "./template.ts";
import { finalReviewTask, surveyTask } from "./whole-spec-tasks.ts";

/** The prompt for an order: the stable preface, a retry's notice and example, the task (SPEC 6, 15.4). */
export function buildPrompt(state: State, order: PromptOrder, material: PromptMaterial): BuiltPrompt {
  const notice = noticeFor(state, order);
  const example = exampleFor(state, order, material);
  const template = material.kit.templates[`${order.role}-task`];
  const task = renderTemplate(template, taskValues(state, order, material));
  return {
    preface: material.kit.prefaces[order.role],
    prompt: [notice, example?.text, task].filter((part) => part !== undefined).join("\n\n"),
    ...(notice === undefined ? {} : { notice }),
    ...(example === undefined ? {} : { example: example.origin }),
  };
}

function taskValues(state: State, order: PromptOrder, material: PromptMaterial): TemplateValues {
  switch (order.role) {
    case "engineer":
      return engineerTask(state, order, material);
    case "reviewer":
      return reviewerTask(state, order, material);
    case "final-review":
      return finalReviewTask(state, order, material);
    case "second-opinion":
      return secondOpinionTask(state, order, material);
    case "survey":
      return surveyTask(state, order, material);
  }
}

function noticeFor(state: State, order: PromptOrder): string | undefined {
  const notices = [
    order.failure === undefined ? undefined : retryNotice(state, order, order.failure.gate),
    order.revision === undefined ? undefined : revisionNotice(order.revision.why, order.revision.issues),
    order.uncertainty ? UNCERTAINTY_NOTICE : undefined,
  ].filter((notice) => notice !== undefined);
  return notices.length === 0 ? undefined : notices.join("\n\n");
}

function exampleFor(state: State, order: PromptOrder, material: PromptMaterial): Example | undefined {
  const { retry, first } = state.config.exampleTokens;
  const failure = order.failure?.gate.failureType;
  if (failure !== undefined) return chooseExample(state, order, material, failure, retry);
  const drift = drifts(state, order);
  return drift === undefined ? undefined : chooseExample(state, order, material, drift, first);
}
