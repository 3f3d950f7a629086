import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import type { Change } from "../../model/change.ts";
import { gapId } from "../../model/ids.ts";

const GAP = gapId("FLOW", 1);

/** One gap that no review accepts; its proposal of each round adds so many words. */
function session(words: readonly number[], more: Partial<PaperScript> = {}) {
  return paperSession({
    gaps: [makeGap({ id: GAP, severity: "HIGH" })],
    source: `# Paper\n\n${"word ".repeat(600).trim()}\n`,
    config: { stallThreshold: 3, autoConfirm: true },
    issues: () => [{ gap: GAP, severity: "HIGH" }],
    rechecks: () => [],
    engineerDigest: (digest, round) => {
      const text = "more ".repeat(words[round - 1] ?? 10).trim();
      const change: Change = { number: 1, kind: "add-at-end", place: "", old: "", new: text };
      return {
        ...digest,
        proposals: digest.proposals.map(({ noChange: _, ...proposal }) => ({ ...proposal, changes: [change] })),
      };
    },
    ...more,
  });
}

const warningOf = (played: ReturnType<typeof session>) => played.questions.find(({ kind }) => kind === "divergence");
const bodyOf = (played: ReturnType<typeof session>, title: string) =>
  warningOf(played)?.evidence.find((part) => part.title === title)?.body;

describe("growth while nothing is closed (SPEC 11)", () => {
  it("is a cause of its own: a resolution more than twice as long as its last version", () => {
    const played = session([100, 300]);
    expect(played.run()).toBe("waiting");
    expect(played.state.records.map(({ cause }) => cause)).toEqual([undefined, "growth"]);
    expect(warningOf(played)?.text).toContain("Round 2: the text keeps growing, but no gap gets closed.");
    expect(bodyOf(played, "Growth")).toBe(`${GAP} grew from 100 words to 300 while nothing was closed.`);
  });

  it("is one where the spec with all that is proposed is more than twice as long as what was accepted", () => {
    const played = session([700]);
    played.run();
    expect(played.state.records.map(({ cause }) => cause)).toEqual(["growth"]);
    expect(bodyOf(played, "Growth")).toContain("The spec grew from 602 words to 1302");
  });

  it("is none within the budget of a gap", () => {
    const played = session([20, 60, 140]);
    played.run();
    expect(played.state.records.map(({ cause }) => cause)).toEqual([undefined, undefined, "stall"]);
  });
});

describe("the warning (SPEC 11)", () => {
  it("counts how earlier ones were answered, and not itself", () => {
    const played = session([], {
      answer: ({ kind, evidence }) =>
        kind === "divergence" && !evidence.some(({ title }) => title === "False alarms")
          ? { options: ["accept-complexity"], fields: {} }
          : undefined,
    });
    expect(played.run()).toBe("waiting");
    const warnings = played.questions.filter(({ kind }) => kind === "divergence");
    const told = warnings.map(({ evidence }) => evidence.find(({ title }) => title === "False alarms")?.body);
    expect(told).toEqual([undefined, 'Earlier warnings: 1; answered with "accept the complexity": 1.']);
    expect(played.state.decisions[0]?.title).toMatch(/^Divergence in round \d$/);
  });

  it("shows what the gaps of the round weigh", () => {
    const child = {
      id: gapId("FLOW", 9),
      title: "New",
      text: "New",
      severity: "CRITICAL",
      dependsOn: [],
      line: 1,
    } as const;
    const warned = session([], { newGaps: (role) => (role === "engineer" ? [child] : []) });
    warned.run();
    expect(bodyOf(warned, "This round")).toContain(
      "New: New (GAP-FLOW-009, CRITICAL, weight 16). Net -1, weighted -16.",
    );
  });

  it("counts no parked gap as new", () => {
    const parked = (round: number) => ({ title: `New ${round}`, text: `New ${round}`, dependsOn: [], line: 1 });
    const played = session([], {
      newGaps: (role, round) =>
        role === "engineer" ? [{ ...parked(round), id: gapId("FLOW", 10 + round), severity: "MEDIUM" }] : [],
    });
    played.run();
    expect(played.state.records.map(({ net }) => net)).toEqual([0, 0, 0]);
  });
});
