import type { Gap } from "../../model/gap.ts";
import type { FailureType, GateResult } from "../../model/gate-result.ts";
import { isIssueId } from "../../model/ids.ts";
import { visibleText } from "../../model/visible-text.ts";
import { decisionPart, decisionsOn } from "../prompts/decision-part.ts";
import { gapPart } from "../prompts/gap-part.ts";
import { openIssues } from "../prompts/issue-part.ts";
import type { PromptOrder } from "../prompts/prompt-order.ts";
import type { State } from "../state.ts";
import { firstHeading, requiredHeadings } from "./required-headings.ts";
import { validGaps } from "./valid-gaps.ts";

/** The notice of a retry (SPEC 6): which attempt it is, what failed, what to do. */
export function retryNotice(state: State, order: PromptOrder, gate: GateResult): string {
  const retry = order.attempt - 1;
  const failure = gate.failureType ?? "WRONG_FORMAT";
  return [
    `# Retry, attempt ${retry} of ${Math.max(retry, order.maxRetries)}: ${failure}`,
    `Your last document was not taken. ${sentence(gate.message)}`,
    whatToDo(state, order, gate, failure),
  ].join("\n\n");
}

function whatToDo(state: State, order: PromptOrder, gate: GateResult, failure: FailureType): string {
  switch (failure) {
    case "EXECUTION_ERROR":
      return "Do the task below again.";
    case "FILE_MISSING":
      return fileMissing(order);
    case "EMPTY_OUTPUT":
      return leastExpected(state, order);
    case "WRONG_FORMAT":
      return wrongFormat(order, gate);
    case "NO_GAPS_ADDRESSED":
      return gapsToAddress(state, order);
    case "INCONSISTENT_REFS":
      return referencesToMend(state, order, gate);
    case "INVALID_DISAGREE_REF":
      return disagreeReference(state, order, gate);
    case "MALFORMED_DISAGREE":
      return `${offending(gate, "Malformed")}A disagreement quotes the Reviewer's words and gives a rationale, in the form of the example. If you do not disagree after all, answer the issue with \`## Response to ISSUE-…\`.`;
    case "RE_ARGUED_CONFLICT":
      return reArgued(state, order, gate);
  }
}

function fileMissing(order: PromptOrder): string {
  if (order.documentPath === undefined) {
    return "Your whole answer must be the document itself: not an empty answer, not a word about it.";
  }
  return `Write the document to exactly this path, where it must exist when you are done:\n\n\`${order.documentPath}\`\n\nIf you cannot write files, give the document as your whole answer.`;
}

function leastExpected(state: State, order: PromptOrder): string {
  const chars = state.config.minSectionChars;
  if (order.role === "engineer") {
    return `The least that is expected: for each gap ${chars} characters and concrete examples. If you are unsure, write it with \`**Confidence:** LOW\` and say what is missing.`;
  }
  if (order.role === "reviewer") {
    return `The least that is expected: for each proposal a \`## Review: GAP-…\` of ${chars} characters with concrete examples of what goes wrong, or \`NO_ISSUES_FOUND:\` with the scope you examined and your checklist. If you are unsure of an issue, raise it as LOW and say what is missing.`;
  }
  return `The least that is expected: ${requiredHeadings(order.role).join("; ")}. If you are unsure, say what is missing.`;
}

function wrongFormat(order: PromptOrder, gate: GateResult): string {
  const required = requiredHeadings(order.role).map((heading) => `- ${heading}`);
  return [`Required, to the letter:`, ...required, offending(gate, "Missing").trim()]
    .filter((line) => line !== "")
    .join("\n");
}

function gapsToAddress(state: State, order: PromptOrder): string {
  const gaps = order.gaps.flatMap((id) => state.gaps.get(id) ?? []);
  const verb = order.role === "reviewer" ? "Review the proposals for" : "Resolve";
  const headings = gaps.map((gap: Gap) => `\`${firstHeading(order.role, gap.id)}\``).join(", ");
  return `${verb} these gaps, and no others:\n\n${gapPart(gaps)}\n\nBegin with the heading ${headings}.`;
}

function referencesToMend(state: State, order: PromptOrder, gate: GateResult): string {
  const section = order.role === "reviewer" ? "### New Gaps" : "### New Gaps Introduced";
  return `${offending(gate, "Not known")}These gaps exist: ${validGaps(state, order.gaps)}.\n\nA gap that you find yourself is declared under \`${section}\` of the same document, with its id, before anything refers to it.`;
}

function disagreeReference(state: State, order: PromptOrder, gate: GateResult): string {
  const known = openIssues(state, new Set(order.gaps)).map((issue) => issue.id);
  const list = known.length === 0 ? "There is no open issue to disagree with." : `Open issues: ${known.join(", ")}.`;
  return `${offending(gate, "Not known")}${list} A disagreement names one of them, in the form of the example.`;
}

function reArgued(state: State, order: PromptOrder, gate: GateResult): string {
  const ids = new Set((gate.offending ?? []).filter(isIssueId));
  const all = decisionsOn(state, new Set(order.gaps));
  const about = all.filter((decision) => decision.issues.some((issue) => ids.has(issue)));
  const decisions = decisionPart(about.length > 0 ? about : all);
  return `${offending(gate, "Argued again")}The User has decided it:\n\n${decisions}\n\nThat is settled. Write what follows from it; a new problem becomes a new gap, and \`## DISAGREE:\` is for issues that are not decided.`;
}

function offending(gate: GateResult, word: string): string {
  const named = gate.offending ?? [];
  return named.length === 0
    ? ""
    : `${word}: ${named
        .slice(0, 20)
        .map((one) => visibleText(one).slice(0, 200))
        .join(", ")}.\n\n`;
}

function sentence(message: string): string {
  const text = visibleText(message).trim().slice(0, 2000);
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`;
}

/** The person wants an answer before a review is paid for (SPEC 8, 9). */
export function revisionNotice(why: string, issues: readonly string[]): string {
  const asked = issues.length === 0 ? "" : ` Answer by id: ${issues.join(", ")}.`;
  return `# Revise before the review\n\n${sentence(why)}${asked}`;
}

/** SPEC 7. */
export const UNCERTAINTY_NOTICE = `# You said UNCERTAINTY

Below you find more of the source, and how similar gaps were settled. A partial answer with \`**Confidence:** LOW\` is welcome: settle what can be settled, and say exactly what is missing for the rest.`;
