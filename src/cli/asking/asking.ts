import type { Question } from "../../model/question.ts";
import type { Paint } from "../paint.ts";
import type { Terminal, TerminalStreams } from "./terminal.ts";

export interface TerminalAskerOptions extends TerminalStreams {
  readonly paint: Paint;
  /** Runs the asking: progress stands still meanwhile. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
  /** What words of the person's own would make the spec say, where that is known before they are taken. */
  readonly preview?: (question: Question, words: string) => Promise<readonly string[]>;
}

/** What the steps of one question share. */
export interface Asking {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly refusal: string | undefined;
  readonly options: TerminalAskerOptions;
  readonly terminal: Terminal;
}
