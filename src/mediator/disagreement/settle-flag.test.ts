import { describe, expect, it } from "vitest";
import type { FlagAction } from "../../model/disagreement.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { makeGap } from "../../testing/make-gap.ts";
import { type PaperScript, paperSession } from "../../testing/paper-session.ts";
import { applyCommand } from "../commands/apply-command.ts";
import type { State } from "../state.ts";
import type { Judgement } from "./detector/judgement.ts";

const GAP = gapId("FLOW", 1);
const ISSUE = issueId(1, 1);
const NOW = "2026-01-12T14:30:00Z";

/** A session that stands still in round 2, in which the document left the issue of round 1 unanswered. */
function flagged(severity: "HIGH" | "CRITICAL", script: Partial<PaperScript> = {}, until?: (state: State) => boolean) {
  const judgement: Judgement = {
    issue: { id: ISSUE, gap: GAP, severity, title: "t", text: "t" },
    status: "IGNORED",
    confidence: "HIGH",
    heuristics: ["H1"],
    evidence: [{ what: "the section is unchanged", where: "round_002/engineer.md", line: 3 }],
  };
  const session = paperSession({
    gaps: [makeGap({ id: GAP })],
    config: { autoConfirm: false },
    issues: (round) => (round === 1 ? [{ gap: GAP, severity }] : []),
    judgements: (round) => (round === 2 ? [judgement] : []),
    ...script,
  });
  if (until) session.runUntil(until);
  else session.run();
  return session;
}

const raised = (state: State) => state.flags.length > 0;

function act(session: ReturnType<typeof flagged>, flag: string, action: FlagAction, text?: string) {
  const command = { type: "flag-settle", flag, action, ...(text === undefined ? {} : { text }) } as const;
  return applyCommand(session.state, command, NOW);
}

describe("acting on a flag by its id (SPEC 4.6, 9)", () => {
  it.each([
    ["ask", "asked"],
    ["conflict", "conflict"],
    ["explain", "explained"],
    ["waive", "waived"],
    ["false-positive", "false-positive"],
  ] as const)("settles it: %s", (action, outcome) => {
    const result = act(flagged("HIGH", {}, raised), "FLAG-R2-001", action, "words of the person");
    expect(result.ok && result.events[0]).toMatchObject({ type: "flag_settled", flag: "FLAG-R2-001", outcome });
  });

  it("finds it by its issue too", () => {
    expect(act(flagged("HIGH"), ISSUE, "ask")).toMatchObject({ ok: true });
  });

  it("answers the question about it where one is open", () => {
    const session = flagged("CRITICAL");
    expect(session.state.questions[0]?.kind).toBe("flag");
    const result = act(session, "FLAG-R2-001", "waive", "not in this release");
    expect(result.ok && result.events).toMatchObject([
      { type: "question_answered", answer: { options: ["waive"], fields: { reason: "not in this release" } } },
    ]);
  });

  it("refuses one that nobody raised, one without the words it needs, and what is settled", () => {
    const session = flagged("CRITICAL", {
      answer: (question) => (question.kind === "flag" ? { options: ["false-positive"] } : undefined),
    });
    expect(act(flagged("HIGH"), "FLAG-R2-001", "waive", "no")).toMatchObject({
      ok: false,
      problem: "ISSUE-R1-001 cannot go from VERIFIED to WAIVED",
    });
    expect(act(session, "FLAG-R9-001", "ask")).toMatchObject({ ok: false, problem: "there is no flag FLAG-R9-001" });
    expect(act(flagged("HIGH"), "FLAG-R2-001", "explain")).toMatchObject({ ok: false });
    expect(act(session, "FLAG-R2-001", "ask")).toMatchObject({
      ok: false,
      problem: "FLAG-R2-001 is settled already (false-positive)",
    });
  });
});

describe("a gap that is split over an open issue (SPEC 9)", () => {
  it("has the part answer it that speaks of it", () => {
    const session = paperSession({
      gaps: [makeGap({ id: GAP })],
      issues: (round) => (round === 1 ? [{ gap: GAP, severity: "HIGH" }] : []),
      reviewerDigest: (digest, round) =>
        round === 1
          ? { ...digest, issues: digest.issues.map((one) => ({ ...one, title: "Backups are never tried", text: "" })) }
          : digest,
    });
    session.runUntil((state) => state.issues.has(ISSUE) && state.round === undefined);
    const parts = [
      { title: "The layout of the archive", text: "folders" },
      { title: "How backups are tried", text: "restoring" },
    ];
    const result = applyCommand(session.state, { type: "gap-split", gap: GAP, parts, reason: "too large" }, NOW);
    const split = result.ok ? result.events.find((event) => event.type === "gap_split") : undefined;
    expect(split).toMatchObject({ issues: [{ issue: ISSUE, gap: "GAP-FLOW-001b" }] });
  });
});
