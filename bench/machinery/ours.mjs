// Whetstone's engine with everything on: prompts, gate, journal, records, backups. One child process, one scenario.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { proposal, review, sourceOf } from "./work.mjs";

/** The sources to bundle. The parent bundles them, so that the bundler's memory does not count. */
export const SOURCES = [
  "engine/create-session.ts",
  "engine/run-session.ts",
  "engine/session-store.ts",
  "engine/node-files.ts",
  "engine/node-processes.ts",
  "engine/system-clock.ts",
  "engine/load-prompt-kit.ts",
  "model/default-config.ts",
  "cli/session/bound-memory.ts",
];

/** Runs `rounds` rounds in `folder` and calls `onRound` when each is closed. */
export async function runOurs({ bundle, folder, rounds, gaps, parallel, engineerChars, onRound }) {
  const whetstone = await import(pathToFileURL(bundle).href);
  whetstone.boundMemory();
  const source = sourceOf(gaps);
  writeFileSync(join(folder, "relay.md"), source); // the author's file, which is read before each round
  const config = {
    ...whetstone.DEFAULT_CONFIG,
    parallelGaps: parallel,
    maxRounds: rounds,
    hardLimit: rounds,
    stallThreshold: rounds * 2,
    divergenceThreshold: 10_000,
    budgets: { ...whetstone.DEFAULT_CONFIG.budgets, tokens: 1e12, usd: 1e6 },
  };
  const parts = {
    files: whetstone.nodeFiles(join(folder, "session"), { scratch: ".tmp" }),
    clock: whetstone.systemClock,
    processes: whetstone.nodeProcesses,
  };
  const issues = new Map();
  const store = existsSync(join(folder, "session", "journal.jsonl"))
    ? await whetstone.openStore(parts)
    : await whetstone.createSession(parts, {
        name: "relay",
        specPath: "../relay.md",
        source: [{ path: "relay.md", text: source }],
        config,
        engineer: "bench",
        reviewer: "bench",
      });
  const stopped = new AbortController();
  const reason = await whetstone.runSession({
    store,
    agents: {
      engineer: agent(({ label }) => proposal(label.gaps[0], label.round, issues.get(label.gaps[0]), engineerChars)),
      reviewer: agent(({ label }) => reviewOf(issues, label)),
    },
    asker: { ask: async () => "later" },
    clock: whetstone.systemClock,
    kit: await whetstone.loadPromptKit(),
    specFolder: whetstone.nodeFiles(folder),
    signal: stopped.signal,
    observe(observation) {
      if (observation.type !== "recorded") return;
      for (const event of observation.events) if (event.type === "round_closed") onRound(event.record);
    },
  });
  await store.close();
  return { reason, state: store.state };
}

function reviewOf(issues, { round, gaps }) {
  const reviews = gaps.map((gap, index) => {
    const raised = `ISSUE-R${round}-${String(index + 1).padStart(3, "0")}`;
    const issue = issues.get(gap);
    issues.set(gap, raised);
    return { gap, issue, raised };
  });
  return review(round, reviews);
}

function agent(write) {
  return {
    name: "bench",
    paid: false,
    writesNoFile: true,
    async *run(task) {
      yield { type: "started" };
      return { type: "document", bytes: new TextEncoder().encode(write(task)), usage: { seconds: 0 } };
    },
  };
}

/** The bytes that this process has written; undefined if the system does not report it. */
export function bytesWritten() {
  try {
    return Number(/wchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}
