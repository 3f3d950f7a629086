import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { approves, holdsBack, proposes } from "../../test/support/disk-session.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { AgentTask } from "../ports/agent.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { memoryHome } from "../testing/memory-home.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { nodeFiles } from "./node-files.ts";

const SOURCE = "# Relay\n\n- GAP-INTAKE-001 (HIGH): The order of messages is not said.\n";

/** Writes no document at first, so that a retry says where it belongs. */
const missing = (task: AgentTask) =>
  task.label.attempt === 1 ? ({ type: "missing", usage: { seconds: 0 } } as const) : proposes(task);

describe("an agent's task", () => {
  it("is a value: it is the same after it was sent to another computer", async () => {
    const engineer = { ...scriptedAgent(missing), readsBrief: true };
    const reviewer = scriptedAgent(approves);
    await testSession({ source: SOURCE, engineer, reviewer }).run();
    const tasks = [...engineer.tasks, ...reviewer.tasks];
    expect(tasks.length).toBeGreaterThan(3);
    expect(engineer.tasks.map(({ prompt }) => prompt)).toEqual(engineer.tasks.map(() => ""));
    for (const task of tasks) expect(JSON.parse(JSON.stringify(task))).toEqual(task);
    expect(engineer.tasks[0]?.brief?.source).toBe(SOURCE);
    expect(engineer.tasks[0]?.template).toMatch(/^## Gap Resolution: GAP-INTAKE-001\n/);
    expect(reviewer.tasks[0]?.template).toMatch(/^## Review: GAP-INTAKE-001\n/);
    expect(engineer.tasks[0]?.documents).toContainEqual({ path: "spec.md", text: SOURCE });
    expect(reviewer.tasks[0]?.documents.map(({ path }) => path)).toContain("round_001/engineer.md");
  });

  it("has a form for a review with the earlier issues that need a word, and without a verdict", async () => {
    const reviewer = scriptedAgent(holdsBack((_, round) => round === 1));
    await testSession({ source: SOURCE, engineer: scriptedAgent(proposes), reviewer }).run();
    const [first = "", second = ""] = reviewer.tasks.map(({ template }) => template);
    expect(first).toContain("### Earlier Issues\n\nNone.\n");
    expect(first).toContain("### Verdict\n\n[APPROVED, ");
    expect(second).toContain("| --- | --- | --- |\n| ISSUE-R1-001 | [RESOLVED, PARTLY or NOT_FIXED] | ");
  });

  it("names no place of this computer in its prompt", async () => {
    const folder = temporaryFolder();
    const engineer = scriptedAgent(missing);
    const reviewer = scriptedAgent(approves);
    const files = nodeFiles(join(folder, "sessions", "relay"), { scratch: ".tmp" });
    const codebase = join(folder, "code");
    await testSession({
      source: SOURCE,
      engineer,
      reviewer,
      files,
      specFolder: nodeFiles(folder),
      config: { codebase },
    }).run();
    const prompts = [...engineer.tasks, ...reviewer.tasks].map(({ preface, prompt }) => `${preface}\n${prompt}`);
    expect(prompts.some((prompt) => prompt.includes("./document.md"))).toBe(true);
    expect(prompts.some((prompt) => prompt.includes("There is a codebase"))).toBe(true);
    for (const prompt of prompts) expect(prompt).not.toContain(folder);
  });
});

/** A lock and a journal look at the clock more often than memory does. */
function untimed(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      text.replace(/\d{4}-\d\d-\d\dT[\d:]+Z|\b\d+ s\b|sum [0-9a-f]{8}|"mark":"\d+"/g, "…"),
    ]),
  );
}

describe("a session in a home that is no folder", () => {
  it("ends with the same documents, and leaves none of them in the folder of the worker", async () => {
    const run = async (home?: ReturnType<typeof memoryHome>) => {
      const work = memoryFiles();
      const agents = { engineer: scriptedAgent(missing), reviewer: scriptedAgent(approves) };
      const session = testSession({ source: SOURCE, ...agents, files: work, ...(home && { home }) });
      expect((await session.run()).store.state.stop).toMatchObject({ termination: "COMPLETE" });
      return work.texts();
    };
    const home = memoryHome();
    const left = await run(home);
    const { "journal.jsonl": journal = "", ...folder } = await run();
    expect(untimed(home.documents.texts())).toEqual(untimed(folder));
    expect(left).toEqual({});
    expect(await home.read()).toHaveLength(journal.trim().split("\n").length - 1);
  });
});
