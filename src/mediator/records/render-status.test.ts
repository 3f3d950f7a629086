import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../test/support/make-gap.ts";
import { minute, paperSession } from "../../../test/support/paper-session.ts";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { plainRound, ROLLED_BACK, roundRecord, runEvents } from "../../../test/support/session-events.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { gapId } from "../../model/ids.ts";
import { fold } from "../evolve/evolve.ts";
import { renderAsked } from "../questions/passage-question.ts";
import type { State } from "../state.ts";
import { renderDecisions } from "./render-decisions.ts";
import { renderStatus } from "./render-status.ts";
import { renderSummary } from "./render-summary.ts";

function gaps(count: number) {
  return Array.from({ length: count }, (_, index) =>
    makeGap({ id: gapId("FLOW", index + 1), title: `Gap ${index + 1}` }),
  );
}

function headings(text: string): string[] {
  return parseMarkdown(text).blocks.flatMap((block) =>
    block.type === "heading" && block.level === 2 ? [block.text] : [],
  );
}

/** A state after so many plain rounds, without the work of telling each. */
function afterRounds(count: number): State {
  const story = paperSession({ gaps: gaps(3) });
  plainRound(story, 1, "GAP-FLOW-001");
  const records = Array.from({ length: count }, (_, index) =>
    roundRecord(index + 1, { openedAt: minute(1), closedAt: minute(2) }),
  );
  const log = story.state.recent[0];
  const recent = records.slice(-10).flatMap((record) => (log ? [{ ...log, record }] : []));
  return { ...story.state, records, recent };
}

