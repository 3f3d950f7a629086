import { describe, expect, it } from "vitest";
import { count, DAYS, KEEP, KEPT, keeps, replace } from "./support/depot.ts";
import { attempts, type Desk, engineer, reviewer, shown } from "./support/desk.ts";
import { alreadyIn, changedIn, claim, disagree, type IssueWords, proposal, review } from "./support/documents.ts";
import { BETTER, FIRST, INTAKE_DAY, oneGap, REFUSAL, raised, revised, SOURCE, WHO_CLEARS } from "./support/one-gap.ts";

// SPEC 8, 9: what happened to an issue is computed from ids and exact changes.

const NOT_FIXED = {
  earlier: { [FIRST]: ["NOT_FIXED", "The sentence is as it was."] },
  verdict: "NEEDS_REVISION",
} as const;
const RESOLVED = { earlier: { [FIRST]: ["RESOLVED", `"${DAYS}"`] } } as const;

/** Round 1 raises a HIGH issue, round 2 answers it with this document; the session stops there. */
async function answered(document: string, words: Parameters<typeof revised>[2] = NOT_FIXED): Promise<Desk> {
  const desk = await oneGap([...raised({ high: [INTAKE_DAY] }), ...revised(2, document, words)]);
  await desk.refine(3, "--max-rounds", "2");
  return desk;
}

/** The line of a summary that tells of the flag on an issue. */
const flagOf = (desk: Desk, issue = FIRST) =>
  desk
    .summary(2)
    .split("\n")
    .find((line) => /FLAG-R2-\d+/.test(line) && line.includes(issue));

describe.concurrent("a response with neither a change, nor a quotation, nor a DISAGREE", () => {
  const SHAMS = [
    ["a rejection in prose", "I disagree with this concern. The day of intake counts like any other."],
    ["a claim", "Fixed. The text is clear about it now."],
    ["a deflection to another gap", "This belongs to another gap and is handled there."],
    ["a change that does not exist", "Done.\n\n**Changed in:** 7"],
    ["a quotation that does not occur", 'It is there.\n\n**Already in:** "Parcels are counted from noon."'],
  ] as const;
  const issues = SHAMS.map(([title], index) => ({
    ...INTAKE_DAY,
    id: `ISSUE-R1-00${index + 1}`,
    title: `Objection to ${title}`,
  }));
  const answer = (words: (index: number) => string) => keeps(BETTER, ...issues.map((_, index) => words(index)));

  it("is refused by its id, with the way to disagree: prose, a claim, a deflection, a change or words that do not exist", async () => {
    const sham = answer((index) => claim(issues[index]?.id ?? "", SHAMS[index]?.[1] ?? ""));
    const honest = answer((index) => changedIn(issues[index]?.id ?? "", "1"));
    const desk = await oneGap([
      ...raised({ high: issues }),
      ...attempts((text, attempt) => engineer(2, KEEP, text, attempt), sham, honest),
      reviewer(
        2,
        review({
          gap: KEEP,
          earlier: Object.fromEntries(issues.map(({ id }) => [id, ["RESOLVED", `"${BETTER}"`] as const])),
        }),
      ),
    ]);
    await desk.refine(0);
    expect(desk.log(2)).toContain("CLAIM_WITHOUT_CHANGE");
    const [first, retry] = [desk.prompt(2, `engineer-${KEEP}`), desk.prompt(2, `engineer-${KEEP}`, 2)];
    for (const { id, title } of issues) expect(count(retry, id), title).toBeGreaterThan(count(first, id));
    expect(retry).toContain("DISAGREE");
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, BETTER));
  });

  it("that comes again after the retry is flagged (H5), and the Reviewer is told to look at it", async () => {
    const desk = await answered(keeps(DAYS, claim(FIRST, "This is handled elsewhere.")));
    expect(desk.calls().filter(({ role, round }) => role === "engineer" && round === 2)).toHaveLength(2);
    expect(flagOf(desk)).toContain("H5");
    expect(desk.prompt(2, "reviewer")).toContain("This is handled elsewhere.");
  });
});

