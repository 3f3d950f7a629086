import { describe, expect, it } from "vitest";
import { CODE, COSTS, costs, DAYS, depot, FEE, KEEP, KEPT, keeps, lines, replace, SHOWS } from "./support/depot.ts";
import { engineer, openDesk, reviewer, shown } from "./support/desk.ts";
import { changedIn, type IssueWords, proposal, review } from "./support/documents.ts";

// SPEC 4.5: a gap that was accepted is reopened by an issue that contradicts its text.

const SOURCE = depot(KEEP, FEE);
const CLASH: IssueWords = {
  id: "ISSUE-R2-001",
  title: "The fee begins on a day on which the parcel is gone",
  quotes: [DAYS, COSTS],
  impact: "Nobody can ever pay the fee.",
  suggestion: "Keep the parcel for longer than it is free.",
};
const LONGER = "Parcels are kept for 30 days, and 15 of them are free.";
const LATER = "Each further day costs 2 EUR.";
const answers = (from: string) => [changedIn("ISSUE-R2-001", from)];
const lengthens = replace("Storage", DAYS, LONGER);
const charges = { kind: "add after", in: "Handing out", old: SHOWS, new: LATER } as const;

describe("a contradiction with the text of an accepted gap", () => {
  it("reopens it, leaves its text in the spec, and lets the next run change both texts", async () => {
    const desk = await openDesk({
      files: { "depot.md": SOURCE },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(2, FEE, costs()),
        reviewer(2, review({ gap: FEE, high: [CLASH] })),
        {
          role: "engineer",
          round: 3,
          gaps: [FEE, KEEP],
          document: `${proposal({ gap: FEE, changes: [charges], more: answers("1, 2") })}\n${proposal({ gap: KEEP, from: 2, changes: [lengthens] })}`,
        },
        engineer(3, FEE, proposal({ gap: FEE, changes: [charges, lengthens], more: answers("1, 2") })),
        engineer(3, KEEP, proposal({ gap: KEEP, instead: `No change needed: the spec says "${DAYS}"` })),
        {
          role: "reviewer",
          round: 3,
          gaps: [FEE, KEEP],
          document: [
            review({ gap: FEE, earlier: { "ISSUE-R2-001": ["RESOLVED", `"${LONGER}"`] } }),
            review({ gap: KEEP }),
          ].join("\n"),
        },
        reviewer(3, review({ gap: FEE, earlier: { "ISSUE-R2-001": ["RESOLVED", `"${LONGER}"`] } })),
      ],
    });
    const first = await desk.refine(3, "--parallel-gaps", "1", "--max-rounds", "2");
    // Each count agrees with the one of the round before.
    expect(first.stderr).toContain(`Round 1: 1 resolved (${KEEP}), 1 open (1 MEDIUM)`);
    expect(first.stderr).toContain(
      `Round 2: 0 resolved, 1 reopened (${KEEP} by ISSUE-R2-001), 2 open (1 HIGH, 1 MEDIUM)`,
    );
    expect(first.stderr).toContain(`\n  ISSUE-R2-001: ${CLASH.title}\n`);
    expect(await desk.state(KEEP)).toBe("NEEDS_REVISION");
    expect(await desk.state(FEE)).toBe("NEEDS_REVISION");
    const unsettled = desk.summary(2).split("## Not settled")[1]?.split("\n## ")[0];
    expect(unsettled).toMatch(/GAP-KEEP-001.*\(NEEDS_REVISION\): reopened by ISSUE-R2-001\n/);
    expect(unsettled).toMatch(/GAP-FEE-001.*held back by ISSUE-R2-001 \(not answered yet\)\n/);
    expect(desk.session("spec.md")).toBe(SOURCE.replace(KEPT, DAYS));
    await desk.extend();
    const rest = await desk.resume(0);
    expect(rest.stderr).toContain(`Round 3: 1 resolved (${FEE}), 1 resolved again (${KEEP}), no gap open`);
    const third = desk.calls().find(({ role, round }) => role === "engineer" && round === 3);
    for (const words of [CLASH.title, DAYS, COSTS, CLASH.suggestion]) expect(third?.prompt).toContain(words);
    expect(lines(desk.read("depot_v1.0.md"))).toEqual(
      lines(SOURCE.replace(KEPT, LONGER).replace(SHOWS, `${SHOWS}\n${LATER}`)),
    );
  });
});

describe("the text of a gap that was reopened and closed", () => {
  it("is removed only after the person was shown what goes with it, also of other gaps", async () => {
    const later = "Parcels are kept for 15 days, Sundays included.";
    const desk = await openDesk({
      files: { "depot.md": depot(KEEP, FEE, CODE) },
      turns: [
        engineer(1, KEEP, keeps()),
        engineer(2, FEE, proposal({ gap: FEE, changes: [replace("Storage", DAYS, later)] })),
      ],
    });
    await desk.refine(3, "--max-rounds", "2", "--parallel-gaps", "1", "--set", "cluster_gaps=1");
    await desk.extend();
    for (const done of ["reopen", "wont-fix"]) await desk.expecting(0, "gap", done, KEEP, "--reason", "later");
    await desk.resume(3);
    const [question] = await desk.questions();
    const text = question && shown(question);
    expect(question?.kind).toBe("keep-text");
    for (const words of [later, KEPT, `what was built on them: ${FEE}`, `Reopened: ${FEE}.`])
      expect(text).toContain(words);
    await desk.answer("keep-text", "remove");
    expect(desk.session("spec.md")).toBe(depot(KEEP, FEE, CODE));
    expect(await desk.state(FEE)).not.toBe("RESOLVED");
  });
});
