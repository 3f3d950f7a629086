import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { withdraw } from "../make-question.ts";
import { QUESTION_RULES } from "../question-rules.ts";
import { roleAbout } from "../questions/failure-questions.ts";
import type { State } from "../state.ts";

/** Changes the settings and withdraws questions about limits and replaced agents, which are tried again. */
export function changeConfig(state: State, config: Config, why: string): SessionEvent[] {
  const agentOf = ({ agents }: Config, question: Question) => JSON.stringify(agents[roleAbout(question)]);
  const withRule = (rule: "isLimit" | "tryAgain") => state.questions.filter(({ kind }) => QUESTION_RULES[kind][rule]);
  const failures = withRule("tryAgain").filter((each) => agentOf(state.config, each) !== agentOf(config, each));
  return [
    { type: "config_changed", config, why },
    ...[...withRule("isLimit"), ...failures].map((question) => withdraw(question, why)),
    ...failures.flatMap((question) => QUESTION_RULES[question.kind].tryAgain?.(state, question) ?? []),
  ];
}
