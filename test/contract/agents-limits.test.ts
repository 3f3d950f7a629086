import { describe, expect, it } from "vitest";
import { openAgents } from "../../src/agents/open-agents.ts";
import type { Config } from "../../src/model/config.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Agent } from "../../src/ports/agent.ts";
import { type TestSessionOptions, testSession } from "../../src/testing/test-session.ts";
import { answerPrompt } from "../support/answer-prompt.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { startModelServer } from "../support/model-server.ts";

const GAPS = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"] as const;
const SOURCE = `# Flow\n\n${GAPS.map((gap, index) => `## Part ${index}\n\n- ${gap}: Question ${index} is open.\n`).join("\n")}`;
const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

function answerTo(role: string, gaps: readonly GapId[], final: string): string {
  if (gaps.length === 0) return final;
  return role === "engineer"
    ? gaps.map((gap) => proposalDocument({ gap })).join("\n")
    : reviewDocument({ reviews: gaps.map((gap) => ({ gap })) });
}

describe("a limit that is reached while Engineers work (SPEC 15.3)", () => {
  /**
   * Three Engineers at once, each run for a dollar and 1000 tokens. The first to answer reaches the limit; the others
   * answer only when that is on record.
   */
  function session(budgets: Partial<Config["budgets"]>, answer: TestSessionOptions["answer"], finals = [FINAL]) {
    const began: string[] = [];
    let reached = () => {};
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const agent: Agent = {
      name: "costly",
      paid: false,
      // biome-ignore lint/correctness/useYield: it has no progress to report.
      async *run(task) {
        began.push(task.id);
        if (began.length > 1 && began.length <= GAPS.length) await isReached;
        const isFinal = task.label.gaps.length === 0;
        const final = (isFinal && finals.shift()) || FINAL;
        const bytes = new TextEncoder().encode(answerTo(task.role, task.label.gaps, final));
        const usage = { seconds: 1, inputTokens: 600, outputTokens: 400, costUsd: 1 };
        return { type: "document", bytes, usage };
      },
    };
    const made = testSession({
      source: SOURCE,
      engineer: agent,
      reviewer: agent,
      config: { budgets: { ...DEFAULT_CONFIG.budgets, ...budgets } },
      ...(answer && { answer }),
      observe: (seen) => {
        if (seen.type === "recorded" && seen.events.some(({ type }) => type === "run_ended")) reached();
      },
    });
    return { made, began };
  }

  it.each([
    ["money", { usd: 1 }, "3.00 USD of 1 USD"],
    ["tokens", { tokens: 1000 }, "3000 of 1000"],
  ])("lets them end, starts nothing more and asks: %s", async (what, budgets, words) => {
    const { made, began } = session(budgets, undefined);
    const { reason, store } = await made.run();
    expect(reason).toBe("waiting");
    expect(began).toHaveLength(GAPS.length);
    expect(made.questions.map((question) => question.kind)).toEqual(["budget"]);
    expect(made.questions[0]).toMatchObject({ about: [what], text: expect.stringContaining(words) });
    expect(store.state.round?.runs.map((run) => run.end?.gate.success)).toEqual([true, true, true]);
  });

  it("goes on where it stood when the limit is raised, and buys nothing twice", async () => {
    const { made, began } = session({ usd: 1 }, (question) =>
      question.kind === "budget" ? { options: ["raise"] } : undefined,
    );
    const { store } = await made.run();
    expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(made.questions).toHaveLength(1);
    expect(store.state.config.budgets.usd).toBe(6);
    expect(new Set(began).size).toBe(began.length);
    expect(began).toHaveLength(GAPS.length + 2);
  });

  it("pauses when the person says so, with nothing lost", async () => {
    const { made, began } = session({ usd: 1 }, () => ({ options: ["pause"] }));
    expect((await made.run()).reason).toBe("paused");
    expect(began).toHaveLength(GAPS.length);
  });

  const READ_AGAIN = ["Looks fine.", FINAL];

  it("asks before the final review is paid for once more", async () => {
    const { made, began } = session({ usd: 5 }, undefined, [...READ_AGAIN]);
    expect((await made.run()).reason).toBe("waiting");
    expect(made.questions.map(({ kind }) => kind)).toEqual(["budget"]);
    expect(began).toHaveLength(GAPS.length + 2);
  });

  it("asks nothing more about the limit when the person ends the session", async () => {
    const { made, began } = session({ usd: 5 }, () => ({ options: ["finish"] }), [...READ_AGAIN]);
    const { store } = await made.run();
    expect(store.state.stop).toMatchObject({ type: "ended", termination: "COMPLETE" });
    expect(made.questions.map(({ kind }) => kind)).toEqual(["budget"]);
    expect(began).toHaveLength(GAPS.length + 3);
  });
});

describe("the circuit breaker (SPEC 15.3)", () => {
  it("stops asking a provider that keeps failing, says why, and closes when the person says to go on", async () => {
    let isDown = true;
    const server = await startModelServer((request) =>
      isDown
        ? { type: "status", status: 503, message: "we are down" }
        : { type: "text", text: answerPrompt(request).document },
    );
    const agent = { kind: "openai-compatible", model: "m", baseUrl: `${server.url}/v1` };
    // Waits take no time; the time limit of a run never comes.
    const sleep = async (milliseconds: number) => (milliseconds < 60_000 ? undefined : new Promise<void>(() => {}));
    const options = {
      environment: {},
      base: ".",
      findProgram: () => undefined,
      findServers: async () => [],
      random: () => 0,
    };
    const agents = await openAgents(
      { engineer: agent, reviewer: agent },
      { ...options, clock: { now: () => Date.now(), elapsed: () => performance.now(), sleep } },
    );
    const asked: number[] = [];
    const made = testSession({
      source: SOURCE,
      ...agents,
      answer: (question) => {
        if (question.kind !== "agent-failure") return undefined;
        asked.push(server.requests.length);
        isDown = asked.length < 2;
        return { options: ["retry"] };
      },
    });
    try {
      const { store } = await made.run();
      expect(made.questions[0]?.text).toContain("we are down");
      // Ten failures open it, and what was already sent by then comes back; the other runs are not begun.
      expect(asked[0]).toBeGreaterThanOrEqual(10);
      expect(asked[0]).toBeLessThan(10 + GAPS.length);
      // "Go on" closes it: the provider is asked again, and again only so often.
      expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(1);
      expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
    } finally {
      await server.close();
    }
  });
});
