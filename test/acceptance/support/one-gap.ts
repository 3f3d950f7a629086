import { DAYS, depot, KEEP, keeps } from "./depot.ts";
import { type Desk, engineer, openDesk, reviewer, shown, type Turn } from "./desk.ts";
import { type Disagreement, disagree, type IssueWords, type ReviewWords, review } from "./documents.ts";

/** A session of one gap whose first proposal raises issues: where disagreement begins. */

export const SOURCE = depot(KEEP);
export const FIRST = "ISSUE-R1-001";
export const SECOND = "ISSUE-R1-002";

export const INTAKE_DAY: IssueWords = {
  id: FIRST,
  title: "Whether the day of intake counts cannot be told",
  quotes: [DAYS],
  impact: "A parcel may be thrown away a day early.",
  suggestion: "Say that the day of intake does not count.",
};
export const WHO_CLEARS: IssueWords = {
  id: SECOND,
  title: "Who clears the shelf is left open",
  quotes: [DAYS],
  impact: "Nobody clears it.",
  suggestion: "Say that the store team clears the shelf.",
};

/** The sentence with the day of intake in it, and with the store team as well. */
export const BETTER = "Parcels are kept for 15 days, not counting the day of intake.";
export const BEST =
  "Parcels are kept for 15 days, not counting the day of intake; then the store team clears the shelf.";

export const REFUSAL: Disagreement = {
  issue: FIRST,
  concern: INTAKE_DAY.title,
  position: "The day of intake counts like any other day.",
  rationale: "The label shows the last day in print, so nobody has to count.",
};

export const ALTERNATIVE = "The label says in words which day is the last.";

/** Round 1: a proposal, and a review that raises these issues. */
export const raised = (words: Omit<ReviewWords, "gap">): Turn[] => [
  engineer(1, KEEP, keeps()),
  reviewer(1, review({ gap: KEEP, ...words })),
];

export const revised = (round: number, document: string, words: Omit<ReviewWords, "gap">): Turn[] => [
  engineer(round, KEEP, document),
  reviewer(round, review({ gap: KEEP, ...words })),
];

export const oneGap = (turns: readonly Turn[]): Promise<Desk> => openDesk({ files: { "depot.md": SOURCE }, turns });

/** Round 1 raises a HIGH issue, round 2 disagrees with it; the Reviewer stays with its word. */
export const disputed = (refusal: Disagreement = REFUSAL): Turn[] => [
  ...raised({ high: [INTAKE_DAY] }),
  ...revised(2, keeps(DAYS, disagree(refusal)), {
    earlier: { [FIRST]: ["NOT_FIXED", `"${DAYS}" still leaves it open`] },
    verdict: "NEEDS_REVISION",
  }),
];

/** Decides the conflict on an issue, alone or in a question that asks about several. */
export async function decide(desk: Desk, issue: string, letter: string, words?: string): Promise<void> {
  const questions = await desk.questions();
  const question = questions.find((one) => one.about.includes(issue) || shown(one).includes(issue));
  if (question === undefined) throw new Error(`nothing asks about ${issue}: ${JSON.stringify(questions)}`);
  const alone = question.options.find(({ id }) => id === letter);
  const together = question.options.find(({ id }) => id.includes(issue) && id.endsWith(letter));
  const field = question.fields.find(({ id }) => id.includes(issue));
  const option = alone ?? together ?? question.options.find(({ id }) => /decide/i.test(id));
  const fields = [
    ...(alone === undefined && together === undefined && field
      ? [`${field.id}=${letter}${words ? `: ${words}` : ""}`]
      : []),
    ...(words !== undefined && (alone ?? together) ? [`decision=${words}`] : []),
  ].flatMap((text) => ["--field", text]);
  await desk.expecting(0, "answer", question.id, "--option", option?.id ?? letter, ...fields);
}
