import { describe, expect, it } from "vitest";
import { COSTS, costs, DAYS, depot, FEE, KEEP, keeps, replace } from "./support/depot.ts";
import { type Desk, engineer, openDesk, reviewer, shown, type Turn } from "./support/desk.ts";
import { changedIn, type IssueWords, notReady, proposal, review, reviews } from "./support/documents.ts";

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
});
