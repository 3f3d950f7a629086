import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { withdraw } from "../make-question.ts";
import { tryAgain } from "../questions/agent-failure.ts";
import { beginAnew } from "../questions/role-failed.ts";
import type { State } from "../state.ts";

/** Other settings from now on: what a limit or a failed agent raised a question about is tried with them. */
export function changeConfig(state: State, config: Config, why: string): SessionEvent[] {
  const isReplaced = ({ about }: Question) => {
    const role = about[0] === "engineer" ? "engineer" : "reviewer";
    return JSON.stringify(state.config.agents[role]) !== JSON.stringify(config.agents[role]);
  };
  const failures = state.questions.filter((question) => FAILURES.has(question.kind) && isReplaced(question));
  const limits = state.questions.filter(({ kind }) => LIMITS.has(kind));
  return [
    { type: "config_changed", config, why },
    ...[...limits, ...failures].map((question) => withdraw(question, why)),
    ...failures.flatMap((question) =>
      question.kind === "role-failed" ? beginAnew(state, question) : tryAgain(state, question),
    ),
  ];
}

const FAILURES: ReadonlySet<string> = new Set(["agent-failure", "role-failed"]);
const LIMITS: ReadonlySet<string> = new Set(["budget", "max-rounds", "rollback-limit"]);
