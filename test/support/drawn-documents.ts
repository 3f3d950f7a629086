import type { RecheckStatus, VerdictValue } from "../../src/documents/agent-document.ts";
import type { Change } from "../../src/model/change.ts";
import type { GapId, IssueId } from "../../src/model/ids.ts";
import type { Severity } from "../../src/model/severity.ts";

/** Documents for the law of silent loss: what each says is known, how it says it is drawn. */

/** A number from 0 to below `sides`. */
export type Dice = (sides: number) => number;

export interface ReviewTruth {
  readonly issues: readonly { readonly title: string; readonly severity: Severity; readonly gap: GapId }[];
  readonly rechecks: readonly { readonly issue: IssueId; readonly status: RecheckStatus }[];
  readonly verdicts: readonly { readonly gap: GapId; readonly value: VerdictValue }[];
  readonly newGaps: readonly string[];
}

export interface ProposalTruth {
  readonly changes: readonly Pick<Change, "kind" | "old" | "new">[];
  readonly responses: readonly { readonly issue: IssueId; readonly changedIn: readonly number[] }[];
  readonly disagreements: readonly IssueId[];
  readonly newGaps: readonly string[];
  readonly blocked: readonly GapId[];
}

function pick<Value>(dice: Dice, values: readonly [Value, ...Value[]]): Value {
  return values[dice(values.length)] ?? values[0];
}

/** Most documents keep most of the form: a way that is not canonical is taken about once in `often`. */
function vary<Value>(dice: Dice, canonical: Value, others: readonly [Value, ...Value[]], often = 9): Value {
  return dice(often) === 0 ? pick(dice, others) : canonical;
}

function heading(dice: Dice, level: number, text: string): string {
  switch (dice(14)) {
    case 0:
      return `${"#".repeat(Math.max(1, level - 1))} ${text}`;
    case 1:
      return `${"#".repeat(level + 1)} ${text}`;
    case 2:
      return `${"#".repeat(level)} **${text}**`;
    case 3:
      return `${"#".repeat(level)} ${text}: ##`;
    case 4:
      return level < 3 ? `${text}\n---` : `${"#".repeat(level)} ✅ ${text}`;
    case 5:
      return `${"#".repeat(level)} ${text.replace(/^[A-Za-z ]+(?=$|:)/, (words) => words.toUpperCase())}`;
    default:
      return `${"#".repeat(level)} ${text}`;
  }
}

interface DrawnIssue {
  readonly id: IssueId;
  readonly title: string;
  readonly severity: Severity;
  readonly gap: GapId;
}

const SUBJECTS = ["retry", "timeout", "cache", "login", "export", "quota", "webhook", "audit entry"] as const;
const FAULTS = [
  "has no limit",
  "is named twice with two values",
  "fails without an answer",
  "belongs to nobody",
] as const;
const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
const NAMES: Readonly<Record<Severity, readonly [string, ...string[]]>> = {
  CRITICAL: ["Critical Issues", "Critical", "Critical Priority", "Show-stoppers"],
  HIGH: ["High Priority", "High", "Must Fix", "Blockers", "Major Issues", "High Severity Issues", "Before Merging"],
  MEDIUM: ["Medium Priority", "Medium", "Should Fix", "Moderate", "Worth Fixing"],
  LOW: ["Low Priority", "Low Priority / Nits", "Minor Issues", "Nits", "Small Things"],
};

