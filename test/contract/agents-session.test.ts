import { describe, expect, it } from "vitest";
import { createModelAgent } from "../../src/agents/model/create-model-agent.ts";
import { readPrices } from "../../src/agents/model/prices.ts";
import { type ResilienceOptions, resilient } from "../../src/agents/resilient.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import type { Config } from "../../src/model/config.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import { gapId } from "../../src/model/ids.ts";
import type { Agent, AgentTask } from "../../src/ports/agent.ts";
import type { Files } from "../../src/ports/files.ts";
import { processHealths } from "../../src/ports/provider-health.ts";
import { scriptedAgent } from "../../src/testing/scripted-agent.ts";
import { testSession } from "../../src/testing/test-session.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { type ModelReply, type ModelServer, startModelServer } from "../support/model-server.ts";

const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

/** What either role writes for a task: the same however often it is asked. */
function answerTo(task: AgentTask): string {
  const { gaps } = task.label;
  if (task.role === "engineer") return gaps.map((gap) => proposalDocument({ gap, target: "Delivery" })).join("\n");
  return gaps.length === 0 ? FINAL : reviewDocument({ reviews: gaps.map((gap) => ({ gap })) });
}

function sourceWith(gaps: number): string {
  const lines = Array.from(
    { length: gaps },
    (_, index) => `- ${gapId("FLOW", index + 1)}: Question ${index + 1} is open.`,
  );
  return `# Relay\n\n## Delivery\n\n${lines.join("\n")}\n`;
}

/** Everything that the agents wrote and that came of it. */
async function documentsOf(files: Files, specFolder: Files): Promise<Record<string, string | undefined>> {
  const entries = await files.list("", { recursive: true });
  const wanted = entries.filter(({ path }) =>
    /(?:engineer|reviewer|final-review)[^/]*\.md$|^decisions\.md$/.test(path),
  );
  const texts = wanted.map(async ({ path }) => [path, await files.readText(path)] as const);
  return { ...Object.fromEntries(await Promise.all(texts)), spec: await specFolder.readText("spec_v1.0.md") };
}

/** Lines of the rounds' logs about a repeated run. */
async function repeatsLogged(files: Files): Promise<number> {
  const entries = await files.list("", { recursive: true });
  const logs = entries.filter(({ path }) => path.endsWith("/log.md")).map(({ path }) => files.readText(path));
  return (await Promise.all(logs)).join("\n").match(/^- repeated after /gm)?.length ?? 0;
}

async function runWith(agents: { engineer: Agent; reviewer: Agent }, gaps: number, config: Partial<Config> = {}) {
  const session = testSession({ source: sourceWith(gaps), ...agents, config });
  const { store } = await session.run();
  return {
    stop: store.state.stop,
    usage: store.state.totals.usage,
    repeated: session.events.filter(({ type }) => type === "run_repeated").length,
    logged: await repeatsLogged(session.files),
    ended: session.events.filter(({ type }) => type === "run_ended").length,
    documents: await documentsOf(session.files, session.specFolder),
  };
}

/** Waits are short. */
const quick = (): ResilienceOptions => ({
  clock: { ...systemClock, sleep: (milliseconds, signal) => systemClock.sleep(Math.min(milliseconds, 10), signal) },
  healths: processHealths(),
  provider: "p",
  random: () => 0,
});

