import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, keeps, replace, SHOWS } from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer, shown, type Turn } from "./support/desk.ts";
import { changedIn, type IssueWords, notReady, proposal, READY, review, reviews } from "./support/documents.ts";

// SPEC 12: what is open is looked at again right before a session ends.

const SOURCE = depot(KEEP, FEE);
const LESSER: IssueWords = { id: "ISSUE-R1-001", title: "Fifteen is odd", quotes: [DAYS] };
const BETTER = "Parcels are kept for 14 days.";
const FIRE = "GAP-FIRE-001";
const ALARM = "At an alarm every shelf is unlocked.";
const INTAKE = "A parcel is weighed at the gate.";

/** Both gaps are accepted, and a MEDIUM issue is left for polishing. */
const LESS: readonly Turn[] = [
  engineer(1, KEEP, keeps()),
  engineer(1, FEE, costs()),
  reviewer(1, reviews({ gap: KEEP, medium: [LESSER] }, { gap: FEE })),
];
const polished = engineer(
  2,
  KEEP,
  proposal({ gap: KEEP, changes: [replace("Storage", DAYS, BETTER)], more: [changedIn(LESSER.id, "1")] }),
);
const settles = (round: number): Turn => ({
  ...{ role: "engineer", round },
  document: proposal({ gap: "{GAP}", changes: [{ kind: "add after", in: "Intake", old: INTAKE, new: ALARM }] }),
});
const open = (turns: readonly Turn[]): Promise<Desk> => openDesk({ files: { "depot.md": SOURCE }, turns });

describe.concurrent("COMPLETE", () => {
  it("does not stand over a gap that the polishing review found: the session goes on", async () => {
    const fire = `- **${FIRE}** (CRITICAL): What happens in a fire is not said\n  - **Parent:** ${KEEP}\n  - **Place:** "${INTAKE}"\n  - **Why:** Nobody gets out.`;
    const earlier = { [LESSER.id]: ["RESOLVED", `"${BETTER}"`] } as const;
    const found = reviewer(2, review({ gap: KEEP, earlier, newGaps: fire }));
    const desk = await open([...LESS, polished, found, settles(3)]);
    await desk.refine(0, "--yes");
    expect((await desk.status()).stop.termination).toBe("COMPLETE");
    expect((await desk.status()).gaps.at(-1)).toMatchObject({ severity: "CRITICAL", state: "RESOLVED" });
    for (const words of [BETTER, ALARM]) expect(desk.read("depot_v1.0.md")).toContain(words);
  });

  it("does not stand over what the person opened while the last question waited", async () => {
    const desk = await open([...LESS, settles(2)]);
    await desk.refine(3);
    await desk.expecting(0, "gap", "add", "What happens in a fire?", "--severity", "CRITICAL", "--quote", INTAKE);
    await desk.answer("polish", "skip");
    await desk.resume(0);
    expect((await desk.status()).gaps.at(-1)).toMatchObject({ severity: "CRITICAL", state: "RESOLVED" });
    expect(desk.read("depot_v1.0.md")).toContain(ALARM);
  });

  it("is not what a session ends as whose final review is not ready", async () => {
    const blocker = { title: "What becomes of a parcel on day 16 is not said", quotes: [INTAKE] };
    const desk = await open([
      ...[engineer(1, KEEP, keeps()), engineer(1, FEE, costs())],
      ...[2, 3].map(
        (round): Turn => ({
          ...{ role: "engineer", round },
          document: proposal({ gap: "{GAP}", instead: `No change needed: "${INTAKE}" says it.` }),
        }),
      ),
      { role: "reviewer", final: true, document: notReady(blocker) },
    ]);
    await desk.refine(3);
    await desk.answer("not-ready", "end");
    const { stdout, stderr } = await desk.resume(0);
    expect((await desk.status()).stop.termination).toBe("USER_APPROVED");
    expect(stdout + stderr).not.toContain("no open gap is left");
    expect(desk.session("status.md")).toContain("open before the later one and new in neither");
  });
});

