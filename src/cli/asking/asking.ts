import type { DiffLine } from "../../model/diff-line.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { QuestionPosition } from "../../model/question-positions.ts";
import type { Paint } from "../paint.ts";
import type { Terminal, TerminalStreams } from "./terminal.ts";

export interface TerminalAskerOptions extends TerminalStreams {
  readonly paint: Paint;
  /** Wraps the asking, so that progress is paused meanwhile. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
  /** What an answer would change in the spec; undefined if it cannot be applied. */
  readonly preview?: (question: Question, answer: Answer) => Promise<readonly DiffLine[] | undefined>;
  /** Called when the person leaves a question with Ctrl-C. */
  readonly onInterrupt?: () => void;
  /** The position of a question among those about passages. */
  readonly position?: (question: Question) => QuestionPosition;
}

/** What a person typed, by question and field: shown again when they return to it. */
export type Typed = Map<string, string>;

export interface Asking {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly refusal: string | undefined;
  readonly options: TerminalAskerOptions;
  readonly terminal: Terminal;
  /** Whether the last key was Esc. */
  readonly wasEscape: () => boolean;
}
