import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { type PaperScript, paperSession } from "../../../test/support/paper-session.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import { gapId } from "../../model/ids.ts";

const A = gapId("FLOW", 1);

/** Each run costs 2 USD, and 5 are allowed. */
function costly(script: Partial<PaperScript> = {}) {
  return paperSession({
    gaps: [1, 2, 3].map((number) => makeGap({ id: gapId("FLOW", number) })),
    config: { parallelGaps: 1, budgets: { ...DEFAULT_CONFIG.budgets, usd: 5 } },
    costUsd: () => 2,
    ...script,
  });
}

describe("money that is used up (SPEC 15.3)", () => {
  it("asks before another run is paid for, with what was spent and twice as much to go on", () => {
    const session = costly();
    expect(session.run()).toBe("waiting");
    expect(session.questions).toHaveLength(1);
    expect(session.questions[0]).toMatchObject({ kind: "budget", about: ["money"], personOnly: true });
    expect(session.questions[0]?.text).toContain("has used 6.00 USD of 5 USD");
    expect(session.questions[0]?.options[0]?.label).toBe("Raise it to 12 USD");
  });

  it("goes on after it was raised, until that is used up too", () => {
    const session = costly({
      answer: ({ kind, text }) => (kind === "budget" && text.includes("of 5 USD") ? { options: ["raise"] } : undefined),
    });
    expect(session.run()).toBe("waiting");
    expect(session.state.config.budgets).toEqual({ ...DEFAULT_CONFIG.budgets, usd: 12 });
    expect(session.questions.map(({ kind, text }) => [kind, text.match(/of \d+/)?.[0]])).toEqual([
      ["budget", "of 5"],
      ["budget", "of 12"],
    ]);
  });

  it("pays for the last review alone where the person ends, and does not ask again", () => {
    const answers: Record<string, string> = { budget: "finish", finish: "accept" };
    const session = costly({
      gaps: [makeGap({ id: A }), makeGap({ id: gapId("FLOW", 2), severity: "LOW" })],
      answer: ({ kind, options }) => ({ options: [answers[kind] ?? options[0]?.id ?? ""] }),
    });
    expect(session.run()).toBe("ended");
    expect(session.questions.filter(({ kind }) => kind === "budget")).toHaveLength(1);
    const after = session.entries.slice(session.entries.findIndex(({ event }) => isAsked(event)));
    const runs = after.flatMap(({ event }) => (event.type === "step" ? event.events : []));
    expect(runs.flatMap((event) => (event.type === "run_started" ? [event.role] : []))).toEqual(["final-review"]);
  });

  it("is not asked about where runs cost nothing", () => {
    const session = costly({ costUsd: () => 0, answer: ({ options }) => ({ options: [options[0]?.id ?? ""] }) });
    expect(session.run()).toBe("ended");
    expect(session.questions.map(({ kind }) => kind)).not.toContain("budget");
  });
});

function isAsked(event: ReturnType<typeof costly>["entries"][number]["event"]): boolean {
  return event.type === "step" && event.events.some((one) => one.type === "question_answered");
}
