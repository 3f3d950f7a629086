import { appendFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createSession } from "../../src/engine/create-session.ts";
import { folderHome } from "../../src/engine/folder-home.ts";
import { loadPromptKit } from "../../src/engine/load-prompt-kit.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { nodeProcesses } from "../../src/engine/node-processes.ts";
import { runSession } from "../../src/engine/run-session.ts";
import { openStore, type SessionStore, type StoreParts } from "../../src/engine/session-store.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import type { State } from "../../src/mediator/state.ts";
import type { Config } from "../../src/model/config.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import type { GapId } from "../../src/model/ids.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import type { Agent, AgentTask } from "../../src/ports/agent.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import type { Faults } from "./faults.ts";
import { faultyAgent } from "./faulty-agent.ts";
import { faultyFiles } from "./faulty-files.ts";
import { faultyHome } from "./faulty-home.ts";

/** Beside the session's folder, so that a run is counted even when nothing of it is left. */
export const RUNS = "runs.log";

export const SOURCE = `# Relay

## Intake

A message is taken in within 50 ms.

- GAP-INTAKE-001 (CRITICAL): What happens to a message that is too large is not said.
- GAP-INTAKE-002 (CRITICAL): The order of messages is not said.

## Delivery

- GAP-DELIVER-001 (HIGH): How often delivery is tried again is not said.
- GAP-DELIVER-002 (HIGH): What the receiver is told of a late message is not said.
- GAP-DELIVER-003 (MEDIUM): How long a message is kept is not said.

## Limits

- GAP-LIMIT-001 (MEDIUM): How many receivers there may be is not said.
- GAP-LIMIT-002 (LOW): What a sender is told about its quota is not said.
- GAP-LIMIT-003 (LOW): When quotas begin anew is not said.
`;

const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

/**
 * Six rounds in which happens what a session has to survive: parallel runs, a document that fails and its retry, a
 * question to the person, a HIGH issue and its revision, a gap whose attempts are all used up and a partial round, a
 * new gap, streamed answers and answers at once, the final review and the finished spec.
 */
const engineerAnswers = (task: AgentTask): string => {
  const gap = task.label.gaps[0] as GapId;
  const { round, attempt } = task.label;
  if (gap === "GAP-INTAKE-002" && attempt === 1 && round === 1) return "I am not sure what is wanted here.";
  if (gap === "GAP-DELIVER-001" && attempt === 1 && round === 2) {
    return `BLOCKED_NEEDS_INPUT: ${gap}\n\nHow often may a receiver be called in an hour?\n`;
  }
  if (gap === "GAP-DELIVER-003" && round === 3) return "Nothing comes to mind.";
  const responses = /ISSUE-R[1-9]\d*-\d+/.exec(gap === "GAP-INTAKE-001" ? task.prompt : "");
  return proposalDocument({
    gap,
    target: gap.includes("INTAKE") ? "Intake" : gap.includes("LIMIT") ? "Limits" : "Delivery",
    text: `The relay settles ${gap} within ${10 * round} ms in attempt ${attempt}, and answers with status 200.`,
    ...(responses && { responses: [{ issue: responses[0], text: "The size is now bounded to 64 KiB." }] }),
    ...(gap === "GAP-LIMIT-002" && {
      newGaps: [{ id: "GAP-LIMIT-004", severity: "HIGH", summary: "What a quota counts is not said." }],
    }),
  });
};

const UNBOUNDED = {
  id: "ISSUE-R1-001",
  severity: "HIGH",
  title: "The size has no bound.",
  location: "The relay settles GAP-INTAKE-001 within 10 ms",
} as const;

const reviewerAnswers = (task: AgentTask): string => {
  const { round, gaps } = task.label;
  if (gaps.length === 0) return FINAL;
  return reviewDocument({
    reviews: gaps.map((gap) => ({
      gap,
      ...(gap === "GAP-INTAKE-001" && round === 1 && { issues: [UNBOUNDED], verdict: "NEEDS_REVISION" }),
      ...(gap === "GAP-INTAKE-001" &&
        round === 2 && { rechecks: [{ issue: "ISSUE-R1-001", status: "RESOLVED", why: "It has one now." }] }),
    })),
  });
};

/** Counts each run that is begun. Every second gap's answer is streamed in pieces, the others come at once. */
function agent(folder: string, name: string, write: (task: AgentTask) => string): Agent {
  return {
    name,
    paid: false,
    async *run(task) {
      appendFileSync(join(folder, RUNS), `begins ${task.id}\n`);
      const text = write(task);
      if (/[13]$/.test(task.label.gaps[0] ?? "3")) {
        const half = Math.floor(text.length / 2);
        yield { type: "text", text: text.slice(0, half) };
        yield { type: "text", text: text.slice(half) };
      }
      const bytes = new TextEncoder().encode(text);
      appendFileSync(join(folder, RUNS), `answers ${task.id}\n`);
      return {
        type: "document",
        bytes,
        usage: { seconds: 2, inputTokens: task.prompt.length >> 2, outputTokens: bytes.length >> 2, costUsd: 0.01 },
      };
    },
  };
}

function answerTo(question: Question): Answer | "later" {
  if (question.kind !== "input") return "later";
  return { question: question.id, options: ["give"], fields: { input: "Four times." }, via: "library" };
}

export interface FullSessionOptions {
  /** A clock that stands still makes documents comparable. */
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** Real time passes while one sleeps, but it is always the same time. */
const stoppedClock: Clock = { ...systemClock, elapsed: () => 0, now: () => Date.parse("2026-01-12T14:30:00Z") };

/** Begins the session below `folder`, or goes on with it, to where it stands still. */
export async function fullSession(folder: string, faults: Faults, options: FullSessionOptions = {}): Promise<State> {
  const clock = options.clock ?? stoppedClock;
  const onStep = (step: string, absolute: string) => faults.reach("after", step, basename(absolute));
  const session = nodeFiles(join(folder, "specs/sessions/relay"), { scratch: ".tmp", onStep });
  const files = faultyFiles(session, faults);
  const specFolder = faultyFiles(nodeFiles(join(folder, "specs"), { onStep }), faults);
  const inventory = { ...DEFAULT_CONFIG.inventory, survey: false };
  const config = { ...DEFAULT_CONFIG, parallelGaps: 2, inventory };
  const folderParts = { files, clock, processes: nodeProcesses };
  const parts: StoreParts = { ...folderParts, home: faultyHome(folderHome(folderParts), faults) };
  const store = await openOrBegin(parts, config);
  try {
    await runSession({
      store,
      agents: {
        engineer: faultyAgent(agent(folder, "scripted-engineer", engineerAnswers), faults),
        reviewer: faultyAgent(agent(folder, "scripted-reviewer", reviewerAnswers), faults),
      },
      asker: { ask: async (question) => answerTo(question) },
      clock,
      kit: await loadPromptKit(),
      specFolder,
      signal: options.signal ?? new AbortController().signal,
      observe: () => {},
    });
    return store.state;
  } finally {
    await store.close();
  }
}

/** A process that was killed before the first entry has begun nothing, whatever it left. */
async function openOrBegin(parts: StoreParts, config: Config): Promise<SessionStore> {
  return openStore(parts).catch((error) => {
    if (error.code !== "NO_SESSION") throw error;
    return createSession(parts, {
      id: "faults",
      name: "relay",
      specPath: "../../relay.md",
      source: [{ path: "relay.md", text: SOURCE }],
      config,
      engineer: "scripted-engineer",
      reviewer: "scripted-reviewer",
    });
  });
}
