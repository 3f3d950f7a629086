import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps, replace } from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer, shown, type Turn } from "./support/desk.ts";
import { changedIn, type IssueWords, proposal, review, reviews } from "./support/documents.ts";

// SPEC 3.6: what the Reviewer leaves to the person is asked, and not settled between the agents.

const ASK = "May a parcel be kept longer for a regular customer?";
const ISSUE: IssueWords = { id: "ISSUE-R1-001", title: "Regular customers", quotes: [DAYS], ask: ASK };
const PLAIN: IssueWords = { id: "ISSUE-R1-002", title: "Which day is the first", quotes: [COSTS] };
const ANSWER = "For 30 days.";
const LONGER = "Parcels are kept for 15 days, those of regular customers for 30.";

const open = (turns: readonly Turn[], ...gaps: readonly string[]): Promise<Desk> =>
  openDesk({ files: { "depot.md": depot(...gaps) }, turns });
const follows = (round: number): Turn[] => [
  engineer(
    round,
    KEEP,
    proposal({ gap: KEEP, changes: [replace("Storage", DAYS, LONGER)], more: [changedIn(ISSUE.id, "1")] }),
  ),
  reviewer(round, review({ gap: KEEP, earlier: { [ISSUE.id]: ["RESOLVED", `"${LONGER}"`] } })),
];
const fresh: Turn[] = [
  engineer(2, KEEP, keeps(LONGER, changedIn(ISSUE.id, "1"))),
  reviewer(2, review({ gap: KEEP, earlier: { [ISSUE.id]: ["RESOLVED", `"${LONGER}"`] } })),
];

describe.concurrent("an issue that asks the person", () => {
  it("and is HIGH is put to them before the Engineer's next run, and the answer binds it", async () => {
    const desk = await open(
      [engineer(1, KEEP, keeps()), reviewer(1, review({ gap: KEEP, high: [ISSUE] })), ...fresh],
      KEEP,
    );
    await desk.refine(3);
    expect(desk.calls().filter(({ role }) => role === "engineer")).toHaveLength(1);
    const [question] = await desk.questions();
    expect(question).toMatchObject({ kind: "issue", text: ASK, about: [ISSUE.id, KEEP] });
    expect(question && shown(question)).toContain(DAYS);
    await desk.answer("issue", "give", { input: ANSWER });
    await desk.resume(0);
    expect(desk.prompt(2, `engineer-${KEEP}`)).toContain(ANSWER);
    expect(desk.session("decisions.md")).toContain(ANSWER);
    expect(desk.read("depot_v1.0.md")).toContain(LONGER);
  });

  it("and is MEDIUM on an accepted gap is put to them before polishing, and the answer reopens the gap", async () => {
    const desk = await open(
      [engineer(1, KEEP, keeps()), reviewer(1, review({ gap: KEEP, medium: [ISSUE] })), ...follows(2)],
      KEEP,
    );
    await desk.refine(3);
    expect(await desk.state(KEEP)).toBe("ACCEPTED");
    await desk.answer("issue", "give", { input: ANSWER });
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
    await desk.resume(0);
    expect(desk.read("depot_v1.0.md")).toContain(LONGER);
    expect(desk.session("traceability.md")).toContain(`${ISSUE.id} (MEDIUM, VERIFIED)`);
  });

  it("is waived, and accepted without another run, where they leave the spec as it is", async () => {
    const desk = await open([engineer(1, KEEP, keeps()), reviewer(1, review({ gap: KEEP, high: [ISSUE] }))], KEEP);
    await desk.refine(3);
    await desk.answer("issue", "leave");
    await desk.resume(0);
    expect(desk.session("traceability.md")).toContain(`${ISSUE.id} (HIGH, WAIVED)`);
    expect(desk.session("decisions.md")).toContain(`${ISSUE.id} is waived`);
    expect(desk.read("depot_v1.0.md")).toContain(DAYS);
  });

  it("is settled by no polishing round while they leave it undecided, and is listed", async () => {
    const turns = [
      engineer(1, KEEP, keeps()),
      engineer(1, FEE, costs()),
      reviewer(1, reviews({ gap: KEEP, medium: [ISSUE] }, { gap: FEE, medium: [PLAIN] })),
      engineer(
        2,
        FEE,
        proposal({
          gap: FEE,
          changes: [replace("Handing out", COSTS, `${COSTS} Day 16 is the first.`)],
          more: [changedIn(PLAIN.id, "1")],
        }),
      ),
      reviewer(2, review({ gap: FEE, earlier: { [PLAIN.id]: ["RESOLVED", `"Day 16 is the first."`] } })),
    ];
    const desk = await open(turns, KEEP, FEE);
    await desk.refine(3, "--yes");
    const [polishing = ""] = desk.calls().flatMap(({ round, prompt }) => (round === 2 ? [prompt] : []));
    expect(polishing).toContain(PLAIN.id);
    expect(polishing).not.toContain(ISSUE.id);
    const listed = `${ISSUE.id} (MEDIUM, on ${KEEP}, for you to decide): ${ISSUE.title} (asked: ${ASK})`;
    expect(desk.read("depot_v1.0.md")).toContain(listed);
    expect(desk.session("spec.md")).toContain("Day 16 is the first.");
  });
});

