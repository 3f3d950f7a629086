/** Documents in the form of SPEC 5, as an agent that keeps it would write them. */

export interface ChangeWords {
  readonly kind: "replace" | "add after" | "add at the end" | "remove";
  readonly in: string;
  readonly old?: string;
  readonly new?: string;
}

export interface ProposalWords {
  readonly gap: string;
  readonly changes?: readonly ChangeWords[];
  /** The number of the first change: it runs through a document with several resolutions. */
  readonly from?: number;
  /** What stands in place of the changes. */
  readonly instead?: string;
  readonly solution?: string;
  readonly newGaps?: string;
  /** Responses, disagreements, or anything else that stands below. */
  readonly more?: readonly string[];
}

export function proposal(words: ProposalWords): string {
  const changes =
    words.instead ?? (words.changes ?? []).map((one, index) => changeText(one, index + (words.from ?? 1)));
  return document([
    `## Gap Resolution: ${words.gap}`,
    "**Confidence:** HIGH",
    "### Proposed Solution",
    words.solution ??
      `The rule that ${words.gap} asks for is stated where the reader looks for it, with its value and its unit. It is the simplest one that fits the rest of the spec, and nothing else had to be changed for it.`,
    "### Spec Changes",
    ...[changes].flat(),
    "### Examples",
    "- A parcel that came on 1 March is treated by the rule as it reads now.",
    "### Trade-offs",
    "- A fixed value is simpler than one that can be set.",
    "### New Gaps Introduced",
    words.newGaps ?? "None.",
    ...(words.more ?? []),
  ]);
}

function changeText({ kind, in: place, old, new: text }: ChangeWords, number: number): string {
  const quoted = [
    old === undefined ? [] : [fenced("old", old)],
    text === undefined ? [] : [fenced("new", text)],
  ].flat();
  return [`**Change ${number}: ${kind}** in "${place}"`, ...quoted].join("\n\n");
}

/** With a fence that is longer than any in the text. */
function fenced(name: string, text: string): string {
  const runs = (text.match(/`{3,}/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return `${fence}${name}\n${text}\n${fence}`;
}

export const changedIn = (issue: string, numbers: string, words = "The sentence says it now.") =>
  `## Response to ${issue}\n\n${words}\n\n**Changed in:** ${numbers}`;

export const alreadyIn = (issue: string, quotation: string) =>
  `## Response to ${issue}\n\nThe spec says it already.\n\n**Already in:** "${quotation}"`;

/** An answer that names neither a change nor a passage. */
export const claim = (issue: string, words: string) => `## Response to ${issue}\n\n${words}`;

export interface Disagreement {
  readonly issue: string;
  readonly concern: string;
  readonly position: string;
  readonly rationale: string;
  readonly alternative?: string;
}

export function disagree({ issue, concern, position, rationale, alternative }: Disagreement): string {
  return document([
    `## DISAGREE: ${issue}`,
    `**Reviewer Concern:** "${concern}"`,
    `**Engineer Position:** ${position}`,
    `**Rationale:** ${rationale}`,
    ...(alternative === undefined ? [] : [`**Alternative Approach:** ${alternative}`]),
  ]).trimEnd();
}

export interface IssueWords {
  readonly id: string;
  readonly title: string;
  /** Quoted as its location; two for a contradiction. */
  readonly quotes: readonly string[];
  readonly impact?: string;
  readonly suggestion?: string;
  /** The question to the person, in place of a suggestion. */
  readonly ask?: string;
}

export type Word = "RESOLVED" | "PARTLY" | "NOT_FIXED";

export interface ReviewWords {
  readonly gap: string;
  readonly critical?: readonly IssueWords[];
  readonly high?: readonly IssueWords[];
  readonly medium?: readonly IssueWords[];
  readonly low?: readonly IssueWords[];
  /** The word on each earlier issue, and what decides it. */
  readonly earlier?: Readonly<Record<string, readonly [Word, string]>>;
  readonly newGaps?: string;
  readonly verdict?: "APPROVED" | "APPROVED_WITH_NOTES" | "NEEDS_REVISION";
}

/** The review of one gap; those of a round are joined by `reviews`. */
export function review(words: ReviewWords): string {
  const grave = [...(words.critical ?? []), ...(words.high ?? [])].length > 0;
  return document([
    `## Review: ${words.gap}`,
    ...(words.earlier === undefined ? [] : ["### Earlier Issues", earlierTable(words.earlier)]),
    "### Critical Issues",
    issueList(words.critical),
    "### High Priority",
    issueList(words.high),
    "### Medium Priority",
    issueList(words.medium),
    "### Low Priority",
    issueList(words.low),
    "### New Gaps",
    words.newGaps ?? "None.",
    "### Verdict",
    words.verdict ?? (grave ? "NEEDS_REVISION" : "APPROVED"),
  ]);
}

export const reviews = (...all: readonly ReviewWords[]) => all.map(review).join("\n");

function earlierTable(earlier: NonNullable<ReviewWords["earlier"]>): string {
  const rows = Object.entries(earlier).map(([issue, [word, why]]) => `| ${issue} | ${word} | ${why} |`);
  return ["| Issue | Status | Deciding words |", "| --- | --- | --- |", ...rows].join("\n");
}

function issueList(issues: readonly IssueWords[] = []): string {
  return issues.length === 0 ? "None." : issues.map(issueText).join("\n");
}

function issueText({ id, title, quotes, impact, suggestion, ask }: IssueWords): string {
  return [
    `- **${id}**: ${title}`,
    `  - **Location:** ${quotes.map((quote) => `"${quote}"`).join(", ")}`,
    `  - **Impact:** ${impact ?? "Two implementers would build two different things."}`,
    ask === undefined
      ? `  - **Suggestion:** ${suggestion ?? "Say it in one sentence."}`
      : `  - **Ask the User:** ${ask}`,
  ].join("\n");
}

const CHECKLIST = [
  "### Compared",
  "No other passage: 1-99",
  "### Checklist",
  "| Check | Result | Note |\n| --- | --- | --- |\n| Terms | PASS | 12 of the glossary |",
];

export const READY = document([
  "## Final Review",
  ...CHECKLIST,
  "### Blockers",
  "None.",
  "### Verdict",
  "READY_FOR_TERMINATION",
]);

export interface Blocker {
  readonly title: string;
  readonly quotes: readonly string[];
}

export function notReady({ title, quotes }: Blocker): string {
  const location = quotes.map((quote) => `"${quote}"`).join(", ");
  const blocker = `- **${title}** (HIGH)\n  - **Location:** ${location}\n  - **Why:** Two implementers would build two things.`;
  return document(["## Final Review", ...CHECKLIST, "### Blockers", blocker, "### Verdict", "NOT_READY"]);
}

/** A final review with a word on points that are left open. */
export function leftOpen(review: string, ...rows: readonly (readonly [string, "SETTLED" | "BLOCKS", string])[]) {
  const table = rows.map(([id, word, why]) => `| ${id} | ${word} | ${why} |`).join("\n");
  return review.replace(
    "### Verdict",
    `### Left Open\n\n| Id | Status | Why |\n| --- | --- | --- |\n${table}\n\n### Verdict`,
  );
}

function document(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}
