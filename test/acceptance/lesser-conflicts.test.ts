import { describe, expect, it } from "vitest";
import { DAYS, KEEP, KEPT, keeps, replace } from "./support/depot.ts";
import { type AskedQuestion, attempts, type Desk, engineer, reviewer, shown, type Turn } from "./support/desk.ts";
import { changedIn, type Disagreement, disagree, type IssueWords, proposal, review } from "./support/documents.ts";
import {
  ALTERNATIVE,
  BEST,
  BETTER,
  decide,
  FIRST,
  INTAKE_DAY,
  oneGap,
  REFUSAL,
  raised,
  revised,
  SECOND,
  SOURCE,
  WHO_CLEARS,
} from "./support/one-gap.ts";

// SPEC 3.6, 10.4: what is decided about a lesser issue binds too, and conflicts stand in one queue.

/** Round 2 meets the HIGH issue and disagrees with a lesser one; round 3 carries out what was decided about that. */
function lesser(
  severity: "medium" | "low",
  refusal: Disagreement = { ...REFUSAL, issue: SECOND, concern: WHO_CLEARS.title, alternative: ALTERNATIVE },
): Turn[] {
  const carriedOut = (old: string) =>
    proposal({ gap: KEEP, changes: [replace("Storage", old, BEST)], more: [changedIn(SECOND, "1")] });
  return [
    ...raised({ high: [INTAKE_DAY], [severity]: [WHO_CLEARS] }),
    ...revised(2, keeps(BETTER, changedIn(FIRST, "1"), disagree(refusal)), {
      earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`], [SECOND]: ["NOT_FIXED", "Nobody clears it."] },
      verdict: "APPROVED_WITH_NOTES",
    }),
    // The text of round 2 may stand in the working spec already, or not.
    ...attempts((text, attempt) => engineer(3, KEEP, text, attempt), carriedOut(BETTER), carriedOut(KEPT)),
    reviewer(3, review({ gap: KEEP, earlier: { [SECOND]: ["RESOLVED", '"the store team clears the shelf"'] } })),
  ];
}

const soughtBy = (desk: Desk) => desk.calls().filter(({ prompt }) => prompt.includes("## Middle Ground"));

describe.concurrent("a conflict on a MEDIUM or LOW issue", () => {
  it.each([
    ["medium", "A", undefined, WHO_CLEARS.suggestion ?? ""],
    ["medium", "C", undefined, ALTERNATIVE],
    ["medium", "D", "The porter clears the shelf.", "The porter clears the shelf."],
    ["low", "A", undefined, WHO_CLEARS.suggestion ?? ""],
    ["low", "C", undefined, ALTERNATIVE],
    ["low", "D", "The porter clears the shelf.", "The porter clears the shelf."],
  ] as const)(
    "%s decided for %s is carried out before the gap is accepted",
    async (severity, letter, words, demanded) => {
      const desk = await oneGap(lesser(severity));
      await desk.refine(3);
      await decide(desk, SECOND, letter, words);
      await desk.resume(0);
      const third = desk.calls().filter(({ role, round }) => role === "engineer" && round === 3);
      expect(third.length).toBeGreaterThan(0);
      expect(third[0]?.prompt).toContain(demanded);
      expect(third[0]?.prompt).toContain(SECOND);
      expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, BEST));
      expect(desk.session("traceability.md")).toContain("DECISION-R2-001");
    },
  );

  it.each(["medium", "low"] as const)(
    "%s that the person leaves undecided is named in the spec, and not asked again",
    async (severity) => {
      const desk = await oneGap(lesser(severity).filter(({ round }) => round !== 3));
      await desk.refine(3);
      const leave = (await desk.questions())[0]?.options.find(({ id }) => id === "limitation");
      expect(leave?.effect).toContain("not be asked again");
      await desk.answer("conflict", "limitation");
      await desk.resume(0);
      expect(desk.calls().filter(({ role, round }) => role === "engineer" && round > 2)).toEqual([]);
      expect(desk.read("depot_v1.0.md").startsWith(SOURCE.replace(KEPT, BETTER))).toBe(true);
      expect(desk.read("depot_v1.0.md")).toMatch(new RegExp(`- ${SECOND} \\([^)]*, a known limitation\\)`));
    },
  );

  it("decided for A holds the gap until the Reviewer's word is RESOLVED", async () => {
    const turns = lesser("medium").filter(({ role, round }) => role !== "reviewer" || round !== 3);
    const still = { earlier: { [SECOND]: ["NOT_FIXED", "Nobody clears it."] }, verdict: "APPROVED" } as const;
    const desk = await oneGap([...turns, reviewer(3, review({ gap: KEEP, ...still }))]);
    await desk.refine(3, "--max-rounds", "3");
    await decide(desk, SECOND, "A");
    await desk.resume(3);
    expect(["ACCEPTED", "RESOLVED"]).not.toContain(await desk.state(KEEP));
    expect(desk.has("depot_v1.0.md")).toBe(false);
  });

  it("becomes a known limitation in an unattended run, signed by the policy", async () => {
    const noAlternative = { ...REFUSAL, issue: SECOND, concern: WHO_CLEARS.title };
    const desk = await oneGap(lesser("medium", noAlternative).filter(({ round }) => round !== 3));
    await desk.refine(0, "--yes");
    // Nobody would read a middle ground: no run is paid for.
    expect(soughtBy(desk)).toEqual([]);
    expect(desk.read("depot_v1.0.md")).toContain(SECOND);
    expect(desk.session("decisions.md")).not.toMatch(/by:?\W*user\b/i);
  });

  it("that is reopened after B binds nobody any more", async () => {
    const desk = await oneGap(lesser("low"));
    await desk.refine(3);
    await decide(desk, SECOND, "B");
    await desk.expecting(0, "flag", "reopen", SECOND, "--reason", "It matters after all.");
    await desk.expecting(0, "gap", "reopen", KEEP, "--reason", "For the shelf.");
    await desk.run("resume");
    const prompt = desk.prompt(3, `engineer-${KEEP}`);
    expect(prompt).toContain(WHO_CLEARS.suggestion);
    expect(prompt).not.toMatch(new RegExp(`${SECOND}[^\\n]*waived`, "i"));
  });
});

describe.concurrent("a middle ground", () => {
  const SENTENCE = "The store team clears the shelf on Mondays.";
  const found: Turn = { role: "reviewer", when: "## Middle Ground", document: `## Middle Ground\n\n${SENTENCE}\n` };
  const refusal = { ...REFUSAL, issue: SECOND, concern: WHO_CLEARS.title };

  it("is sought once for a conflict that waits for the person, also without a terminal, and is C", async () => {
    const desk = await oneGap([found, ...lesser("medium", refusal)]);
    await desk.refine(3);
    expect(soughtBy(desk)).toHaveLength(1);
    expect(shown((await desk.questions())[0] as AskedQuestion)).toContain(SENTENCE);
    await decide(desk, SECOND, "c");
    await desk.resume(0);
    expect(desk.session("decisions.md")).toContain(SENTENCE);
  });
});

describe.concurrent("several conflicts", () => {
  it("on MEDIUM issues are asked about in one question", async () => {
    const third: IssueWords = { ...WHO_CLEARS, id: "ISSUE-R1-003", title: "Where the shelf stands is left open" };
    const refused = [WHO_CLEARS, third].map(({ id, title }) => disagree({ ...REFUSAL, issue: id, concern: title }));
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY], medium: [WHO_CLEARS, third] }),
      ...revised(2, keeps(BETTER, changedIn(FIRST, "1"), ...refused), {
        earlier: {
          [FIRST]: ["RESOLVED", `"${BETTER}"`],
          [SECOND]: ["NOT_FIXED", "Nobody clears it."],
          "ISSUE-R1-003": ["NOT_FIXED", "It stands nowhere."],
        },
        verdict: "APPROVED_WITH_NOTES",
      }),
    ]);
    await desk.refine(3);
    const [question, ...more] = await desk.questions();
    expect(more).toEqual([]);
    for (const words of [SECOND, "ISSUE-R1-003", third.title]) expect(question && shown(question)).toContain(words);
  });

  it("a CRITICAL one that was inferred is asked before an explicit HIGH one", async () => {
    const grave: IssueWords = { ...WHO_CLEARS, id: FIRST };
    const high: IssueWords = { ...INTAKE_DAY, id: SECOND };
    const desk = await oneGap([
      ...raised({ critical: [grave], high: [high] }),
      ...revised(2, keeps(DAYS, disagree({ ...REFUSAL, issue: SECOND })), {
        earlier: { [FIRST]: ["NOT_FIXED", "As it was."], [SECOND]: ["NOT_FIXED", "As it was."] },
        verdict: "NEEDS_REVISION",
      }),
    ]);
    await desk.refine(3);
    const [flag] = (await desk.questions()).filter(({ kind }) => kind === "flag");
    if (flag) await desk.expecting(0, "answer", flag.id, "--option", "conflict");
    else await desk.expecting(0, "flag", "conflict", FIRST);
    await desk.run("resume");
    const [first] = (await desk.questions()).filter(({ kind }) => kind === "conflict");
    expect(first?.about).toContain(FIRST);
    expect(first?.about).not.toContain(SECOND);
    expect(first && shown(first)).not.toMatch(/the Engineer disagrees/i);
    expect(first && shown(first)).toMatch(/inferred/i);
    expect(first?.options.find(({ id }) => id === "A")?.recommended).toBe(true);
  });
});