export function drawReview(dice: Dice): { text: string; truth: ReviewTruth } {
  const gaps: GapId[] = dice(3) === 0 ? ["GAP-FLOW-001", "GAP-PAY-002"] : ["GAP-FLOW-001"];
  let number = 0;
  const reviews = gaps.map((gap) => {
    const issues = Array.from({ length: dice(4) }, (): DrawnIssue => {
      number++;
      const title = `The ${pick(dice, SUBJECTS)} ${number} ${pick(dice, FAULTS)}`;
      return { id: `ISSUE-R3-00${number}`, title, severity: pick(dice, SEVERITIES), gap };
    });
    const rechecks = Array.from({ length: dice(3) }, (_, index) => ({
      issue: `ISSUE-R2-0${number}${index + 1}` as IssueId,
      status: pick<RecheckStatus>(dice, ["RESOLVED", "PARTLY", "NOT_FIXED"]),
    }));
    const blocking = issues.some(({ severity }) => severity === "CRITICAL" || severity === "HIGH");
    const value = blocking ? "NEEDS_REVISION" : pick<VerdictValue>(dice, ["APPROVED", "APPROVED_WITH_NOTES"]);
    const newGaps = dice(5) === 0 ? [`What a ${pick(dice, SUBJECTS)} costs is not said`] : [];
    return { gap, issues, rechecks, value, newGaps };
  });
  const all = reviews.flatMap(({ issues }) => issues);
  const truth: ReviewTruth = {
    issues: all,
    rechecks: reviews.flatMap(({ rechecks }) => rechecks),
    verdicts: reviews.map(({ gap, value }) => ({ gap, value })),
    newGaps: reviews.flatMap(({ newGaps }) => newGaps),
  };
  const parts = reviews.map((review) => reviewText(dice, review, all));
  const text = around(dice, parts.join("\n\n"));
  return { text: twice(dice, text, parts), truth };
}

interface DrawnReview {
  readonly gap: GapId;
  readonly issues: readonly DrawnIssue[];
  readonly rechecks: ReviewTruth["rechecks"];
  readonly value: VerdictValue;
  readonly newGaps: readonly string[];
}

function reviewText(dice: Dice, review: DrawnReview, all: readonly DrawnIssue[]): string {
  const { gap, issues, rechecks, value, newGaps } = review;
  const moved = dice(8) === 0 && issues.length > 0 ? issues.slice(0, 1) : [];
  const kept = issues.slice(moved.length);
  const [only] = issues;
  const hides = only !== undefined && kept.length === 1 && moved.length === 0 && dice(5) === 0;
  const sections = hides
    ? [noIssuesBut(dice, only)]
    : issues.length === 0 && dice(2) === 0
      ? [noIssues(dice, all)]
      : dice(7) === 0
        ? [oneSection(dice, kept)]
        : SEVERITIES.map((severity) =>
            severitySection(
              dice,
              severity,
              kept.filter((issue) => issue.severity === severity),
            ),
          );
  const blocks = [
    ...(rechecks.length === 0 && dice(2) === 0 ? [] : [earlier(dice, rechecks)]),
    ...sections.filter((text) => text !== "" || dice(2) === 0),
    ...newGapSection(dice, newGaps, "New Gaps"),
    verdict(dice, gap, value),
  ];
  if (moved.length > 0) blocks.splice(dice(blocks.length + 1), 0, summary(dice, moved));
  if (dice(6) === 0) blocks.reverse();
  const title = vary(dice, `Review: ${gap}`, [`Review of ${gap}`, `${gap} Review`, `Review: [${gap}] (Retry)`], 5);
  return [heading(dice, 2, title), ...blocks].join("\n\n");
}

function severitySection(dice: Dice, severity: Severity, issues: readonly DrawnIssue[]): string {
  if (issues.length === 0 && dice(4) === 0) return "";
  const [canonical, ...others] = NAMES[severity];
  const name = vary(dice, canonical, others as [string, ...string[]]);
  const none = vary(dice, "None.", ["N/A", "-", "No issues found.", "- None", "*None identified*", "Nothing."]);
  const count = vary(dice, "", [` (${issues.length})`, `: ${issues.length}`]);
  if (issues.length > 0 && count !== "" && dice(4) === 0) return heading(dice, 3, name + count);
  return `${heading(dice, 3, name + count)}\n\n${issues.length === 0 ? none : issueList(dice, issues, false)}`;
}

/** All issues in one section, the severity in the item. */
function oneSection(dice: Dice, issues: readonly DrawnIssue[]): string {
  const name = pick(dice, ["Issues", "Findings", "Problems I See", "Issue Details"]);
  return `${heading(dice, 3, name)}\n\n${issues.length === 0 ? "None." : issueList(dice, issues, true)}`;
}

