import { describe, expect, it } from "vitest";
import { DAYS, KEEP, KEPT, keeps, replace, SHOWS } from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer } from "./support/desk.ts";
import { alreadyIn, changedIn, claim, type IssueWords, proposal, review } from "./support/documents.ts";
import { BETTER, FIRST, INTAKE_DAY, oneGap, raised, revised, SECOND, WHO_CLEARS } from "./support/one-gap.ts";

// SPEC 9: planted sham answers are flagged, refused, or caught by the Reviewer; honest ones are not flagged.

const flags = (desk: Desk, round = 2) =>
  desk
    .summary(round)
    .split("\n")
    .filter((line) => line.includes(`FLAG-R${round}-`));

describe.concurrent("a sham answer", () => {
  it("that only names the id in a list is none: it is flagged, or refused with its line", async () => {
    const listed = `### Addressed\n\n- ${FIRST}\n`;
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, keeps(DAYS, listed), {
        earlier: { [FIRST]: ["NOT_FIXED", "As it was."] },
        verdict: "NEEDS_REVISION",
      }),
    ]);
    await desk.refine(3, "--max-rounds", "2");
    const [question] = await desk.questions();
    if (question?.kind === "role-failed") expect(JSON.stringify(question.evidence)).toContain("could not be read");
    else expect(flags(desk).join()).toMatch(new RegExp(`${FIRST}.*H1`));
  });

  it("with the right words in the wrong passage is caught by the Reviewer, and the statistics say so", async () => {
    const elsewhere = proposal({
      gap: KEEP,
      changes: [
        replace("Storage", KEPT, DAYS),
        replace("Handing out", SHOWS, `${SHOWS} The day of intake does not count.`),
      ],
      more: [changedIn(FIRST, "2")],
    });
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY] }),
      ...revised(2, elsewhere, {
        earlier: { [FIRST]: ["NOT_FIXED", `"${DAYS}" still leaves it open`] },
        verdict: "NEEDS_REVISION",
      }),
    ]);
    await desk.refine(3, "--max-rounds", "2");
    expect(flags(desk)).toEqual([]);
    expect(desk.prompt(2, "reviewer")).toContain("the words that it quotes stand as they were");
    expect(desk.session("status.md")).toContain("1 taken as answered but called NOT_FIXED");
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
  });
});

describe.concurrent("an issue that the Reviewer called RESOLVED", () => {
  it("is not flagged when its gap is revised for another one", async () => {
    const desk = await oneGap([
      ...raised({ high: [INTAKE_DAY, WHO_CLEARS] }),
      ...revised(2, keeps(BETTER, changedIn(FIRST, "1"), changedIn(SECOND, "1")), {
        earlier: { [FIRST]: ["RESOLVED", `"${BETTER}"`], [SECOND]: ["NOT_FIXED", "Nobody clears it."] },
        verdict: "NEEDS_REVISION",
      }),
      ...revised(3, keeps(BETTER), {
        earlier: { [SECOND]: ["NOT_FIXED", "Nobody clears it."] },
        verdict: "NEEDS_REVISION",
      }),
    ]);
    await desk.refine(3, "--max-rounds", "3");
    expect(flags(desk, 3)).toHaveLength(1);
    expect(flags(desk, 3).join()).toContain(SECOND);
  });
});

describe("sixty honest answers", () => {
  const COUNT = 60;
  const rules = Array.from({ length: COUNT }, (_, index) => `Rule ${index + 1} holds for shelf ${index + 1}.`);
  const spec = `# Depot\n\n## Rules\n\n${rules.join("\n\n")}\n\n## Notes\n\nEvery shelf has a number.\n\n## Open Questions\n\n- ${KEEP} (HIGH): What the rules say is not said.\n`;
  const first = (index: number) => `Rule ${index + 1} holds for shelf ${index + 1} during the day.`;
  const issues = rules.map(
    (_, index): IssueWords => ({
      id: `ISSUE-R1-${String(index + 1).padStart(3, "0")}`,
      title: `The hours of rule ${index + 1} cannot be told`,
      quotes: [first(index)],
    }),
  );
  const id = (index: number) => issues[index]?.id ?? "";

  it("are not flagged: changed words, words elsewhere, words that stand, words taken back, other cuts", async () => {
    const changes = rules.flatMap((rule, index) => {
      const better = `${first(index).slice(0, -1)}, from 8:00 to 18:00.`;
      switch (index % 5) {
        case 0: // the quoted sentence, whole
          return [replace("Rules", rule, better)];
        case 1: // the same sentence, another cut
          return [replace("Rules", `shelf ${index + 1}.`, `shelf ${index + 1} during the day, from 8:00 to 18:00.`)];
        case 2: // one change as it was, and one beside it
          return [replace("Rules", rule, `${first(index)} The day is 8:00 to 18:00.`)];
        case 3: // taken back: nothing is changed there any more
          return [];
        default: // as it was; another passage says it
          return [replace("Rules", rule, first(index))];
      }
    });
    const hours = "Every shelf has a number. The day is 8:00 to 18:00.";
    const all = [...changes, replace("Notes", "Every shelf has a number.", hours)];
    const numberOf = (index: number) =>
      all.findIndex(({ old }) => old === rules[index] || old === `shelf ${index + 1}.`) + 1;
    const answers = rules.map((_, index) => {
      if (index % 5 === 3) return claim(id(index), "The rule stands as the author wrote it.");
      if (index % 10 === 4) return alreadyIn(id(index), "The day is 8:00 to 18:00.");
      return changedIn(id(index), String(index % 5 === 4 ? all.length : numberOf(index)));
    });
    const desk = await openDesk({
      files: { "depot.md": spec },
      turns: [
        engineer(
          1,
          KEEP,
          proposal({ gap: KEEP, changes: rules.map((rule, index) => replace("Rules", rule, first(index))) }),
        ),
        reviewer(1, review({ gap: KEEP, high: issues })),
        engineer(2, KEEP, proposal({ gap: KEEP, changes: all, more: answers })),
        reviewer(
          2,
          review({ gap: KEEP, earlier: Object.fromEntries(issues.map((one) => [one.id, ["RESOLVED", `"${hours}"`]])) }),
        ),
      ],
    });
    await desk.refine(0);
    expect(desk.calls().filter(({ role, round }) => role === "engineer" && round === 2)).toHaveLength(1);
    expect(flags(desk)).toEqual([]);
    expect(desk.summary(2)).toMatch(/ISSUE-R1-060.*VERIFIED/);
  });
});
