import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../../model/config.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { makeGap } from "../../testing/make-gap.ts";
import { type PaperScript, paperSession } from "../../testing/paper-session.ts";
import { estimateSession } from "../estimate.ts";
import { readSecondOpinion } from "../prompts/read-second-opinion.ts";
import type { Judgement } from "./detector/judgement.ts";

const GAP = gapId("FLOW", 1);
const WANTED = { implicit: { ...DEFAULT_CONFIG.implicit, secondOpinion: true } };

function judgement(number: number, confidence: Judgement["confidence"]): Judgement {
  return {
    issue: { id: issueId(1, number), gap: GAP, severity: "CRITICAL", title: "t", text: "t" },
    status: "IGNORED",
    confidence,
    heuristics: ["H1"],
    evidence: [{ what: "the section is unchanged", where: "round_002/engineer.md", line: 3 }],
  };
}

/** Round 2 leaves two issues unanswered: one of them in doubt. */
function flagged(script: Partial<PaperScript> = {}) {
  const session = paperSession({
    gaps: [makeGap({ id: GAP })],
    issues: (round) => (round === 1 ? [1, 2].map(() => ({ gap: GAP, severity: "CRITICAL" as const })) : []),
    judgements: (round) => (round === 2 ? [judgement(1, "MEDIUM"), judgement(2, "HIGH")] : []),
    ...script,
  });
  session.run();
  return session;
}

const opinionRuns = (session: ReturnType<typeof flagged>) =>
  session.effects
    .flatMap((effect) => (effect.type === "run" ? effect.orders : []))
    .filter((order) => order.role === "second-opinion");

describe("a second opinion on flags of MEDIUM confidence (SPEC 9)", () => {
  it("is not asked for unless the person wants it", () => {
    expect(opinionRuns(flagged())).toEqual([]);
  });

  it("is asked for once, stands with the flag as evidence, and settles nothing", () => {
    const session = flagged({ config: WANTED });
    expect(opinionRuns(session).map((order) => order.id)).toEqual(["R2-second-opinion-1"]);
    const [doubtful, sure] = session.state.flags;
    expect(doubtful).toMatchObject({ outcome: "raised", secondOpinion: { verdict: "NOT_ANSWERED" } });
    expect(sure?.secondOpinion).toBeUndefined();
    expect(session.questions[0]?.evidence[1]?.body).toContain("second opinion, NOT_ANSWERED: nothing is said");
    expect(session.state.totals.usage["second-opinion"].runs).toBe(1);
  });

  it("says that it could not be had", () => {
    const failing = () => ({ type: "fails", failure: "WRONG_FORMAT" }) as const;
    const session = flagged({ config: WANTED, secondOpinion: failing });
    expect(opinionRuns(session)).toHaveLength(3);
    expect(session.state.flags[0]?.secondOpinion?.verdict).toBe("FAILED");
    expect(session.questions[0]?.kind).toBe("flag");
  });

  it("is part of what is expected before the first run", () => {
    const facts = { gaps: 4, parallelGaps: 2, engineerPrompt: 1000, reviewerPreface: 500, source: 100 };
    const [without, within] = [estimateSession(facts), estimateSession({ ...facts, secondOpinion: true })];
    expect(within.runs.high).toBeGreaterThan(without.runs.high);
    expect(within.inputTokens.high).toBeGreaterThan(without.inputTokens.high);
    expect(within.runs.low).toBe(without.runs.low);
  });
});

describe("reading a second opinion", () => {
  const flags = [{ id: "FLAG-R2-001" }, { id: "FLAG-R2-002" }];
  const table = (...rows: string[]) =>
    `## Second Opinion\n\n| Flag | Verdict | Why |\n| --- | --- | --- |\n${rows.join("\n")}\n`;

  it("takes a verdict for each flag, and what is passed over for UNCLEAR", () => {
    const reading = readSecondOpinion(table("| FLAG-R2-001 | **Not answered** | no limit |"), flags);
    expect(reading).toMatchObject({
      opinions: [
        { flag: "FLAG-R2-001", verdict: "NOT_ANSWERED", why: "no limit" },
        { flag: "FLAG-R2-002", verdict: "UNCLEAR" },
      ],
    });
  });

  it("takes two words on one flag for UNCLEAR, and none on any for a problem", () => {
    const twice = table("| FLAG-R2-001 | ANSWERED | a |", "| FLAG-R2-001 | NOT_ANSWERED | b |");
    expect(readSecondOpinion(twice, flags)).toMatchObject({ opinions: [{ verdict: "UNCLEAR" }, {}] });
    expect(readSecondOpinion("They are all fine.", flags).type).toBe("problem");
  });
});
