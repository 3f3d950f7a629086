import { DAYS, KEEP, KEPT, keeps, replace } from "../../acceptance/support/depot.ts";
import { type Desk, engineer, fork, reviewer, type Turn } from "../../acceptance/support/desk.ts";
import {
  changedIn,
  disagree,
  type IssueWords,
  proposal,
  type ReviewWords,
  review,
} from "../../acceptance/support/documents.ts";
import { BETTER, disputed, INTAKE_DAY, oneGap, REFUSAL, raised, revised } from "../../acceptance/support/one-gap.ts";
import { once } from "../../support/once.ts";

/** Sessions in which the Engineer disagrees too often. */

const objections = (count: number, round = 1): IssueWords[] =>
  Array.from({ length: count }, (_, index) => ({
    ...INTAKE_DAY,
    id: `ISSUE-R${round}-0${String(index + 1).padStart(2, "0")}`,
    title: `Objection ${index + 1} of round ${round} is not met`,
    suggestion: `Meet objection ${index + 1} of round ${round}.`,
  }));
export const refused = ({ id, title }: IssueWords) => disagree({ ...REFUSAL, issue: id, concern: title });

/** Four of four: three HIGH and one CRITICAL; a MEDIUM one is answered. The person lowers two. */
export const rate = once(async () => {
  const issues = objections(5);
  const [one, two, three, four, five] = issues as [IssueWords, IssueWords, IssueWords, IssueWords, IssueWords];
  const desk = await oneGap([
    ...raised({ critical: [four], high: [one, two, three], medium: [five] }),
    engineer(2, KEEP, keeps(BETTER, ...[one, two, three, four].map(refused), changedIn(five.id, "1"))),
    reviewer(
      2,
      review({
        gap: KEEP,
        earlier: Object.fromEntries(issues.map(({ id }) => [id, ["NOT_FIXED", "As it was."] as const])),
        verdict: "NEEDS_REVISION",
      }),
    ),
  ]);
  await desk.refine(3);
  const asked = await desk.questions();
  const reviewedBefore = desk.calls().some(({ role, round }) => role === "reviewer" && round === 2);
  const [question] = asked;
  const nonsense = ["--field", "lower=nonsense", "--field", "reason=The reviewer was too strict."];
  const refusal = await desk.run("answer", question?.id ?? "", "--option", "review", ...nonsense);
  const untouched = desk.session("decisions.md");
  const lower = [`lower=${one.id}=LOW, ${two.id}=LOW`, "reason=The reviewer was too strict."];
  const lowering = await desk.run(
    "answer",
    question?.id ?? "",
    "--option",
    "review",
    ...lower.flatMap((field) => ["--field", field]),
  );
  await desk.run("resume");
  return { desk, asked, question, refusal, untouched, reviewedBefore, lowering, after: await desk.questions(), issues };
});

/** Five of ten are refused: neither too many nor more than half. */
export const half = once(async () => {
  const issues = objections(10);
  const desk = await oneGap([
    ...raised({ high: issues }),
    engineer(
      2,
      KEEP,
      keeps(BETTER, ...issues.slice(0, 5).map(refused), ...issues.slice(5).map(({ id }) => changedIn(id, "1"))),
    ),
  ]);
  await desk.begin("--max-rounds", "2");
  return { desk, asked: await desk.questions() };
});

/** Six of six are refused; a revision refuses six again, then the person restates the scope. */
export const held = once(async () => {
  const issues = objections(6);
  const desk = await oneGap([...raised({ high: issues }), engineer(2, KEEP, keeps(DAYS, ...issues.map(refused)))]);
  await desk.refine(3);
  const [question] = await desk.questions();
  const reviewed = () => desk.calls().filter(({ role, round }) => role === "reviewer" && round === 2).length;
  const before = reviewed();
  await desk.expecting(2, "answer", question?.id ?? "", "--option", "accept");
  await desk.expecting(0, "answer", question?.id ?? "", "--option", "revise");
  await desk.resume(3);
  const revisedRuns = desk.calls().filter(({ role, round }) => role === "engineer" && round === 2).length;
  const again = await desk.questions();
  await desk.expecting(
    0,
    "answer",
    again[0]?.id ?? "",
    "--option",
    "scope",
    "--field",
    "scope=Only parcels, never letters.",
  );
  await desk.run("resume");
  const last = await desk.questions();
  await desk.expecting(
    0,
    "answer",
    last[0]?.id ?? "",
    "--option",
    "accept",
    "--field",
    "justification=The label was read wrongly.",
  );
  await desk.run("resume");
  return { desk, question, before, again, revisedRuns, reviewed: reviewed() };
});

