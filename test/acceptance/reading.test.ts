import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps } from "./support/depot.ts";
import { attempts, engineer, openDesk, reviewer, type Turn } from "./support/desk.ts";
import { changedIn, proposal, review } from "./support/documents.ts";
import { BETTER, FIRST, INTAKE_DAY } from "./support/one-gap.ts";

// SPEC 5, tier 0: nothing is passed over. A document is read whole, or refused with the lines that were not.

const SOURCE = depot(KEEP);
const GOOD_REVIEW = review({ gap: KEEP, high: [INTAKE_DAY] });
const CONCERN = "Whether the day of intake counts cannot be told, and two shops will count differently.";
const SECTIONS =
  "### Critical Issues\n\nNone.\n\n### High Priority\n\nNone.\n\n### Medium Priority\n\nNone.\n\n### Low Priority\n\nNone.";

const REVIEWS: readonly (readonly [string, string])[] = [
  [
    "three issues in prose and a verdict in words",
    `## Review: ${KEEP}\n\nI see three problems. ${CONCERN} Nobody clears the shelf. The label is not named.\n\n### High Priority\n\nNone.\n\nNeeds revision.\n`,
  ],
  [
    "an issue as a paragraph where the list belongs",
    `## Review: ${KEEP}\n\n### Critical Issues\n\nNone.\n\n### High Priority\n\n${CONCERN}\n\n### Medium Priority\n\nNone.\n\n### Low Priority\n\nNone.\n\n**Verdict:** NEEDS_REVISION\n`,
  ],
  [
    "an approval beside a list in a summary",
    `## Review: ${KEEP}\n\n${SECTIONS}\n\n### Summary\n\n- ${CONCERN}\n- Nobody clears the shelf.\n\n**Verdict:** APPROVED\n`,
  ],
  ["a verdict NEEDS_REVISION without an issue", `## Review: ${KEEP}\n\n${SECTIONS}\n\n**Verdict:** NEEDS_REVISION\n`],
  [
    "an approval below a section that nobody knows",
    `## Review: ${KEEP}\n\n${SECTIONS}\n\n### Blocking Concerns\n\n1. ${CONCERN}\n\n**Verdict:** APPROVED\n`,
  ],
  ["APPROVE alone", `## Review: ${KEEP}\n\nAPPROVE\n`],
  ["an issue in the heading of a review", `## Review: ${KEEP}: ${CONCERN}\n\n${SECTIONS}\n\n**Verdict:** APPROVED\n`],
  ["an issue in a title", `# Review: ${CONCERN}\n\n## Review: ${KEEP}\n\n${SECTIONS}\n\n**Verdict:** APPROVED\n`],
  [
    "an issue behind OUT_OF_SCOPE",
    `## Review: ${KEEP}\n\n${SECTIONS}\n\nOUT_OF_SCOPE: ${KEEP} Not now. ${CONCERN}\n\n**Verdict:** APPROVED\n`,
  ],
];

describe.concurrent("a review that says more than its form", () => {
  it.each([
    [
      "NO_ISSUES_FOUND",
      `## Review: ${KEEP}\n\nNO_ISSUES_FOUND: the change. ${CONCERN}\n\n- Changes walked through: 1\n`,
    ],
    ["preamble", `Here is my review. ${CONCERN}\n\n## Review: ${KEEP}\n\n${SECTIONS}\n`],
  ])("has the words of its %s in the summary, whatever they say", async (_, words) => {
    const said = `${words}\n**Verdict:** APPROVED\n`;
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), reviewer(1, said)],
    });
    await desk.refine(0, "--max-rounds", "1");
    expect(desk.summary(1)).toContain(CONCERN);
  });

  it.each(REVIEWS)("is refused with its own lines, or loses nothing: %s", async (_, document) => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps()),
        ...attempts((text, attempt) => reviewer(1, text, attempt), document, GOOD_REVIEW),
      ],
    });
    await desk.refine(3, "--max-rounds", "1");
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
    expect(desk.session("spec.md")).toBe(SOURCE);
    if (!document.includes(CONCERN)) return expect(desk.log(1)).toContain("WRONG_FORMAT");
    const isRefused = desk.calls().filter(({ role }) => role === "reviewer").length === 2;
    return expect(isRefused ? desk.prompt(1, "reviewer", 2) : desk.summary(1)).toContain(CONCERN);
  });
});

