import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { Conflict } from "../../model/disagreement.ts";
import { gapId, issueId } from "../../model/ids.ts";
import { openGapsEvidence } from "../questions/passage-question.ts";
import { leftEvidence } from "./ending-questions.ts";
import { gateQuestion } from "./warning-gate.ts";

const GAP = gapId("FLOW", 1);

function stateWith(...numbers: readonly number[]) {
  const session = paperSession({ gaps: [makeGap({ id: GAP, severity: "MEDIUM" })] });
  for (const number of numbers) {
    const id = issueId(1, number);
    session.record({ type: "issue_raised", issue: makeIssue({ id, gap: GAP, severity: number % 2 ? "HIGH" : "LOW" }) });
  }
  return session;
}

describe("what is shown before a spec is written (SPEC 12)", () => {
  it("lists every open issue by severity beside the gaps", () => {
    const { state } = stateWith(2, 1, 4, 3);
    const [evidence] = (gateQuestion(state, [])?.evidence ?? []).filter(({ title }) => title === "Open issues");
    expect(evidence?.body.split("\n").map((line) => line.slice(0, 22))).toEqual([
      "- HIGH: ISSUE-R1-001 o",
      "- HIGH: ISSUE-R1-003 o",
      "- LOW: ISSUE-R1-002 on",
      "- LOW: ISSUE-R1-004 on",
    ]);
    expect(leftEvidence(state).at(-1)).toEqual(evidence);
  });

  it("names the gaps by their titles, the worst first, and says which wait for the User", () => {
    const blocker = { type: "USER_INPUT", reason: "How long?" } as const;
    const gaps = [
      makeGap({ id: GAP, title: "Retention", severity: "LOW", state: "BLOCKED", cameFrom: "OPEN", blocker }),
      makeGap({ id: gapId("FLOW", 2), title: "Refunds", severity: "HIGH" }),
    ];
    expect(openGapsEvidence(paperSession({ gaps }).state, gaps).body.split("\n")).toEqual([
      "- HIGH: GAP-FLOW-002 Refunds",
      "- LOW: GAP-FLOW-001 Retention (waiting for your answer)",
    ]);
  });

  it("lists many lesser gaps with their titles, and names only a few in the question", () => {
    const gaps = [1, 2, 3, 4].map((number) => makeGap({ id: gapId("FLOW", number), title: `Matter ${number}` }));
    const many = gateQuestion(paperSession({ gaps }).state, []);
    expect(many?.text).toBe("4 MEDIUM or LOW gaps are still open. Accept the spec anyway?");
    expect(many?.evidence[0]?.body).toContain("- MEDIUM: GAP-FLOW-003 Matter 3\n");
    const few = gateQuestion(paperSession({ gaps: gaps.slice(0, 1) }).state, []);
    expect(few?.text).toBe("1 MEDIUM or LOW gap is still open: GAP-FLOW-001. Accept the spec anyway?");
  });

  it("asks no gate again that was passed before the same ending was asked for once more", () => {
    const gaps = [makeGap({ id: GAP, severity: "HIGH" }), makeGap({ id: gapId("FLOW", 2), title: "Refunds" })];
    const session = paperSession({
      gaps,
      answer: ({ kind, header, fields }) =>
        kind === "finish" || header === "HIGH"
          ? {
              options: ["accept"],
              fields: Object.fromEntries(fields.map(({ id, exactText = "x" }) => [id, exactText])),
            }
          : undefined,
    });
    const headers = (): (string | undefined)[] => {
      const before = session.questions.length;
      session.record({ type: "finish_requested" });
      session.run();
      return session.questions.slice(before).map(({ header }) => header);
    };
    expect(headers()).toEqual(["Finish", "HIGH", "What is left"]);
    const [waiting] = session.state.questions;
    if (waiting !== undefined) session.record({ type: "question_withdrawn", question: waiting.id, why: "finish" });
    expect(headers()).toEqual(["Finish", "What is left"]);
  });

  it("names the issue and both positions of a HIGH conflict that is acknowledged", () => {
    const session = stateWith(1);
    const conflict: Conflict = {
      issue: issueId(1, 1),
      gap: GAP,
      severity: "HIGH",
      round: 1,
      kind: "explicit",
      heuristics: [],
      reviewerPosition: "Stop after three.",
      engineerPosition: "Never stop.",
      state: "open",
    };
    session.record({ type: "conflict_opened", conflict });
    const question = gateQuestion(session.state, [{ gate: "critical" }, { gate: "high" }]);
    expect(question?.header).toBe("Conflicts");
    expect(question?.evidence[0]?.title).toBe("ISSUE-R1-001 on GAP-FLOW-001: No limit");
    expect(question?.evidence[0]?.body).toMatch(/Stop after three\.[\s\S]*Never stop\./);
  });
});
