import { fenceAsData } from "../../documents/rendering/fence.ts";
import type { RunRole } from "../../model/events/round-events.ts";
import type { FailureType, GateResult } from "../../model/gate-result.ts";
import { type GapId, isIssueId, sortGapIds } from "../../model/ids.ts";
import { capitalised } from "../../model/in-words.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { clip } from "../prompts/clip.ts";
import { gapTitle, openIssues } from "../prompts/gap-parts.ts";
import type { PromptOrder } from "../prompts/prompt-kit.ts";
import { decisionPart, decisionsOn } from "../prompts/task-parts.ts";
import { blocks } from "../record-text.ts";
import type { State } from "../state.ts";

/** What a repeated run reads before its task: why it is asked again, and what to do (SPEC 6, 7, 8). */
export function noticeFor(state: State, order: PromptOrder): string | undefined {
  const { failure, revision, uncertain } = order;
  const notices = blocks(
    failure && retryNotice(state, order, failure),
    revision && `# Revise before the review\n\n${sentence(revision.why)}`,
    uncertain ? UNCERTAIN : "",
  );
  return notices || undefined;
}

/** After these failures the last document is not shown: it is missing, or it argued against a decision (SPEC 6). */
const NOT_SHOWN: ReadonlySet<FailureType> = new Set([
  "EXECUTION_ERROR",
  "FILE_MISSING",
  "EMPTY_OUTPUT",
  "RE_ARGUED_CONFLICT",
]);
const LAST_DOCUMENT_TOKENS = 4000;

/** The document that was sent back, so that only what was wrong in it is rewritten. */
export function lastDocument({ failure }: PromptOrder, earlier: string | undefined): string | undefined {
  if (failure === undefined || earlier === undefined) return undefined;
  if (NOT_SHOWN.has(failure.failureType ?? "WRONG_FORMAT")) return undefined;
  const text = clip(visibleText(earlier.trim()), LAST_DOCUMENT_TOKENS);
  return `Your last document; give it again whole, with what was wrong put right:\n\n${fenceAsData(text, "markdown")}`;
}

const UNCERTAIN = `# You said UNCERTAINTY

A partial answer with \`**Confidence:** LOW\` is welcome: settle what can be settled, and say exactly what is missing for the rest.`;

function retryNotice(state: State, order: PromptOrder, gate: GateResult): string {
  const retry = order.attempt - 1;
  const failure = gate.failureType ?? "WRONG_FORMAT";
  // The gate's message names the path of the failed attempt; this attempt has another, which the advice names.
  const missing = "There is no document where it must be, and none was returned.";
  return blocks(
    `# Retry, attempt ${retry} of ${Math.max(retry, state.config.maxRetries)}: ${failure}`,
    `Your last document was not taken. ${failure === "FILE_MISSING" ? missing : sentence(gate.message)}`,
    // For example unread lines, or the nearest passage to a change that does not apply.
    ...(gate.details ?? []).slice(0, MOST_DETAILS).map((detail) => fenceAsData(visibleText(detail))),
    ADVICE[failure]?.(state, order, gate),
  );
}

const MOST_DETAILS = 12;

type Advice = (state: State, order: PromptOrder, gate: GateResult) => string;

/** What the gate's message does not say: the required form, and facts of the session (SPEC 6). */
const ADVICE: Readonly<Partial<Record<FailureType, Advice>>> = {
  FILE_MISSING: (_state, order) => fileMissing(order),
  EMPTY_OUTPUT: leastExpected,
  WRONG_FORMAT: (state, order, gate) =>
    `${named(gate, "Missing")}${required(state, order)} Nothing of your document is passed over: what stands where issues, answers, changes or a verdict belong must have their form.`,
  NO_GAPS_ADDRESSED: gapsToAddress,
  INCONSISTENT_REFS: (state, order, gate) =>
    `${named(gate, "Not known")}These gaps exist: ${existingGaps(state, order)}. A gap that you find yourself is declared under \`### ${order.role === "reviewer" ? "New Gaps" : "New Gaps Introduced"}\` of the same document.`,
  CHANGE_DOES_NOT_APPLY: () =>
    "Copy `old` letter for letter from the spec shown here, just enough to occur once in the section that you name; a longer path (`File > Parent > Heading`) tells places apart.",
  INVALID_DISAGREE_REF: (state, order, gate) => {
    const open = openIssues(state, new Set(order.gaps)).map(({ id }) => id);
    return `${named(gate, "Not known")}Open issues: ${open.join(", ") || "none"}. A disagreement names one of them.`;
  },
  RE_ARGUED_CONFLICT: reArgued,
};

