import { answerProblem } from "../../model/answer-problem.ts";
import { type Flag, type FlagAction, isWaiting } from "../../model/disagreement.ts";
import { settleFlag } from "../disagreement/flag-question.ts";
import { actionProblem } from "../disagreement/issue-actions.ts";
import type { State } from "../state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";

const LISTED = "The summary of a round lists its flags; `whetstone status` shows all.";

/** What the actions do, for the person who chose one. */
const DONE: Readonly<Record<FlagAction, string>> = {
  ask: "the Engineer is asked to answer it",
  conflict: "it is a conflict now",
  waive: "it need not be met",
  explain: "your words go to the Engineer",
  "false-positive": "it counts against the heuristics that raised the flag",
};

/** The field of the flag's question that holds the words which an action needs. */
const FIELDS: Readonly<Partial<Record<FlagAction, string>>> = { waive: "reason", explain: "explanation" };

/** The person acts on a flag without being asked (SPEC 4.6, 9); where a question about it is open, that is answered. */
export function settleFlagByCommand(
  state: State,
  { flag: name, action, text = "" }: CommandOf<"flag-settle">,
  now: string,
): CommandResult {
  const flag = flagNamed(state, name);
  if (!flag) return refuse(`there is no flag ${name}`, LISTED);
  if (!isWaiting(flag)) return refuse(`${flag.id} is settled already (${flag.outcome})`, LISTED);
  const wrong = actionProblem(action, text, state.issues.get(flag.issue));
  if (wrong !== undefined) return refuse(wrong, `\`whetstone flag reopen ${flag.issue}\` opens a settled issue again.`);
  const message = `${flag.id} on ${flag.issue}: ${DONE[action]}`;
  const question = state.questions.find(({ kind, about }) => kind === "flag" && about[0] === flag.id);
  if (!question) return done(settleFlag(state, flag, action, text, now), message);
  const field = FIELDS[action];
  const fields: Record<string, string> = field === undefined ? {} : { [field]: text };
  const answer = { question: question.id, options: [action], fields, via: "command" } as const;
  const problem = answerProblem(question, answer);
  if (problem !== undefined) return refuse(problem, `See \`whetstone status\` for the question ${question.id}.`);
  return done([{ type: "question_answered", answer }], message);
}

/** By its own id, or the last one that is raised on an issue. */
function flagNamed(state: State, name: string): Flag | undefined {
  const onIssue = state.flags.filter((flag) => flag.issue === name);
  return state.flags.find((flag) => flag.id === name) ?? onIssue.findLast(isWaiting) ?? onIssue.at(-1);
}
