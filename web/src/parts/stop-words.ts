import type { StopState } from "../../../src/mediator/state.ts";
import { capitalised, endWords, pausedText } from "../../../src/model/in-words.ts";
import type { Runner } from "../../../src/server/view-patch.ts";

/** The state of a session in words. */
export function stopWords(stop: StopState, questions: number, runner: Runner): string {
  if (stop.type === "ended") return capitalised(endWords(stop.termination));
  if (questions > 0) return questions === 1 ? "Waiting for your answer" : `Waiting for ${questions} answers`;
  if (stop.type === "paused" && (runner === "here" || runner === "elsewhere")) return "Pausing once the agents finish";
  if (runner === "here") return "Running";
  if (runner === "elsewhere") return "Running in another terminal";
  switch (stop.type) {
    case "running":
      return "Stopped";
    case "paused":
      return pausedText(stop.reason, "Paused");
    case "finish-requested":
    case "ending":
      return "Ending";
  }
}