describe.concurrent("an open HIGH issue that a revision leaves as it was", () => {
  it("H1: it is not answered by id", async () => {
    const desk = await answered(keeps());
    expect(flagOf(desk)).toMatch(/H1/);
    expect(flagOf(desk)).toContain("HIGH");
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["max-rounds"]);
  });

  it("H1: an id in a fence is no answer: it is flagged, or refused", async () => {
    const solution = `The rule is stated.\n\n\`\`\`text\n## Response to ${FIRST}\n\nDone.\n\`\`\``;
    const desk = await answered(proposal({ gap: KEEP, solution, changes: [replace("Storage", KEPT, DAYS)] }));
    const [question] = await desk.questions();
    if (question?.kind === "role-failed") expect(shown(question)).toContain("Response to ISSUE-");
    else expect(flagOf(desk)).toMatch(/H1/);
  });

  it("H1 drops to MEDIUM where the quoted passage was changed", async () => {
    const desk = await answered(keeps(BETTER));
    expect(flagOf(desk)).toMatch(/H1/);
    expect(flagOf(desk)).toContain("MEDIUM");
  });

  it("H4: the changes that the answer names are those of the last version", async () => {
    const desk = await answered(keeps(DAYS, changedIn(FIRST, "1")));
    expect(flagOf(desk)).toMatch(/H4/);
    expect(desk.session("status.md")).toMatch(/H4/);
    expect(desk.prompt(2, "reviewer")).toContain("which is the same as in the last version");
  });

  it("is no flag any more when the Reviewer calls it RESOLVED", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, keeps(DAYS, changedIn(FIRST, "1")), RESOLVED),
    ]);
    await desk.refine(0);
    expect(flagOf(desk) ?? "").not.toMatch(/open|unanswered|confirmed/i);
    expect(desk.summary(2)).toMatch(/ISSUE-R1-001.*VERIFIED/);
  });
});

describe.concurrent("an honest answer is not flagged", () => {
  const SHELF = "Each parcel has one shelf.";

  it.each([
    ["a change of the passage", keeps(BETTER, changedIn(FIRST, "1")), BETTER],
    ["a quotation of the spec", keeps(DAYS, alreadyIn(FIRST, SHELF)), SHELF],
  ])("%s", async (_, document, words) => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, document, { earlier: { [FIRST]: ["RESOLVED", `"${words}"`] } }),
    ]);
    await desk.refine(0);
    expect(desk.calls().filter(({ role, round }) => role === "engineer" && round === 2)).toHaveLength(1);
    expect(desk.summary(2)).not.toContain("FLAG-R2");
    expect(desk.session("status.md")).toContain("No conflicts.");
  });
});

describe.concurrent("two CRITICAL issues unanswered", () => {
  it("are asked about before a review is paid for, with what was looked at", async () => {
    const desk = await oneGap([...raised({ critical: [INTAKE_DAY, WHO_CLEARS] }), engineer(2, KEEP, keeps())]);
    await desk.refine(3);
    expect(desk.calls().filter(({ role, round }) => role === "reviewer" && round === 2)).toEqual([]);
    const asked = (await desk.questions()).map(shown).join("\n");
    for (const words of [FIRST, "CRITICAL", DAYS]) expect(asked).toContain(words);
  });
});

describe.concurrent("a DISAGREE whose quote does not occur in the issue", () => {
  it("passes with a note in the summary, and whetstone flag acts on what the summary lists", async () => {
    const desk = await answered(keeps(DAYS, disagree({ ...REFUSAL, concern: "The parcel is too heavy" })));
    const summary = desk.summary(2);
    const [note] = /NOTE-R2-\d+/.exec(summary) ?? [];
    expect(summary).toContain("The parcel is too heavy");
    expect(note).toBeDefined();
    await desk.expecting(0, "flag", "ask", note ?? "");
  });
});

