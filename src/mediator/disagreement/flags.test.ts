import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import type { Change } from "../../model/change.ts";
import type { RecheckDigest } from "../../model/digest.ts";
import { gapId, issueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { applyCommand } from "../commands/apply-command.ts";
import type { State } from "../state.ts";
import { flagStatistics, flagsForReviewer } from "./flags.ts";

const GAP = gapId("FLOW", 1);
const NOW = "2026-01-12T14:30:00Z";

/** Round 1 raises issues of these severities; the document of round 2 says nothing to them. */
function ignoring(severities: readonly Severity[], script: Partial<PaperScript> = {}) {
  return paperSession({
    gaps: [makeGap({ id: GAP })],
    config: { autoConfirm: false },
    issues: (round) => (round === 1 ? severities.map((severity) => ({ gap: GAP, severity })) : []),
    engineerDigest: (digest) => ({ ...digest, responses: [] }),
    rechecks: () => [],
    ...script,
  });
}

function word(status: RecheckDigest["status"], ...numbers: readonly number[]) {
  return (round: number): RecheckDigest[] =>
    round === 2 ? numbers.map((number) => ({ issue: issueId(1, number), status, why: "see there", line: 1 })) : [];
}

const isRaised = (state: State) => state.flags.length > 0;
const isReviewed = (state: State) => state.round?.number === 2 && state.round.synthesised;

function countsOfH1(state: State): number[] {
  return flagStatistics(state).byHeuristic.flatMap(({ heuristic, confirmed, falsePositive }) =>
    heuristic === "H1" ? [confirmed, falsePositive] : [],
  );
}

describe("a flag that does not block (SPEC 9)", () => {
  it("goes to the Reviewer first, in a line each", () => {
    const session = ignoring(["HIGH"]);
    session.runUntil(isRaised);
    expect(session.state.flags[0]).toMatchObject({ id: "FLAG-R2-001", heuristics: ["H1"], outcome: "raised" });
    expect(flagsForReviewer(session.state)).toEqual([
      { issue: "ISSUE-R1-001", text: "no answer names ISSUE-R1-001, and no DISAGREE does" },
    ]);
    expect(session.questions).toEqual([]);
  });

  it("is withdrawn by RESOLVED, and never asked about", () => {
    const session = ignoring(["HIGH", "HIGH"], { rechecks: word("RESOLVED", 1, 2) });
    session.run();
    expect(session.state.flags.map(({ outcome }) => outcome)).toEqual(["withdrawn", "withdrawn"]);
    expect(session.questions.some(({ kind }) => kind === "flag")).toBe(false);
    expect(flagStatistics(session.state).flagged).toBe(0);
    expect(countsOfH1(session.state)).toEqual([0, 2]);
  });

  it("is confirmed by NOT_FIXED and PARTLY, and asked about from two HIGH on", () => {
    const session = ignoring(["HIGH", "HIGH"], { rechecks: word("PARTLY", 1, 2) });
    expect(session.run()).toBe("waiting");
    expect(session.state.flags.map(({ outcome }) => outcome)).toEqual(["confirmed", "confirmed"]);
    expect(session.questions.at(-1)).toMatchObject({
      kind: "flag",
      about: ["FLAG-R2-001", "ISSUE-R1-001", GAP, "HIGH"],
    });
    expect(flagStatistics(session.state).flagged).toBe(2);
    expect(countsOfH1(session.state)).toEqual([2, 0]);
  });

  it("is asked about where the Reviewer passes it over, and nothing is verified by that", () => {
    const session = ignoring(["CRITICAL"]);
    expect(session.run()).toBe("waiting");
    expect(session.questions.at(-1)?.kind).toBe("flag");
    expect(session.state.issues.get(issueId(1, 1))?.state).toBe("OPEN");
    expect(session.state.gaps.get(GAP)?.state).toBe("PROPOSED");
  });

  it("stays in the summary while it is a single HIGH", () => {
    const session = ignoring(["HIGH"]);
    session.runUntil((state) => state.records.length === 2);
    expect(session.questions.some(({ kind }) => kind === "flag")).toBe(false);
    expect(session.state.gaps.get(GAP)?.state).toBe("NEEDS_REVISION");
  });
});

describe("two CRITICAL flags (SPEC 9)", () => {
  it("are asked about before a review is paid for", () => {
    const session = ignoring(["CRITICAL", "CRITICAL"]);
    expect(session.run()).toBe("waiting");
    expect(session.questions.at(-1)?.kind).toBe("flag");
    expect(session.state.round?.reviewerDocument).toBeUndefined();
  });

  it("are moot where the document is taken back, and raised anew on the next", () => {
    const session = ignoring(["CRITICAL", "CRITICAL"], {
      answer: (question) =>
        question.kind === "flag" && question.id.endsWith("001") ? { options: ["ask"] } : undefined,
    });
    session.run();
    expect(session.state.flags.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["FLAG-R2-001", "asked"],
      ["FLAG-R2-002", "moot"],
      ["FLAG-R2-003", "raised"],
      ["FLAG-R2-004", "raised"],
    ]);
  });
});

