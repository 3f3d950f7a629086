import type { GapId } from "../model/ids.ts";
import type { Severity } from "../model/severity.ts";

/** A resolution in the form of SPEC 5, for scripted agents. */
export interface ProposalDraft {
  readonly gap: GapId;
  readonly target?: string;
  readonly text?: string;
  readonly newGaps?: readonly { readonly id: GapId; readonly severity: Severity; readonly summary: string }[];
  readonly responses?: readonly { readonly issue: string; readonly text: string }[];
  /** Goes at the end, as it is. */
  readonly more?: string;
}

export function proposalDocument(draft: ProposalDraft): string {
  const text = draft.text ?? `The service settles ${draft.gap} within 50 ms and answers with status 200.`;
  const gaps = (draft.newGaps ?? []).map((gap) => `- **${gap.id}** (${gap.severity}): ${gap.summary}`);
  const responses = (draft.responses ?? []).map(({ issue, text: words }) => `## Response to ${issue}\n\n${words}`);
  return `${[
    `## Gap Resolution: ${draft.gap}`,
    "**Confidence:** HIGH",
    `### Proposed Solution\n\n${text} ${PADDING}`,
    `### Spec Text\n\n${draft.target === undefined ? "" : `**Target:** ${draft.target} (append)\n\n`}${text}`,
    "### Examples\n\n- A request at 10:00:00 is answered at 10:00:00.040 with status 200.",
    "### Trade-offs\n\n- A fixed bound is simpler than an adaptive one and wastes at most 10 ms.",
    `### New Gaps Introduced\n\n${gaps.length === 0 ? "None." : gaps.join("\n")}`,
    ...responses,
    ...(draft.more === undefined ? [] : [draft.more]),
  ].join("\n\n")}\n`;
}

const PADDING =
  "The bound is the one that the source names for every other request, so that a client needs one timer only. Whoever is late by more than that is answered with status 504, and the answer names the request by its id, so that the client can repeat it without doing the work twice.";

export interface ReviewDraft {
  readonly reviews: readonly {
    readonly gap: GapId;
    readonly issues?: readonly { readonly severity: Severity; readonly title: string; readonly id?: string }[];
    readonly rechecks?: readonly {
      readonly issue: string;
      readonly status: "RESOLVED" | "NOT_FIXED";
      readonly why: string;
    }[];
  }[];
  readonly verdict?: string;
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
    return [`## Review: ${review.gap}`, ...earlier, ...sections].join("\n\n");
  });
  return `${[...reviews, "### New Gaps\n\nNone.", `**Verdict:** ${draft.verdict ?? "APPROVED"}`].join("\n\n")}\n`;
}

function issueText(issue: { readonly title: string; readonly id?: string }): string {
  return [
    `- **${issue.id ?? "ISSUE-R1-001"}**: ${issue.title}`,
    "  - **Location:** Spec Text",
    "  - **Impact:** An implementer would have to guess.",
    "  - **Suggestion:** Say it in one sentence.",
  ].join("\n");
}