const CHANGE = `**Change 1: replace** in "Storage"\n\n\`\`\`old\n${KEPT}\n\`\`\`\n\n\`\`\`new\n${DAYS}\n\`\`\``;
const LOOSE = "Also write below Handing out that each further day costs 2 EUR.";
const PROPOSALS: readonly (readonly [string, string])[] = [
  ["a change in prose beside an exact one", proposal({ gap: KEEP, instead: `${CHANGE}\n\n${LOOSE}` })],
  [
    "a change without its fences",
    proposal({ gap: KEEP, instead: `${CHANGE}\n\n**Change 2: add after** in "Handing out"\n\n${LOOSE}` }),
  ],
  [
    "a section that nobody knows where changes belong",
    proposal({ gap: KEEP, instead: `${CHANGE}\n\n#### Further edits\n\n- ${LOOSE}` }),
  ],
];

describe.concurrent("a proposal whose changes are not all exact", () => {
  it.each(PROPOSALS)("is refused with the lines that were not read: %s", async (_, document) => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: attempts((text, attempt) => engineer(1, KEEP, text, attempt), document, keeps()),
    });
    await desk.refine(0);
    expect(desk.prompt(1, `engineer-${KEEP}`, 2)).toContain(LOOSE);
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, DAYS));
  });
});

describe.concurrent("what does not touch meaning", () => {
  const OTHER_WORDS = [
    `Here is my review.\n\n\`\`\`markdown\n# REVIEW [${KEEP}]:\n\n## critical issues\n\nnone\n\n## **High Priority:**\n\n* ISSUE-R1-001: ${INTAKE_DAY.title}\n  * Location: "${DAYS}"\n  * Impact: ${INTAKE_DAY.impact}\n  * Suggestion: ${INTAKE_DAY.suggestion}\n\n## Medium priority\n\nN/A\n\n## Low Priority / Nits\n\n-\n\n**Verdict**: Needs_Revision\n\`\`\`\n`,
  ];

  it.each(OTHER_WORDS)("is normalised, and the repairs are logged", async (document) => {
    const turns: Turn[] = [engineer(1, KEEP, keeps()), reviewer(1, document)];
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns });
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.calls().filter(({ role }) => role === "reviewer")).toHaveLength(1);
    expect(desk.summary(1)).toMatch(/ISSUE-R1-001.*HIGH/);
    expect(desk.session("round_001/reviewer.md")).toContain(`## Review: ${KEEP}`);
    expect(desk.session("round_001/attempts/reviewer-1.md")).toBe(document);
    expect(desk.log(1)).toMatch(/repair/i);
  });
});

