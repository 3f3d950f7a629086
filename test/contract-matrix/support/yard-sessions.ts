import { fileURLToPath } from "node:url";
import { attempts, type Desk, engineer, openDesk, reviewer, type Turn } from "../../acceptance/support/desk.ts";
import { changedIn, type ReviewWords, reviews } from "../../acceptance/support/documents.ts";
import { NO_SURVEY } from "../../e2e/run-cli.ts";
import { once } from "../../support/once.ts";
import { explains, type Plot, plot, settled, settles, yard } from "./yard.ts";

/** Sessions that serve many statements: each is run once for a test file, when the first of them asks for it. */

export const PROSE =
  "I have thought about the yard for a while and believe that it is best to keep things for as long as they are needed.";

const support = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The agent that plays by the desk's table, as a command. */
export const tableAgent = (desk: Desk): string =>
  JSON.stringify([process.execPath, support("../../acceptance/support/scripted-agent.cjs"), `${desk.cwd}/.play`]);

/** `refine` with other agents than the table's, for the Engineer. */
export const refineWith = (desk: Desk, spec: string, engineerCommand: readonly string[], ...flags: string[]) =>
  desk.run(
    "refine",
    spec,
    "--no-approve",
    "--engineer-cmd",
    JSON.stringify(engineerCommand),
    "--reviewer-cmd",
    tableAgent(desk),
    ...NO_SURVEY,
    ...flags,
  );

/** Fails its three attempts. */
export const failing = (one: Plot, round = 1): Turn[] => [1, 2, 3].map((n) => engineer(round, one.gap, PROSE, n));
export const failingReview = (round: number): Turn[] => [1, 2, 3].map((n) => reviewer(round, PROSE, n));
/** In whatever round and attempt nothing else was written for. */
export const otherwise = (...plots: readonly Plot[]): Turn[] =>
  plots.map((one) => ({ role: "engineer", gaps: [one.gap], document: settles(one) }));

export const openYard = (plots: readonly Plot[], turns: readonly Turn[], files: Record<string, string> = {}) =>
  openDesk({ files: { "yard.md": yard(...plots), ...files }, spec: "yard.md", turns });

// A round in which every gap fails in a way of its own, and is valid on a retry.

export const FORM = plot("GAP-FORM-001", "anvil");
export const VOID = plot("GAP-VOID-001", "bellows");
export const NONE = plot("GAP-NONE-001", "crate");
export const REFS = plot("GAP-REFS-001", "drill");
export const CONF = plot("GAP-CONF-001", "easel");
export const THIN = plot("GAP-THIN-001", "flask");
export const PLAIN = plot("GAP-PLAIN-001", "grate");
export const MIX = plot("GAP-MIX-001", "hammer");
const ALL = [FORM, VOID, NONE, REFS, CONF, THIN, PLAIN, MIX];
/** They fail in the second round as in the first, when the session has documents. */
const AGAIN = [FORM, VOID, NONE, REFS];

export const UNKNOWN = ["GAP-FLOW-099", "GAP-FLOW-100"];
const refers = explains(REFS, `It is as ${UNKNOWN.join(" and ")} say, and nothing else had to be changed for it.`);
const withoutConfidence = settles(CONF).replace("**Confidence:** HIGH\n\n", "");
const thin = `## Gap Resolution: ${THIN.gap}

**Confidence:** HIGH

### Proposed Solution

Fifteen days.

### Spec Changes

**Change 1: replace** in "Flask"

\`\`\`old
${THIN.sentence}
\`\`\`

\`\`\`new
${settled(THIN)}
\`\`\`
`;

const issueOf = (one: Plot) => `ISSUE-R1-00${ALL.indexOf(one) + 1}`;
const revision = (one: Plot) => settles(one, settled(one, 20), changedIn(issueOf(one), "1"));
const first = (one: Plot): ReviewWords =>
  AGAIN.includes(one)
    ? { gap: one.gap, high: [{ id: issueOf(one), title: `Who counts the ${one.heading}`, quotes: [settled(one)] }] }
    : { gap: one.gap };
const second = (one: Plot): ReviewWords => ({
  gap: one.gap,
  earlier: { [issueOf(one)]: ["RESOLVED", `"${settled(one, 20)}"`] },
});
/** Its references are wrong at first. */
export const misnamed = (text: string) =>
  text.replace("### New Gaps\n\nNone.", "See GAP-FLOW-099.\n\n### New Gaps\n\nNone.");

