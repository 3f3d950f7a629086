import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HandClock } from "../../test/contract/agents-clock.ts";
import { documentOf, runAgent, taskIn } from "../../test/contract/agents-run.ts";
import type { Agent, AgentOutcome, AgentTask } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import { HEALTHY, processHealths } from "../ports/provider-health.ts";
import { MOST_TRIES, type ResilienceOptions, resilient, waitAfter } from "./resilient.ts";

const USAGE = { inputTokens: 10, costUsd: 0.5, seconds: 2 };
const GOOD: AgentOutcome = { type: "document", bytes: Buffer.from("whole"), usage: USAGE };

function overloaded(retryAfterSeconds?: number): AgentOutcome {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { type: "failed", reason: "overloaded", message: "busy.", transient: true, ...wait, usage: USAGE };
}

function fatal(reason: "unauthorised" | "timeout" | "crashed"): AgentOutcome {
  return { type: "failed", reason, message: "no.", transient: false, usage: USAGE };
}

/** Ends its runs in turn as told; each says a few words first. */
function scripted(outcomes: readonly AgentOutcome[]): Agent & { readonly tasks: AgentTask[] } {
  const tasks: AgentTask[] = [];
  return {
    name: "scripted",
    paid: false,
    tasks,
    async *run(task) {
      tasks.push(task);
      const outcome = outcomes[tasks.length - 1] ?? GOOD;
      yield { type: "text", text: outcome.type === "document" ? "whole" : "hal" };
      return outcome;
    },
  };
}

/** A clock on which waiting takes no time. */
function instantClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => 0,
    elapsed: () => 0,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  };
}

function wrap(outcomes: readonly AgentOutcome[], changes: Partial<ResilienceOptions> = {}) {
  const inner = scripted(outcomes);
  const clock = instantClock();
  return {
    inner,
    clock,
    agent: resilient(inner, { clock, random: () => 0.5, healths: processHealths(), provider: "p", ...changes }),
  };
}

it("repeats the same prompt after transient faults and reports each of them", async () => {
  const { agent, inner, clock } = wrap([overloaded(), overloaded()]);
  const { outcome, text, progress } = await runAgent(agent, taskIn("/x"));
  expect(documentOf(outcome)).toBe("whole");
  expect(text).toBe("whole");
  expect(inner.tasks.map((task) => task.try)).toEqual([1, 2, 3]);
  expect(new Set(inner.tasks.map((task) => task.prompt)).size).toBe(1);
  expect(progress.filter(({ type }) => type === "repeated")).toEqual([
    { type: "repeated", reason: "busy.", waitSeconds: 1.5 },
    { type: "repeated", reason: "busy.", waitSeconds: 3 },
  ]);
  expect(clock.slept).toEqual([1500, 3000]);
});

it("counts what every try has cost", async () => {
  const { agent } = wrap([overloaded()]);
  const { outcome } = await runAgent(agent, taskIn("/x"));
  expect(outcome.usage).toEqual({ inputTokens: 20, costUsd: 1, seconds: 4 });
});

it("waits as long as the provider asks", async () => {
  const { agent, clock } = wrap([overloaded(7)]);
  await runAgent(agent, taskIn("/x"));
  expect(clock.slept[0]).toBeGreaterThanOrEqual(7000);
  expect(clock.slept[0]).toBeLessThanOrEqual(8000);
});

it("does not wait for a provider that asks for too long, and passes the time on", async () => {
  const { agent, clock } = wrap([overloaded(3600)]);
  const { outcome } = await runAgent(agent, taskIn("/x"));
  expect(outcome).toMatchObject({ type: "failed", retryAfterSeconds: 3600 });
  expect(clock.slept).toEqual([]);
});

it("gives up after the last try", async () => {
  const { agent, inner } = wrap(Array.from({ length: 9 }, () => overloaded()));
  const { outcome } = await runAgent(agent, taskIn("/x"));
  expect(outcome).toMatchObject({ type: "failed", reason: "overloaded" });
  expect(inner.tasks).toHaveLength(MOST_TRIES);
});