function issueList(dice: Dice, issues: readonly DrawnIssue[], stated: boolean): string {
  const form = dice(3) === 0 ? dice(15) : 0;
  const mark = ({ severity }: DrawnIssue) => (stated ? ` (${severity})` : "");
  const each = (text: (issue: DrawnIssue, index: number) => string, between = "\n") => issues.map(text).join(between);
  switch (form) {
    case 1:
      return each(
        (issue, index) => `${index + 1}. **${issue.id}**${mark(issue)}: ${issue.title}.\n${fields(dice, "   ")}`,
      );
    case 2:
      return each(
        (issue) => `#### ${issue.id}${mark(issue)}: ${issue.title}\n\n${fields(dice, "").replaceAll("\n", "\n\n")}`,
        "\n\n",
      );
    case 3:
      return each((issue) => `**${issue.id}**${mark(issue)}: ${issue.title}.\n\n${fields(dice, "")}`, "\n\n");
    case 4: {
      const column = stated ? " Severity |" : "";
      const rows = each((issue) => `| ${issue.id} |${stated ? ` ${issue.severity} |` : ""} ${issue.title} | "here" |`);
      return `| Issue |${column} Title | Location |\n| --- |${stated ? " --- |" : ""} --- | --- |\n${rows}`;
    }
    case 5:
      return each((issue) => `${issue.title}. This must be said.`, "\n\n");
    case 6:
      return each((issue, index) => `- **[H${index + 1}]**${mark(issue)} ${issue.title}.\n${fields(dice, "  ")}`);
    case 7:
      return each((issue) => `- ${issue.title}${mark(issue)}.`);
    case 8:
      return `- Things that I found:\n${each((issue) => `  - **${issue.id}**${mark(issue)}: ${issue.title}.`)}`;
    case 10:
      return each((issue, index) => `| ${issue.id} | ${issue.title} |${index === 0 ? "\n| --- | --- |" : ""}`);
    case 11:
      return `- **Limits**\n  - **Location:** "here"\n${each((issue, index) => `  - **H${index + 1}**${mark(issue)}: ${issue.title}.`)}`;
    case 12:
      return each(
        (issue, index) =>
          index === 0 ? `#### ${issue.id}${mark(issue)}: ${issue.title}\n\nIt does.` : `**${issue.title}.** It does.`,
        "\n\n",
      );
    case 13:
      return `#### H9: Several\n\n**Location:** "here"\n\n${each((issue, index) => `- **H${index + 1}**${mark(issue)}: ${issue.title}`)}`;
    case 14:
      return each(
        (issue, index) => `${index === 0 ? "- " : "  "}**${issue.id}**${mark(issue)}: ${issue.title}.`,
        dice(2) === 0 ? "\n" : "\n\n",
      );
    case 9:
      return `There are ${issues.length} problems: ${each((issue) => issue.title, "; ")}.`;
    default:
      return each((issue) => `- **${issue.id}**${mark(issue)}: ${issue.title}.\n${fields(dice, "  ")}`);
  }
}

function fields(dice: Dice, indent: string): string {
  const label = (name: string) => vary(dice, `- **${name}:**`, [`- ${name}:`, `- **${name}**:`, `- *${name}:*`]);
  return [
    `${indent}${label("Location")} "the first rule" (5.2)`,
    `${indent}${label("Impact")} Two implementers build two things.`,
    `${indent}${label("Suggestion")} Say it in one sentence.`,
  ].join("\n");
}

function summary(dice: Dice, issues: readonly DrawnIssue[]): string {
  const words = issues.map(({ id, title }) => (dice(2) === 0 ? `${title}.` : `${id}: ${title}.`)).join(" ");
  return pick(dice, [
    `### Summary\n\n${words}`,
    `### Overall Assessment\n\nMostly good. ${words}`,
    issues.map(({ title }) => `${title}.`).join(" "),
    `Before this can be built: ${words}`,
    `### Summary\n\n- ${words}`,
    `> ${words}`,
    `# Review: ${words}`,
    `## Review: GAP-PAY-009: ${words}\n\nNO_ISSUES_FOUND: all.`,
    `Here is my review, and ${words}`,
    `OUT_OF_SCOPE: GAP-PAY-009 Not now. ${words}`,
  ]);
}

