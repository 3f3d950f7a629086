import type { CheckOptions } from "../checks/check.ts";
import { composeSession } from "../engine/compose-session.ts";
import { createSession } from "../engine/create-session.ts";
import type { Observation } from "../engine/engine-parts.ts";
import { createProjections } from "../engine/projections.ts";
import { carryRollback } from "../engine/rollback/perform-rollback.ts";
import { runSession, type StopReason } from "../engine/run-session.ts";
import { homeOf, openStore, type SessionStore } from "../engine/session-store.ts";
import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command, CommandResult } from "../mediator/commands/command.ts";
import type { State } from "../mediator/state.ts";
import type { Config } from "../model/config.ts";
import { DEFAULT_CONFIG } from "../model/default-config.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Answer, Question } from "../model/question.ts";
import type { Agent } from "../ports/agent.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { SessionHome } from "../ports/session-home.ts";
import { fixedClock } from "./fixed-clock.ts";
import { memoryFiles } from "./memory-files.ts";
import { scriptedProcesses } from "./scripted-agent.ts";

/** What a test sets; everything else has a default in memory. */
export interface TestSessionOptions {
  readonly source: string;
  readonly engineer: Agent;
  readonly reviewer: Agent;
  /** As in `Agents`. */
  readonly forgetFailures?: () => void;
  readonly config?: Partial<Config>;
  readonly checks?: CheckOptions;
  readonly files?: Files;
  /** Where the session lives; by default the folder of `files`. */
  readonly home?: SessionHome;
  readonly specFolder?: Files;
  readonly clock?: Clock;
  readonly cold?: Files;
  readonly attended?: boolean;
  readonly observe?: (observation: Observation) => void;
  /** `undefined` means that nobody answers now. `refusal` says why the last answer was not accepted. */
  readonly answer?: (
    question: Question,
    refusal?: string,
  ) => (Pick<Answer, "options"> & Partial<Answer>) | "back" | "leave" | undefined;
}

export interface TestSession {
  readonly files: Files;
  readonly specFolder: Files;
  readonly questions: readonly Question[];
  readonly events: readonly SessionEvent[];
  readonly observations: readonly Observation[];
  /** Opens the session, which is created the first time, and runs it until it stops. */
  run(signal?: AbortSignal): Promise<{ readonly reason: StopReason; readonly store: SessionStore }>;
  /** Runs the session until this round is closed and no other is open. */
  runToEndOf(round: number): Promise<State>;
  /** Applies a command as `whetstone` does when no process has the session open. */
  command(command: Command): Promise<CommandResult>;
}

const MOST_TIMES = 50;

/** A session through the real engine with real documents and prompts; files are in memory unless given. */
export function testSession(options: TestSessionOptions): TestSession {
  const work = options.files ?? memoryFiles();
  const files = { ...work, ...options.home?.documents };
  const specFolder = options.specFolder ?? memoryFiles();
  const clock = options.clock ?? fixedClock();
  const processes = scriptedProcesses().as(1);
  const questions: Question[] = [];
  const events: SessionEvent[] = [];
  const observations: Observation[] = [];
  const inventory = { ...DEFAULT_CONFIG.inventory, survey: false, ...options.config?.inventory };
  const config = { ...DEFAULT_CONFIG, ...options.config, inventory };

  const open = async (): Promise<SessionStore> => {
    const parts = { files: work, clock, processes, ...(options.home && { home: options.home }) };
    if ((await homeOf(parts).mark()) !== undefined) return openStore(parts);
    return createSession(parts, {
      id: "test",
      name: "spec",
      specPath: "../../spec.md",
      source: [{ path: "spec.md", text: options.source }],
      config,
      ...(options.checks === undefined ? {} : { checks: options.checks }),
      engineer: options.engineer.name,
      reviewer: options.reviewer.name,
    });
  };

  let interruptAfter: { readonly round: number; interrupt(): void } | undefined;
  const observe = (observation: Observation) => {
    observations.push(observation);
    options.observe?.(observation);
    if (observation.type !== "recorded") return;
    events.push(...observation.events);
    const { round } = interruptAfter ?? {};
    if (observation.events.some((event) => event.type === "round_closed" && event.record.round === round)) {
      interruptAfter?.interrupt();
    }
  };
  const session: TestSession = {
    files,
    specFolder,
    questions,
    events,
    observations,
    async runToEndOf(round) {
      const controller = new AbortController();
      interruptAfter = { round, interrupt: () => controller.abort() };
      const { store } = await session.run(controller.signal);
      interruptAfter = undefined;
      return store.state;
    },
    async command(command) {
      const store = await open();
      try {
        const result = applyCommand(store.state, command, store.now());
        if (result.ok) await store.record(result.events, { sync: true });
        await carryRollback({ store, observe });
        await createProjections({ store, observe, clock }).writeAll();
        return result;
      } finally {
        await store.close();
      }
    },
    async run(signal = new AbortController().signal) {
      const store = await open();
      try {
        const composed = await composeSession({
          store,
          agents: options,
          ...(options.cold === undefined ? {} : { cold: options.cold }),
          attended: options.attended ?? false,
          clock,
          specFolder,
          signal,
          observe,
          asker: {
            async ask(question, _, refusal) {
              questions.push(question);
              const nameOf = ({ kind, about }: Question) => `${kind} ${about.join()}`;
              const times = questions.filter((asked) => nameOf(asked) === nameOf(question)).length;
              // An answer that is invalid, or changes nothing, would be asked for forever.
              if (times > MOST_TIMES) throw new Error(`${question.id} (${question.kind}) was asked ${times} times`);
              const answer = options.answer?.(question, refusal);
              if (answer === "back" || answer === "leave") return answer;
              return answer ? { fields: {}, via: "library", question: question.id, ...answer } : "later";
            },
          },
        });
        return { reason: await runSession(composed), store };
      } finally {
        await store.close();
      }
    },
  };
  return session;
}
