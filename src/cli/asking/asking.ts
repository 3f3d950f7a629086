import type { DiffLine } from "../../model/diff-line.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { Paint } from "../paint.ts";
import type { Terminal, TerminalStreams } from "./terminal.ts";

export interface TerminalAskerOptions extends TerminalStreams {
  readonly paint: Paint;
  /** Runs the asking: progress stands still meanwhile. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
  /** What an answer about a passage changes; `undefined` where it cannot be carried out. */
  readonly preview?: (question: Question, answer: Answer) => Promise<readonly DiffLine[] | undefined>;
  readonly drafts?: Drafts;
  /** They left with Ctrl-C, at the first step of a question. */
  readonly onInterrupt?: () => void;
  /** Where a question about a passage stands among them: `3 of 9`. */
  readonly position?: (question: Question) => string;
}

/** What a person typed, by question and field: it is there again whenever they come back to it. */
export type Typed = Map<string, string>;

export interface Drafts {
  read(): Promise<Typed>;
  write(typed: ReadonlyMap<string, string>): Promise<void>;
}

export interface Asking {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly refusal: string | undefined;
  readonly options: TerminalAskerOptions;
  readonly terminal: Terminal;
  /** Whether the last key was Esc. */
  readonly wasEscape: () => boolean;
  /** What they answered to it before they came back to it. */
  readonly given?: Answer;
  /** Keeps what was typed so far, over whatever may happen to this process. */
  readonly keepTyped?: () => Promise<void>;
}