describe("an answer by id", () => {
  const answering = (alreadyIn?: string): Partial<PaperScript> => ({
    source: "# Paper\n\nRetries are limited to five.\n",
    engineerDigest: (digest, round) => {
      const facts = { issue: issueId(1, 1), line: 1, endLine: 2, text: "It says so.", changedIn: [] };
      if (round !== 2) return { ...digest, responses: [] };
      return { ...digest, responses: [{ ...facts, ...(alreadyIn === undefined ? {} : { alreadyIn }) }] };
    },
  });

  it("makes the issue ANSWERED with words that the spec has, and keeps what was said", () => {
    const session = ignoring(["CRITICAL"], answering("limited to five"));
    session.runUntil((state) => state.round?.measured === true && state.round.number === 2);
    expect(session.state.issues.get(issueId(1, 1))).toMatchObject({ state: "ANSWERED", lastAnswer: "It says so." });
    expect(session.state.flags).toEqual([]);
  });

  it("is flagged where it names nothing (H5), and counted as missed where it was believed and NOT_FIXED", () => {
    const claimed = ignoring(["HIGH"], answering());
    claimed.runUntil(isRaised);
    expect(claimed.state.flags[0]?.heuristics).toEqual(["H5"]);
    const believed = ignoring(["HIGH"], { ...answering("limited to five"), rechecks: word("NOT_FIXED", 1) });
    believed.runUntil(isReviewed);
    expect(flagStatistics(believed.state).flagged).toBe(0);
    expect(believed.state.missedAnswers).toBe(1);
  });
});

describe("what a person does about a flag (SPEC 9)", () => {
  const asked = (choice: string, fields: Record<string, string> = {}) => {
    const session = ignoring(["CRITICAL"], {
      answer: (question) => (question.kind === "flag" ? { options: [choice], fields } : undefined),
    });
    session.run();
    return session.state;
  };

  it("verifies an issue that the Reviewer passed over when the User calls the flag wrong", () => {
    const state = asked("false-positive");
    expect(state.issues.get(issueId(1, 1))?.state).toBe("VERIFIED");
    expect(state.gaps.get(GAP)?.state).toBe("ACCEPTED");
    expect(countsOfH1(state)).toEqual([0, 1]);
  });

  it("makes it a conflict that says so where the Engineer said nothing", () => {
    const state = asked("conflict");
    expect(state.conflicts[0]).toMatchObject({ kind: "implicit", heuristics: ["H1"], engineerPosition: "" });
    expect(state.questions[0]).toMatchObject({ kind: "conflict" });
    expect(state.questions[0]?.options[1]?.description).toBe("The Engineer did not address it.");
  });

  it("waives it with the reason, and the gap is accepted", () => {
    const state = asked("waive", { reason: "not in this release" });
    expect(state.issues.get(issueId(1, 1))?.state).toBe("WAIVED");
    expect(state.decisions[0]).toMatchObject({ type: "waiver", rationale: "not in this release" });
    expect(state.gaps.get(GAP)?.state).toBe("ACCEPTED");
  });

  it("acts by the flag's id or its issue, and once", () => {
    const session = ignoring(["HIGH"]);
    session.runUntil(isRaised);
    const act = (flag: string) =>
      applyCommand(session.state, { type: "flag-settle", flag, action: "waive", text: "no" }, NOW);
    expect(act("FLAG-R2-001")).toMatchObject({ ok: true });
    expect(act("ISSUE-R1-001")).toMatchObject({ ok: true });
    expect(act("FLAG-R9-001")).toMatchObject({ ok: false });
    const done = act("FLAG-R2-001");
    session.record(...(done.ok ? done.events : []));
    expect(act("FLAG-R2-001")).toMatchObject({ ok: false, problem: "FLAG-R2-001 is already settled (waived)" });
  });
});

