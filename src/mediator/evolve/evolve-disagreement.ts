import { InternalError } from "../../errors/whetstone-error.ts";
import { defined } from "../../model/defined.ts";
import type { Conflict, DisagreeRate, Flag, FlagOutcome } from "../../model/disagreement.ts";
import type { Question } from "../../model/question.ts";
import type { EventOf, FlagStatistics, State } from "../state.ts";
import { append, type Folds, withRound } from "./folds.ts";

export const disagreementFolds = {
  disagreement_measured: (state, { rate, round, flags }) => ({
    ...withRound(state, { measured: true }),
    rates: withRate(state, rate),
    flags: [...state.flags.map((flag) => takenBack(flag, round)), ...flags],
  }),
  rate_measured: (state, { rate }) => ({ ...state, rates: withRate(state, rate) }),
  flag_settled: (state, { flag: id, outcome, reason }) => {
    const flag = state.flags.find((raised) => raised.id === id);
    if (!flag) throw new InternalError(`${id} was never raised`);
    const settled: Flag = { ...flag, outcome, ...defined({ reason }) };
    const flags = state.flags.map((other) => (other.id === id ? settled : other));
    return { ...state, flags, flagStatistics: counted(state.flagStatistics, flag, outcome) };
  },
  conflict_opened: (state, { conflict }) => append(state, "conflicts", conflict),
  middle_ground_given: (state, { issue, run, text }) =>
    changeConflicts(state, (conflict) => {
      if (conflict.issue !== issue || conflict.state !== "open") return conflict;
      return { ...conflict, middleGround: { run, ...defined({ text }) } };
    }),
  conflict_closed: (state, event) => changeConflicts(state, (conflict) => closed(conflict, event)),
  question_asked: (state, { question }) => ({
    ...withRound(state, { asked: [...(state.round?.asked ?? []), subjectOf(question)] }),
    questions: [...state.questions, question],
    questionCount: state.questionCount + 1,
  }),
  question_answered: (state, { answer }) => {
    const question = state.questions.find(({ id }) => id === answer.question);
    if (!question) throw new InternalError(`${answer.question} is not open`);
    return append(withoutQuestion(state, question.id), "answers", { question, answer });
  },
  answer_applied: (state, event) => ({
    ...state,
    answers: state.answers.filter(({ question }) => question.id !== event.question),
  }),
  question_withdrawn: (state, { question: id }) => {
    // Nobody answered it: it may be asked again in the round. Of a rate nobody is warned twice (SPEC 8).
    const gone = state.questions.filter((question) => question.id === id && question.kind !== "disagree-rate");
    const subjects = gone.map(subjectOf);
    const asked = (state.round?.asked ?? []).filter((subject) => !subjects.includes(subject));
    return withRound(withoutQuestion(state, id), { asked });
  },
} satisfies Partial<Folds>;

/** A round that is measured again has another document: what was held against the first is not asked any more. */
function takenBack(flag: Flag, round: number): Flag {
  return flag.round === round && flag.outcome === "raised" ? { ...flag, outcome: "moot" } : flag;
}

/** One for each round, the last one measured. Rounds only go on: a rollback takes their rates with it. */
function withRate({ rates }: State, rate: DisagreeRate): readonly DisagreeRate[] {
  const isNewRound = (rates.at(-1)?.round ?? 0) < rate.round;
  return [...(isNewRound ? rates : rates.filter(({ round }) => round !== rate.round)), rate];
}

/** A flag counts once, by the last word on it: for its heuristics or against them (SPEC 9). */
function counted(statistics: FlagStatistics, flag: Flag, after: FlagOutcome): FlagStatistics {
  const right = Number(isRight(after)) - Number(isRight(flag.outcome));
  const wrong = Number(isWrong(after)) - Number(isWrong(flag.outcome));
  const byHeuristic = { ...statistics.byHeuristic };
  for (const heuristic of flag.heuristics) {
    const { confirmed, falsePositive } = byHeuristic[heuristic] ?? { confirmed: 0, falsePositive: 0 };
    byHeuristic[heuristic] = { confirmed: confirmed + right, falsePositive: falsePositive + wrong };
  }
  return { ...statistics, byHeuristic, flagged: statistics.flagged + right };
}

function isWrong(outcome: FlagOutcome): boolean {
  return outcome === "false-positive" || outcome === "withdrawn";
}

function isRight(outcome: FlagOutcome): boolean {
  return outcome !== "raised" && outcome !== "moot" && !isWrong(outcome);
}

function changeConflicts(state: State, change: (conflict: Conflict) => Conflict): State {
  return { ...state, conflicts: state.conflicts.map(change) };
}

/** One that is decided or left is dropped when the person reopens its issue: it binds nobody any more. */
function closed(
  conflict: Conflict,
  { issue, state, option, decision, rejected }: EventOf<"conflict_closed">,
): Conflict {
  const reopens = state === "dropped" && conflict.state !== "dropped";
  if (conflict.issue !== issue || (conflict.state !== "open" && !reopens)) return conflict;
  return { ...conflict, state, ...defined({ option, decision, rejected }) };
}

function subjectOf({ kind, about }: Question): string {
  return [kind, ...about].join(" ");
}

function withoutQuestion(state: State, question: string): State {
  return { ...state, questions: state.questions.filter(({ id }) => id !== question) };
}
