import type { Config } from "../../model/config.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

/** Other settings from now on. What was asked because of a limit is asked again only where the new one is reached, too. */
export function changeConfig({ questions }: Pick<State, "questions">, config: Config, why: string): SessionEvent[] {
  const asked = questions.filter(({ kind }) => kind === "budget" || kind === "max-rounds");
  return [
    { type: "config_changed", config, why },
    ...asked.map(({ id }): SessionEvent => ({ type: "question_withdrawn", question: id, why })),
  ];
}