describe("status.md (SPEC 17)", () => {
  it("has everything of SPEC 17, in its order", () => {
    const story = paperSession({ gaps: gaps(3) });
    plainRound(story, 1, "GAP-FLOW-001");
    expect(headings(renderStatus(story.state))).toEqual([
      "Session configuration",
      "Gap inventory",
      "Convergence",
      "Validation",
      "Disagreement",
      "Conflicts and waived issues",
      "Rollbacks",
      "Permission violations",
      "Tokens, cost and time",
      "Timing",
    ]);
  });

  it("names the entry that it was made from, and says that edits are not read", () => {
    const story = paperSession({ gaps: gaps(1) });
    story.record({ type: "paused", reason: "lunch" });
    expect(renderStatus(story.state).split("\n")[0]).toMatch(
      /^<!-- whetstone: entry 2 of journal\.jsonl, sum [0-9a-f]{8}\. Edits to this file are not read; use whetstone gap\|flag\|answer\. -->$/,
    );
  });

  it("is the same, byte for byte, when the journal is folded again (SPEC 2)", () => {
    const story = paperSession({ gaps: gaps(4) });
    plainRound(story, 1, "GAP-FLOW-001");
    story.record({ type: "paused", reason: "lunch" });
    const again = fold(structuredClone(story.entries) as typeof story.entries);
    expect(again && renderStatus(again)).toBe(renderStatus(story.state));
    expect(again && renderDecisions(again)).toBe(renderDecisions(story.state));
  });

  it("lists open gaps worst first with severity, state, rounds and blocker", () => {
    const story = paperSession({
      gaps: [
        makeGap({ id: "GAP-AA-001", severity: "LOW", title: "Low one" }),
        makeGap({
          id: "GAP-AA-002",
          severity: "CRITICAL",
          severityBy: "user",
          title: "Bad | one\nindeed",
          label: "OQ-2",
        }),
      ],
    });
    const blocker = { type: "DEPENDENCY", gaps: ["GAP-AA-001"] } as const;
    story.record({ type: "gap_changed", gap: "GAP-AA-002", to: "BLOCKED", actor: "mediator", why: "waits", blocker });
    const rows = renderStatus(story.state)
      .split("\n")
      .filter((line) => line.startsWith("| GAP-AA"));
    expect(rows).toEqual([
      "| GAP-AA-002 | CRITICAL (user) | BLOCKED | 0 | 0 | GAP-AA-001 | Bad \\| one indeed (OQ-2) |",
      "| GAP-AA-001 | LOW (mediator) | OPEN | 0 | 0 |  | Low one |",
    ]);
  });

  it("shows the words of a question that a gap waits for, and nothing of its facts for the program", () => {
    const story = paperSession({ gaps: [makeGap({ id: "GAP-AA-001" })] });
    const passages = [{ text: "Owner: TBD", marks: ["TBD"] }];
    const blocker = { type: "USER_INPUT", reason: renderAsked({ question: "Who owns it?", passages }) } as const;
    story.record({ type: "gap_changed", gap: "GAP-AA-001", to: "BLOCKED", actor: "engineer", why: "asks", blocker });
    expect(renderStatus(story.state)).toContain("| BLOCKED | 0 | 0 | USER_INPUT: Who owns it? |");
  });

  it("lists a thousand open gaps and counts the others", () => {
    const many = ["FLOW", "SYNC"].flatMap((category) =>
      Array.from({ length: 501 }, (_, index) => makeGap({ id: gapId(category, index + 1) })),
    );
    const text = renderStatus(paperSession({ gaps: many }).state);
    expect(text.match(/^\| GAP-/gm)).toHaveLength(1000);
    expect(text).toContain("And 2 more: `whetstone ui` shows all.");
  });

  it("shows gaps that were closed in the last ten rounds with their row, and points to traceability.md for older ones", () => {
    const story = paperSession({
      gaps: [
        makeGap({ id: "GAP-AA-001", state: "WONT_FIX", changedInRound: -9 }),
        makeGap({ id: "GAP-AA-002", state: "WONT_FIX", changedInRound: -10 }),
      ],
    });
    const text = renderStatus(story.state);
    expect(text).toContain("| GAP-AA-001 | MEDIUM (mediator) | WONT_FIX | 0 | -9 |  | Retry limit |");
    expect(text).not.toContain("| GAP-AA-002 |");
    expect(text).toContain("Every gap is in [traceability.md](traceability.md).");
  });

  it("gives parked gaps, however old, a place of their own, and counts them where none is open", () => {
    const parked = makeGap({ id: "GAP-AA-001", state: "PARKED", changedInRound: -20 });
    const text = renderStatus(paperSession({ gaps: [parked, makeGap({ id: "GAP-AA-002", state: "RESOLVED" })] }).state);
    expect(text).toContain("0 open (none) · 1 parked · 1 gap");
    expect(text).toContain("No open gaps.");
    const [aside, closed] = ["### Parked", "### Closed in the last ten rounds"].map(
      (title) => text.split(title)[1]?.split("\n##")[0],
    );
    expect(aside?.match(/GAP-AA-00\d/g)).toEqual(["GAP-AA-001"]);
    expect(closed?.match(/GAP-AA-00\d/g)).toEqual(["GAP-AA-002"]);
  });

  it("counts a rollback as followed by a kept round only when that round was not undone (SPEC 13)", () => {
    const story = paperSession({ gaps: gaps(2) });
    const back = { type: "rounds_rolled_back", to: 0, reason: "vague | words", archives: [], ...ROLLED_BACK } as const;
    story.record({ type: "round_opened", round: 1, assigned: [], carriedOver: [] });
    story.record(back);
    expect(renderStatus(story.state)).toContain("1 in total · 0 followed by a round that was kept");
    plainRound(story, 1, "GAP-FLOW-001");
    expect(renderStatus(story.state)).toContain(
      "1 in total · 1 followed by a round that was kept · 0 rounds undone and analyzed · 0 root-cause analyses · 0 splits of gaps · 6 left.",
    );
    const undone = { ...story.state, rollbacks: [...story.state.rollbacks, { ...back, at: minute(3), decisions: [] }] };
    const closed = undone.records.map((record) => ({ ...record, closedAt: minute(9) }));
    expect(renderStatus({ ...undone, records: closed })).toContain("2 in total · 1 followed by a round that was kept");
    expect(renderStatus(story.state)).toContain("vague \\| words");
  });

  it("says by how much else the open count moved, so that a row adds up", () => {
    const story = paperSession({ gaps: gaps(2) });
    story.record({ type: "round_opened", round: 1, assigned: [], carriedOver: [] });
    story.record({ type: "round_closed", record: roundRecord(1, { openAtEnd: 1.5 }) });
    expect(renderStatus(story.state)).toContain("| 2 | 1 (0/0/1/0) | 0 | +0.5 | 1.5 | +1 |");
    const [log] = story.state.recent;
    expect(log && renderSummary(story.state, log)).toContain("| Other | +0.5 |");
  });

  it("shows the last ten rounds in full, forty in a line with a link, and names the rest", () => {
    const text = renderStatus(afterRounds(260));
    const lines = text.split("\n").filter((line) => line.includes("](round_") && line.includes("| 1 | 0 | 1 | +1 |"));
    expect(lines).toHaveLength(40);
    expect(lines[0]).toContain("[211](round_211/log.md)");
    expect(text).toContain("For the first 210 rounds, see the `log.md` of each.");
    expect(text).toContain(
      "| [251](round_251/log.md) | 2 | 1 (0/0/1/0) | 0 |  | 1 | +1 | +2 | CONVERGING | 0 | FULL |",
    );
  });

  it("follows the open work and not the history in size (SPEC 17)", () => {
    const short = renderStatus(afterRounds(60)).length;
    expect(renderStatus(afterRounds(1000)).length).toBeLessThan(short * 1.1);
  });

  it("shows failed attempts with their reason, and examples with their success", () => {
    const story = paperSession({ gaps: gaps(1) });
    story.record({ type: "round_opened", round: 1, assigned: ["GAP-FLOW-001"], carriedOver: [] });
    story.record(
      ...runEvents({ run: "R1-a", gaps: ["GAP-FLOW-001"], failure: "WRONG_FORMAT", message: "no | heading" }),
    );
    story.record(
      ...runEvents({
        run: "R1-b",
        gaps: ["GAP-FLOW-001"],
        attempt: 2,
        notice: "WRONG_FORMAT",
        example: { tier: "canonical", origin: "built in" },
      }),
    );
    const before = renderStatus(story.state);
    expect(before).toContain(
      "2 attempts, 1 valid and 1 failed: 1 first attempt, of which 0 (0 %) were valid; 1 retry after a failure.",
    );
    story.record(...runEvents({ run: "R1-c", gaps: ["GAP-FLOW-001"], attempt: 3 }));
    story.record({ type: "round_closed", record: roundRecord(1) });
    const text = renderStatus(story.state);
    expect(text).toContain(
      "3 attempts, 2 valid and 1 failed: 1 first attempt, of which 0 (0 %) were valid; 1 retry after a failure; 1 repeated without a failure, for example after the User's input.",
    );
    expect(text).toMatch(
      /\| \[001\]\(round_001\/log\.md\) \| \S+Z \| engineer \| GAP-FLOW-001 \| 1 \| WRONG_FORMAT \| no \\\| heading \|/,
    );
    expect(text).toContain("| canonical | 1 | 1 | 100 % |");
    expect(text).toContain("| engineer | 3 | 3 000 | 600 | 1 500 | $0.0300 | 9 | 50 % | 1 |");
  });

  it("shows open issues, and says when it waits for the User", () => {
    const story = paperSession({ gaps: gaps(1) });
    story.record({ type: "issue_raised", issue: makeIssue({ title: "<b>No</b> limit" }) });
    story.record({ type: "question_asked", question: sampleQuestion() });
    const text = renderStatus(story.state);
    expect(text).toContain("| ISSUE-R1-001 | GAP-FLOW-001 | HIGH | OPEN | &lt;b>No&lt;/b> limit |");
    expect(text).toContain("**waiting for you: 1 question**");
    expect(text).toContain("### Q-R3-001 Should an upload be retried after a timeout?\n\n```text\nGAP-FLOW-001");
  });

  it("shows a question whole: evidence, every option with its effect, what a field holds (SPEC 10.3)", () => {
    const long = "word ".repeat(900).trim();
    const story = paperSession({ gaps: gaps(1) });
    const evidence = [{ title: "The rationale", body: `First.\n\n- ${long}` }];
    const [first, second] = sampleQuestion().options;
    const options = [first, { ...second, id: "B", label: "theirs", description: "One.\nTwo.", effect: long }];
    const fields = [{ id: "edit", label: "The passage", required: false, initial: "As it\nstands." }];
    const question = { ...sampleQuestion(), evidence, options, fields } as ReturnType<typeof sampleQuestion>;
    story.record({ type: "question_asked", question });
    const text = renderStatus(story.state);
    expect(text).toContain(`  The rationale\n    First.\n\n    - ${long}\n`);
    expect(text).toContain("  A: The Reviewer's (recommended)\n      No retry. The gap is revised.\n");
    expect(text).toContain("  B: theirs");
    expect(text.split(long)).toHaveLength(3);
    expect(text).toContain('--field edit="…": The passage\n    current text:\n      As it\n      stands.\n');
    expect(text).toContain("Answer with: whetstone answer Q-R3-001 --option A\n");
  });

  it("says what of the time was work and what waiting", () => {
    const story = paperSession({ gaps: gaps(1) });
    story.record({ type: "paused", reason: "x" });
    expect(renderStatus(story.state)).toContain(
      "Since 2026-01-01T00:00:00Z: 1 min 00 s, of which 1 min 00 s active and 0 s waiting for the User.",
    );
  });

  it("renders a row once for each gap and never a stale one", () => {
    const story = paperSession({ gaps: gaps(2) });
    const before = renderStatus(story.state);
    story.record({ type: "gap_severity_set", gap: "GAP-FLOW-001", severity: "HIGH", by: "user", why: "it is" });
    const after = renderStatus(story.state);
    expect(before).toContain("| GAP-FLOW-001 | MEDIUM (mediator) |");
    expect(after).toContain("| GAP-FLOW-001 | HIGH (user) |");
    expect(after).not.toContain("| GAP-FLOW-001 | MEDIUM");
  });
});
