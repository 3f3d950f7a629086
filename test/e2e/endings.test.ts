import { describe, expect, it } from "vitest";
import type { Config } from "../../src/model/config.ts";
import type { TerminationType } from "../../src/model/convergence.ts";
import { type DiskSession, diskSession, holdsBack, type Replies } from "../support/disk-session.ts";

// SPEC 12: a session to each of its ends, through the library, with what it leaves on disk.

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (CRITICAL): What happens to a message that is too large is not said.
- GAP-INTAKE-002 (HIGH): The order of messages is not said.

## Delivery

- GAP-DELIVER-001 (MEDIUM): How often delivery is tried again is not said.
- GAP-DELIVER-002 (LOW): How a log line looks is not said.
`;

interface Ending {
  readonly end: TerminationType;
  readonly how: string;
  /** Gaps that no review lets pass. */
  readonly held: readonly string[];
  readonly config?: Partial<Config>;
  readonly replies?: Replies;
  /** The person asks to end after this round. */
  readonly finishAfter?: number;
  readonly asked: readonly string[];
}

const SERIOUS = ["GAP-INTAKE-001", "GAP-INTAKE-002"];
const SMALL = ["GAP-DELIVER-001", "GAP-DELIVER-002"];

const ENDINGS: readonly Ending[] = [
  { end: "COMPLETE", how: "by itself, when nothing is left", held: [], asked: [] },
  {
    end: "GOOD_ENOUGH",
    how: "when the person acknowledges the MEDIUM and LOW gaps that are left",
    held: SMALL,
    finishAfter: 1,
    replies: { finish: "accept", "warning-gate": "accept" },
    asked: ["finish", "warning-gate"],
  },
  {
    end: "USER_APPROVED",
    how: "through the gates for CRITICAL, HIGH and the rest",
    held: [...SERIOUS, ...SMALL],
    finishAfter: 1,
    replies: { finish: "accept", "warning-gate": "accept" },
    asked: ["finish", "warning-gate", "warning-gate", "warning-gate"],
  },
  {
    end: "MAX_ROUNDS",
    how: "at the limit, after one extension, through the same gates",
    held: SERIOUS,
    config: { maxRounds: 1, hardLimit: 2, stallThreshold: 9 },
    replies: { "max-rounds": ["extend", "accept"], "warning-gate": "accept" },
    asked: ["max-rounds", "max-rounds", "warning-gate", "warning-gate"],
  },
  {
    end: "STALL_EXIT",
    how: "out of a divergence warning, through the same gates",
    held: SERIOUS,
    config: { stallThreshold: 2 },
    replies: { divergence: "force-complete", "warning-gate": "accept" },
    asked: ["divergence", "warning-gate", "warning-gate"],
  },
  {
    end: "ABANDONED",
    how: "when the person gives it up",
    held: SERIOUS,
    finishAfter: 1,
    replies: { finish: "abandon" },
    asked: ["finish"],
  },
];

async function ended({ held, config, replies, finishAfter }: Ending): Promise<DiskSession> {
  const session = diskSession({
    source: SOURCE,
    reviewer: holdsBack(
      (gap) => held.includes(gap),
      (gap) => (SMALL.includes(gap) ? "MEDIUM" : "HIGH"),
    ),
    ...(config === undefined ? {} : { config }),
    ...(replies === undefined ? {} : { replies }),
  });
  if (finishAfter !== undefined) {
    await session.runToEndOf(finishAfter);
    expect(await session.command({ type: "finish" })).toMatchObject({ ok: true });
  }
  expect((await session.run()).reason).toBe("ended");
  return session;
}

describe.each(ENDINGS)("a session ends as $end $how", (ending) => {
  it("with the questions that this takes, a status that says so and a spec of what was accepted", async () => {
    const session = await ended(ending);
    expect(session.questions.map(({ kind }) => kind)).toEqual(ending.asked);
    const status = session.read("status.md");
    expect(status).toContain(ending.end);
    for (const gap of ending.held) expect(session.read("spec.md")).not.toContain(`settles ${gap}`);
    if (ending.end === "ABANDONED") return expect(() => session.spec()).toThrow("ENOENT");
    const spec = session.spec();
    for (const heading of SOURCE.split("\n").filter((line) => line.startsWith("#"))) expect(spec).toContain(heading);
    for (const gap of [...SERIOUS, ...SMALL]) {
      const isHeld = ending.held.includes(gap);
      expect(spec.includes(`settles ${gap} within`), gap).toBe(!isHeld);
      expect((spec.split("## Left open")[1]?.split("## Decided without")[0] ?? "").includes(`- ${gap} (`), gap).toBe(
        isHeld,
      );
      if (isHeld && SERIOUS.includes(gap)) expect(session.read("decisions.md")).toContain(`because of ${gap}`);
    }
    return undefined;
  });
});
