import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempts, type Desk, engineer, reviewer, type Turn } from "../../acceptance/support/desk.ts";
import { changedIn, type IssueWords, proposal, reviews } from "../../acceptance/support/documents.ts";
import { NO_SURVEY, runCli } from "../../e2e/run-cli.ts";
import { once } from "../../support/once.ts";
import { explains, type Plot, plot, settled, settles } from "./yard.ts";
import { misnamed, ONE, openYard, otherwise, PROSE, refineWith, TWO } from "./yard-sessions.ts";

/** Sessions in which a retry's example is chosen among several, or is too long. */

/** Is about another gap at first. */
const astray = (round: number, one: Plot, then: string = settles(one)): Turn[] =>
  attempts((text, n) => engineer(round, one.gap, text, n), settles(STRAY), then);
const STRAY = plot("GAP-STRAY-001", "zither", "LOW");

// Documents over the budget.

export const BIG = plot("GAP-BIG-001", "anvil");
const BIG_NEXT = plot("GAP-BIG-002", "bellows", "MEDIUM");
export const WALL = plot("GAP-WALL-001", "crate");
const WALL_NEXT = plot("GAP-WALL-002", "drill", "MEDIUM");
const CODE = plot("GAP-CODE-001", "easel");
const CODE_NEXT = plot("GAP-CODE-002", "flask", "MEDIUM");
const PARA = plot("GAP-PARA-001", "grate");
const PARA_NEXT = plot("GAP-PARA-002", "hammer", "MEDIUM");
const FIRSTS = [BIG, WALL, CODE, PARA];
const NEXTS = [BIG_NEXT, WALL_NEXT, CODE_NEXT, PARA_NEXT];

const filled = (words: string, length: number) =>
  `${words} ${"It is told here in more words than anybody needs. ".repeat(length / 50)}`.trim();
const listed = (words: string, count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `- ${filled(`${words} number ${index + 1}.`, length)}`).join("\n");

