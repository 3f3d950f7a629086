import { describe, expect, it } from "vitest";
import type { Config } from "../../src/model/config.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { AgentTask } from "../../src/ports/agent.ts";
import { proposalDocument } from "../support/canonical-documents.ts";
import { diskSession, holdsBack, proposes, type Replies } from "../support/disk-session.ts";

// SPEC 11: each state of the convergence, and each way on from its warning, through the library, with the records on disk.

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.

## Delivery

- GAP-DELIVER-001 (MEDIUM): How often delivery is tried again is not said.
`;

/** Introduces a CRITICAL gap in round 1. */
function spawnsCritical(task: AgentTask): string {
  const [gap] = task.label.gaps;
  if (task.label.round > 1 || gap !== "GAP-INTAKE-001") return proposes(task);
  const newGaps = [
    { id: "GAP-INTAKE-009" as GapId, severity: "CRITICAL" as const, summary: "Who may send is not said." },
  ];
  return proposalDocument({ gap, newGaps });
}

const never = holdsBack(() => true);
/** Until the round is over, then everything passes. */
const until = (last: number) => holdsBack((_gap, round) => round <= last);
const STALLS: Partial<Config> = { stallThreshold: 2 };

describe("SPEC 11: the state after a round stands in status.md", () => {
  it("CONVERGING while more is closed than opened, COMPLETE at the end", async () => {
    const session = diskSession({
      source: SOURCE,
      reviewer: holdsBack((gap, round) => gap === "GAP-INTAKE-001" && round === 1),
    });
    const { store } = await session.run();
    expect(store.state.records.map((record) => record.state)).toEqual(["CONVERGING", "CONVERGING"]);
    expect(session.read("status.md")).toMatch(/round 2 of at most \d+ · COMPLETE ·/);
    expect(session.read("status.md")).toMatch(/^\| \[001\].* \| CONVERGING \| 0 \| FULL \| \d+ \|$/m);
  });

  it("FLAT below the threshold, then STALLED, which is a DIVERGENCE_WARNING at once", async () => {
    const session = diskSession({ source: SOURCE, reviewer: never, config: STALLS });
    const { reason, store } = await session.run();
    expect(reason).toBe("waiting");
    expect(store.state.records).toMatchObject([
      { state: "FLAT", flatCount: 1 },
      { state: "DIVERGENCE_WARNING", flatCount: 2, cause: "stall" },
    ]);
    expect(session.read("status.md")).toMatch(/^\| \[001\].* \| FLAT \| 1 \| FULL \| \d+ \|$/m);
    expect(session.read("status.md")).toMatch(/^\| \[002\].* \| STALLED, DIVERGENCE_WARNING \| 2 \| FULL \| \d+ \|$/m);
    expect(session.questions.at(-1)).toMatchObject({ kind: "divergence", text: expect.stringContaining("2 rounds") });
  });

  it("DIVERGENCE_WARNING at a new CRITICAL gap, whatever was closed", async () => {
    const session = diskSession({ source: SOURCE, engineer: spawnsCritical });
    const { store } = await session.run();
    expect(store.state.records).toMatchObject([{ state: "DIVERGENCE_WARNING", cause: "new-critical" }]);
    expect(session.read("round_001/summary.md")).toContain("GAP-INTAKE-009");
  });

  it("PAUSED when the person pauses, and what it was before when they go on", async () => {
    const session = diskSession({ source: SOURCE });
    const stopped = new AbortController();
    stopped.abort();
    await session.run(stopped.signal);
    await session.command({ type: "pause", reason: "lunch" });
    expect((await session.run()).reason).toBe("paused");
    expect(session.read("status.md")).toContain("**paused: lunch**");
    expect(session.read("spec.md")).toContain("# Relay");
    await session.command({ type: "resume" });
    expect((await session.run()).reason).toBe("ended");
    expect(session.read("status.md")).toContain("· COMPLETE ·");
  });
});

interface Way {
  readonly option: string;
  readonly replies: Replies;
  readonly engineer?: (task: AgentTask) => string;
  /** What stands on disk afterwards, by file. */
  readonly leaves: Readonly<Record<string, RegExp>>;
}

const WAYS: readonly Way[] = [
  {
    option: "narrow",
    replies: { divergence: [{ options: ["narrow"], fields: { gaps: "GAP-DELIVER-001" } }] },
    leaves: { "status.md": /GAP-DELIVER-001.*USER_DEFERRED/, "decisions.md": /GAP-DELIVER-001/ },
  },
  {
    option: "accept-complexity",
    replies: { divergence: ["accept-complexity"] },
    leaves: { "decisions.md": /complexity/i },
  },
  {
    option: "critical-first",
    engineer: spawnsCritical,
    replies: { divergence: ["critical-first"] },
    leaves: { "round_002/engineer.md": /^## Gap Resolution: GAP-INTAKE-009\n/ },
  },
  {
    option: "context",
    replies: { divergence: [{ options: ["context"], fields: { context: "Messages are small." } }] },
    leaves: { "round_003/prompts/engineer-GAP-INTAKE-001-1.md": /Messages are small\./ },
  },
];

describe.each(WAYS)("SPEC 11: a warning answered with $option", ({ replies, engineer, leaves }) => {
  it("goes on as CONVERGING with the counter at 0, to the end", async () => {
    const session = diskSession({
      source: SOURCE,
      config: STALLS,
      reviewer: until(engineer === spawnsCritical ? 1 : 2),
      replies,
      ...(engineer === undefined ? {} : { engineer }),
    });
    const { reason, store } = await session.run();
    expect(session.questions.map(({ kind }) => kind)).toEqual(["divergence"]);
    expect(reason).toBe("ended");
    expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
    for (const [path, words] of Object.entries(leaves)) expect(session.read(path)).toMatch(words);
  });
});

it("SPEC 11: a warning answered with pause waits, and resume asks it again with nothing lost", async () => {
  const session = diskSession({
    source: SOURCE,
    config: STALLS,
    reviewer: until(2),
    replies: { divergence: ["pause", "accept-complexity"] },
  });
  expect((await session.run()).reason).toBe("paused");
  expect(session.read("spec.md")).toContain("## Delivery");
  await session.command({ type: "resume" });
  expect((await session.run()).store.state.stop).toMatchObject({ termination: "COMPLETE" });
});

it("SPEC 11 and 13: a warning answered with rollback undoes the round, and it runs again", async () => {
  const session = diskSession({
    source: SOURCE,
    config: STALLS,
    reviewer: (task) => (task.label.rerun === undefined ? until(2) : until(1))(task),
    replies: { divergence: ["rollback"], rollback: ["same"], archives: "keep" },
  });
  expect((await session.run()).store.state.stop).toMatchObject({ termination: "COMPLETE" });
  expect(session.read("rollback_analysis_round_002_1.md")).toContain("GAP-INTAKE-001");
  expect(session.read("round_002_rolled_back_1.tar.gz").length).toBeGreaterThan(0);
});
