import type { Config } from "../../model/config.ts";
import { type Conflict, isWaiting } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import { conflictQuestion, conflictsToAsk } from "../conflicts/conflict-question.ts";
import { conflictQueue, dropConflict } from "../disagreement/open-conflicts.ts";
import { measureRateAgain } from "../disagreement/rate-question.ts";
import { collect } from "../evolve/evolve.ts";
import { moveIssue } from "../ledger-events.ts";
import { askEach, withdraw } from "../make-question.ts";
import { QUESTION_RULES } from "../question-rules.ts";
import { roleAbout } from "../questions/failure-questions.ts";
import type { State } from "../state.ts";

/** Closes the conflicts, flags and questions that a command made pointless; what remains is asked again. */
export function withdrawMoot(before: State, after: State): SessionEvent[] {
  return collect(
    after,
    (current) => closeMoot(before, current),
    (current) => (disputes(current) === disputes(before) ? [] : measureRateAgain(current)),
    (current) => withdrawQuestions(before, current),
  );
}

/** The explicit conflicts that the disagreement rate counts, as a text to compare; decided ones count, too. */
function disputes({ conflicts }: State): string {
  const stated = conflicts.filter(({ state, kind }) => state !== "dropped" && kind === "explicit");
  return stated.map(({ issue, severity }) => `${issue} ${severity}`).join();
}

/** Withdraws pointless questions; the conflicts that remain of one are asked about again at once. */
function withdrawQuestions(before: State, state: State): SessionEvent[] {
  const moot = state.questions.filter((question) => QUESTION_RULES[question.kind].isMoot?.(question, state, before));
  const disputed = moot.flatMap(({ kind, about }) => (kind === "conflict" ? about : []));
  const left = conflictQueue(state).filter(({ issue }) => disputed.includes(issue));
  const again = askEach(state, conflictsToAsk(left), conflictQuestion);
  return [...moot.map((question) => withdraw(question, "it no longer decides anything")), ...again];
}

/** Closes conflicts and flags on issues that a command settled, or on gaps it closed or deferred (SPEC 3.6, 4.6). */
function closeMoot(before: State, after: State): SessionEvent[] {
  const isEnded = (id: GapId) => {
    const now = after.gaps.get(id)?.state;
    return (now === "WONT_FIX" || now === "USER_DEFERRED") && before.gaps.get(id)?.state !== now;
  };
  const isLive = (issue: Issue | undefined) => issue !== undefined && isUnsettled(issue) && issue.state !== "LOWERED";
  const isSettled = (id: IssueId) => isLive(before.issues.get(id)) && !isLive(after.issues.get(id));
  const isOver = ({ issue, gap }: Pick<Conflict, "issue" | "gap">) => isEnded(gap) || isSettled(issue);
  const conflicts = after.conflicts.filter((conflict) => conflict.state === "open" && isOver(conflict));
  const flags = after.flags.filter((flag) => isWaiting(flag) && isOver(flag));
  return [
    ...conflicts.flatMap((conflict) => {
      const { issue, gap } = conflict;
      if (!isEnded(gap)) return [dropConflict(conflict, `it is ${after.issues.get(issue)?.state}`)];
      const why = `${gap} is ${after.gaps.get(gap)?.state}`;
      const disputed = after.issues.pick([issue]).filter(({ state }) => state === "DISPUTED");
      // Nothing is disputed now; if the gap is taken up again, its issue is answered anew.
      return [dropConflict(conflict, why), ...disputed.flatMap((found) => moveIssue(found, "OPEN", why))];
    }),
    ...flags.map(({ id: flag, issue }): SessionEvent => {
      return { type: "flag_settled", flag, outcome: after.issues.get(issue)?.state === "WAIVED" ? "waived" : "moot" };
    }),
  ];
}

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
