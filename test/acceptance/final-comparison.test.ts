import { describe, expect, it } from "vitest";
import { CODE, costs, DAYS, depot, FEE, KEEP, keeps, replace, SHOWS, VALID } from "./support/depot.ts";
import { engineer, openDesk, reviewer, type Turn } from "./support/desk.ts";
import { changedIn, proposal, READY, review, reviews } from "./support/documents.ts";

// SPEC 12: the final review shows what it compared, and what the Engineer decided alone is told.

const SOON = "The person shows a pickup code that is valid for 15 days.";
const compared = (result: string, valid: string, alone = "") =>
  READY.replace(
    "No other passage: 1-99",
    `| Changes | Subject | Passages | Case | Result |\n| --- | --- | --- | --- | --- |\n| 1, 2 | How long a parcel can be fetched | "${DAYS}", "${valid}" | fetched on day 5: yes, no code | ${result} |\n\n${alone}`,
  );
const final = (document: string, when = ""): Turn => ({ role: "reviewer", final: true, document, when });

describe.concurrent("the comparison of the final review", () => {
  const turns = [
    engineer(1, KEEP, keeps()),
    engineer(1, CODE, proposal({ gap: CODE, changes: [replace("Handing out", SHOWS, VALID)] })),
    {
      ...engineer(2, "GAP-WHOLE-001", proposal({ gap: "{GAP}", changes: [replace("Handing out", VALID, SOON)] })),
      when: "Passages differ: How long a parcel can be fetched",
    },
    final(compared("AGREE", SOON), "Blockers of earlier passes"),
    final(compared("DIFFER", VALID), "PARTIAL_REVIEW"),
    final(compared("DIFFER", VALID).replace("| 1, 2 |", "| 2 |")),
  ];

  it("makes a gap of passages that differ, whatever the verdict, and the session settles it", async () => {
    const desk = await openDesk({ files: { "depot.md": depot(KEEP, CODE) }, turns });
    const { stderr } = await desk.refine(0);
    const [first, again, second] = [1, 2]
      .map((run) => desk.prompt(1, "final-review", run))
      .concat(desk.prompt(2, "final-review"));
    expect(first).toContain(`1. in "Storage": ${DAYS}\n2. in "Handing out": ${VALID}\n`);
    expect(again).toContain("not compared: change 1. Each change of the task needs a row");
    expect(second).toContain(SOON);
    expect(stderr).toContain("NOT_READY; 1 subject compared");
    expect(await desk.state("GAP-WHOLE-001")).toBe("RESOLVED");
    expect(desk.read("depot_v1.0.md")).toContain(SOON);
    expect(desk.calls().filter(({ gaps }) => gaps.length === 0)).toHaveLength(3);
  });

  it("counts as it is where a second attempt leaves a change out, and the records say so", async () => {
    const names = '| 1 | Names | "Bob", "Alice" | who signs | DIFFER |';
    const partly = compared("AGREE", VALID).replace("| 1, 2 |", "| 2 |").replace("AGREE |", `AGREE |\n${names}`);
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, CODE) },
      turns: [...turns.slice(0, 2), final(partly.replace("| 1 | Names", "| - | Names"))],
    });
    await desk.refine(0);
    expect((await desk.status()).stop.termination).toBe("COMPLETE");
    expect(desk.session("status.md")).toContain(
      '; 1 subject compared; not compared: change 1; left out of the comparison: "Names" quotes "Bob"',
    );
    expect(desk.calls().filter(({ gaps }) => gaps.length === 0)).toHaveLength(3);
  });

  it("makes none of passages that differ as an open issue says, but of what no open issue is named for", async () => {
    const issue = { id: "ISSUE-R1-001", title: "How many days", quotes: [DAYS], suggestion: "A week." };
    const ending = async (id: string, code: number) => {
      const desk = await openDesk({
        files: { "depot.md": depot(KEEP, CODE) },
        turns: [
          ...turns.slice(0, 2),
          reviewer(1, reviews({ gap: KEEP, medium: [issue] }, { gap: CODE })),
          turns[2] as Turn,
          final(compared("AGREE", SOON), "Blockers of earlier passes"),
          final(compared(`OPEN ${id}`, VALID)),
        ],
      });
      await desk.refine(3);
      await desk.answer("polish", "skip");
      return (await desk.resume(code)).stderr;
    };
    expect(await ending(issue.id, 0)).toContain("READY_FOR_TERMINATION; 1 subject compared");
    expect(await ending("ISSUE-R1-002", 0)).toContain("NOT_READY; 1 subject compared");
  });
});

