import { DAYS, KEEP, keeps } from "../../acceptance/support/depot.ts";
import { type AskedQuestion, attempts, type Desk, engineer, reviewer } from "../../acceptance/support/desk.ts";
import { changedIn, claim, disagree, type IssueWords, review, reviews } from "../../acceptance/support/documents.ts";
import {
  ALTERNATIVE,
  BETTER,
  disputed,
  FIRST,
  INTAKE_DAY,
  oneGap,
  REFUSAL,
  raised,
  revised,
  SECOND,
  WHO_CLEARS,
} from "../../acceptance/support/one-gap.ts";
import { once } from "../../support/once.ts";
import { refused } from "./rate-sessions.ts";
import { plot, settled, settles } from "./yard.ts";
import { openYard } from "./yard-sessions.ts";

/** Sessions in which the Engineer and the Reviewer disagree. */

const STILL = { earlier: { [FIRST]: ["NOT_FIXED", "As it was."] }, verdict: "NEEDS_REVISION" } as const;
const MET = { earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] } } as const;
export const THIRD = "ISSUE-R1-003";
const OTHER: IssueWords = {
  ...WHO_CLEARS,
  id: "ISSUE-R3-001",
  title: "Where the shelf stands is left open",
  quotes: [BETTER],
};

/** A HIGH conflict with an alternative, decided for C; round 3 argues it again at first, then carries it out. */
export const decided = once(async () => {
  const desk = await oneGap([
    ...disputed({ ...REFUSAL, alternative: ALTERNATIVE }),
    ...attempts(
      (text, n) => engineer(3, KEEP, text, n),
      keeps(DAYS, disagree(REFUSAL)),
      keeps(BETTER, changedIn(FIRST, "1")),
    ),
    reviewer(3, review({ gap: KEEP, ...MET, high: [OTHER] })),
    engineer(
      4,
      KEEP,
      keeps(
        `${BETTER} ${REFUSAL.position}`,
        disagree({ ...REFUSAL, issue: OTHER.id, concern: OTHER.title, position: "It stands anywhere." }),
      ),
    ),
    reviewer(4, review({ gap: KEEP, earlier: { [OTHER.id]: ["NOT_FIXED", "As it was."] }, verdict: "NEEDS_REVISION" })),
  ]);
  const refined = await desk.refine(3);
  const [question] = await desk.questions();
  const whole = {
    stderr: refined.stderr,
    status: (await desk.expecting(0, "status")).stdout,
    file: desk.session("status.md"),
  };
  const words = ["--field", "rationale=Both are right.", "--field", "constraints=The label keeps its size."];
  await desk.expecting(0, "answer", question?.id ?? "", "--option", "C", ...words);
  await desk.resume(3);
  return { desk, question, whole, decisions: desk.session("decisions.md"), prompt: desk.prompt(3, `engineer-${KEEP}`) };
});

/** A CRITICAL issue that the revision passes over: flagged, turned into a conflict, decided for A. */
export const inferred = once(async () => {
  const desk = await oneGap([
    ...raised({ critical: [INTAKE_DAY] }),
    ...revised(2, keeps(), STILL),
    ...revised(3, keeps(BETTER, changedIn(FIRST, "1")), { ...STILL, verdict: "APPROVED" }),
    ...revised(4, keeps(BETTER, changedIn(FIRST, "1")), MET),
  ]);
  await desk.refine(3, "--max-rounds", "3");
  const [flag] = await desk.questions();
  await desk.answer("flag", "conflict");
  const converting = await desk.resume(3);
  const [question] = await desk.questions();
  await desk.expecting(0, "answer", question?.id ?? "", "--option", "A", "--field", "rationale=Nobody reads labels.");
  await desk.run("resume");
  return {
    desk,
    flag,
    question,
    converting,
    decisions: desk.session("decisions.md"),
    prompt: desk.prompt(3, `engineer-${KEEP}`),
  };
});

/** Asks to end and accepts; what is waiting then. */
async function tryToEnd(desk: Desk) {
  await desk.expecting(3, "finish");
  await desk.run("resume");
  const finish = (await desk.questions()).find(({ kind }) => kind === "finish");
  await desk.expecting(0, "answer", finish?.id ?? "", "--option", "accept");
  await desk.run("resume");
  return { finish, asked: await desk.questions(), written: desk.has("depot_v1.0.md") };
}

