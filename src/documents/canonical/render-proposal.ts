import { rangeFinder } from "../outline/line-ranges.ts";
import { PART_HEADINGS } from "../outline/section-part.ts";
import { renderChoices } from "../proposal/read-choices.ts";
import type { Blocked, EngineerDocument, ReadDisagreement, ReadResponse, Resolution, Section } from "../values.ts";
import { renderNewGaps } from "./render-new-gaps.ts";

/** The Engineer's form (SPEC 5): each resolution with its sections, then answers and what stops the work. */
export function renderProposal(document: EngineerDocument): string {
  const { resolutions, newGaps } = document;
  const declared = resolutions.some((one) => one.sections.some((section) => section.part === "new-gaps"));
  const isApart = apartFrom(resolutions);
  const blocks = [
    ...resolutions.flatMap(resolution),
    ...(declared || newGaps.length === 0 ? [] : [`### ${PART_HEADINGS["new-gaps"]}`, renderNewGaps(newGaps)]),
    ...document.responses.filter(isApart).flatMap(response),
    ...document.disagreements.filter(isApart).flatMap(disagreement),
    ...document.blocked.filter(isApart).flatMap(blocked),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** What stands inside a resolution is written with it. */
function apartFrom(resolutions: readonly Resolution[]): (one: { readonly line: number }) => boolean {
  const find = rangeFinder(resolutions);
  return ({ line }) => find(line) === undefined;
}

function resolution(one: Resolution): string[] {
  const name = one.label === undefined || one.label === one.gap ? one.gap : `${one.gap} (${one.label})`;
  const title = one.title === "" ? "" : ` (${one.title})`;
  return [
    `## Gap Resolution: ${name}${title}`,
    ...(one.confidence === undefined ? [] : [`**Confidence:** ${one.confidence}`]),
    ...(one.intro === "" ? [] : [one.intro]),
    ...one.sections.flatMap(section),
  ];
}

function section({ heading, text }: Section): string[] {
  return [`### ${heading}`, ...(text === "" ? [] : [text])];
}

function response({ issue, label, text, form }: ReadResponse): string[] {
  const body = form === "heading" ? text.replace(/^#[^\n]*\n*/, "") : text;
  return [`## Response to ${issue ?? label ?? ""}`, body];
}

function blocked({ kind, gap, reason, choices }: Blocked): string[] {
  const [first = "", ...rest] = gap === undefined ? reason.split("\n") : [gap, reason];
  const offered = choices === undefined ? [] : [renderChoices(choices)];
  return [`## ${kind}: ${first}`, ...(rest.length === 0 ? [] : [rest.join("\n")]), ...offered];
}

function disagreement(one: ReadDisagreement): string[] {
  const field = (name: string, value: string | undefined) => (value === undefined ? [] : [`**${name}:** ${value}`]);
  return [
    `## DISAGREE: ${one.issue ?? one.label ?? ""}`,
    ...(one.concern === undefined ? [] : [`**Reviewer Concern:** "${one.concern}"`]),
    ...field("Engineer Position", one.position),
    ...field("Rationale", one.rationale),
    ...field("Alternative Approach", one.alternative),
    ...field("Request", one.request),
  ];
}
