import { whereOf } from "../../mediator/questions/gap-evidence.ts";
import type { State } from "../../mediator/state.ts";
import type { AnswersFileAsker } from "../asking/answers-file-asker.ts";

/** The entries of an answers file that were for nothing, and why. */
export function unusedLines(asker: Pick<AnswersFileAsker, "unused">, state: State): string[] {
  return asker.unused().map(({ place, about }) => `${place}: not used: ${whyUnused(state, about)}`);
}

function whyUnused(state: State, about: readonly string[]): string {
  const known = [...state.gaps].flatMap(({ id, places }) => [id, ...places.map((at) => whereOf(state, at))]);
  const unknown = about.find((name) => /^GAP-|\.md:\d+$/.test(name) && !known.includes(name));
  if (unknown === undefined) return "no such question was asked";
  return `there is no gap ${unknown.startsWith("GAP-") ? "" : "at "}${unknown}`;
}
