import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import type { Answered } from "../answers/apply-answer.ts";
import { decide } from "../answers/decide.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
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

export function applyKeepText(state: State, answered: Answered, now: string): SessionEvent[] {
  const gap = answered.question.about.find(isGapId);
  if (gap === undefined) return [];
  const kept = answered.choice !== "remove";
  const decision = kept ? "the text stays in the spec" : "the text is taken out of the spec";
  return [
    { type: "text_settled", gap, kept },
    decide(state, now, { type: "keep-text", title: `The text of ${gap}`, gaps: [gap], decision }),
  ];
}