describe.concurrent("free text of the Engineer's form", () => {
  it("may hold tables, lists, fences and the ids of issues that are answered below", async () => {
    const solution = `This answers ${FIRST}.\n\n| Day | Kept |\n| --- | --- |\n| 15 | yes |\n\n1. The label is printed.\n2. The day is counted.\n\n\`\`\`text\nlast day = intake + 15\n\`\`\``;
    const changes = [{ kind: "replace", in: "Storage", old: KEPT, new: BETTER }] as const;
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps()),
        reviewer(1, GOOD_REVIEW),
        engineer(2, KEEP, proposal({ gap: KEEP, solution, changes, more: [changedIn(FIRST, "1")] })),
        reviewer(2, review({ gap: KEEP, earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`] } })),
      ],
    });
    await desk.refine(0);
    expect(desk.calls().filter(({ role, round }) => role === "engineer" && round === 2)).toHaveLength(1);
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, BETTER));
  });
});

describe.concurrent("a review that finds nothing", () => {
  it("says what it examined and how, or is asked for what is missing", async () => {
    const bare = `## Review: ${KEEP}\n\nNO_ISSUES_FOUND\n\n**Verdict:** APPROVED\n`;
    const whole = bare.replace("FOUND", "FOUND: the sentence\n\n- [x] 1 of 1 periods has a beginning");
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), ...attempts((text, n) => reviewer(1, text, n), bare, whole)],
    });
    await desk.refine(0);
    expect(desk.prompt(1, "reviewer", 2)).toContain(
      "with NO_ISSUES_FOUND the scope that was examined and a checklist of what was looked at",
    );
    expect(desk.summary(1)).toContain("1 of 1 periods has a beginning");
  });

  it("names its gap, line by line as it was written, and says nothing of a gap with issues", async () => {
    const checks = "the sentence\n- [x] every value\n- [x] every period";
    const found = `### Low Priority\n\n- **ISSUE-R1-001**: Long.\n  - **Location:** "${COSTS}"\n  - **Suggestion:** Shorter.`;
    const [first, second] = [
      `## Review: ${KEEP}\n\nNO_ISSUES_FOUND: ${checks}\n\n**Verdict:** APPROVED\n`,
      `## Review: ${FEE}\n\nNO_ISSUES_FOUND: the fee\n\n${found}\n\n**Verdict:** APPROVED_WITH_NOTES\n`,
    ];
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, FEE) },
      turns: [engineer(1, KEEP, keeps()), engineer(1, FEE, costs()), reviewer(1, `${first}\n${second}`)],
    });
    await desk.refine(0, "--max-rounds", "1");
    expect(desk.summary(1)).toContain("ISSUE-R1-001");
    expect(desk.summary(1)).toContain(`> ${KEEP}, NO_ISSUES_FOUND: ${checks.replaceAll("\n", "\n> ")}`);
    expect(desk.summary(1)).not.toContain(`${FEE}, NO_ISSUES_FOUND`);
  });

  it("may tick its boxes: No Issues Found with a checklist is no issue", async () => {
    const document = `## Review: ${KEEP}\n\n### No Issues Found\n\n**Scope examined:** the changed sentence and every passage that names a period.\n\n### Completeness Checks\n\n- [x] Every value has a unit (1 of 1)\n- [x] Every period has a beginning (1 of 1)\n- [x] No other passage names a period (0 of 0)\n\n**Verdict:** APPROVED\n`;
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps()), reviewer(1, document)],
    });
    await desk.refine(0);
    expect(desk.summary(1)).not.toContain("ISSUE-R1");
    expect(desk.summary(1)).toMatch(/absence of new findings|not an endorsement/i);
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, DAYS));
  });
});

describe.concurrent("a question of the Engineer's", () => {
  const QUESTION = "Does the depot close on Sundays?\nIf it does, are Sundays counted?";
  const BLOCKED = `BLOCKED_NEEDS_INPUT: ${KEEP}\n\n${QUESTION}\n\n- Sundays are counted\n- Sundays are skipped\n`;
  const GIVEN = "Sundays count like every other day.";

  it("reaches the person whole, with its choices, also where a blank line stands before it", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [{ role: "engineer", round: 1, when: GIVEN, document: keeps() }, engineer(1, KEEP, BLOCKED)],
    });
    const { stderr } = await desk.refine(3);
    const status = await desk.expecting(0, "status");
    for (const words of QUESTION.split("\n")) {
      for (const text of [stderr, status.stdout, desk.session("status.md")]) expect(text).toContain(words);
    }
    for (const text of [stderr, status.stdout]) expect(text).toContain("Sundays are skipped");
    await desk.answer("input", "give", { input: GIVEN });
    await desk.resume(0);
    const rounds = desk
      .calls()
      .filter(({ role }) => role === "engineer")
      .map(({ round }) => round);
    expect(rounds).toEqual([1, 1]);
    expect(desk.session("decisions.md")).toContain(GIVEN);
  });
});
