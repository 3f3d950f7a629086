import { whereOf } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import { isGapId, isIssueId } from "../../model/ids.ts";
import type { PreparedAnswer } from "./answers-file.ts";

/** What an answers file says about gaps, issues and places that the session does not have, a line for each. */
export function strayAnswers(prepared: readonly PreparedAnswer[], state: State): string[] {
  const places = new Set([...state.gaps].flatMap((gap) => gap.places.map((place) => whereOf(state, place))));
  return prepared.flatMap(({ about, place }) =>
    about.flatMap((word) => {
      const lack = lackOf(word, state, places);
      return lack === undefined ? [] : [`${place}: ${lack}, so this answer was not used.`];
    }),
  );
}

function lackOf(word: string, { gaps, issues }: State, places: ReadonlySet<string>): string | undefined {
  if (isGapId(word)) return gaps.get(word) === undefined ? `there is no gap ${word}` : undefined;
  if (isIssueId(word)) return issues.get(word) === undefined ? `there is no issue ${word}` : undefined;
  return /:\d{1,9}$/.test(word) && !places.has(word) ? `no gap is at ${word}` : undefined;
}