describe.concurrent("the warning gates", () => {
  const GRAVE: IssueWords = { id: "ISSUE-R1-001", title: "Who is paid cannot be told", quotes: [COSTS] };
  const critical = reviews({ gap: FEE, critical: [GRAVE] }, { gap: KEEP });

  it("ask for a CRITICAL issue as for a CRITICAL gap, and no policy passes them", async () => {
    const desk = await open([engineer(1, KEEP, keeps()), engineer(1, FEE, costs()), reviewer(1, critical)]);
    await desk.refine(3, "--max-rounds", "1", "--yes");
    await desk.expecting(3, "finish", "--yes");
    const [gate] = await desk.questions();
    expect(gate).toMatchObject({ kind: "warning-gate", about: ["critical", FEE] });
    expect(gate && shown(gate)).toContain(`${FEE} (${GRAVE.id})`);
    expect(desk.has("depot_v1.0.md")).toBe(false);
  });

  it("are asked again for what was opened since they were passed, and for that alone", async () => {
    const blocker = { title: "What becomes of a parcel on day 16 is not said", quotes: [DAYS] };
    const grave = [engineer(1, KEEP, keeps()), engineer(1, FEE, costs()), reviewer(1, critical)];
    const desk = await open([...grave, { role: "reviewer", final: true, document: notReady(blocker) }]);
    await desk.refine(3, "--max-rounds", "1");
    await desk.answer("max-rounds", "accept");
    await desk.resume(3);
    const words = "I accept CRITICAL gaps knowing the spec may be unusable";
    await desk.answer("warning-gate", "accept", { words, [FEE]: "It can wait." });
    await desk.resume(3);
    await desk.expecting(0, "gap", "add", "What happens in a fire?", "--severity", "CRITICAL", "--quote", INTAKE);
    await desk.answer("not-ready", "end");
    await desk.resume(3);
    expect((await desk.questions()).map(({ about }) => about)).toEqual([["critical", "GAP-USER-001"]]);
  });
});

describe.concurrent("an ending within a round that is dropped", () => {
  it("leaves the round as it was, and no run is paid for twice", async () => {
    const asks = `BLOCKED_NEEDS_INPUT: ${FEE} What does a day cost?\n`;
    const desk = await open([engineer(1, KEEP, keeps()), engineer(1, FEE, asks)]);
    await desk.refine(3);
    await desk.expecting(3, "finish");
    await desk.answer("finish", "accept");
    await desk.resume(3);
    await desk.answer("warning-gate", "back");
    await desk.resume(3);
    const runs = desk.calls().map(({ role, round, gaps }) => `${role} ${round} ${gaps}`);
    expect(runs.sort()).toEqual([`engineer 1 ${FEE}`, `engineer 1 ${KEEP}`, `reviewer 1 ${KEEP}`]);
    expect(desk.session("spec.md")).toContain(DAYS);
  });

  it("also after its gates and its final review", async () => {
    const blocker = { title: "What becomes of a parcel on day 16 is not said", quotes: [INTAKE] };
    const asks = `BLOCKED_NEEDS_INPUT: ${FEE} What does a day cost?\n`;
    const final: Turn = { role: "reviewer", final: true, document: notReady(blocker) };
    const desk = await open([engineer(1, KEEP, keeps()), engineer(1, FEE, asks), final, settles(2)]);
    await desk.refine(3);
    await desk.expecting(3, "finish");
    await desk.answer("finish", "accept");
    await desk.resume(3);
    await desk.answer("warning-gate", "accept", { words: "I acknowledge", [KEEP]: "It can wait." });
    await desk.resume(3);
    await desk.answer("warning-gate", "accept");
    await desk.resume(3);
    await desk.answer("not-ready", "go-on");
    await desk.resume(3);
    expect(desk.calls().filter(({ role, round }) => role === "engineer" && round === 1)).toHaveLength(2);
    for (const words of [DAYS, ALARM]) expect(desk.session("spec.md")).toContain(words);
  });
});

