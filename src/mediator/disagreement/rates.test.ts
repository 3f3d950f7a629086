import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import { gapId, issueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { rateAction } from "./measure-round.ts";

const GAP = gapId("FLOW", 1);

/** Round 1 raises issues, round 2 disagrees with the first `count` of them, also in a revision. */
function disagreeing(severities: readonly Severity[], count: number, answer?: PaperScript["answer"]) {
  return paperSession({
    gaps: [makeGap({ id: GAP })],
    ...(answer ? { answer } : {}),
    issues: (round) => (round === 1 ? severities.map((severity) => ({ gap: GAP, severity })) : []),
    rechecks: () => [],
    engineerDigest: (digest, round) => {
      if (round !== 2) return digest;
      const block = { concern: "c", position: "No.", rationale: "Because.", line: 1, endLine: 2 };
      const issues = severities.slice(0, count).map((_, index) => issueId(1, index + 1));
      return { ...digest, disagreements: issues.map((issue) => ({ issue, ...block })) };
    },
  });
}

const highs = (count: number) => Array.from({ length: count }, () => "HIGH" as const);

describe("the rate of disagreement (SPEC 8)", () => {
  it("blocks the round at six of eight, not by the percentage, before a review is paid for", () => {
    const session = disagreeing(highs(8), 6);
    expect(session.run()).toBe("waiting");
    expect(session.questions[0]).toMatchObject({ kind: "disagree-rate", header: "Blocked" });
    expect(session.state.rates).toEqual([
      { round: 1, blocking: 0, disagreed: 0, action: "NONE" },
      { round: 2, blocking: 8, disagreed: 6, action: "BLOCK_ROUND" },
    ]);
    expect(session.state.round?.reviewerDocument).toBeUndefined();
  });

  it("warns above half from two disagreements on, after the review, and records the answer", () => {
    const goesOn: PaperScript["answer"] = ({ kind }) =>
      kind === "disagree-rate" ? { options: ["accept"] } : undefined;
    const session = disagreeing(highs(3), 2, goesOn);
    session.run();
    expect(session.state.decisions).toMatchObject([
      { option: "Continue to the conflicts", question: expect.stringContaining("2 of 3"), by: "user" },
    ]);
    expect(session.questions[0]).toMatchObject({ kind: "disagree-rate", header: "Disagreement" });
    expect(session.state.round?.reviewerDocument).toBeDefined();
  });

  it("does not warn at half", () => {
    const session = disagreeing(highs(4), 2);
    session.run();
    expect(session.questions[0]?.kind).toBe("conflict");
  });

  it("is a line in the summary where one DISAGREE on a lone issue is a conflict anyway", () => {
    const session = disagreeing(["HIGH"], 1);
    session.run();
    expect(session.questions.map(({ kind }) => kind)).toEqual(["conflict"]);
    expect(session.state.rates.at(-1)?.action).toBe("WARN_USER");
    expect(session.state.round?.notes[0]).toMatchObject({ id: "NOTE-R2-001", kind: "information" });
  });

  it("passes a blocked round with a justification only, which is recorded", () => {
    const session = disagreeing(highs(6), 6, ({ kind }) =>
      kind === "disagree-rate" ? { options: ["accept"], fields: { justification: "the review was wrong" } } : undefined,
    );
    session.run();
    expect(session.questions.map(({ kind }) => kind)).toEqual(["disagree-rate", "conflict"]);
    expect(session.state.decisions[0]).toMatchObject({ type: "disagreement", rationale: "the review was wrong" });
    const [question] = session.questions;
    const bare = { question: question?.id ?? "", options: ["accept"], fields: {}, via: "library" } as const;
    expect(question && answerProblem(question, bare)).toContain("is required");
  });

  it("blocks again where the revision is over the limit again", () => {
    let asked = 0;
    const session = disagreeing(highs(6), 6, ({ kind }) => {
      if (kind === "disagree-rate") asked += 1;
      return asked < 3 ? { options: ["revise"] } : undefined;
    });
    expect(session.run()).toBe("waiting");
    expect(session.questions.map(({ header }) => header)).toEqual(["Blocked", "Blocked", "Blocked"]);
    expect(session.state.round?.reviewerDocument).toBeUndefined();
  });

  it("blocks again where lowering leaves it over the limit, and passes where it does not", () => {
    const lower = (...ids: string[]) => {
      const session = disagreeing(highs(7), 7, ({ kind, id }) =>
        kind === "disagree-rate" && id.endsWith("-001")
          ? { options: ["review"], fields: { lower: ids.join(", "), reason: "Nobody is hurt." } }
          : undefined,
      );
      session.run();
      return session;
    };
    expect(lower("ISSUE-R1-001=LOW").questions.map(({ header }) => header)).toEqual(["Blocked", "Blocked"]);
    const passed = lower("ISSUE-R1-001=LOW", "ISSUE-R1-002=LOW");
    expect(passed.questions.map(({ kind }) => kind)).toEqual(["disagree-rate", "conflict"]);
    expect(passed.state.rates.at(-1)).toMatchObject({ blocking: 5, disagreed: 5, action: "WARN_USER" });
    expect(passed.state.issues.get(issueId(1, 1))).toMatchObject({ state: "LOWERED", severity: "LOW" });
    expect(passed.state.decisions.find(({ type }) => type === "severity")?.rationale).toBe("Nobody is hurt.");
    expect(passed.state.conflicts.filter(({ state }) => state === "dropped")).toHaveLength(2);
  });

  it("refuses a lowering that changes nothing", () => {
    const session = disagreeing(highs(6), 6);
    session.run();
    const [question] = session.questions;
    const answer = (lower: string, reason = "Nobody is hurt.") => ({
      question: question?.id ?? "",
      options: ["review"],
      fields: { lower, ...(reason === "" ? {} : { reason }) },
      via: "library" as const,
    });
    for (const words of ["all of them", "ISSUE-R1-001", "ISSUE-R9-001=LOW", "ISSUE-R1-001=HIGH"]) {
      expect(question && answerProblem(question, answer(words))).toContain("does not lower anything");
    }
    expect(question && answerProblem(question, answer("ISSUE-R1-001=LOW"))).toBeUndefined();
    expect(question && answerProblem(question, answer("ISSUE-R1-001=LOW", ""))).toContain("is required");
  });

  it("is the strongest of its actions, whatever the numbers", () => {
    const { state } = disagreeing([], 0);
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (blocking, part) => {
        const disagreed = Math.min(blocking, part);
        const action = rateAction(state, { round: 1, blocking, disagreed });
        if (disagreed > 5) return action === "BLOCK_ROUND";
        return action === (blocking > 0 && disagreed / blocking > 0.5 ? "WARN_USER" : "NONE");
      }),
      { numRuns: 300 },
    );
  });

  it("is systematic over three rounds that had issues", () => {
    const { state } = disagreeing([], 0);
    const rates = [1, 2].map((round) => ({ round, blocking: 4, disagreed: 2, action: "NONE" as const }));
    const now = { round: 4, blocking: 4, disagreed: 1 };
    expect(rateAction({ ...state, rates }, now)).toBe("SYSTEMATIC_ALERT");
    expect(rateAction({ ...state, rates: rates.slice(1) }, now)).toBe("NONE");
  });
});