it.each(["unauthorised", "timeout", "crashed"] as const)("does not repeat a run that ended as %s", async (reason) => {
  const { agent, inner } = wrap([fatal(reason)]);
  expect((await runAgent(agent, taskIn("/x"))).outcome).toMatchObject({ type: "failed", reason });
  expect(inner.tasks).toHaveLength(1);
});

it("ends at once when it is aborted while it waits", async () => {
  const clock = new HandClock();
  const { agent, inner } = wrap([overloaded()], { clock });
  const abort = new AbortController();
  const running = runAgent(agent, taskIn("/x"), abort.signal);
  await expect.poll(() => clock.slept).toHaveLength(1);
  abort.abort();
  expect((await running).outcome).toMatchObject({ type: "failed", reason: "aborted" });
  expect(inner.tasks).toHaveLength(1);
});

describe("the breaker", () => {
  it("opens over runs and then starts nothing, saying why", async () => {
    const healths = processHealths();
    const { agent, inner } = wrap(
      Array.from({ length: 99 }, () => overloaded()),
      { healths },
    );
    await runAgent(agent, taskIn("/x"));
    await runAgent(agent, taskIn("/x"));
    expect(await healths.read("p")).toMatchObject({ failures: 10 });
    expect(inner.tasks).toHaveLength(10);
    const { outcome } = await runAgent(agent, taskIn("/x"));
    expect(outcome).toMatchObject({ type: "failed", reason: "overloaded", transient: true });
    expect(outcome.type === "failed" && outcome.message).toContain("10 tries in a row failed. The last error: busy.");
    expect(inner.tasks).toHaveLength(10);
  });

  it("closes with every run that ends well", async () => {
    const healths = processHealths();
    const { agent } = wrap([overloaded(), overloaded(), GOOD, overloaded()], { healths });
    await runAgent(agent, taskIn("/x"));
    expect(await healths.read("p")).toEqual(HEALTHY);
    expect(documentOf((await runAgent(agent, taskIn("/x"))).outcome)).toBe("whole");
  });

  it("is left alone by faults that do not pass", async () => {
    const healths = processHealths();
    const { agent } = wrap([overloaded(), fatal("unauthorised")], { healths });
    await runAgent(agent, taskIn("/x"));
    expect((await healths.read("p")).failures).toBe(1);
  });
});

describe("what a provider asked one run to wait", () => {
  it("another run with it waits, too, and says so", async () => {
    const healths = processHealths();
    await healths.change("p", () => ({ failures: 1, message: "busy.", retryAt: 30_000 }));
    const { agent, clock } = wrap([GOOD], { healths });
    const { progress } = await runAgent(agent, taskIn("/x"));
    expect(clock.slept).toEqual([30_000]);
    expect(progress).toContainEqual({ type: "note", message: "Waiting 30 s, as the provider asked." });
  });

  it("is not waited for where it is too long: the run is not started, and the time is passed on", async () => {
    const healths = processHealths();
    const first = wrap([overloaded(3600)], { healths });
    await runAgent(first.agent, taskIn("/x"));
    const second = wrap([GOOD], { healths });
    const { outcome } = await runAgent(second.agent, taskIn("/x"));
    expect(outcome).toMatchObject({ type: "failed", reason: "overloaded", retryAfterSeconds: 3600 });
    expect(second.inner.tasks).toEqual([]);
  });

  it("does not hold back runs with another", async () => {
    const healths = processHealths();
    await healths.change("other", () => ({ failures: 99, message: "busy.", retryAt: 30_000 }));
    const { agent, clock } = wrap([GOOD], { healths });
    expect((await runAgent(agent, taskIn("/x"))).outcome.type).toBe("document");
    expect(clock.slept).toEqual([]);
  });
});

it("waits between half and all of a doubling time, never less than asked for, never beyond the longest", () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      chance,
      fc.option(fc.integer({ min: 0, max: 300 })),
      (number, value, asked) => {
        const wait = waitAfter(number, asked ?? undefined, () => value) ?? Number.NaN;
        const whole = Math.min(60, 2 * 2 ** (number - 1));
        if (asked === null) expect(wait).toBeGreaterThanOrEqual(whole / 2);
        if (asked === null) expect(wait).toBeLessThanOrEqual(whole);
        else expect(wait).toBeGreaterThanOrEqual(asked);
      },
    ),
  );
});