const long = (one: Plot, solution: string) =>
  proposal({
    gap: one.gap,
    changes: [
      { kind: "replace", in: one.heading, old: one.sentence, new: filled(settled(one), 300) },
      { kind: "add at the end", in: one.heading, new: filled("Further words.", 900) },
    ],
    solution,
  })
    .replace(/(?<=### Examples\n\n)[^#]*(?=###)/, `${listed("Worked example", 5, 600)}\n\n`)
    .replace(
      /(?<=### Trade-offs\n\n)[^#]*(?=###)/,
      `**Pros:**\n${listed("Benefit", 4, 400)}\n\n**Cons:**\n${listed("Drawback", 4, 400)}\n\n`,
    );

const paragraphs = Array.from({ length: 6 }, (_, index) => filled(`Paragraph ${index + 1}.`, 700)).join("\n\n");
const rows = Array.from({ length: 300 }, (_, index) => `| Row ${index + 1} | ${"x".repeat(40)} |`).join("\n");
const table = `| Name | Value |\n| --- | --- |\n${rows}\n\nWhat the table leaves open is settled by the clerk.`;

const program = `\`\`\`text\n${Array.from({ length: 300 }, (_, index) => `step ${index + 1} ${"x".repeat(40)}`).join("\n")}\n\`\`\`\n\nWhat the program leaves open is settled by the clerk.`;

const LESSER: IssueWords[] = Array.from({ length: 16 }, (_, index) => ({
  id: `ISSUE-R1-0${String(index + 1).padStart(2, "0")}`,
  title: `Lesser concern ${index + 1} is open. It goes on about the matter for a second sentence`,
  quotes: [index % 2 === 0 ? settled(BIG) : settled(WALL)],
  impact: filled(`Impact ${index + 1}.`, 500),
  suggestion: filled(`Suggestion ${index + 1}.`, 300),
}));

export const LONG_DOCUMENT = long(BIG, paragraphs);
const longReview = reviews(
  { gap: BIG.gap, medium: LESSER.slice(0, 5), low: LESSER.slice(5, 10), verdict: "APPROVED_WITH_NOTES" },
  { gap: WALL.gap, medium: LESSER.slice(10, 16), verdict: "APPROVED_WITH_NOTES" },
  { gap: CODE.gap },
  { gap: PARA.gap },
);

/** Round 1 gives documents that are too long, round 2 takes them as examples: each category its own. */
export const cut = once(async () => {
  const desk = await openYard(
    [...FIRSTS, ...NEXTS],
    [
      engineer(1, BIG.gap, LONG_DOCUMENT),
      engineer(1, WALL.gap, long(WALL, table)),
      engineer(1, CODE.gap, long(CODE, program)),
      engineer(1, PARA.gap, long(PARA, filled("One paragraph.", 12_000))),
      ...attempts((text, n) => reviewer(1, text, n), misnamed(longReview), longReview),
      ...NEXTS.flatMap((one) => astray(2, one)),
      ...attempts(
        (text, n) => reviewer(2, text, n),
        reviews({ gap: BIG.gap }),
        reviews(...NEXTS.map(({ gap }) => ({ gap }))),
      ),
    ],
  );
  await desk.begin("--parallel-gaps", "4", "--max-rounds", "2");
  return {
    desk,
    code: desk.prompt(2, `engineer-${CODE_NEXT.gap}`, 2),
    para: desk.prompt(2, `engineer-${PARA_NEXT.gap}`, 2),
    big: desk.prompt(2, `engineer-${BIG_NEXT.gap}`, 2),
    wall: desk.prompt(2, `engineer-${WALL_NEXT.gap}`, 2),
    firstReview: desk.prompt(1, "reviewer", 2),
    review: desk.prompt(2, "reviewer", 2),
  };
});

// Which of several documents is the example.

export const AAA = plot("GAP-AAA-001", "anvil", "CRITICAL");
export const BBB = plot("GAP-BBB-001", "bellows", "CRITICAL");
const CCC = plot("GAP-CCC-001", "crate", "HIGH");
export const DDD = plot("GAP-DDD-001", "drill", "HIGH");
export const EEE = plot("GAP-EEE-001", "easel", "MEDIUM");
const FFF = plot("GAP-FFF-001", "flask", "LOW");
const SIX = [AAA, BBB, CCC, DDD, EEE, FFF];

/** Names so many other gaps. */
const naming = (one: Plot, count: number) =>
  explains(
    one,
    `It goes with ${SIX.filter((other) => other !== one)
      .slice(0, count)
      .map(({ gap }) => gap)
      .join(", ")}. Its value and its unit stand where a reader looks for them.`,
  );

const objection = (round: number, one: Plot) => ({
  gap: one.gap,
  high: [{ id: `ISSUE-R${round}-001`, title: `Who counts the ${one.heading} is open`, quotes: [settled(one)] }],
});

/**
 * Round 1: AAA and BBB name four other gaps, and AAA is long. Round 2: CCC fails first; DDD names four. Round 3: EEE names four and is not
 * accepted; CCC fails first. Round 4: FFF fails first.
 */
export const scores = once(async () => {
  const desk = await openYard(SIX, [
    engineer(1, AAA.gap, naming(AAA, 4).replace("Its value", `${filled("Long.", 11_000)} Its value`)),
    engineer(1, BBB.gap, naming(BBB, 4)),
    ...astray(2, CCC),
    engineer(2, DDD.gap, naming(DDD, 4)),
    reviewer(2, reviews(objection(2, CCC), { gap: DDD.gap })),
    ...astray(3, CCC, settles(CCC, settled(CCC, 20), changedIn("ISSUE-R2-001", "1"))),
    engineer(3, EEE.gap, naming(EEE, 5)),
    reviewer(
      3,
      reviews({ gap: CCC.gap, earlier: { "ISSUE-R2-001": ["RESOLVED", `"${settled(CCC, 20)}"`] } }, objection(3, EEE)),
    ),
    ...astray(4, FFF),
    engineer(4, EEE.gap, settles(EEE, settled(EEE, 20), changedIn("ISSUE-R3-001", "1"))),
  ]);
  await desk.begin("--parallel-gaps", "2", "--max-rounds", "4");
  return {
    second: desk.prompt(2, `engineer-${CCC.gap}`, 2),
    third: desk.prompt(3, `engineer-${CCC.gap}`, 2),
    fourth: desk.prompt(4, `engineer-${FFF.gap}`, 2),
  };
});

/** A round that went well and was undone; the next attempt at it fails first. */
export const undone = once(async () => {
  const desk = await openYard([ONE, TWO], [...otherwise(ONE, TWO)]);
  await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
  desk.write(".play/turns.json", JSON.stringify([...astray(1, ONE), ...otherwise(ONE, TWO)]));
  await desk.expecting(0, "rollback", "--reason", "A bad turn", "--same");
  await desk.run("resume");
  return desk.prompt(1, `engineer-${ONE.gap}`, 2);
});

/** The person's own canonical example, longer than a first prompt's budget; every Engineer of round 1 fails at first. */
export const own = once(async () => {
  const text = `${settles(plot("GAP-EXAMPLE-000", "kettle")).trimEnd()}\n\n<!-- ${"words ".repeat(900)}-->\n`
    .replace("The rule that", "A rule of the person's own hand that")
    .replace(/<!-- (.*)-->/, "$1");
  const crowd = [
    ONE,
    ...["anchor", "barrel", "cauldron", "dresser"].map((thing) =>
      plot(`GAP-${thing.slice(0, 3).toUpperCase()}-001`, thing),
    ),
  ];
  const desk = await openYard(
    [...crowd, { ...TWO, severity: "LOW" }],
    [...crowd.flatMap((one) => astrayForm(1, one)), ...otherwise(TWO)],
  );
  const settings = join(desk.cwd, "settings");
  const place = join(settings, "whetstone/examples/engineer.md");
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  const agent = [
    process.execPath,
    fileURLToPath(new URL("../../acceptance/support/scripted-agent.cjs", import.meta.url)),
    join(desk.cwd, ".play"),
  ];
  const command = JSON.stringify(agent);
  const args = [
    "refine",
    "yard.md",
    "--no-approve",
    "--engineer-cmd",
    command,
    "--reviewer-cmd",
    command,
    ...NO_SURVEY,
  ];
  await runCli([...args, "--parallel-gaps", "5"], {
    cwd: desk.cwd,
    env: { XDG_CONFIG_HOME: settings },
  });
  return { text, retry: desk.prompt(1, `engineer-${ONE.gap}`, 2), first: desk.prompt(2, `engineer-${TWO.gap}`, 1) };
});
const astrayForm = (round: number, one: Plot): Turn[] =>
  attempts((text, n) => engineer(round, one.gap, text, n), PROSE, settles(one));

/** So small a budget that no structure fits. */
export const tiny = once(async () => {
  const desk = await openYard([ONE], [...astrayForm(1, ONE)]);
  await desk.begin("--set", "example_tokens.retry=100");
  return desk.prompt(1, `engineer-${ONE.gap}`, 2);
});

/** An agent whose output is no UTF-8. */
export const garbled = once(async (): Promise<Desk> => {
  const desk = await openYard([ONE], []);
  const program =
    "process.stdout.write(Buffer.concat([Buffer.from('## Gap Resolution: '), Buffer.from([255, 254, 192, 128])]))";
  await refineWith(desk, "yard.md", [process.execPath, "-e", program], "--set", "max_retries=0");
  return desk;
});