function noIssues(dice: Dice, all: readonly DrawnIssue[]): string {
  const elsewhere = all[dice(all.length + 1)];
  if (elsewhere !== undefined && dice(3) === 0) return noIssuesBeside(dice, elsewhere);
  return pick(dice, [
    "NO_ISSUES_FOUND: the change and both examples.\n\n- Rules walked through: 3 of 3",
    "### No Issues Found\n\nScope: all changes.\n\n#### Completeness Checks\n\n- [x] Every state is reachable\n- [x] Every rule has an example",
    "### NO_ISSUES_FOUND\n\n- Edges tried: 5",
  ]);
}

/** An issue of another review, by its id alone. */
function noIssuesBeside(dice: Dice, { id }: DrawnIssue): string {
  return pick(dice, [
    `NO_ISSUES_FOUND: the change. What speaks against it is ${id}.`,
    `NO_ISSUES_FOUND: the change.\n\n- Edges tried: 5, one of them ${id}`,
    `### No Issues Found\n\nScope: all but ${id}.\n\n#### Completeness Checks\n\n- [x] Every state is reachable`,
  ]);
}

/** An issue where none belongs. */
function noIssuesBut(dice: Dice, { id, title, severity }: DrawnIssue): string {
  return pick(dice, [
    `NO_ISSUES_FOUND: the change.\n\nHowever: ${title}.\n\n- Rules walked through: 3`,
    `NO_ISSUES_FOUND: the change.\n\n- Rules walked through: 3\n\n${title}.`,
    `NO_ISSUES_FOUND: the change.\n\n- Rules walked through: 3\n\n  ${title}.`,
    `NO_ISSUES_FOUND\n\n${title}.`,
    `NO_ISSUES_FOUND\n\n**${severity}:** ${title}.\n\n- Rules walked through: 3`,
    `NO_ISSUES_FOUND: all but this: ${title} (${severity}).`,
    `NO_ISSUES_FOUND: all but ${id}: ${title}.`,
    `NO_ISSUES_FOUND: the change. ${title}.\n\n- Rules walked through: 3`,
    `NO_ISSUES_FOUND: the change\n\n- Edges tried: 4\n- ${title}`,
    `NO_ISSUES_FOUND: the change.\n\n- Edges tried: 4\n\nOUT_OF_SCOPE: GAP-PAY-009 is for later. ${title}.`,
    `NO_ISSUES_FOUND: the change\n\n- ${title} (${severity.toLowerCase()})\n- Edges tried: 4`,
    `NO_ISSUES_FOUND: the change\n\n- Edges tried: 4\n  - ${id}: ${title}`,
    `NO_ISSUES_FOUND: the change\n\n| Checked | Found |\n| --- | --- |\n| Edges | ${id}: ${title} |`,
    `NO_ISSUES_FOUND: the change\n\n### Remaining Concerns\n\n- [x] ${title}`,
    `NO_ISSUES_FOUND: the change\n\n### Completeness Checks\n\n- [ ] ${title}`,
  ]);
}

const STATUS_WORDS: Readonly<Record<RecheckStatus, readonly [string, ...string[]]>> = {
  RESOLVED: ["RESOLVED", "Fixed", "resolved", "Done with"],
  PARTLY: ["PARTLY", "Partially fixed", "partial", "Half of it", "RESOLVED in part", "Resolved, but not all"],
  NOT_FIXED: [
    "NOT_FIXED",
    "Not fixed",
    "Still open",
    "Unresolved",
    "Missing",
    "Resolved: no",
    "Addressed - no",
    "RESOLVED | not yet",
  ],
  WITHDRAWN: ["WITHDRAWN"],
};

