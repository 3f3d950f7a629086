import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { withdraw } from "../make-question.ts";
import { tryAgain } from "../questions/agent-failure-question.ts";
import { beginAnew, roleAbout } from "../questions/role-failed-question.ts";
import type { State } from "../state.ts";

const FAILURES: ReadonlySet<Question["kind"]> = new Set(["agent-failure", "role-failed"]);
const LIMITS: ReadonlySet<Question["kind"]> = new Set(["budget", "max-rounds", "rollback-limit"]);

/** Changes the settings and withdraws questions about limits and replaced agents, which are tried again. */
export function changeConfig(state: State, config: Config, why: string): SessionEvent[] {
  const isReplaced = (question: Question) => {
    const role = roleAbout(question);
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
