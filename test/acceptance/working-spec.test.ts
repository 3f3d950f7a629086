import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  CODE,
  COSTS,
  costs,
  count,
  DAYS,
  depot,
  FEE,
  KEEP,
  KEPT,
  keeps,
  lines,
  replace,
  SHOWS,
  VALID,
} from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer } from "./support/desk.ts";
import { changedIn, type IssueWords, proposal, review, reviews } from "./support/documents.ts";

// SPEC 1, 2, 4, 15.4: the working spec is the centre, and everybody reads it.

const SOURCE = depot(KEEP, FEE);
const ACCEPTED = SOURCE.replace(KEPT, DAYS);
const ISSUE: IssueWords = {
  id: "ISSUE-R1-001",
  title: "The day from which a late pickup costs something cannot be told",
  quotes: [COSTS],
  impact: "A person pays for a day that was free.",
  suggestion: "Name the day with which the fee begins.",
};
const BETTER = "Each day from the 16th on costs 2 EUR.";

describe("after a round in which one of two gaps was accepted", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(1, FEE, costs()),
        reviewer(1, reviews({ gap: FEE, high: [ISSUE] }, { gap: KEEP })),
        engineer(2, FEE, costs(BETTER, changedIn("ISSUE-R1-001", "1"))),
        reviewer(2, review({ gap: FEE, earlier: { "ISSUE-R1-001": ["RESOLVED", `"${BETTER}"`] } })),
      ],
    });
    await desk.refine(3, "--max-rounds", "1");
  });

  it("spec.md has the changes of the accepted gap, and those alone", async () => {
    expect(desk.session("spec.md")).toBe(ACCEPTED);
    expect(await desk.state(FEE)).toBe("NEEDS_REVISION");
    expect(desk.hasInSession("draft.md")).toBe(false);
  });

  it("changes.md tells the change with its gap and round, and nothing that was not accepted", () => {
    const changes = desk.session("changes.md");
    for (const words of [KEEP, "Storage", "until they are fetched", "for 15 days"]) expect(changes).toContain(words);
    expect(changes).toMatch(/round (00)?1\b/i);
    expect(changes).not.toContain(COSTS);
  });

  it("traceability.md leads from the gap to its section and round", () => {
    const row = desk
      .session("traceability.md")
      .split("\n")
      .find((line) => line.includes(KEEP));
    expect(row).toContain("Storage");
    expect(row).toMatch(/\b(00)?1\b/);
  });

  it("the Reviewer was shown the candidate, with every proposal of the round in it, and a word diff", () => {
    const prompt = desk.prompt(1, "reviewer");
    expect(prompt).toContain(DAYS);
    expect(prompt).toContain(COSTS);
    expect(prompt).toContain("| Parcels per day | 400 |");
    expect(
      prompt
        .split("\n")
        .some((line) => /kept .*(until they are fetched.*for 15 days|for 15 days.*until they are fetched)/.test(line)),
    ).toBe(true);
  });

  it("two Engineers of a round get the same beginning, up to the end of the working spec", () => {
    const [one, other] = [desk.prompt(1, `engineer-${KEEP}`), desk.prompt(1, `engineer-${FEE}`)];
    const common = commonBeginning(one, other);
    for (const line of lines(SOURCE)) expect(common).toContain(line);
  });

  it("an Engineer is told of the other gap in a line", () => {
    expect(desk.prompt(1, `engineer-${KEEP}`)).toMatch(new RegExp(`^.*${FEE}.*late pickup.*$`, "m"));
  });

  describe("and in the next round", () => {
    beforeAll(async () => {
      await desk.extend();
      await desk.resume(0);
    });

    it("the Engineer's prompt shows the text that was accepted, once, and no longer the one before", () => {
      const prompt = desk.prompt(2, `engineer-${FEE}`);
      expect(count(prompt, DAYS)).toBe(1);
      expect(prompt).not.toContain(KEPT);
    });

    it("the Engineer gets each issue whole, and the last version of its own text", () => {
      const prompt = desk.prompt(2, `engineer-${FEE}`);
      for (const words of [ISSUE.id, ISSUE.title, ISSUE.impact, ISSUE.suggestion, COSTS])
        expect(prompt).toContain(words);
    });

    it("the Reviewer gets each open issue whole, and the difference from the last version", () => {
      const prompt = desk.prompt(2, "reviewer");
      for (const words of [ISSUE.id, ISSUE.title, ISSUE.impact, ISSUE.suggestion, BETTER])
        expect(prompt).toContain(words);
      expect(prompt.split("\n").some((line) => /Each day .*after that.*from the 16th on/.test(line))).toBe(true);
    });

    it("the finished spec is the working spec, and nothing of the form is in it", () => {
      const spec = desk.read("depot_v1.0.md");
      expect(spec).toBe(desk.session("spec.md"));
      expect(lines(spec)).toEqual(lines(ACCEPTED.replace(SHOWS, `${SHOWS}\n${BETTER}`)));
      expect(spec).not.toMatch(/Change \d|Gap Resolution|```(?:old|new)/);
    });

    it("status.md tells how the working spec grew by round", () => {
      expect(desk.session("status.md")).toMatch(/growth|grew|words/i);
    });
  });
});

function commonBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

describe("the projections of a session of two rounds", () => {
  const PROJECTED = ["spec.md", "changes.md", "traceability.md", "status.md", "decisions.md"];
  const WHOLE = depot(KEEP, FEE, CODE);
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({
      files: { "depot.md": WHOLE },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(2, FEE, costs()),
        engineer(3, CODE, proposal({ gap: CODE, changes: [replace("Handing out", SHOWS, VALID)] })),
      ],
    });
    await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "2");
  });

  it("are written again byte for byte by status --rebuild", async () => {
    const before = PROJECTED.map((name) => desk.session(name));
    for (const name of PROJECTED) rmSync(join(desk.cwd, desk.sessionPath(name)));
    await desk.expecting(0, "status", "--rebuild");
    expect(PROJECTED.map((name) => desk.session(name))).toEqual(before);
  });

  it("go back with a rollback: spec.md to the end of round 1, then to the source, to the byte", async () => {
    expect(lines(desk.session("spec.md"))).toEqual(
      lines(WHOLE.replace(KEPT, DAYS).replace(SHOWS, `${SHOWS}\n${COSTS}`)),
    );
    await desk.expecting(0, "rollback", "--reason", "the fee is wrong", "--same");
    expect(desk.session("spec.md")).toBe(WHOLE.replace(KEPT, DAYS));
    expect(desk.session("changes.md")).not.toContain(COSTS);
    await desk.expecting(0, "rollback", "--reason", "the days are wrong", "--same");
    expect(desk.session("spec.md")).toBe(WHOLE);
    expect(desk.session("changes.md")).not.toContain(DAYS);
  });

  it("grow again after it, to the same end", async () => {
    await desk.resume(3);
    await desk.extend();
    await desk.resume(0);
    expect(desk.read("depot_v1.0.md")).toBe(desk.session("spec.md"));
    for (const words of [DAYS, COSTS, VALID]) expect(count(desk.session("spec.md"), words)).toBe(1);
  });
});

describe("the checks of a round (SPEC 4.5, 16.2)", () => {
  it("look at the lines that changed, and what they find stands in the summary and the next prompt", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, keeps("Parcels are kept for 15 days. The fine is TBD.")), engineer(2, FEE, costs())],
    });
    await desk.refine(0, "--parallel-gaps", "1", "--yes");
    expect(desk.summary(1)).toContain("TBD");
    expect(count(desk.prompt(2, `engineer-${FEE}`), "TBD")).toBeGreaterThan(1);
  });
});