describe.concurrent("an answer that settles only half", () => {
  const asks = (words: string) => engineer(1, KEEP, `BLOCKED_NEEDS_INPUT: ${KEEP}\n${words}\n- One\n- Two\n`);
  const newGap = `- **GAP-KEEP-002** (HIGH): What becomes of a parcel after that.\n  - **Parent:** ${KEEP}\n  - **Place:** "${DAYS}"\n  - **Why:** One implementer sends it back, another sells it.`;

  it("is carried out, and the rest is a gap of its own", async () => {
    const carriedOut = proposal({ gap: KEEP, changes: [replace("Storage", KEPT, DAYS)], newGaps: newGap });
    const turns = [{ ...engineer(1, KEEP, carriedOut), when: "For 15 days." }, asks("How long, and then?")];
    const desk = await open([...turns, reviewer(1, review({ gap: KEEP }))], KEEP);
    await desk.refine(3);
    await desk.answer("input", "give", { input: "For 15 days." });
    await desk.resume(3);
    expect(desk.session("spec.md")).toContain(DAYS);
    expect(desk.prompt(2, "engineer-GAP-KEEP-002")).toContain("What becomes of a parcel after that.");
  });

  it("is asked about again where the gap hangs on the rest", async () => {
    const turns = [{ ...asks("And after these days?"), when: "For 15 days." }, asks("How long, and then?")];
    const desk = await open(turns, KEEP);
    await desk.refine(3);
    await desk.answer("input", "give", { input: "For 15 days." });
    await desk.resume(3);
    expect((await desk.questions()).map(({ text }) => text)).toEqual(["And after these days?"]);
  });
});

describe.concurrent("two questions of the Engineer about a gap with two issues", () => {
  it("show both issues, because nothing says which of them is meant", async () => {
    const high: IssueWords = { id: "ISSUE-R1-001", title: "Which day is the first", quotes: [DAYS] };
    const medium: IssueWords = { id: "ISSUE-R1-002", title: "Who clears the shelf", quotes: [DAYS] };
    const asks = ["Which day?", "Who clears it?"].map(
      (words) => `BLOCKED_NEEDS_INPUT: ${KEEP}\n${words}\n- One\n- Two\n`,
    );
    const turns = [
      engineer(1, KEEP, keeps()),
      reviewer(1, review({ gap: KEEP, high: [high], medium: [medium] })),
      engineer(2, KEEP, asks.join("\n")),
    ];
    const desk = await open(turns, KEEP);
    await desk.refine(3);
    const questions = await desk.questions();
    expect(questions.map(({ text }) => text)).toEqual(["Which day?", "Who clears it?"]);
    for (const question of questions) for (const { title } of [high, medium]) expect(shown(question)).toContain(title);
    // Own words and offered ones do the same.
    expect(questions[0]?.options.slice(0, 3).map(({ effect }) => effect)).toEqual(
      Array(3).fill("The Engineer writes it into the spec."),
    );
  });
});