function fileMissing({ documentPath }: PromptOrder): string {
  if (documentPath === undefined) {
    return "Your whole answer must be the document itself: not an empty answer, not a word about it.";
  }
  return `Write the document to exactly this path, where it must exist when you are done:\n\n\`${documentPath}\`\n\nIf you cannot write files, give the document as your whole answer.`;
}

function leastExpected(state: State, order: PromptOrder): string {
  if (order.role !== "engineer") return `${required(state, order)} If you are unsure, say what is missing.`;
  const { minSectionChars } = state.config;
  return `${required(state, order)} The least that is expected: for each gap ${minSectionChars} characters and concrete examples. If you are unsure, write it with \`**Confidence:** LOW\` and say what is missing.`;
}

function required({ round }: State, { role }: PromptOrder): string {
  return role === "engineer" && round?.polishing ? "The form stands at the end of the task." : REQUIRED[role];
}

/** What a document must have to be read at all (SPEC 5, tier 1). */
const REQUIRED: Readonly<Record<RunRole, string>> = {
  engineer:
    "Required: `## Gap Resolution: GAP-…` for each gap; below it `**Confidence:**` with HIGH, MEDIUM or LOW; `### Proposed Solution`, `### Spec Changes`, `### Examples`, `### Trade-offs`, `### New Gaps Introduced`.",
  reviewer:
    "Required: `## Review: GAP-…` for each proposal; below it `### Critical Issues`, `### High Priority`, `### Medium Priority`, `### Low Priority`, or `NO_ISSUES_FOUND:` with the scope that you examined and your checklist; `### New Gaps`; `### Verdict`. NEEDS_REVISION needs an issue.",
  "final-review":
    "Required: `## Final Review`, `### Compared`, `### Checklist`, `### Blockers` with a list or `None.`, `### Verdict` with READY_FOR_TERMINATION or NOT_READY.",
  "middle-ground": "Required: `## Middle Ground`, and one sentence that both could accept, or the word NONE.",
  survey: "Required: `## Survey`, `### Gaps` with one list item for each gap, or `None.`, and `### Lesser`.",
};

function gapsToAddress(state: State, { role, gaps }: PromptOrder): string {
  const lines = gaps.map((id) => {
    const gap = state.gaps.get(id);
    return `- ${id}${gap === undefined ? "" : `: ${gapTitle(gap)}`}`;
  });
  const heading = role === "reviewer" ? "Review" : "Gap Resolution";
  const headings = gaps.map((gap) => `\`## ${heading}: ${gap}\``).join(", ");
  return `Your task is about these gaps, and no others:\n\n${lines.join("\n")}\n\nBegin with the heading ${headings}.`;
}

const MOST_GAPS = 80;

/** If there are too many, those of the task are kept first. */
function existingGaps(state: State, order: PromptOrder): string {
  const ids = [...new Set<GapId>([...order.gaps, ...[...state.gaps].map(({ id }) => id)])];
  const further = ids.length > MOST_GAPS ? ` and ${ids.length - MOST_GAPS} others` : "";
  return `${sortGapIds(ids.slice(0, MOST_GAPS)).join(", ")}${further}`;
}

/** Shows the decisions, and not the form of a disagreement: what is decided must be carried out. */
function reArgued(state: State, order: PromptOrder, gate: GateResult): string {
  const ids = new Set((gate.offending ?? []).filter(isIssueId));
  const all = decisionsOn(state, order.gaps);
  const about = all.filter((decision) => decision.issues.some((issue) => ids.has(issue)));
  const decisions = decisionPart(state, about.length > 0 ? about : all);
  return `The User has decided it:\n\n${decisions}\n\nThat is settled. Write what follows from it, and answer the issue with \`**Changed in:**\`. A new problem becomes a new gap.`;
}

const MOST_NAMED = 20;

function named({ offending = [] }: GateResult, word: string): string {
  const names = offending.slice(0, MOST_NAMED).map((name) => visibleLine(name, 300));
  return names.length === 0 ? "" : `${word}: ${names.join(", ")}.\n\n`;
}

function sentence(message: string): string {
  const capital = capitalised(visibleText(message).trim().slice(0, 2000));
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`;
}