describe.concurrent("what the Engineer decided alone", () => {
  const unsure = (document: string, word: "MEDIUM" | "LOW") =>
    document.replace("**Confidence:** HIGH", `**Confidence:** ${word}`);

  /** With it the sentence is longer than a title may be. */
  const WHY =
    "since the shelves of a small depot are full after two weeks in most months and the next lorry for parcels that nobody fetched comes on the day after";

  it("is told at the end, in the records and below the spec; what the User decided is not", async () => {
    const keep = proposal({
      gap: KEEP,
      changes: [replace("Storage", "Parcels are kept until they are fetched.", DAYS)],
      solution: `A parcel stays 15 days, ${WHY}. That is what other depots do.`,
    });
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, FEE, CODE) },
      turns: [
        engineer(1, KEEP, unsure(keep, "MEDIUM")),
        engineer(1, FEE, `BLOCKED_NEEDS_INPUT: ${FEE}\nWhat does a day cost?\n`, 1),
        engineer(1, FEE, unsure(costs(), "LOW"), 2),
        engineer(1, CODE, proposal({ gap: CODE, changes: [replace("Handing out", SHOWS, VALID)] })),
      ],
    });
    await desk.refine(3);
    await desk.answer("input", "give", { input: "2 EUR a day." });
    const { stdout } = await desk.resume(0);
    const what = `A parcel stays 15 days, ${WHY}.`;
    const line = `${KEEP} (How long a parcel is kept is not said): ${what}`;
    const spec = desk.read("depot_v1.0.md");
    expect(spec).toContain(`## Decided without the owner\n\n- ${line}\n`);
    for (const gap of [FEE, CODE]) expect(spec.split(gap)).toHaveLength(2);
    expect(stdout).toContain(`## Decided without you\n\n- ${line}`);
    expect((await desk.run("status")).stdout.replace(/\s+/g, " ")).toContain(`decided without you - ${line}`);
    expect(desk.session("status.md")).toContain("1 decided without you");
    expect(desk.session("changes.md")).toContain(`## ${KEEP}, round 1, decided without you\n`);
    expect((await desk.run("check", "depot_v1.0.md")).stdout).not.toContain("stays 15 days");
  });

  it("is told choice by choice where the Engineer names them, also beside a decision of the User, until it is decided anew", async () => {
    const names = (document: string, ...choices: readonly string[]) =>
      document.replace("### Examples", `${choices.map((text) => `**Decided:** ${text}`).join("\n")}\n\n### Examples`);
    const later = "Parcels are kept for 30 days.";
    const issue = { id: "ISSUE-R1-001", title: "How many days", quotes: [DAYS], ask: "How many days?" };
    const revised = proposal({
      gap: KEEP,
      changes: [replace("Storage", DAYS, later)],
      more: [changedIn(issue.id, "1")],
    });
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, FEE) },
      turns: [
        engineer(1, KEEP, names(keeps(), "15 days")),
        engineer(1, FEE, `BLOCKED_NEEDS_INPUT: ${FEE}\nWhat does a day cost?\n`, 1),
        engineer(1, FEE, names(costs(), "a begun day counts whole", "no upper limit"), 2),
        reviewer(1, reviews({ gap: KEEP, medium: [issue] }, { gap: FEE })),
        engineer(2, KEEP, revised),
        reviewer(2, review({ gap: KEEP, earlier: { [issue.id]: ["RESOLVED", `"${later}"`] } })),
      ],
    });
    await desk.refine(3);
    await desk.answer("input", "give", { input: "2 EUR a day." });
    await desk.resume(3);
    expect(desk.session("status.md")).toContain("3 decided without you");
    await desk.answer("issue", "give", { input: "30 days." });
    const { stdout } = await desk.resume(0);
    const lines = ["a begun day counts whole", "no upper limit"].map((text) => `- ${FEE} (Handing out): ${text}.`);
    expect(stdout).toContain(`## Decided without you\n\n${lines.join("\n")}\n\n`);
    expect(desk.session("changes.md")).toContain(
      "Decided without you:\n\n- a begun day counts whole\n- no upper limit\n",
    );
  });

  it("includes a CRITICAL gap of which the Engineer was sure", async () => {
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, CODE).replace("(LOW)", "(CRITICAL)") },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(1, CODE, proposal({ gap: CODE, changes: [replace("Handing out", SHOWS, VALID)] })),
      ],
    });
    const { stdout } = await desk.refine(0);
    expect(stdout).toMatch(new RegExp(`## Decided without you\n\n- ${CODE} \\(.*\n\n`));
  });

  it("includes a gap whose words went in with another gap, but none that the author's words settle", async () => {
    const settledBy = (gap: string, words: string) =>
      unsure(proposal({ gap, instead: `No change needed: "${words}" settles it.` }), "MEDIUM");
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, FEE, CODE) },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(2, FEE, settledBy(FEE, DAYS)),
        engineer(3, CODE, settledBy(CODE, "Each parcel has one shelf.")),
      ],
    });
    const { stdout } = await desk.refine(0, "--parallel-gaps", "1");
    expect(stdout).toMatch(new RegExp(`## Decided without you\n\n- ${FEE} \\(.*\n\n`));
    expect(desk.session("status.md")).toContain("1 decided without you");
    expect(desk.session("changes.md")).toContain(`## ${KEEP}, round 1, decided without you\n`);
  });
});