describe.concurrent("the statistics of disagreement", () => {
  it("count a flag that held and one that the person calls wrong, and show no recall below five cases", async () => {
    const desk = await answered(keeps());
    expect(desk.session("status.md")).toContain("| H1 | 1 | 0 | 100 % |");
    expect(desk.session("status.md")).not.toMatch(/recall[^\n]*\d+(?:\.\d+)? ?%/i);
    const asked = await answered(keeps());
    await asked.expecting(0, "flag", "ask", "FLAG-R2-001");
    expect(asked.session("status.md")).toMatch(/FLAG-R2-001 .*asked/);
    await desk.expecting(0, "flag", "false-positive", "FLAG-R2-001");
    expect(desk.session("status.md")).toMatch(/FLAG-R2-001 .*H1.*false-positive/);
    expect(desk.session("status.md")).toContain("| H1 | 0 | 1 | 0 % |");
  });
});

describe.concurrent("BLOCK_ROUND: more than five DISAGREEs in a round", () => {
  const issues: IssueWords[] = Array.from({ length: 7 }, (_, index) => ({
    ...INTAKE_DAY,
    id: `ISSUE-R1-00${index + 1}`,
    title: `Objection ${index + 1} of the list is not met`,
  }));
  const all = issues.map(({ id, title }) => disagree({ ...REFUSAL, issue: id, concern: title }));

  it("is passed by nothing but a justification: not by the same again, nor by lowering one issue", async () => {
    const desk = await oneGap([...raised({ high: issues }), engineer(2, KEEP, keeps(DAYS, ...all))]);
    await desk.refine(3);
    const reviewed = () => desk.calls().filter(({ role, round }) => role === "reviewer" && round === 2);
    const blocked = async () => {
      const [question] = await desk.questions();
      expect(question).toMatchObject({ kind: "disagree-rate" });
      expect(reviewed()).toEqual([]);
      return question?.id ?? "";
    };
    await desk.expecting(2, "answer", await blocked(), "--option", "accept");
    await desk.expecting(0, "answer", await blocked(), "--option", "revise");
    await desk.resume(3);
    const lower = ["--field", "lower=ISSUE-R1-001=LOW", "--field", "reason=The label says it."];
    await desk.expecting(0, "answer", await blocked(), "--option", "review", ...lower);
    await desk.run("resume");
    const why = "justification=The reviewer read an old label.";
    await desk.expecting(0, "answer", await blocked(), "--option", "accept", "--field", why);
    await desk.run("resume");
    expect(reviewed().length).toBeGreaterThan(0);
    expect(desk.session("decisions.md")).toContain("The reviewer read an old label.");
    expect(desk.session("decisions.md")).toMatch(/### DECISION-R2-\d+: The Engineer's disagreement in round 2\n/);
    expect(desk.session("status.md")).toContain("BLOCK_ROUND");
    const rows = desk.session("status.md").match(/^\| ISSUE-R1-00\d .*explicit.*$/gm) ?? [];
    expect([...new Set(rows.map((row) => row.slice(2, 14)))].toSorted()).toEqual(issues.map(({ id }) => id));
    expect(
      rows.some((row) => row.startsWith("| ISSUE-R1-001") && row.includes("| dropped: The label says it. |")),
    ).toBe(true);
  });

  it("is taken again where the person acts on issues by commands, and holds while it is over the limit", async () => {
    const desk = await oneGap([...raised({ high: issues }), engineer(2, KEEP, keeps(DAYS, ...all))]);
    await desk.refine(3);
    await desk.expecting(0, "flag", "severity", "ISSUE-R1-001", "LOW", "--reason", "The label says it.");
    await desk.resume(3);
    const [question] = await desk.questions();
    expect(question?.text).toContain("6 of 6");
    expect(desk.calls().filter(({ role, round }) => role === "reviewer" && round === 2)).toEqual([]);
    await desk.expecting(0, "flag", "waive", "ISSUE-R1-002", "--reason", "Nobody needs it.");
    await desk.resume(3);
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["conflict"]);
    expect(desk.session("status.md")).toMatch(/\| +5 \| +5 \| +100 % \| WARN_USER/);
  });
});