/** The HIGH conflict is left open, and the person ends. */
export const endedOver = once(async () => {
  const desk = await oneGap(disputed());
  await desk.refine(3);
  const state = await desk.state(KEEP);
  const [question] = await desk.questions();
  const bare = await desk.run("answer", question?.id ?? "", "--option", "D");
  return { desk, state, question, bare, ...(await tryToEnd(desk)) };
});

/** A CRITICAL conflict that the Engineer states; the person is asked about it. */
async function critical(): Promise<Desk> {
  const desk = await oneGap([
    ...raised({ critical: [INTAKE_DAY] }),
    ...revised(2, keeps(DAYS, disagree(REFUSAL)), STILL),
  ]);
  await desk.refine(3);
  return desk;
}

/** The person accepts over it, and asks to end once more. */
export const barred = once(async () => {
  const desk = await critical();
  const questions = await desk.questions();
  const ending = await tryToEnd(desk);
  return { questions, hasLater: desk.hasInSession("round_003"), ending, again: await desk.run("finish") };
});

/** The person abandons. */
export const abandoned = once(async () => {
  const desk = await critical();
  await desk.expecting(3, "finish");
  await desk.run("resume");
  const finish = (await desk.questions()).find(({ kind }) => kind === "finish");
  await desk.expecting(0, "answer", finish?.id ?? "", "--option", "abandon");
  await desk.run("resume");
  return (await desk.status()).stop;
});

/** Each way to write it wrong, then in a form that is merely loose. */
export const malformed = once(async () => {
  const block = disagree(REFUSAL);
  const loose = `### Disagree :  ${FIRST}

**Reviewer Concern:**
> ${INTAKE_DAY.title.replace(" counts", "\n> counts")}

**Engineer Position:**
${REFUSAL.position}

**Rationale:**
${REFUSAL.rationale}

**Alternative Approach (if any):**
${ALTERNATIVE}

**Request:** Escalate to user for resolution`;
  const desk = await oneGap([
    ...raised({ high: [INTAKE_DAY] }),
    ...attempts(
      (text, n) => engineer(2, KEEP, text, n),
      keeps(DAYS, block.replace(FIRST, "ISSUE-R1-009")),
      keeps(DAYS, block.replace(/\*\*Reviewer Concern.*\n\n/, "")),
      keeps(DAYS, block.replace(/\n\n\*\*Rationale.*/, "")),
      keeps(DAYS, loose),
    ),
    reviewer(2, review({ gap: KEEP, ...STILL })),
  ]);
  const { stderr } = await desk.refine(3, "--set", "max_retries=4");
  const [question] = await desk.questions();
  return { desk, stderr, question, retry: (n: number) => desk.prompt(2, `engineer-${KEEP}`, n) };
});

/** The quote does not occur, the answer has no exact form: decided for B, and proposed again. */
export const misquoted = once(async () => {
  const desk = await oneGap([
    ...disputed({ ...REFUSAL, concern: "The parcel is too heavy" }),
    ...revised(3, keeps(`Parcels are kept for 15 days. ${REFUSAL.position}`), {}),
  ]);
  await desk.refine(3);
  const [question] = await desk.questions();
  await desk.expecting(0, "answer", question?.id ?? "", "--option", "B");
  await desk.run("resume");
  return { desk };
});

// The middle ground that the Mediator finds by its rules, and the order of conflicts.

const COMPLEX = plot("GAP-ANV-001", "anvil");
const LIMIT = plot("GAP-BEL-001", "bellows");
const SCOPE = plot("GAP-CRA-001", "crate");
const NONE = plot("GAP-DRI-001", "drill");
const FOUR = [COMPLEX, LIMIT, SCOPE, NONE];
const titles = [
  "Who counts is open",
  "The limit of days is not told",
  "Who pays is open",
  "An unlimited number may sign",
];
const suggestions = ["Count at noon.", "Set the limit to 30 days.", "Say who pays.", "Say who signs."];
const rationales = [
  "It would add complexity for nothing.",
  "Fifteen days were measured.",
  "Payment is out of scope here.",
  "The clerk knows.",
];

