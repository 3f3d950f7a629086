import { replay } from "../../documents/changes/replay.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { withoutGap } from "../evolve/evolve-spec.ts";
import { reopenDone } from "../gap-events.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";

const ENDED: ReadonlySet<Gap["state"]> = new Set(["USER_DEFERRED", "WONT_FIX", "SUPERSEDED", "PARKED"]);

/** A gap was accepted, reopened, and then put off or closed: is its text to stay (SPEC 4.5)? */
export function keepTextQuestion(state: State): Question | undefined {
  const sets = state.spec.batches.flatMap(({ sets }) => sets);
  for (const { gap: id, changes } of sets) {
    if (id === undefined || changes.length === 0 || state.spec.settled.includes(id)) continue;
    const gap = state.gaps.get(id);
    if (!gap || !ENDED.has(gap.state)) continue;
    const texts = sets.filter((set) => set.gap === id).flatMap((set) => set.changes.map((change) => change.new));
    return makeQuestion(state, {
      kind: "keep-text",
      header: "Text",
      text: `${id} is ${gap.state}, and text of it is in the spec. Does that text stay?`,
      evidence: [{ title: `The text of ${id}`, body: texts.filter((text) => text !== "").join("\n\n") }],
      options: [
        option("keep", "Keep it", "The spec stays as it is.", "The text stays in the spec.", { recommended: true }),
        option("remove", "Take it out", "Its changes are undone.", "The spec reads as before these changes."),
      ],
      about: [id],
    });
  }
  return undefined;
}

/** Changes that were made on top of the text that goes are gone with it: their gaps are to be done again (SPEC 4.5). */
function reopenDependants(state: State, gap: GapId): SessionEvent[] {
  const batches = state.spec.batches.map((batch) => withoutGap(batch, gap));
  const lost = replay(state.spec.source, batches).failed.flatMap(
    ({ batch, set }) => batches[batch]?.sets[set]?.gap ?? [],
  );
  return [...new Set(lost)].flatMap((id): SessionEvent[] => {
    const why = `it was built on the text of ${gap}, which is taken out`;
    return [{ type: "text_settled", gap: id, kept: false }, ...reopenDone(state, id, why)];
  });
}

export function applyKeepText(state: State, answered: Answered, now: string): SessionEvent[] {
  const gap = answered.question.about.find(isGapId);
  if (gap === undefined) return [];
  const kept = answered.choice !== "remove";
  const decision = kept ? "the text stays in the spec" : "the text is taken out of the spec";
  return [
    { type: "text_settled", gap, kept },
    ...(kept ? [] : reopenDependants(state, gap)),
    decide(state, now, { type: "keep-text", title: `The text of ${gap}`, gaps: [gap], decision }),
  ];
}
