import { fenceAsData } from "../documents/rendering/fence.ts";
import type { Spec } from "../model/change.ts";
import { defined } from "../model/defined.ts";
import { plural } from "../model/plural.ts";
import { wantMiddleGround } from "./conflicts/conflict-options.ts";
import { engineerWords } from "./disagreement/open-conflicts.ts";
import { surveyGaps } from "./inventory/survey.ts";
import { clip } from "./prompts/clip.ts";
import { engineerTask, findingsPart, finishedDocuments, polishTask } from "./prompts/engineer-task.ts";
import { gapLines, lesserIssueLines } from "./prompts/gap-parts.ts";
import {
  type BuiltPrompt,
  type PromptMaterial,
  type PromptOrder,
  renderTemplate,
  type TemplateValues,
} from "./prompts/prompt-kit.ts";
import { documentsUnderReview, reviewerTask } from "./prompts/reviewer-task.ts";
import { sharedView, wholeSpec } from "./prompts/spec-sections.ts";
import { contextPart, contextTokens, decisionPart, decisionsOn, scopePart } from "./prompts/task-parts.ts";
import { gapsLeftAside } from "./queries.ts";
import { blocks } from "./record-text.ts";
import { chooseExample, exampleNeeds } from "./retry/examples.ts";
import { lastDocument, noticeFor } from "./retry/notice-for.ts";
import type { State } from "./state.ts";
import { shownSpec } from "./working-spec/candidate.ts";
import { changesToCompare } from "./working-spec/new-passages.ts";

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

/** Nothing here may depend on the gap: every run of a role in a round has the same preface, so that caches hit. */
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
      return {
        scope: scopePart(state, state.spec.text),
        known: gapLines([...state.gaps], state.spec.text).join("\n"),
        contexts: contextPart(state, new Set()),
      };
    case "middle-ground":
      return middleGroundTask(state, order);
  }
}

function finalReviewTask(state: State, order: PromptOrder): TemplateValues {
  const earlier = state.gaps.filter(({ origin }) => origin === "final-review");
  return {
    round: String(order.round),
    scope: scopePart(state, state.spec.text),
    decisions: decisionPart(
      state,
      decisionsOn(
        state,
        Array.from(state.gaps, ({ id }) => id),
      ),
    ),
    limitations: [...gapLines(gapsLeftAside(state), state.spec.text), ...lesserIssueLines(state)].join("\n"),
    changed: changedPart(state),
    findings: findingsPart(state),
    earlier: gapLines(earlier, state.spec.text).join("\n"),
    contexts: contextPart(state, new Set()),
  };
}

function changedPart(state: State): string {
  const { shown, left } = changesToCompare(state);
  if (shown.length === 0) return "";
  const list = fenceAsData(shown.map((line, index) => `${index + 1}. ${line}`).join("\n"));
  return blocks(list, left === 0 ? "" : `${plural(left, "older change is", "older changes are")} not listed.`);
}

const POSITION_TOKENS = 1_000;

/** Only both positions and their passage: the run is independent of the round (SPEC 10.2). */
function middleGroundTask(state: State, order: PromptOrder): TemplateValues {
  const conflict = wantMiddleGround(state).find(({ gap }) => order.gaps.includes(gap));
  const issue = conflict && state.issues.get(conflict.issue);
  const reason = conflict?.engineerRationale;
  return {
    subject: issue?.title ?? "",
    passage: fenced(issue?.quotations.join("\n\n") ?? ""),
    concern: fenced(issue?.text ?? ""),
    reviewer: fenced(conflict?.reviewerPosition ?? ""),
    engineer: fenced(conflict ? blocks(engineerWords(conflict), reason && `Rationale: ${reason}`) : ""),
  };
}

function fenced(text: string): string {
  return text === "" ? "" : fenceAsData(clip(text, POSITION_TOKENS), "markdown");
}

export function promptNeeds(state: State, order: PromptOrder): string[] {
  const reviewed = order.role === "reviewer" ? documentsUnderReview(state, order.gaps).map(({ path }) => path) : [];
  const finished = order.role === "engineer" ? finishedDocuments(state, order) : [];
  return [...new Set([...reviewed, ...finished, ...exampleNeeds(state, order)])].sort();
}
