import type { SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Evidence } from "../../model/question.ts";
import type { State } from "../state.ts";

export function gapEvidence(state: State, gaps: readonly GapId[]): Evidence[] {
  return gaps.flatMap((id) => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const [place] = gap.places;
    const where = place === undefined ? {} : { where: whereOf(state, place) };
    return [{ title: `${id} (${gap.severity})`, body: gap.text, ...where }];
  });
}

/** `booking.md:12`: the person's own file, as it was read. */
export function whereOf({ session }: Pick<State, "session">, { line, file }: SourcePlace): string {
  const own = file ?? { path: session.specPath.split("/").at(-1) ?? "", line };
  return `${own.path}:${own.line}`;
}