function earlier(dice: Dice, rechecks: ReviewTruth["rechecks"]): string {
  const title = heading(
    dice,
    3,
    vary(dice, "Earlier Issues", ["Previous Issues", "Prior Issues", "What I Said Before"]),
  );
  if (rechecks.length === 0) return `${title}\n\nNone.`;
  const word = ({ status }: { status: RecheckStatus }) => vary(dice, STATUS_WORDS[status][0], STATUS_WORDS[status]);
  switch (vary(dice, 0, [1, 2, 3, 4])) {
    case 4: {
      const [first, ...rows] = rechecks.map((each) => `| ${each.issue} | ${word(each)} | "the words" |`);
      return `${title}\n\n${[first, "| --- | --- | --- |", ...rows].join("\n")}`;
    }
    case 1:
      return `${title}\n\n${rechecks.map((each) => `- **${each.issue}**: ${word(each)}. "the words"`).join("\n")}`;
    case 2:
      return `${title}\n\n${rechecks.map((each) => `#### ${each.issue}\n\n**Status:** ${word(each)}`).join("\n\n")}`;
    case 3:
      return `${title}\n\nI looked at ${rechecks.map((each) => `${each.issue} (${word(each)})`).join(" and ")}.`;
    default: {
      const cells = (each: ReviewTruth["rechecks"][number]) =>
        each.status === "NOT_FIXED" && dice(8) === 0 ? "RESOLVED | no, not yet" : `${word(each)} | "the words"`;
      const rows = rechecks.map((each) => `| ${each.issue} | ${cells(each)} |`);
      return `${title}\n\n| Issue | Status | Words |\n| --- | --- | --- |\n${rows.join("\n")}`;
    }
  }
}

function newGapSection(dice: Dice, titles: readonly string[], name: string): string[] {
  const title = heading(dice, 3, vary(dice, name, ["New Gaps", "New Gaps Introduced", "Follow-ups"], 8));
  if (titles.length === 0)
    return dice(3) === 0 ? [] : [`${title}\n\n${vary(dice, "None.", ["No new gaps.", "- None"])}`];
  const items = titles.map((words, index) => {
    const id = `GAP-FLOW-09${index + 1}`;
    return vary(dice, `- **${id}** (HIGH): ${words}.\n  - **Parent:** GAP-FLOW-001`, [
      `- ${words}.`,
      `1. **${id}**: ${words}.`,
      `${words}.`,
      `#### ${id}: ${words}`,
      `None. But ${words}.`,
      `- None: ${words} (HIGH) for now`,
      `| ${id} | ${words} |\n| --- | --- |`,
    ]);
  });
  return [`${title}\n\n${items.join("\n\n")}`];
}

const VERDICT_WORDS: Readonly<Record<VerdictValue, readonly [string, ...string[]]>> = {
  APPROVED: ["APPROVED", "Approved", "**APPROVE**", "Accept", "LGTM", "Fine by me"],
  APPROVED_WITH_NOTES: ["APPROVED_WITH_NOTES", "Approved with notes", "accept with comments", "Approved, mostly"],
  NEEDS_REVISION: [
    "NEEDS_REVISION",
    "Needs revision",
    "needs work",
    "Request changes",
    "I would send it back",
    "Rejected",
  ],
};

function verdict(dice: Dice, gap: GapId, value: VerdictValue): string {
  const word = vary(dice, VERDICT_WORDS[value][0], VERDICT_WORDS[value], 4);
  return vary(dice, `### Verdict\n\n${word}`, [
    `**Verdict:** ${word}`,
    `### Verdict: ${word}`,
    `### Verdict\n\n- ${gap}: ${word}`,
    `### Verdict\n\n| Gap | Verdict |\n| --- | --- |\n| ${gap} | ${word} |`,
    `### Verdict\n\n| ${gap} | ${word} |\n| --- | --- |`,
    `### Verdict\n\n${word}\n\nThe wording could be shorter, and the limit is missing.`,
    `Verdict - ${word}`,
    `### Recommendation\n\n${word}`,
    `${word}`,
  ]);
}

function around(dice: Dice, text: string): string {
  return vary(
    dice,
    `${text}\n`,
    [
      `Here is the document:\n\n${text}\n`,
      `\`\`\`markdown\n${text}\n\`\`\`\n`,
      `# Round 3\n\n${text}\n`,
      `${text}\n\n---\n\nOne more thing: the quota has no unit.\n`,
    ],
    8,
  );
}

