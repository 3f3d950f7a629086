import { expect, it } from "vitest";
import { recordingNames } from "./replay-agent.ts";

it("looks for the round, then the gap, then the attempt", () => {
  expect(recordingNames({ role: "engineer", label: { round: 3, gaps: ["GAP-FLOW-001"], attempt: 2 } })).toEqual([
    "round_003/engineer-GAP-FLOW-001-2.md",
    "round_003/engineer-GAP-FLOW-001.md",
    "round_003/engineer-2.md",
    "round_003/engineer.md",
    "engineer-GAP-FLOW-001-2.md",
    "engineer-GAP-FLOW-001.md",
    "engineer-2.md",
    "engineer.md",
  ]);
});

it("looks for those of a round that runs again before those of its first time", () => {
  const label = { round: 4, gaps: ["GAP-FLOW-001"], attempt: 1, rerun: 1 } as const;
  const names = recordingNames({ role: "engineer", label });
  expect(names.slice(0, 5)).toEqual([
    "round_004.2/engineer-GAP-FLOW-001-1.md",
    "round_004.2/engineer-GAP-FLOW-001.md",
    "round_004.2/engineer-1.md",
    "round_004.2/engineer.md",
    "round_004/engineer-GAP-FLOW-001-1.md",
  ]);
});

it("joins several gaps by a plus", () => {
  const label = { round: 12, gaps: ["GAP-AA-001", "GAP-BB-002"] as const, attempt: 1 };
  expect(recordingNames({ role: "reviewer", label })[0]).toBe("round_012/reviewer-GAP-AA-001+GAP-BB-002-1.md");
});

it("makes no file name of something that is not a gap's id", () => {
  const names = recordingNames({ role: "engineer", label: { round: 1, gaps: ["GAP-/../../x"], attempt: 1 } });
  expect(names).toEqual(["round_001/engineer-1.md", "round_001/engineer.md", "engineer-1.md", "engineer.md"]);
});
