import { expect, it } from "vitest";
import type { AgentTask } from "../../src/ports/agent.ts";
import { diskSession, holdsBack } from "../support/disk-session.ts";

const GAPS = Array.from({ length: 20 }, (_, index) => `GAP-RELAY-${String(index + 1).padStart(3, "0")}`);
const SOURCE = `# Relay\n\n${GAPS.map((gap) => `## Part ${gap.slice(-3)}\n\nA message is kept for a while.\n\n- ${gap} (HIGH): How long it is kept here is not said.`).join("\n\n")}\n`;

const size = (tasks: readonly AgentTask[], round: number) => {
  const task = tasks.find(({ label }) => label.round === round);
  return (task?.preface.length ?? 0) + (task?.prompt.length ?? 0);
};

it("SPEC 15.4: apart from the documents under review a prompt of round 30 is as long as one of round 3, within 10 %", async () => {
  // Each gap takes three rounds: rounds 3 and 30 both hold the second revision of one.
  const session = diskSession({
    source: SOURCE,
    config: { parallelGaps: 1, maxRounds: 40, stallThreshold: 40 },
    reviewer: holdsBack((_gap, round) => round % 3 !== 0),
  });
  const state = await session.runToEndOf(30);
  expect(state.records).toHaveLength(30);
  expect(session.questions).toEqual([]);
  const reviewed = (round: number) =>
    size(session.reviewer.tasks, round) - session.read(`round_${String(round).padStart(3, "0")}/engineer.md`).length;
  for (const [early, late] of [
    [size(session.engineer.tasks, 3), size(session.engineer.tasks, 30)],
    [reviewed(3), reviewed(30)],
  ] as const) {
    expect(early).toBeGreaterThan(2000);
    expect(late / early).toBeGreaterThan(0.9);
    expect(late / early).toBeLessThan(1.1);
  }
});
