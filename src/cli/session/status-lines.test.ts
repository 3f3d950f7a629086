import { describe, expect, test } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { started } from "../../../test/support/sample-progress.ts";
import { summaryOf } from "../../engine/session-summary.ts";
import { gapId } from "../../model/ids.ts";
import { PLAIN } from "../paint.ts";
import { interviewClosing } from "./interview-closing.ts";
import { sessionListLines, statusLines } from "./status-lines.ts";

/** Stops at the first question: an Engineer that needs to know something about the first gap. */
function waitingSession(count = 2) {
  const gaps = Array.from({ length: count }, (_, index) =>
    makeGap({
      id: gapId("FLOW", index + 1),
      severity: index === 1 ? "CRITICAL" : "LOW",
      title: `Gap\u001b[2J ${index}`,
    }),
  );
  const session = paperSession({
    gaps,
    engineer: (order) =>
      order.gaps[0] === "GAP-FLOW-001" ? { type: "blocked", reason: "Which unit?" } : { type: "valid" },
  });
  session.run();
  return session.state;
}

const lines = (state = waitingSession(), holder?: number) =>
  statusLines({ state, root: "/nowhere", folder: "sessions/spec", holder }, PLAIN);

describe("the status on a screen", () => {
  test("begins with what waits for the person, and how to answer it", () => {
    const shown = lines();
    const id = waitingSession().questions[0]?.id;
    expect(shown[0]).toContain("waiting for you · round 1 of at most 10");
    expect(shown.find((line) => line.startsWith("?"))).toContain(`${id} `);
    expect(shown).toContain(`Answer with: whetstone answer ${id} --option give --field input="…"`);
    expect(shown).toContain(`         or: whetstone answer ${id} --option defer|end`);
  });

  test("lists open gaps, the worst first", () => {
    const shown = lines().join("\n");
    expect(shown.indexOf("GAP-FLOW-002")).toBeLessThan(shown.lastIndexOf("GAP-FLOW-001"));
    expect(shown).toContain("CRITICAL  GAP-FLOW-002");
  });

  test("counts runs that ended with their process apart from those that gave something", () => {
    const session = paperSession({ gaps: [makeGap({ id: gapId("FLOW", 1) })] });
    session.runUntil(({ round }) => round !== undefined);
    session.record(started({ run: "R1-engineer-GAP-FLOW-001-9" }));
    session.record({ type: "runs_abandoned", runs: ["R1-engineer-GAP-FLOW-001-9"] });
    expect(lines(session.state).join("\n")).toContain(" · 0 runs and 1 interrupted, whose tokens are not known · ");
  });

  test("says how many open gaps are answered and not in the spec yet", () => {
    const state = paperSession({ gaps: [makeGap({ id: gapId("FLOW", 1) }), makeGap({ id: gapId("FLOW", 2) })] }).state;
    const answer = { gaps: [gapId("FLOW", 1)], passages: [] } as unknown as (typeof state.decisions)[number];
    expect(lines({ ...state, decisions: [answer] })[1]).toContain("2 of 2 gaps open");
    expect(lines({ ...state, decisions: [answer] })[1]).toContain(", 1 answered and not in the spec yet");
    expect(lines(state)[1]).not.toContain("answered");
  });

  test("counts what the text settles apart from what is parked, and names it", () => {
    const parked = [1, 2, 3].map((number) => makeGap({ id: gapId("FLOW", number), state: "PARKED", title: "Unit" }));
    const session = paperSession({ gaps: [...parked, makeGap({ id: gapId("FLOW", 4) })] });
    session.run();
    const { state } = session;
    const settled = parked.slice(0, 2).map(({ id }) => ({ gap: id, words: [`${id} is in metres.`] }));
    const shown = lines({ ...state, finalReview: { ...state.finalReview, settled } }).join("\n");
    expect(shown).toContain("  no gap left open, 1 parked");
    expect(shown).toContain("gaps: 2 settled by the text, 1 parked, 1 resolved");
    expect(shown).toMatch(
      /settled by the text.*\n {2}- GAP-FLOW-001 \(\w+, parked\): Unit \("GAP-FLOW-001 is in metres."\)\n {2}- GAP-FLOW-002/,
    );
  });

  test("of an interview says which gaps are put off", () => {
    const gaps = [makeGap({ id: gapId("FLOW", 1), title: "Fees", state: "USER_DEFERRED" })];
    const { state } = paperSession({ gaps });
    const session = { ...state.session, engineer: "interview", reviewer: "interview" };
    expect(lines({ ...state, session }).join("\n")).toContain("GAP-FLOW-001  Fees (deferred)");
  });

  test("says whose word is missing on what holds a gap back", () => {
    const session = paperSession({
      gaps: [makeGap({ id: gapId("FLOW", 1), title: "Retention" })],
      config: { maxRounds: 1, hardLimit: 1 },
      issues: () => [{ gap: gapId("FLOW", 1), severity: "HIGH" }],
    });
    session.run();
    const shown = lines(session.state).join("\n");
    expect(shown).toContain("Retention (held back by ISSUE-R1-001 (not answered yet))");
    const [issue] = session.state.issues;
    const issues = issue ? session.state.issues.set({ ...issue, state: "ANSWERED" }) : session.state.issues;
    expect(lines({ ...session.state, issues }).join("\n")).toMatch(
      /ISSUE-R1-001 +on GAP-FLOW-001 .*\(answered, not confirmed by the Reviewer\)/,
    );
  });

  test("names what is parked", () => {
    const gaps = (["OPEN", "PARKED", "PARKED"] as const).map((state, index) =>
      makeGap({ id: gapId("FLOW", index + 1), state }),
    );
    const shown = lines(paperSession({ gaps }).state).join("\n");
    expect(shown).toMatch(
      /parked \(take one up with `whetstone gap take`\)\n {2}- GAP-FLOW-002 \(MEDIUM, parked\): .+\n/,
    );
    expect(lines().join("\n")).not.toContain("parked");
  });

  test("lists every open issue, the worst first, also what holds nothing back", () => {
    const gaps = [makeGap({ id: gapId("FLOW", 1) }), makeGap({ id: gapId("FLOW", 2) })];
    const severities = ["LOW", "MEDIUM"] as const;
    const issues = () => gaps.map(({ id: gap }, index) => ({ gap, severity: severities[index] ?? "LOW" }));
    const session = paperSession({ gaps, issues });
    session.runUntil(({ issues: raised }) => raised.size === 2);
    const shown = lines(session.state).filter((line) => line.includes("ISSUE-"));
    expect(shown.map((line) => line.trim().split(/\s+/, 2))).toEqual([
      ["MEDIUM", "ISSUE-R1-002"],
      ["LOW", "ISSUE-R1-001"],
    ]);
  });

  test("aligns what is open", () => {
    const gaps = (["OPEN", "NEEDS_REVISION"] as const).map((state, index) =>
      makeGap({ id: gapId("FLOW", index + 1), state, title: "Retry limit" }),
    );
    const rows = lines(paperSession({ gaps }).state).filter((line) => line.includes("Retry limit"));
    const columns = rows.map((row) => row.indexOf("Retry limit"));
    expect(columns).toEqual([columns[0], columns[0]]);
  });

  test("says of a session that nobody worked on that it has not begun", () => {
    const state = paperSession({ gaps: [makeGap({ id: gapId("FLOW", 1) })] }).state;
    expect(lines(state)[0]).toMatch(/ not begun$/);
    expect(lines(state).join("\n")).not.toMatch(/round|spent/);
  });

  test("counts a deferred gap as one, in the sum as by severity", () => {
    const gaps = (["OPEN", "USER_DEFERRED", "RESOLVED"] as const).map((state, index) =>
      makeGap({ id: gapId("FLOW", index + 1), state, severity: "LOW" }),
    );
    expect(lines(paperSession({ gaps }).state)[1]).toBe("  2 of 3 gaps open (2 LOW)");
  });

  test("says of a session that is paused while a process works on it that it is pausing", () => {
    const state = { ...waitingSession(), questions: [], stop: { type: "paused", reason: "lunch" } as const };
    expect(lines(state, 4711)[0]).toContain("pausing: lunch (process 4711)");
    expect(lines(state)[0]).toContain("paused: lunch");
  });

  test("says of a session that has ended what it left open", () => {
    const session = paperSession({
      gaps: [makeGap({ id: gapId("FLOW", 1), state: "USER_DEFERRED", severity: "LOW" })],
    });
    const stop = { type: "ended", termination: "COMPLETE", trigger: "no open gap is left", at: "" } as const;
    expect(lines({ ...session.state, stop }).slice(0, 2)).toEqual([
      "paper  finished",
      "  1 of 1 gap left open (1 LOW)",
    ]);
    const parked = paperSession({ gaps: [makeGap({ id: gapId("FLOW", 1), state: "PARKED" })] });
    expect(lines({ ...parked.state, stop })[1]).toBe("  no gap left open, 1 parked");
  });

  test("counts a gap that was split or merged by what counts instead, as the end of an interview does", () => {
    const states = ["OPEN", "RESOLVED", "SUPERSEDED", "PARKED"] as const;
    const gaps = states.map((state, index) => makeGap({ id: gapId("FLOW", index + 1), state }));
    const { state } = paperSession({ gaps });
    expect(lines(state)[1]).toContain("1 of 2 gaps open (1 MEDIUM), 1 parked");
    const end = { state, before: state, folder: "", root: "/nowhere", spec: "", attended: true };
    expect(interviewClosing(end)).toContain("1 of 2 settled, 1 open:");
  });

  test("shows what is left open as it is written, without the escapes of markdown", () => {
    const gap = makeGap({ id: gapId("FLOW", 1), title: "Is <Enter> or a|b meant?" });
    const { state } = paperSession({ gaps: [gap] });
    const stop = { type: "ended", termination: "GOOD_ENOUGH", trigger: "" } as unknown as typeof state.stop;
    expect(lines({ ...state, stop }).join("\n")).toContain("Is <Enter> or a|b meant?");
  });

  test("SPEC 12: sums up a session that has ended, with what is left, no more than fits", () => {
    const gaps = Array.from({ length: 15 }, (_, index) =>
      makeGap({ id: gapId("FLOW", index + 1), severity: "LOW", title: `Gap\u001b[2J ${index}` }),
    );
    const session = paperSession({
      gaps,
      config: { maxRounds: 1, hardLimit: 1, parallelGaps: gaps.length },
      issues: () => gaps.map((gap) => ({ gap: gap.id, severity: "HIGH" as const })),
      answer: () => ({ options: ["accept"] }),
    });
    expect(session.run()).toBe("ended");
    const text = lines(session.state).join("\n");
    expect(text).toMatch(
      / {2}gaps: 15 \S.* · 17 runs · \d+ min .* · ~?[\d.]+k? tokens in, ~?[\d.]+k? out( · [\d.]+ USD)? · 2 decisions$/m,
    );
    expect(text).toContain("left open\n  - ISSUE-R1-001 (HIGH, on GAP-FLOW-001)");
    expect(text).toContain("… 18 more");
    expect(text).not.toContain("\u001b");
  });

  test("lists several sessions, also one that cannot be read, and none", () => {
    const summary = summaryOf(waitingSession());
    const damaged = { folder: "sessions/other", problem: "Line 2 is damaged." };
    const shown = sessionListLines([{ summary, folder: "sessions/spec", holder: undefined }, damaged], PLAIN);
    expect(shown.slice(2, 6)).toEqual([
      "  sessions/spec",
      "    waiting for you · round 1 of at most 10 · 2 of 2 gaps open (1 CRITICAL, 1 LOW)",
      "  sessions/other",
      "    cannot be read: Line 2 is damaged.",
    ]);
    const ended = {
      ...summary,
      stop: { type: "ended", termination: "COMPLETE", trigger: "", at: summary.at } as const,
      questions: [],
    };
    const row = (folder: string, of: typeof summary, holder?: number) => ({ summary: of, folder, holder });
    const others = [row("a", ended), row("b", { ...summary, questions: [] })];
    expect(sessionListLines([...others, row("c", summary)], PLAIN).at(-2)).toBe("See one: whetstone status c");
    expect(sessionListLines([row("a", ended), row("c", summary, 7)], PLAIN).at(-1)).toBe("See one: whetstone status c");
    expect(sessionListLines([], PLAIN)).toEqual([expect.stringContaining("whetstone refine")]);
  });

  test("shows no more rows than fit, and says how many there are", () => {
    expect(lines(waitingSession(40)).join("\n")).toContain("… 28 more");
  });

  test("passes no control character of an agent on", () => {
    expect(lines().join("\n")).not.toContain("\u001b");
  });

  test("says who has the session open, or how to go on", () => {
    const running = { ...waitingSession(), questions: [] };
    expect(lines(running, 4711)[0]).toContain("running (process 4711)");
    expect(lines(running)).toContain("  Continue: whetstone resume sessions/spec");
    expect(lines(running, 4711).join("\n")).not.toContain("Continue:");
    expect(lines()).toContain("  Answer in the terminal: whetstone resume sessions/spec");
  });
});
