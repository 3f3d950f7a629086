import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { Note } from "../../model/events/round-events.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { applyCommand } from "./apply-command.ts";
import type { CommandOf } from "./command.ts";

const GAP = gapId("FLOW", 1);
const ISSUE = issueId(1, 1);
const NOW = "2026-01-12T14:30:00Z";

/** A session in round 2 with this note, and a HIGH issue open on the gap. */
function withNote(note: Omit<Note, "id">) {
  const session = paperSession({ gaps: [makeGap({ id: GAP })], rechecks: () => [] });
  session.runUntil((state) => state.round?.reviewerDocument !== undefined);
  session.record({ type: "issue_raised", issue: makeIssue({ id: ISSUE, gap: GAP }) });
  session.record({ type: "noted", note: { id: "NOTE-R1-001", ...note } });
  const act = (command: Omit<CommandOf<"note-settle">, "type" | "note">, id = "NOTE-R1-001") => {
    const result = applyCommand(session.state, { type: "note-settle", note: id, ...command }, NOW);
    if (result.ok) session.record(...result.events);
    return result;
  };
  return { session, act };
}

describe("acting on a note that the summary lists (SPEC 4.6)", () => {
  it("waives the issues that a verdict mismatch is about", () => {
    const { session, act } = withNote({ kind: "verdict-mismatch", message: "the verdict approves", gap: GAP });
    expect(act({ action: "waive", text: "the verdict is right" })).toMatchObject({ ok: true });
    expect(session.state.issues.get(ISSUE)?.state).toBe("WAIVED");
    expect(session.state.decisions.at(-1)).toMatchObject({ type: "waiver", rationale: "the verdict is right" });
  });

  it("sets the gap's severity for a severity conflict", () => {
    const { session, act } = withNote({ kind: "severity-conflict", message: "the review calls it LOW", gap: GAP });
    expect(act({ action: "severity", severity: "LOW", text: "the review is right" })).toMatchObject({ ok: true });
    expect(session.state.gaps.get(GAP)?.severity).toBe("LOW");
  });

  it("makes a conflict of the issue that a warning at the gate names", () => {
    const note = { kind: "gate-warning", message: "QUOTE_MISMATCH: …", gap: GAP, issue: ISSUE } as const;
    const { session, act } = withNote(note);
    expect(act({ action: "conflict" })).toMatchObject({ ok: true });
    expect(session.state.issues.get(ISSUE)?.state).toBe("DISPUTED");
    expect(session.state.conflicts[0]).toMatchObject({ kind: "implicit", heuristics: [] });
  });

  it("has the Engineer answer the issue, with the person's words", () => {
    const note = { kind: "gate-warning", message: "REPEATED_POSITION: …", gap: GAP, issue: ISSUE } as const;
    const { session, act } = withNote(note);
    expect(act({ action: "explain" })).toMatchObject({ ok: false, problem: "explain needs a text from you" });
    expect(act({ action: "explain", text: "Keep to the decision." })).toMatchObject({ ok: true });
    expect(session.state.contexts).toEqual([{ gaps: [GAP], text: "Keep to the decision." }]);
  });

  it("is put aside with a record, and one that nobody made is refused", () => {
    const { session, act } = withNote({ kind: "information", message: "WARN_USER: …" });
    expect(act({ action: "false-positive" })).toMatchObject({ ok: true });
    expect(session.state.decisions.at(-1)).toMatchObject({ type: "note", decision: "dismissed" });
    expect(act({ action: "waive", text: "no" })).toMatchObject({ ok: false });
    expect(act({ action: "false-positive" }, "NOTE-R9-001")).toMatchObject({
      ok: false,
      problem: "there is no note NOTE-R9-001",
    });
  });
});
