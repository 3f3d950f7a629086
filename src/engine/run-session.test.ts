import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../test/support/canonical-documents.ts";
import { questionsNow } from "../mediator/make-question.ts";
import { recordFile } from "../mediator/record-text.ts";
import type { GapId } from "../model/ids.ts";
import type { Agent, AgentTask } from "../ports/agent.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { rebuildRecords } from "./projections.ts";
import { readState } from "./session-store.ts";

const SOURCE = `# Relay

## Intake

A message is taken in within 50 ms.

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.
- GAP-INTAKE-002: The order of messages is not said.

## Delivery

- GAP-DELIVER-001 (CRITICAL): How often delivery is tried again is not said.
`;

const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

const proposes = (task: AgentTask) => proposalDocument({ gap: task.label.gaps[0] as GapId, target: "Delivery" });
const approves = (task: AgentTask) =>
  task.label.purpose === "final-review" ? FINAL : reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });

function plain(changes: { engineer?: (task: AgentTask) => string; reviewer?: (task: AgentTask) => string } = {}) {
  const engineer = scriptedAgent(changes.engineer ?? proposes);
  const reviewer = scriptedAgent(changes.reviewer ?? approves);
  return { engineer, reviewer, session: testSession({ source: SOURCE, engineer, reviewer }) };
}

/** The same disk, which takes its time to sync. */
function slowToSync(disk: MemoryFiles): MemoryFiles {
  return {
    ...disk,
    async sync(path) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await disk.sync(path);
    },
  };
}