/** Two documents in one: the first version stands before the one that holds. */
function twice(dice: Dice, text: string, parts: readonly string[]): string {
  return dice(15) === 0 ? `${parts[0] ?? ""}\n\n---\n\n${text}` : text;
}

export function drawProposal(dice: Dice): { text: string; truth: ProposalTruth } {
  const changes = Array.from({ length: 1 + dice(3) }, (_, index) => drawChange(dice, index + 1));
  const issues = Array.from({ length: dice(3) }, (_, index) => `ISSUE-R2-00${index + 1}` as IssueId);
  const disagreements = issues.filter(() => dice(4) === 0);
  const responses = issues
    .filter((issue) => !disagreements.includes(issue))
    .map((issue) => ({ issue, changedIn: [1 + dice(changes.length)] }));
  const newGaps = dice(4) === 0 ? ["What an export costs is not said"] : [];
  const blocked: GapId[] = dice(8) === 0 ? ["GAP-PAY-002"] : [];
  const blocks = [
    vary(dice, "**Confidence:** MEDIUM", ["Confidence: medium", "**Confidence**: MEDIUM", "### Confidence\n\nMEDIUM"]),
    `${heading(dice, 3, vary(dice, "Proposed Solution", ["Solution", "Proposal"]))}\n\nAn entry has a lifetime.`,
    changeSection(dice, changes),
    `${heading(dice, 3, vary(dice, "Examples", ["Example", "Worked Examples"]))}\n\n- Read at 10:15: a miss.`,
    `${heading(dice, 3, vary(dice, "Trade-offs", ["Tradeoffs", "Trade offs"]))}\n\n- Stale for a while.`,
    ...newGapSection(dice, newGaps, "New Gaps Introduced"),
  ];
  const title = vary(dice, "Gap Resolution: GAP-FLOW-001", [
    "Resolution: GAP-FLOW-001",
    "Gap Resolution: [GAP-FLOW-001] Expiry",
  ]);
  const resolution = [heading(dice, 2, title), ...blocks].join("\n\n");
  const answers = [...answerTexts(dice, responses), ...disagreements.map((issue) => disagreementText(dice, issue))];
  const asked = blocked.map((gap) => question(dice, gap));
  const order = dice(8) === 0 ? [...answers, resolution, ...asked] : [resolution, ...answers, ...asked];
  const text = twice(dice, around(dice, order.join("\n\n")), [resolution]);
  return {
    text,
    truth: {
      changes: changes.map(({ kind, old, new: added }) => ({ kind, old, new: added })),
      responses,
      disagreements,
      newGaps,
      blocked,
    },
  };
}

function drawChange(dice: Dice, number: number): Change {
  const kind = pick<Change["kind"]>(dice, ["replace", "add-after", "add-at-end", "remove"]);
  const old =
    kind === "add-at-end"
      ? ""
      : pick(dice, [
          `Rule ${number} holds for a while.`,
          `- ${number} tries\n- then none`,
          `\`\`\`json\n{ "n": ${number} }\n\`\`\``,
        ]);
  const added =
    kind === "remove"
      ? ""
      : pick(dice, [
          `Rule ${number} holds for 15 minutes.`,
          `## ISSUE-R9-00${number}\n\nGAP-FAKE-001`,
          `| a | ${number} |`,
        ]);
  return { number, kind, place: `${number}. Limits`, old, new: added };
}

function changeSection(dice: Dice, changes: readonly Change[]): string {
  const name = vary(dice, "Spec Changes", ["Changes", "Changes to the Spec", "Edits", "Spec Text"], 8);
  const lead = vary(dice, "", ["UNCERTAINTY: GAP-FLOW-001 it is a guess.\n\n", 'No change needed: "x."\n\n'], 12);
  return `${heading(dice, 3, name)}\n\n${lead}${changes.map((change) => changeText(dice, change)).join("\n\n")}`;
}

