import type { StopState } from "../../../src/mediator/state.ts";

/** Where a session stands, in words. */
export function stopWords(stop: StopState, questions: number): string {
  if (questions > 0) return questions === 1 ? "Waits for your answer" : `Waits for ${questions} answers`;
  switch (stop.type) {
    case "running":
      return "Can go on";
    case "paused":
      return `Paused: ${stop.reason}`;
    case "finish-requested":
    case "ending":
      return "Ending";
    case "ended":
      return `Ended: ${stop.termination}`;
  }
}