describe("a session on disk", () => {
  it("starts no agent before the runs that it rests on outlive a power cut", async () => {
    const disk = memoryFiles();
    const durable: number[] = [];
    const reviewer = scriptedAgent((task) => {
      const journal = disk.afterPowerLoss().texts()["journal.jsonl"] ?? "";
      durable.push(journal.split('"type":"run_answered"').length - 1);
      return approves(task);
    });
    const engineer = scriptedAgent(proposes);
    const session = testSession({ source: SOURCE, engineer, reviewer, files: slowToSync(disk) });
    expect((await session.run()).reason).toBe("ended");
    const [first = 0, last = 0] = [durable[0], durable.at(-1)];
    expect(first).toBe(engineer.tasks.filter((task) => task.label.round === 1).length);
    expect(last).toBe(engineer.tasks.length + durable.length - 1);
  });

  it("goes from a partial spec to a finished one", async () => {
    const { session } = plain();
    const { reason, store } = await session.run();
    expect(reason).toBe("ended");
    expect(store.state.stop).toMatchObject({ termination: "COMPLETE", specPath: "spec_v1.0.md" });
    const spec = (await session.specFolder.readText("spec_v1.0.md")) ?? "";
    for (const heading of ["# Relay", "## Intake", "## Delivery"]) {
      expect(spec.split("\n")).toContain(heading);
    }
    expect(spec).toContain("settles GAP-DELIVER-001");
    expect(spec.startsWith((await session.files.readText("spec.md")) ?? "-")).toBe(true);
    expect(await session.files.readText("traceability.md")).toMatch(/GAP-INTAKE-001 .*RESOLVED/);
    const paths = (await session.files.list("", { recursive: true }))
      .filter((entry) => entry.kind === "file")
      .map((entry) => entry.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "source.md",
        "journal.jsonl",
        "status.md",
        "decisions.md",
        "spec.md",
        "changes.md",
        "traceability.md",
        "round_001/engineer.md",
        "round_001/reviewer.md",
        "round_001/summary.md",
        "round_001/log.md",
        "round_001/prompts/engineer-GAP-DELIVER-001-1.md",
        "round_001/attempts/engineer-GAP-DELIVER-001-1.md",
      ]),
    );
    expect(paths.filter((path) => path.includes("scratch"))).toEqual([]);
  });

  it("keeps each prompt as it was sent", async () => {
    const { session, engineer } = plain();
    await session.run();
    const task = engineer.tasks[0];
    const path = `round_001/prompts/engineer-${task?.label.gaps[0]}-1.md`;
    expect(await session.files.readText(path)).toBe(`${task?.preface}\n\n${task?.prompt}\n`);
  });

  it("retries with the failure's own notice, and stores the canonical form", async () => {
    const { session, engineer } = plain({
      engineer: (task) => (task.label.attempt === 1 ? "I could not do it." : proposes(task)),
    });
    const { store } = await session.run();
    expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
    const retries = engineer.tasks.filter((task) => task.label.attempt === 2);
    expect(retries).toHaveLength(3);
    expect(retries[0]?.prompt).toMatch(/attempt 1 of 2/);
  });

  it("takes amounts that are none for nothing, so that the journal can be read again", async () => {
    const usage = { seconds: Number.NaN, inputTokens: Number.POSITIVE_INFINITY, costUsd: -1, outputTokens: 7 };
    const engineer: Agent = {
      name: "odd",
      paid: false,
      // biome-ignore lint/correctness/useYield: an agent may have nothing to say on the way
      async *run(task) {
        return { type: "document", bytes: new TextEncoder().encode(proposes(task)), usage };
      },
    };
    const session = testSession({ source: SOURCE, engineer, reviewer: scriptedAgent(approves) });
    await session.run();
    const spent = (await readState(session.files))?.totals.usage.engineer;
    expect(spent).toMatchObject({ runs: 3, seconds: 0, inputTokens: 0, costUsd: 0, outputTokens: 21 });
  });

  it("writes the records again byte for byte", async () => {
    const { session } = plain();
    const { store } = await session.run();
    const names = ["status.md", "decisions.md", "round_001/summary.md", "round_001/log.md"];
    const read = () => Promise.all(names.map((name) => session.files.readText(name)));
    const before = await read();
    for (const name of names) await session.files.remove(name);
    await rebuildRecords({ store, observe: () => {} });
    expect(await read()).toEqual(before);
  });

  it("keeps a status.md that a person edited beside, and says so", async () => {
    const { session } = plain();
    const controller = new AbortController();
    controller.abort();
    await session.run(controller.signal);
    await session.files.writeAtomic("status.md", `${await session.files.readText("status.md")}\nmy own words\n`);
    await session.run();
    const kept = session.observations.find((one) => one.type === "kept-beside");
    expect(kept).toMatchObject({ path: "status.md" });
    expect(await session.files.readText(kept?.type === "kept-beside" ? kept.kept : "")).toContain("my own words");
    expect(await session.files.readText("status.md")).not.toContain("my own words");
  });

  it("takes a record that another version of the program rendered for its own", async () => {
    const { session } = plain();
    const controller = new AbortController();
    controller.abort();
    await session.run(controller.signal);
    const earlier = recordFile(1, "spec, as it was laid out then").replace(
      "Edits here are not read",
      "Of version 0.0.9",
    );
    await session.files.writeAtomic("status.md", earlier.replaceAll("\n", "\r\n"));
    await session.files.writeAtomic("decisions.md", earlier.replace("then", "now"));
    await session.run();
    const kept = session.observations.flatMap((one) => (one.type === "kept-beside" ? [one.path] : []));
    expect(kept).toEqual(["decisions.md"]);
    expect(await session.files.readText("status.md")).toContain("## Gap inventory");
  });

  it("stops at a question that nobody answers, and goes on when it is answered", async () => {
    const engineer = scriptedAgent((task) =>
      task.label.attempt === 1 && task.label.gaps[0] === "GAP-INTAKE-002"
        ? "BLOCKED_NEEDS_INPUT: GAP-INTAKE-002\n\nIs the order by arrival or by timestamp?\n"
        : proposes(task),
    );
    let answered = false;
    const session = testSession({
      source: SOURCE,
      engineer,
      reviewer: scriptedAgent(approves),
      answer: () => (answered ? { options: ["give"], fields: { input: "By arrival." } } : undefined),
    });
    expect((await session.run()).reason).toBe("waiting");
    expect(await session.files.exists("spec.md")).toBe(true);
    answered = true;
    const { reason, store } = await session.run();
    expect(reason).toBe("ended");
    expect(store.state.decisions[0]?.decision).toBe("By arrival.");
    expect(await session.files.readText("decisions.md")).toContain("By arrival.");
    expect(engineer.tasks.at(-1)?.prompt).toContain("By arrival.");
  });

  it("takes an agent that says it was stopped, and was not, for one that crashed", async () => {
    const usage = { seconds: 0 };
    const engineer = scriptedAgent(() => ({
      type: "failed",
      reason: "aborted",
      message: "connection reset",
      transient: false,
      usage,
    }));
    const session = testSession({ source: SOURCE, engineer, reviewer: scriptedAgent(approves) });
    expect((await session.run()).reason).toBe("waiting");
    expect(session.questions[0]).toMatchObject({
      kind: "agent-failure",
      text: expect.stringContaining("connection reset"),
    });
  });

  it("counts as active only the time in which a process worked (SPEC 12, 17)", async () => {
    const hours = 3_600_000;
    const clock = fixedClock({ step: 0 });
    const controller = new AbortController();
    const engineer = scriptedAgent((task) => {
      if (engineer.tasks.length === 1) {
        void clock.sleep(60_000);
        controller.abort();
      }
      return proposes(task);
    });
    const session = testSession({ source: SOURCE, engineer, reviewer: scriptedAgent(approves), clock });
    await session.run(controller.signal);
    clock.jump(8 * hours);
    await session.command({ type: "context", gaps: [], text: "By the way." });
    clock.jump(8 * hours);
    const { store } = await session.run();
    expect(store.state.stop.type).toBe("ended");
    expect(store.state.totals).toMatchObject({ activeSeconds: 60, waitedSeconds: 57_600 });
  });

  describe("with two questions open", () => {
    const engineer = () => scriptedAgent((task) => `BLOCKED_NEEDS_INPUT: ${task.label.gaps[0]}\n\nWhich of the two?\n`);

    it("asks the second when the first is put off", async () => {
      const session = testSession({ source: SOURCE, engineer: engineer(), reviewer: scriptedAgent(approves) });
      const { reason, store } = await session.run();
      expect(reason).toBe("waiting");
      expect(session.questions.map(({ id }) => id)).toEqual(store.state.questions.map(({ id }) => id));
      expect(session.questions.length).toBeGreaterThan(1);
    });

    it("asks about a rollback before what it may undo (SPEC 13.9)", async () => {
      const session = testSession({ source: SOURCE, engineer: engineer(), reviewer: scriptedAgent(approves) });
      await session.run();
      await session.command({ type: "rollback", rounds: 1, reason: "too abstract" });
      const before = session.questions.length;
      const { store } = await session.run();
      expect(session.questions.slice(before).map(({ kind }) => kind)).toEqual(["rollback"]);
      expect(questionsNow(store.state).map(({ kind }) => kind)).toEqual(["rollback"]);
    });
  });

  it("does not run again what ended before an interruption", async () => {
    const controller = new AbortController();
    const engineer = scriptedAgent(proposes);
    const reviewer = scriptedAgent((task) => {
      if (!controller.signal.aborted) controller.abort();
      return approves(task);
    });
    const session = testSession({ source: SOURCE, engineer, reviewer });
    expect((await session.run(controller.signal)).reason).toBe("interrupted");
    const { reason } = await session.run();
    expect(reason).toBe("ended");
    expect(engineer.tasks.map((task) => task.id)).toEqual([...new Set(engineer.tasks.map((task) => task.id))]);
    expect((await readState(session.files))?.stop).toMatchObject({ termination: "COMPLETE" });
  });
});