describe.concurrent("what the polishing review raises", () => {
  const fee: IssueWords = { id: "ISSUE-R1-002", title: "Two is much", quotes: [COSTS] };
  const half = "Each day after that costs 1.5 EUR.";
  const both = engineer(
    2,
    KEEP,
    proposal({ gap: KEEP, changes: [replace("Storage", DAYS, BETTER)], more: [changedIn(LESSER.id, "1")] }) +
      proposal({ gap: FEE, from: 2, changes: [replace("Handing out", COSTS, half)], more: [changedIn(fee.id, "2")] }),
  );
  const earlier = (id: string, words: string) => ({ earlier: { [id]: ["RESOLVED", `"${words}"`] as const } });
  const turns = (grave: Omit<Parameters<typeof review>[0], "gap">): Turn[] => [
    ...LESS.slice(0, 2),
    reviewer(1, reviews({ gap: KEEP, medium: [LESSER] }, { gap: FEE, medium: [fee] })),
    both,
    reviewer(
      2,
      reviews({ gap: KEEP, ...earlier(LESSER.id, BETTER) }, { gap: FEE, ...earlier(fee.id, half), ...grave }),
    ),
  ];

  it("on a change drops it, and both issues are in the records", async () => {
    const odd: IssueWords = { id: "ISSUE-R2-001", title: "There are no such coins", quotes: [half] };
    const desk = await open(turns({ high: [odd] }));
    const { stderr } = await desk.refine(0, "--yes");
    expect(stderr).toContain(`1 issue settled (${LESSER.id}), changes dropped that the review did not pass (${FEE})`);
    expect(desk.session("spec.md")).toContain(BETTER);
    expect(desk.session("spec.md")).not.toContain(half);
    expect(desk.read("depot_v1.0.md")).toContain(`- ${fee.id} (MEDIUM, on ${FEE}): ${fee.title}`);
    expect(desk.summary(2)).toContain(`| ${odd.id} | ${FEE} | HIGH | WITHDRAWN |`);
    expect(desk.summary(2)).toContain(`of ${FEE} was dropped: ${odd.id}`);
    expect(desk.session("traceability.md")).toContain(`${odd.title} (the change that it is about was dropped)`);
  });

  it.each(["waive", "counts"])("without a quotation reopens nothing before the person's word: %s", async (word) => {
    const vague: IssueWords = { id: "ISSUE-R2-001", title: "It cannot work", quotes: ["Nobody knows."] };
    const desk = await open(turns({ critical: [vague] }));
    await desk.refine(3, "--yes", "--max-rounds", "1");
    expect(await desk.state(FEE)).toBe("ACCEPTED");
    await desk.answer("ungrounded", word, word === "waive" ? { reason: "It does." } : {});
    await desk.resume(word === "waive" ? 0 : 3);
    expect(await desk.state(FEE)).toBe(word === "waive" ? "RESOLVED" : "NEEDS_REVISION");
  });

  it("on words that stand in the spec reopens their gap, and the session goes on with it", async () => {
    const clash: IssueWords = { id: "ISSUE-R2-001", title: "Nobody knows the first day", quotes: [SHOWS] };
    const clear = "Each day after the 14th costs 2 EUR.";
    const revision = proposal({
      gap: FEE,
      changes: [replace("Handing out", COSTS, clear)],
      more: [changedIn(clash.id, "1"), changedIn(fee.id, "1")],
    });
    const settled = { [clash.id]: ["RESOLVED", `"${clear}"`], [fee.id]: ["RESOLVED", `"${clear}"`] } as const;
    const after = [engineer(3, FEE, revision), reviewer(3, review({ gap: FEE, earlier: settled }))];
    const desk = await open([...turns({ critical: [clash] }), ...after]);
    await desk.refine(0, "--yes");
    expect(desk.prompt(3, `engineer-${FEE}`)).toContain(clash.title);
    for (const words of [BETTER, clear]) expect(desk.read("depot_v1.0.md")).toContain(words);
    expect(desk.session("traceability.md")).toContain(`${clash.id} (CRITICAL, VERIFIED)`);
  });
});

describe.concurrent("a final review that is repeated, because the author edited the spec meanwhile", () => {
  it("leaves the prompt and the answer of the first one where they are", async () => {
    const edited = SOURCE.replace("at the gate and", "at the north gate and");
    const again: Turn = { role: "reviewer", final: true, when: "north gate", document: READY };
    const desk = await open([
      ...LESS.slice(0, 2),
      again,
      { role: "reviewer", final: true, document: READY, edits: { "depot.md": edited } },
    ]);
    await desk.refine(0);
    expect(desk.prompt(1, "final-review")).not.toContain("north gate");
    expect(desk.prompt(1, "final-review", 2)).toContain("north gate");
    for (const run of [1, 2]) expect(desk.session(`round_001/attempts/final-review-${run}.md`)).toBe(READY);
    expect(desk.prompt(1, "final-review", 2)).not.toContain("Retry, attempt");
  });
});

describe.concurrent("what the checks find in changed lines", () => {
  const ASKED = "Parcels are kept for 15 days, the day of intake ???";

  it("is in the next prompts and the final review's while it stands, and listed at the end", async () => {
    const desk = await open([engineer(1, KEEP, keeps(ASKED)), engineer(2, FEE, costs())]);
    await desk.refine(0, "--parallel-gaps", "1");
    const found = `depot.md:16: "${ASKED}" is still unresolved.`;
    for (const name of ["engineer-GAP-FEE-001", "final-review"]) expect(desk.prompt(2, name)).toContain(`- ${found}`);
    expect(desk.read("depot_v1.0.md")).toContain(`- found by the checks: ${found}`);
  });

  it("is said no more where a later change settles it", async () => {
    const settles = proposal({ gap: FEE, changes: [replace("Storage", ASKED, DAYS)] });
    const desk = await open([engineer(1, KEEP, keeps(ASKED)), engineer(2, FEE, settles)]);
    await desk.refine(0, "--parallel-gaps", "1");
    expect(desk.prompt(2, "final-review")).not.toContain("Found by the checks");
    expect(desk.read("depot_v1.0.md")).not.toContain("found by the checks");
  });
});