function changeText(dice: Dice, { number, kind, place, old, new: added }: Change): string {
  const words = { replace: "replace", "add-after": "add after", "add-at-end": "add at the end", remove: "remove" }[
    kind
  ];
  const line = vary(
    dice,
    `**Change ${number}: ${words}** in "${place}"`,
    [
      `**Change ${number}: ${words.replace(/ /, "** ")}${words.includes(" ") ? "" : "**"} of "${place}"`,
      `#### Change ${number}: ${words} in "${place}"`,
      `Change ${number}: ${words} in “${place}”`,
      `**Change ${number} - ${words}** in ${place}`,
      `- **Change ${number}: ${words}** in "${place}"`,
      `${number}. In "${place}" please ${words}:`,
    ],
    5,
  );
  const mark = vary(dice, "````", ["~~~~", "`````", "```"], 8);
  const info = (name: string) => vary(dice, name, [name.toUpperCase(), "markdown", "", "diff"], 12);
  const fences = [
    ...(kind === "add-at-end" ? [] : [`${mark}${info("old")}\n${old}\n${mark}`]),
    ...(kind === "remove" ? [] : [`${mark}${info("new")}\n${added}\n${mark}`]),
  ];
  return [line, ...(dice(25) === 0 ? fences.slice(1) : fences)].join("\n\n");
}

function answerTexts(dice: Dice, responses: ProposalTruth["responses"]): string[] {
  if (responses.length === 0) return [];
  const text = ({ issue, changedIn }: ProposalTruth["responses"][number]) =>
    `${heading(dice, 2, vary(dice, `Response to ${issue}`, [`Response to [${issue}]`, `Response: ${issue}`, `About ${issue}`], 8))}\n\nNow it says so.\n\n${vary(dice, "**Changed in:**", ["Changed in:", "- **Changed in:**", "**Changed in**:"])} ${changedIn.join(", ")}`;
  switch (vary(dice, 0, [1, 2, 3, 4, 5])) {
    case 5: {
      const [first, ...rows] = responses.map(({ issue, changedIn }) => `| ${issue} | Done | ${changedIn.join(", ")} |`);
      return [`## Responses\n\n${[first, "| --- | --- | --- |", ...rows].join("\n")}`];
    }
    case 1: {
      const rows = responses.map(({ issue, changedIn }) => `| ${issue} | Now it says so | ${changedIn.join(", ")} |`);
      return [
        `${heading(dice, 2, "Responses")}\n\n| Issue | What was done | Changed in |\n| --- | --- | --- |\n${rows.join("\n")}`,
      ];
    }
    case 2:
      return [
        `## Responses\n\n${responses.map(({ issue, changedIn }) => `- **${issue}**: done. **Changed in:** ${changedIn.join(", ")}`).join("\n")}`,
      ];
    case 3:
      return [
        `## Summary\n\n${responses.map(({ issue, changedIn }) => `${issue} is done in change ${changedIn.join(", ")}.`).join(" ")}`,
      ];
    case 4:
      return [`## Changelog\n\n${responses.map(({ issue }) => `- ${issue}: done`).join("\n")}`];
    default:
      return responses.map(text);
  }
}

function disagreementText(dice: Dice, issue: IssueId): string {
  const fields = `**Reviewer Concern:** "It has no limit."\n**Engineer Position:** It needs none.\n**Rationale:** The caller has one.`;
  return vary(dice, `${heading(dice, 2, `DISAGREE: ${issue}`)}\n\n${fields}`, [
    `## Response to ${issue}\n\n**Position:** DISAGREE\n\n**Rationale:** The caller has one.\n\n**Alternative View:** A limit of the caller's.`,
    `## Disagree with ${issue}\n\n${fields.replaceAll("\n", "\n\n")}`,
    `## On ${issue}\n\nI do not agree.`,
  ]);
}

function question(dice: Dice, gap: GapId): string {
  return pick(dice, [
    `## BLOCKED_NEEDS_INPUT: ${gap}\n\nHow long does it live?\n\n- 15 minutes\n- one hour`,
    `## BLOCKED_NEEDS_INPUT: ${gap}\n\nHow long does it live?\n\n### Options\n\n- 15 minutes\n- one hour`,
    `BLOCKED_NEEDS_INPUT: ${gap} How long does it live?`,
    `**BLOCKED_NEEDS_INPUT:** ${gap}\n\nHow long does it live?`,
    `## Question\n\nHow long does ${gap} live?`,
  ]);
}
