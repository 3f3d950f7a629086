import { changesInForm } from "../../src/documents/form/changes-in-form.ts";
import type { Change } from "../../src/model/change.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Severity } from "../../src/model/severity.ts";

/** A resolution in the form of SPEC 5, for scripted agents. */
export interface ProposalDraft {
  readonly gap: GapId;
  /** The heading that the text is added at the end of; the end of the spec where there is none. */
  readonly target?: string;
  readonly text?: string;
  /** In place of the one change that adds `text`; numbered from 1. */
  readonly changes?: readonly DraftChange[];
  readonly newGaps?: readonly { readonly id: GapId; readonly severity: Severity; readonly summary: string }[];
  readonly responses?: readonly DraftResponse[];
  /** Goes at the end, as it is. */
  readonly more?: string;
}

export type DraftChange = Pick<Change, "kind"> & Partial<Pick<Change, "place" | "old" | "new">>;

export interface DraftResponse {
  readonly issue: string;
  readonly text: string;
  /** The changes that it names; the first one unless said otherwise. */
  readonly changedIn?: readonly number[];
}

export function proposalDocument(draft: ProposalDraft): string {
  const text = draft.text ?? `The service settles ${draft.gap} within 50 ms and answers with status 200.`;
  const added: DraftChange = { kind: "add-at-end", place: draft.target ?? "", new: text };
  const gaps = (draft.newGaps ?? []).map((gap) => newGapText(gap, draft.gap));
  return `${[
    `## Gap Resolution: ${draft.gap}`,
    "**Confidence:** HIGH",
    `### Proposed Solution\n\n${text} ${PADDING}`,
    `### Spec Changes\n\n${(draft.changes ?? [added]).map(changeText).join("\n\n")}`,
    "### Examples\n\n- A request at 10:00:00 is answered at 10:00:00.040 with status 200.",
    "### Trade-offs\n\n- A fixed bound is simpler than an adaptive one and wastes at most 10 ms.",
    `### New Gaps Introduced\n\n${gaps.length === 0 ? "None." : gaps.join("\n")}`,
    ...(draft.responses ?? []).map(responseText),
    ...(draft.more === undefined ? [] : [draft.more]),
  ].join("\n\n")}\n`;
}

/** A change in the canonical form. */
export function changeText({ kind, place = "", old = "", new: added = "" }: DraftChange, index: number): string {
  return changesInForm([{ number: index + 1, kind, place, old, new: added }]);
}

function responseText({ issue, text, changedIn = [1] }: DraftResponse): string {
  return `## Response to ${issue}\n\n${text}\n\n**Changed in:** ${changedIn.join(", ")}`;
}

function newGapText(gap: { readonly id: GapId; readonly severity: Severity; readonly summary: string }, parent: GapId) {
  return [
    `- **${gap.id}** (${gap.severity}): ${gap.summary}`,
    `  - **Parent:** ${parent}`,
    `  - **Place:** "within 50 ms"`,
    "  - **Why:** Two implementers would build two things.",
  ].join("\n");
}

const PADDING =
  "The bound is the one that the source names for every other request, so that a client needs one timer only. Whoever is late by more than that is answered with status 504, and the answer names the request by its id, so that the client can repeat it without doing the work twice.";

export interface ReviewDraft {
  readonly reviews: readonly {
    readonly gap: GapId;
    /** Where the gaps of a review differ in it. */
    readonly verdict?: string;
    readonly issues?: readonly DraftIssue[];
    readonly rechecks?: readonly {
      readonly issue: string;
      readonly status: "RESOLVED" | "PARTLY" | "NOT_FIXED" | "WITHDRAWN";
      readonly why: string;
    }[];
  }[];
  readonly verdict?: string;
}

export interface DraftIssue {
  readonly severity: Severity;
  readonly title: string;
  readonly id?: string;
  /** Quoted words of the text under review; those of a proposal as it is made here unless said otherwise. */
  readonly location?: string;
}

const SECTIONS: Readonly<Record<Severity, string>> = {
  CRITICAL: "Critical Issues",
  HIGH: "High Priority",
  MEDIUM: "Medium Priority",
  LOW: "Low Priority",
};

/** A review in the form of SPEC 5. */
export function reviewDocument(draft: ReviewDraft): string {
  const reviews = draft.reviews.map((review) => {
    const rechecks = review.rechecks ?? [];
    const rows = rechecks.map(({ issue, status, why }) => `| ${issue} | ${status} | ${why} |`);
    const earlier =
      rows.length === 0
        ? []
        : [`### Earlier Issues\n\n| Issue | Status | Why |\n| --- | --- | --- |\n${rows.join("\n")}`];
    const sections = (["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const).map((severity) => {
      const issues = (review.issues ?? []).filter((issue) => issue.severity === severity);
      return `### ${SECTIONS[severity]}\n\n${issues.length === 0 ? "None." : issues.map(issueText).join("\n\n")}`;
    });
    const verdict = `**Verdict:** ${review.verdict ?? draft.verdict ?? "APPROVED"}`;
    return [`## Review: ${review.gap}`, ...earlier, ...sections, "### New Gaps\n\nNone.", verdict].join("\n\n");
  });
  return `${reviews.join("\n\n")}\n`;
}

function issueText(issue: DraftIssue): string {
  return [
    `- **${issue.id ?? "ISSUE-R1-001"}**: ${issue.title}`,
    `  - **Location:** "${issue.location ?? "within 50 ms and answers with status 200"}"`,
    "  - **Impact:** An implementer would have to guess.",
    "  - **Suggestion:** Say it in one sentence.",
  ].join("\n");
}
