import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps, lines, replace, SHOWS } from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer, type Turn } from "./support/desk.ts";
import { type IssueWords, proposal, reviews } from "./support/documents.ts";

// SPEC 4.2, 4.5: changes of runs that work at the same time. FEE stands before KEEP in the order of ids.

const SOURCE = depot(KEEP, FEE);
const PAID = "Parcels are kept until they are fetched, and each day of it costs 2 EUR.";
const BOTH = "Parcels are kept for 15 days, and each day of it costs 2 EUR.";
const pays = proposal({ gap: FEE, changes: [replace("Storage", KEPT, PAID)] });
/** The same words as FEE changes, and, once it is shown the candidate, the words that FEE wrote. */
const afterFee = proposal({ gap: KEEP, changes: [replace("Storage", PAID, BOTH)] });
const TURNS: readonly Turn[] = [
  engineer(1, FEE, pays),
  { role: "engineer", round: 1, gaps: [KEEP], when: PAID, document: afterFee },
  engineer(1, KEEP, keeps()),
];
const runsOf = (desk: Desk, gap: string) =>
  desk.calls().filter(({ role, gaps }) => role === "engineer" && gaps.includes(gap));

describe.concurrent("two runs that change the same words", () => {
  it("the later gap's Engineer runs once more, with the candidate before it", async () => {
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: TURNS });
    await desk.refine(0);
    expect(runsOf(desk, FEE)).toHaveLength(1);
    expect(runsOf(desk, KEEP).map(({ prompt }) => prompt.includes(PAID))).toEqual([false, true]);
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace(KEPT, BOTH));
  });

  it("still overlapping, the gap goes back and the other one is accepted", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, FEE, pays), engineer(1, KEEP, keeps())],
    });
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, PAID));
    expect(await desk.state(KEEP)).toBe("OPEN");
    expect(desk.session("round_001/engineer.md")).not.toContain(DAYS);
  });

  it("the one that rests on the other stays PROPOSED where the other is not accepted, and both go on in one run", async () => {
    const issue: IssueWords = { id: "ISSUE-R1-001", title: "Nobody pays for a day of keeping", quotes: [BOTH] };
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [...TURNS, reviewer(1, reviews({ gap: FEE, high: [issue] }, { gap: KEEP }))],
    });
    await desk.refine(3, "--max-rounds", "1");
    expect(desk.session("spec.md")).toBe(SOURCE);
    expect(await desk.state(KEEP)).toBe("PROPOSED");
    expect(desk.summary(1)).toContain("(PROPOSED): it depends on changes from a gap that was not accepted");
    expect((await desk.questions())[0]?.text).toContain("its limit of 1 round.");
    await desk.extend();
    await desk.run("resume");
    const second = desk.calls().find(({ role, round }) => role === "engineer" && round === 2);
    expect(second?.gaps).toEqual([FEE, KEEP]);
  });
});

describe.concurrent("two runs that add at the same point", () => {
  it("stand in the order of their ids, and neither runs again", async () => {
    const adds = (gap: string, text: string) =>
      proposal({ gap, changes: [{ kind: "add after", in: "Handing out", old: SHOWS, new: text }] });
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, adds(KEEP, "It holds 15 days.")), engineer(1, FEE, adds(FEE, "A day costs 2 EUR."))],
    });
    await desk.refine(0);
    expect(desk.calls().filter(({ role }) => role === "engineer")).toHaveLength(2);
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(
      lines(SOURCE.replace(SHOWS, `${SHOWS}\nA day costs 2 EUR.\nIt holds 15 days.`)),
    );
  });
});