export const synthesised = once(async () => {
  const issues = FOUR.map(
    (one, index): IssueWords => ({
      id: `ISSUE-R1-00${index + 1}`,
      title: titles[index] ?? "",
      quotes: [settled(one)],
      suggestion: suggestions[index] ?? "",
    }),
  );
  const refusals = FOUR.map((one, index) =>
    settles(
      one,
      settled(one),
      disagree({
        issue: `ISSUE-R1-00${index + 1}`,
        concern: titles[index] ?? "",
        position: "It stays as it is.",
        rationale: rationales[index] ?? "",
      }),
    ),
  );
  const desk = await openYard(FOUR, [
    ...FOUR.map((one) => engineer(1, one.gap, settles(one))),
    reviewer(1, reviews(...FOUR.map((one, index) => ({ gap: one.gap, high: issues.slice(index, index + 1) })))),
    ...FOUR.map((one, index) => engineer(2, one.gap, refusals[index] ?? "")),
    reviewer(
      2,
      reviews(
        ...FOUR.map((one, index) => ({
          gap: one.gap,
          earlier: { [`ISSUE-R1-00${index + 1}`]: ["NOT_FIXED", "As it was."] as const },
          verdict: "NEEDS_REVISION" as const,
        })),
      ),
    ),
  ]);
  await desk.refine(3, "--parallel-gaps", "4");
  const [first] = await desk.questions();
  await desk.expecting(0, "answer", first?.id ?? "", "--option", "accept");
  await desk.run("resume");
  const conflicts: AskedQuestion[] = [];
  for (const _ of FOUR) {
    const [question] = await desk.questions();
    if (question === undefined) break;
    conflicts.push(question);
    await desk.expecting(0, "answer", question.id, "--option", "B");
    await desk.run("resume");
  }
  const optionC = (index: number) => conflicts[index]?.options.find(({ id }) => id === "C");
  return { desk, first, conflicts, optionC };
});

/** Two MEDIUM ones beside a HIGH one that is met: asked about, then left to the policy. */
export const lesser = once(async () => {
  const third: IssueWords = { ...WHO_CLEARS, id: THIRD, title: "Where the shelf stands is left open" };
  const desk = await oneGap([
    ...raised({ high: [INTAKE_DAY], medium: [WHO_CLEARS, third] }),
    ...revised(2, keeps(BETTER, changedIn(FIRST, "1"), refused(WHO_CLEARS), refused(third)), {
      earlier: { ...MET.earlier, [SECOND]: ["NOT_FIXED", "As it was."], [THIRD]: ["NOT_FIXED", "As it was."] },
      verdict: "APPROVED_WITH_NOTES",
    }),
  ]);
  await desk.refine(3);
  const asked = await desk.questions();
  await desk.resume(0, "--yes");
  return { desk, asked, finished: desk.read("depot_v1.0.md") };
});

/** Answers that are none: the changes of before (H4), a deflection (H5), words without an id. */
export const flagged = once(async () => {
  const plots = [COMPLEX, LIMIT, SCOPE];
  const id = (index: number) => `ISSUE-R1-00${index + 1}`;
  const answers = [[changedIn(id(0), "1")], [claim(id(1), "This is handled elsewhere.")]];
  const about = (text: string, index: number) =>
    index < 2
      ? text
      : text.replace(
          "### Spec Changes",
          "Who pays is told in the yard's own book, as the Reviewer wished.\n\n### Spec Changes",
        );
  const desk = await openYard(plots, [
    ...plots.map((one) => engineer(1, one.gap, settles(one))),
    reviewer(
      1,
      reviews(
        ...plots.map((one, index) => ({
          gap: one.gap,
          high: [{ id: id(index), title: titles[index] ?? "", quotes: [settled(one)] }],
        })),
      ),
    ),
    ...plots.map((one, index) =>
      engineer(2, one.gap, about(settles(one, settled(one), ...(answers[index] ?? [])), index)),
    ),
    reviewer(
      2,
      reviews(
        ...plots.map((one, index) => ({
          gap: one.gap,
          earlier: { [id(index)]: ["NOT_FIXED", "As it was."] as const },
          verdict: "NEEDS_REVISION" as const,
        })),
      ),
    ),
  ]);
  await desk.begin("--parallel-gaps", "3", "--max-rounds", "2");
  const flagOn = (index: number) =>
    desk
      .summary(2)
      .split("\n")
      .find((line) => /FLAG-R2/.test(line) && line.includes(id(index)));
  return { desk, flagOn };
});