describe("a flag whose issue the User settles by command", () => {
  it("is settled with it, and not asked about any more", () => {
    const session = ignoring(["CRITICAL"]);
    expect(session.run()).toBe("waiting");
    const result = applyCommand(session.state, { type: "issue-waive", issue: issueId(1, 1), reason: "no" }, NOW);
    session.record(...(result.ok ? result.events : []));
    expect(session.state.flags.map(({ outcome }) => outcome)).toEqual(["waived"]);
    expect(session.state.questions).toEqual([]);
  });
});

describe("the same concern in three rounds (SPEC 9)", () => {
  it("is systematic: even a single HIGH is asked about then", () => {
    const session = ignoring(["HIGH"], {
      answer: ({ kind }) => (kind === "divergence" ? { options: ["accept-complexity"] } : undefined),
    });
    expect(session.run()).toBe("waiting");
    const question = session.questions.at(-1);
    expect(question).toMatchObject({ kind: "flag" });
    expect(question?.evidence.find(({ title }) => title === "Systematic")?.body).toContain("rounds 2, 3, 4");
  });
});

describe("a passage beside changes elsewhere (SPEC 9)", () => {
  const SOURCE = "# Paper\n\nIt is sent three times. Then it is late.\n\nIt is read.\n\nIt is kept.\n";

  /** What the Reviewer is asked to look at when round 2 changes these words, for an issue that quotes "sent three times". */
  function remarks(old: string, added: string) {
    const change: Change = { number: 1, kind: "replace", place: "", old, new: added };
    const session = ignoring(["HIGH"], {
      source: SOURCE,
      reviewerDigest: (digest) => ({
        ...digest,
        issues: digest.issues.map((issue) => ({ ...issue, quotations: ["sent three times"] })),
      }),
      engineerDigest: (digest, round) => {
        if (round === 1) return digest;
        const answer = { issue: issueId(1, 1), line: 1, endLine: 1, text: "Done.", changedIn: [1] };
        const proposals = digest.proposals.map(({ noChange: _, ...proposal }) => ({ ...proposal, changes: [change] }));
        return { ...digest, proposals, responses: [answer] };
      },
    });
    session.runUntil((state) => state.round?.number === 2 && state.round.measured);
    return flagsForReviewer(session.state).map(({ text }) => text);
  }

  it("goes to the Reviewer where its words stand as they were", () => {
    expect(remarks("It is kept.", "It is kept a day.")).toEqual([
      "it is answered, and the words that it quotes stand as they were",
    ]);
  });

  it.each([
    ["adds to them", "sent three times", "sent three times at most"],
    ["changes the rest of their line", "Then it is late.", "Then it is given up."],
    ["changes the line below", "It is read.", "It is read once."],
  ])("is not pointed at where the answer %s", (_, old, added) => {
    expect(remarks(old, added)).toEqual([]);
  });
});
