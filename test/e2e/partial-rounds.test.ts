import { describe, expect, it } from "vitest";
import type { AgentTask } from "../../src/ports/agent.ts";
import { proposalDocument } from "../support/canonical-documents.ts";
import { approves, type DiskSession, diskSession, proposes, type Replies } from "../support/disk-session.ts";

// SPEC 7: what the person can choose when a role fails, through the library, with what it leaves on disk.

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said, nor who is told of it.
- GAP-INTAKE-002 (HIGH): The order of messages is not said.

## Delivery

- GAP-DELIVER-001 (MEDIUM): How often delivery is tried again is not said.
`;

const NOTHING = "I could not do it.";
/** Fails in its first three attempts of these rounds, at these gaps. */
const fails =
  (plain: (task: AgentTask) => string, rounds: readonly number[] = [1], gaps = /GAP/) =>
  (task: AgentTask) => {
    const { round, attempt, gaps: given, purpose } = task.label;
    const isMeant = rounds.includes(round) && given.some((gap) => gaps.test(gap));
    return purpose === undefined && isMeant && attempt <= 3 ? NOTHING : plain(task);
  };

interface Way {
  readonly option: string;
  readonly replies: Replies;
  readonly check: (session: DiskSession) => void;
}

const SERIOUS = /INTAKE/;

const ENGINEER_WAYS: readonly Way[] = [
  {
    option: "skip",
    replies: { "role-failed": ["skip"] },
    check: (session) => {
      expect(session.read("round_001/summary.md")).toContain("Engineer: SKIP");
      expect(() => session.read("round_001/engineer.md")).toThrow("ENOENT");
    },
  },
  {
    option: "reassign",
    replies: { "role-failed": ["reassign"] },
    check: (session) => {
      expect(session.read("round_001/engineer.md")).toMatch(/^## Gap Resolution: GAP-DELIVER-001\n/);
      expect(session.read("round_001/log.md")).toContain("PARTIAL");
    },
  },
  {
    option: "context",
    replies: { "role-failed": [{ options: ["context"], fields: { context: "A message is at most 1 MB." } }] },
    check: (session) => {
      const prompt = session.read("round_001/prompts/engineer-GAP-INTAKE-001-4.md");
      expect(prompt).toContain("A message is at most 1 MB.");
    },
  },
  {
    option: "narrow",
    replies: { "role-failed": ["narrow"] },
    // The shortest of the two.
    check: (session) => expect(session.read("round_001/engineer.md")).toMatch(/^## Gap Resolution: GAP-INTAKE-002\n/),
  },
  {
    option: "pause",
    replies: { "role-failed": ["pause", "skip"] },
    check: (session) => expect(session.read("spec.md")).toContain("# Relay"),
  },
];

/** To its end, past a pause. */
async function toTheEnd(session: DiskSession): Promise<void> {
  let { reason, store } = await session.run();
  if (reason === "paused") {
    expect(session.read("status.md")).toContain("PAUSED");
    await session.command({ type: "resume" });
    ({ reason, store } = await session.run());
  }
  expect(reason).toBe("ended");
  expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
}

describe.each(ENGINEER_WAYS)("SPEC 7: an Engineer that fails, answered with $option", ({ option, replies, check }) => {
  it("goes on, and ends with every gap resolved", async () => {
    const session = diskSession({
      source: SOURCE,
      config: { parallelGaps: 2, stallThreshold: 5 },
      engineer: fails(proposes, [1], SERIOUS),
      replies,
    });
    await toTheEnd(session);
    const [question] = session.questions;
    expect(question).toMatchObject({ kind: "role-failed", header: "Engineer" });
    expect(question?.options.map(({ id }) => id)).toEqual(
      expect.arrayContaining(ENGINEER_WAYS.map((way) => way.option)),
    );
    expect(question?.evidence[0]?.body.split("\n")).toHaveLength(6);
    expect(session.questions).toHaveLength(option === "pause" ? 2 : 1);
    check(session);
    expect(session.spec()).toContain("settles GAP-INTAKE-001");
  });
});

describe("SPEC 7: a Reviewer that fails", () => {
  it.each(["skip", "context", "pause"])(
    "answered with %s goes on, and what was proposed is reviewed",
    async (option) => {
      const session = diskSession({
        source: SOURCE,
        config: { stallThreshold: 5 },
        reviewer: fails(approves),
        replies: { "role-failed": option === "pause" ? ["pause", "skip"] : [option] },
      });
      await toTheEnd(session);
      expect(session.questions[0]).toMatchObject({ kind: "role-failed", header: "Reviewer" });
      if (option === "context") expect(session.read("round_001/prompts/reviewer-4.md")).toContain("because of context");
      else expect(session.read("round_001/summary.md")).toMatch(/unreviewed/i);
      expect(session.read(option === "context" ? "round_001/reviewer.md" : "round_002/reviewer.md")).toContain(
        "## Review: GAP-INTAKE-001",
      );
    },
  );
});

const OWN = proposalDocument({ gap: "GAP-INTAKE-002", text: "The person's own bound is 70 ms, with status 413." });

const BOTH_WAYS: readonly Way[] = [
  {
    option: "condense",
    replies: { "both-failed": ["condense"] },
    check: (session) => expect(session.read("round_002/engineer.md")).toContain("## Gap Resolution: GAP-INTAKE-002"),
  },
  {
    option: "wont-fix",
    replies: { "both-failed": [{ options: ["wont-fix"], fields: { reason: "nobody needs it" } }] },
    check: (session) => expect(session.read("decisions.md")).toContain("nobody needs it"),
  },
  {
    option: "defer",
    replies: { "both-failed": ["defer"], "nothing-to-do": ["resume-deferred"] },
    check: (session) => expect(session.read("decisions.md")).toContain("GAP-INTAKE-002"),
  },
  {
    option: "write",
    replies: { "both-failed": [{ options: ["write"], fields: { document: OWN } }] },
    check: (session) => expect(session.spec()).toContain("The person's own bound is 70 ms"),
  },
  {
    option: "abandon",
    replies: { "both-failed": ["abandon"] },
    check: (session) => expect(() => session.spec()).toThrow("ENOENT"),
  },
];

describe.each(BOTH_WAYS)("SPEC 7: both roles fail, answered with $option", ({ option, replies, check }) => {
  it("goes on from there", async () => {
    // Round 1 leaves a proposal unreviewed, so that round 2 has something to review though its Engineer fails.
    const session = diskSession({
      source: SOURCE.split("## Delivery")[0] ?? "",
      config: { parallelGaps: 1, stallThreshold: 9 },
      engineer: fails(proposes, [2]),
      reviewer: fails(approves, [1, 2]),
      replies: { ...replies, "role-failed": "skip" },
    });
    const { store } = await session.run();
    expect(session.questions.map(({ kind }) => kind).slice(0, 3)).toEqual([
      "role-failed",
      "role-failed",
      "both-failed",
    ]);
    const termination = option === "abandon" ? "ABANDONED" : "COMPLETE";
    expect(store.state.stop).toMatchObject({ type: "ended", termination });
    check(session);
  });
});