/** A round that is held for a single disagreement: the person looks at the review, and lowers issues by these words. */
const single = once(async () => {
  const desk = await oneGap(disputed());
  await desk.refine(3, "--set", "disagree.absolute=0");
  return desk;
});
const lower = (desk: Desk, words: string) =>
  desk.run("answer", "--option", "review", "--field", `lower=${words}`, "--field", "reason=It is small.");

/** Nothing but a refusal leaves the one session as it is. */
export async function lowering(words: string) {
  const desk = await single();
  const before = desk.session("decisions.md");
  const { code, stderr } = await lower(desk, words);
  const kinds = (await desk.questions()).map(({ kind }) => kind);
  return { code, stderr, isUnchanged: desk.session("decisions.md") === before && kinds.join() === "disagree-rate" };
}

export const lowered = once(async () => {
  const desk = await fork(await single());
  await lower(desk, `${INTAKE_DAY.id}=MEDIUM`);
  await desk.run("resume", "--max-rounds", "2");
  return desk;
});

/** Half of them in each of three rounds, decided for B: one of two, one of two, two of four. */
export const pattern = once(async () => {
  const sentence = (round: number) =>
    `Parcels are kept for ${14 + round} days.${round > 2 ? ` ${REFUSAL.position}` : ""}`;
  const raisedIn = (round: number) =>
    objections(round === 3 ? 4 : 2, round).map((one) => ({ ...one, quotes: [`${14 + round} days`] }));
  const turns = [1, 2, 3, 4].flatMap((round): Turn[] => {
    const earlier = round === 1 ? [] : raisedIn(round - 1);
    const isRefused = (index: number) => index < earlier.length / 2;
    const more = earlier.map((one, index) => (isRefused(index) ? refused(one) : changedIn(one.id, "1")));
    const words = Object.fromEntries(
      earlier.map(
        ({ id }, index) =>
          [id, isRefused(index) ? ["NOT_FIXED", "As it was."] : ["RESOLVED", `"${14 + round} days"`]] as const,
      ),
    ) as NonNullable<ReviewWords["earlier"]>;
    const changes = [replace("Storage", KEPT, sentence(round))];
    return [
      engineer(round, KEEP, proposal({ gap: KEEP, changes, more })),
      reviewer(round, review({ gap: KEEP, high: raisedIn(round), ...(round === 1 ? {} : { earlier: words }) })),
    ];
  });
  const desk = await oneGap(turns);
  await desk.refine(3, "--set", "late_high=always");
  const kinds: string[] = [];
  for (let step = 0; step < 6; step += 1) {
    const [question] = await desk.questions();
    kinds.push(question?.kind ?? "none");
    if (question?.kind !== "conflict") break;
    await desk.expecting(0, "answer", question.id, "--option", "B");
    await desk.run("resume");
  }
  return { desk, kinds, question: (await desk.questions())[0] };
});

/** Four LOW ones: three are decided for the Engineer by the person. */
export const lowest = once(async () => {
  const [grave, ...lows] = objections(5) as [IssueWords, ...IssueWords[]];
  const desk = await oneGap([
    ...raised({ high: [grave], low: lows }),
    ...revised(2, keeps(BETTER, changedIn(grave.id, "1"), ...lows.map(refused)), {
      earlier: { [grave.id]: ["RESOLVED", `"${BETTER}"`] },
      verdict: "APPROVED_WITH_NOTES",
    }),
  ]);
  await desk.refine(3);
  const asked: string[] = [];
  for (const _ of lows) {
    const [question] = await desk.questions();
    if (question?.kind !== "conflict") break;
    asked.push(question.about[0] ?? "");
    await desk.expecting(0, "answer", question.id, "--option", "B");
    await desk.run("resume");
  }
  return { desk, asked, lows };
});