const tries = (round: number, one: Plot, ...documents: readonly string[]) =>
  attempts((text, n) => engineer(round, one.gap, text, n), ...documents);

const FAULTS: Turn[] = [
  ...tries(1, FORM, PROSE, settles(FORM)),
  ...tries(1, VOID, " \n\n", settles(VOID)),
  ...tries(1, NONE, settles(FORM), settles(NONE)),
  ...tries(1, REFS, refers, settles(REFS)),
  ...tries(1, CONF, withoutConfidence, settles(CONF)),
  engineer(1, THIN.gap, thin),
  engineer(1, PLAIN.gap, settles(PLAIN)),
  ...tries(1, MIX, PROSE, settles(FORM), settles(MIX)),
  ...attempts(
    (text, n) => reviewer(1, text, n),
    PROSE,
    `## Review: ${FORM.gap}\n\nIt is fine.\n`,
    reviews(...ALL.map(first)),
  ),
  ...tries(2, FORM, PROSE, settles(NONE), revision(FORM)),
  ...tries(2, VOID, " \n\n", revision(VOID)),
  ...tries(2, NONE, settles(FORM), revision(NONE)),
  ...tries(2, REFS, refers, revision(REFS)),
  ...attempts(
    (text, n) => reviewer(2, text, n),
    misnamed(reviews(...AGAIN.map(second))),
    reviews(...AGAIN.map(second)),
  ),
];

/** Two rounds, to the end of the session. */
export const faults = once(async () => {
  const desk = await openYard(ALL, FAULTS);
  await desk.begin("--parallel-gaps", "8");
  return desk;
});

export const retryOf = (desk: Desk, round: number, one: Plot, attempt = 2): string =>
  desk.prompt(round, `engineer-${one.gap}`, attempt);

// Engineers that fail altogether.

export const ONE = plot("GAP-ONE-001", "anvil");
export const TWO: Plot = {
  ...plot("GAP-TWO-001", "bellows"),
  asked: "How long the bellows is kept, who oils it and where it is put at night is not said.",
};
export const SPARE = plot("GAP-SPARE-001", "crate", "MEDIUM");
export const OTHER = plot("GAP-OTHER-001", "drill", "LOW");
const FOUR = [ONE, TWO, SPARE, OTHER];

/** Both gaps of round 1 fail; the person is asked. */
export async function stuck(): Promise<Desk> {
  const desk = await openYard(FOUR, [...failing(ONE), ...failing(TWO), ...otherwise(...FOUR)]);
  await desk.refine(3, "--parallel-gaps", "2", "--max-rounds", "2");
  return desk;
}
export const waiting = once(stuck);

/** Answered so, and gone on with. */
export const answeredWith = (option: string, fields: Readonly<Record<string, string>> = {}) =>
  once(async () => {
    const desk = await stuck();
    await desk.answer("role-failed", option, fields);
    const resumed = await desk.run("resume");
    return { desk, resumed };
  });

/** One of two gaps fails: the round is partial. */
export const partial = once(async () => {
  const desk = await openYard([ONE, TWO], [...failing(ONE), ...otherwise(ONE, TWO)]);
  await desk.refine(3, "--max-rounds", "1");
  return desk;
});

/** The Reviewer fails in round 1 and is skipped: round 2 has nothing but its proposal to review. */
export const unreviewed = once(async () => {
  const desk = await openYard([ONE], [...failingReview(1), ...otherwise(ONE)]);
  await desk.refine(3);
  const asked = await desk.questions();
  await desk.answer("role-failed", "skip");
  await desk.resume(0);
  return { desk, asked };
});

/** A single gap whose Engineer fails. */
export const alone = once(async () => {
  const desk = await openYard([ONE], [...failing(ONE), ...otherwise(ONE)]);
  await desk.refine(3);
  return desk;
});

/** An agent that leaves no document at first, and on a retry writes it where it is told to. */
export const missing = once(async () => {
  const desk = await openYard([ONE], [], { ".play/document.md": settles(ONE) });
  const agent = [process.execPath, support("writing-agent.cjs"), `${desk.cwd}/.play`, "{document}"];
  const run = await refineWith(desk, "yard.md", agent);
  const noted = JSON.parse(desk.read(".play/paths.json")) as {
    paths: { path: string; reachable: boolean }[];
    read: string;
  };
  return { desk, run, ...noted };
});
