import type { LineEdit } from "../../documents/values.ts";
import type { Decision } from "../../model/decision.ts";
import type { Issue } from "../../model/issue.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Inquiry } from "./inquiry.ts";
import { isSameLabel } from "./question-document.ts";
import type { Subject } from "./subject.ts";
import { asSentence } from "./text/answers.ts";

export interface Resolved {
  readonly subject: Subject;
  readonly inquiry: Inquiry;
  readonly answer: Decision;
  readonly edits: readonly LineEdit[];
  readonly issues: readonly Issue[];
}

/** The resolution in the Engineer's form (SPEC 5): the answer, and the lines that change with it. */
export function resolutionDocument(resolved: Resolved): string {
  const { subject, answer, issues } = resolved;
  const assumed = answer.type === "assumption";
  return `${[
    `## Gap Resolution: ${subject.gap.id}`,
    `**Confidence:** ${assumed ? "MEDIUM" : "HIGH"}`,
    "### Proposed Solution",
    solution(resolved),
    "### Spec Text",
    specText(resolved),
    "### Examples",
    examples(resolved),
    "### Trade-offs",
    tradeOffs(resolved),
    "### New Gaps Introduced",
    "None.",
    ...issues.flatMap((issue) => [
      `## Response to ${issue.id}`,
      `The person was asked again and answered "${quoted(answer.decision)}" (${answer.id}); the Spec Text is written from that.`,
    ]),
  ].join("\n\n")}\n`;
}

function quoted(text: string): string {
  return visibleLine(text.replace(/"/g, "'"), 400);
}

function solution({ inquiry, answer }: Resolved): string {
  const who = answer.type === "assumption" ? "Taken as recommended, until somebody confirms it" : "Answered";
  return `${visibleLine(inquiry.question, 1200)}\n\n${who}: "${quoted(answer.decision)}" (${answer.id}).`;
}

function specText({ subject, edits, answer }: Resolved): string {
  const heading = headingOf(subject);
  if (edits.length === 0) {
    const target = heading === "" ? "" : `**Target:** ${heading} (append)\n\n`;
    return `${target}${asSentence(answer.decision, subject)}`;
  }
  const target = heading === "" ? "" : `**Target:** ${heading} (edit)\n\n`;
  const marks = "`".repeat(
    Math.max(3, ...edits.flatMap(({ before, after }) => [...before, ...after]).map(longestRun)) + 1,
  );
  return `${target}${marks}diff\n${edits.map(hunk).join("\n@@\n")}\n${marks}`;
}

function longestRun(line: string): number {
  return Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
}

function headingOf({ spec, places }: Subject): string {
  const line = places[0]?.line ?? 0;
  return spec.sections.findLast(({ node }) => node.line <= line && line <= node.endLine)?.node.heading?.text ?? "";
}

/** Lines at both ends that stay are shown around the change. */
function hunk({ before, after }: LineEdit): string {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  return [
    ...before.slice(0, head).map((line) => ` ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
    ...before.slice(before.length - tail).map((line) => ` ${line}`),
  ].join("\n");
}

function examples({ edits, answer }: Resolved): string {
  const after = edits.flatMap(({ before, after: lines }) => lines.filter((line) => !before.includes(line)));
  const before = edits.flatMap(({ before: lines, after: now }) => lines.filter((line) => !now.includes(line)));
  const shown = (lines: readonly string[]) => quoted(lines.map((line) => line.trim()).join(" "));
  const limit = /\b(\d+(?:\.\d+)?)\s?(ms|milliseconds|seconds?|minutes?|hours?|days?|MB|GB|requests|times)\b/.exec(
    answer.decision,
  );
  const bound = limit === null ? [] : [`- At ${limit[1]} ${limit[2]} it holds, above that it does not.`];
  const was = before.length === 0 ? "- The spec said nothing about it." : `- It said: "${shown(before)}"`;
  const is = after.length === 0 ? "- That is struck." : `- It says: "${shown(after)}"`;
  return [was, is, ...bound].join("\n");
}

function tradeOffs({ inquiry, answer }: Resolved): string {
  const others = inquiry.choices.filter(
    ({ label }) => answer.option === undefined || !isSameLabel(label, answer.option),
  );
  if (others.length === 0) return "- Nothing else was offered: the answer is the person's own.";
  return others
    .map(({ label, why }) => `- Not chosen: ${visibleLine(label, 200)} (${visibleLine(why, 200)}).`)
    .join("\n");
}