describe("a session with models behind our server, through the real SDKs", () => {
  const FAULTS: readonly ((text: string) => ModelReply)[] = [
    () => ({ type: "status", status: 429, headers: { "retry-after": "0" } }),
    () => ({ type: "status", status: 529 }),
    (text) => ({ type: "cut", text: text.slice(0, 60), how: "reset" }),
    (text) => ({ type: "cut", text: text.slice(0, 60), how: "close" }),
    (text) => ({ type: "error-event", text: text.slice(0, 60) }),
    () => ({ type: "status", status: 503 }),
  ];

  /** Every second request meets a fault, each kind in turn, when there are faults. */
  async function session(withFaults: boolean, parallelGaps = 1) {
    const tasks = new Map<string, AgentTask>();
    let faults = 0;
    const server: ModelServer = await startModelServer((request, number) => {
      const task = tasks.get(request.prompt);
      const text = task ? answerTo(task) : "no such task";
      const fault = withFaults && number % 2 === 1 ? FAULTS[faults % FAULTS.length] : undefined;
      if (fault) faults += 1;
      return fault ? fault(text) : { type: "text", text, pieceLength: 40, delayMs: 1 };
    });
    const prices = await readPrices();
    const agentOf = (provider: "anthropic" | "openai", model: string): Agent => {
      const options = { spec: { provider, model }, baseUrl: `${server.url}/v1`, keyVariable: "KEY" };
      const environment = { KEY: "key-of-the-session-test-1" };
      const agent = createModelAgent({ ...options, clock: systemClock, environment, prices });
      const remembering: Agent = {
        ...agent,
        run: (task, signal) => {
          tasks.set(task.prompt, task);
          return agent.run(task, signal);
        },
      };
      return resilient(remembering, quick());
    };
    try {
      const agents = {
        engineer: agentOf("anthropic", "claude-sonnet-5-5"),
        reviewer: agentOf("openai", "gpt-6.1-sol"),
      };
      return { ...(await runWith(agents, 6, { parallelGaps })), faults, requests: server.requests.length };
    } finally {
      await server.close();
    }
  }

  it("ends with faults as without them, each fault on record and nothing doubled", async () => {
    const calm = await session(false);
    const stormy = await session(true);
    expect(calm.stop).toMatchObject({ termination: "COMPLETE" });
    expect(calm).toMatchObject({ faults: 0, repeated: 0 });
    expect(stormy.faults).toBeGreaterThanOrEqual(FAULTS.length);
    expect(stormy.repeated).toBe(stormy.faults);
    expect(stormy.requests).toBe(calm.requests + stormy.faults);
    expect(stormy.ended).toBe(calm.ended);
    expect(stormy.documents).toEqual(calm.documents);
  });

  it("counts tokens and money of both roles", async () => {
    // The runs of one round share what stands before their tasks (SPEC 15.4).
    const { usage } = await session(false, 3);
    expect(usage.engineer.costUsd).toBeGreaterThan(0);
    expect(usage.reviewer.costUsd).toBeGreaterThan(0);
    expect(usage.engineer.cachedInputTokens).toBeGreaterThan(0);
  });
});

describe("60 rounds", () => {
  /** One run in five fails before it is answered; the final review, which no round's log has, is not among them. */
  function agents(withFaults: boolean) {
    let runs = 0;
    let faults = 0;
    const agentOf = () => {
      const inner = scriptedAgent(answerTo);
      const faulty: Agent = {
        ...inner,
        async *run(task, signal) {
          runs += 1;
          if (!withFaults || runs % 5 !== 0 || task.label.gaps.length === 0) return yield* inner.run(task, signal);
          faults += 1;
          yield { type: "text", text: "a beginning that" };
          const usage = { seconds: 1 };
          return { type: "failed", reason: "network", message: "It broke off.", transient: true, usage };
        },
      };
      return resilient(faulty, { ...quick(), clock: { now: () => 0, elapsed: () => 0, sleep: async () => {} } });
    };
    return { engineer: agentOf(), reviewer: agentOf(), faults: () => faults };
  }

  it("with a transient fault in every fifth run end with the same documents, each in the log, nothing doubled", async () => {
    const budgets = { ...DEFAULT_CONFIG.budgets, tokens: 20_000_000 };
    const config = { parallelGaps: 1, maxRounds: 100, hardLimit: 100, budgets };
    const calm = await runWith(agents(false), 60, config);
    const troubled = agents(true);
    const stormy = await runWith(troubled, 60, config);
    expect(calm.stop).toMatchObject({ termination: "COMPLETE" });
    expect(calm.documents).toHaveProperty(["round_060/engineer.md"]);
    expect(stormy.repeated).toBe(troubled.faults());
    expect(stormy.repeated).toBeGreaterThanOrEqual(25);
    expect(stormy.logged).toBe(stormy.repeated);
    expect(stormy.ended).toBe(calm.ended);
    expect(stormy.documents).toEqual(calm.documents);
  });
});