describe.concurrent("two runs that each add requirements", () => {
  const numbered = SOURCE.replace(SHOWS, `${SHOWS}\n\n- **FR-001**: Fees are shown.`);
  const adds = (gap: string, at: string, text: string) =>
    proposal({ gap, changes: [{ kind: "add after", in: at, old: at === "Storage" ? KEPT : SHOWS, new: text }] });

  it("get the next free numbers in the order of their gaps, and neither runs again", async () => {
    const desk = await openDesk({
      files: { "depot.md": numbered },
      turns: [
        engineer(1, KEEP, adds(KEEP, "Storage", "\n- **FR-004**: It holds 15 days.\n- **FR-002**: See FR-004.")),
        engineer(1, FEE, adds(FEE, "Handing out", "\n- **FR-002**: A day costs 2 EUR.")),
      ],
    });
    await desk.refine(0);
    expect(desk.calls().filter(({ role }) => role === "engineer")).toHaveLength(2);
    const result = desk.read("depot_v1.0.md");
    expect(result).toContain("- **FR-002**: A day costs 2 EUR.");
    expect(result).toContain("- **FR-004**: It holds 15 days.\n- **FR-003**: See FR-004.");
    expect(desk.session("round_001/engineer.md")).toContain("- **FR-003**: See FR-004.");
  });
});

describe.concurrent("a run on two gaps that settles one and asks about the other", () => {
  const tied = SOURCE.replace("costs is not said", `costs beyond ${KEEP} is not said`);
  const asks = (gap: string) => `BLOCKED_NEEDS_INPUT: ${gap}\nWhat holds?\n- The rule of today\n- Another rule\n`;
  const written = { [KEEP]: keeps(), [FEE]: costs() };
  const result = lines(SOURCE.replace(KEPT, DAYS).replace(SHOWS, `${SHOWS}\n${COSTS}`)).slice(0, -2);

  it.each([
    [FEE, KEEP, DAYS],
    [KEEP, FEE, COSTS],
  ] as const)("keeps what is settled and runs %s alone again", async (asked, settled, words) => {
    const desk = await openDesk({
      files: { "depot.md": tied },
      turns: [
        { role: "engineer", round: 1, gaps: [FEE, KEEP], document: `${written[settled]}\n${asks(asked)}` },
        engineer(1, asked, written[asked]),
      ],
    });
    await desk.refine(3);
    await desk.answer("input", "choice-1");
    await desk.resume(0);
    const runs = desk.calls().filter(({ role }) => role === "engineer");
    expect(runs.map(({ gaps }) => gaps)).toEqual([[KEEP, FEE], [asked]]);
    expect(runs[1]?.prompt).toContain(`${settled} belongs together with it and is settled`);
    expect(runs[1]?.prompt).toContain(words);
    expect(lines(desk.read("depot_v1.0.md")).slice(0, result.length)).toEqual(result);
    expect(desk.session("round_001/engineer.md")).not.toContain("BLOCKED_NEEDS_INPUT");
  });

  it("offers no id that what is settled has taken", async () => {
    const adds = [{ kind: "add after", in: "Storage", old: KEPT, new: "\n- **FR-002**: It holds 15 days." }] as const;
    const desk = await openDesk({
      files: { "depot.md": tied.replace(SHOWS, `${SHOWS}\n\n- **FR-001**: Fees are shown.`) },
      turns: [
        {
          role: "engineer",
          round: 1,
          gaps: [FEE, KEEP],
          document: `${proposal({ gap: KEEP, changes: [...adds] })}\n${asks(FEE)}`,
        },
      ],
    });
    await desk.refine(3);
    await desk.answer("input", "choice-1");
    await desk.run("resume");
    const [first, second] = desk.calls().filter(({ role }) => role === "engineer");
    expect(first?.prompt).toContain("these are free: FR-002 and up");
    expect(second?.prompt).toContain("these are free: FR-003 and up");
  });
});

describe.concurrent("an Engineer's document about a gap that it was not given", () => {
  it("is set aside with a warning, and its changes are not applied", async () => {
    const both = `${keeps()}\n${proposal({ gap: FEE, from: 2, changes: [replace("Handing out", SHOWS, "Nobody pays.")] })}`;
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [engineer(1, KEEP, both)],
    });
    await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "1");
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
    expect(desk.log(1)).toContain(FEE);
  });
});
