import type { CliContext } from "../context.ts";
import type { Output } from "../output.ts";
import { progressLines } from "./progress-lines.ts";
import { ProgressPainter } from "./progress-painter.ts";
import type { ProgressView } from "./progress-view.ts";

/** Shows how a session goes. */
export interface Progress {
  /** The newest picture. Cheap: may be called for every piece that comes. */
  update(view: ProgressView): void;
  /** Prints above the picture, which is taken away and put back around it. */
  above(print: () => void): void;
  /** No picture while the work goes on: a question is asked. */
  pausedWhile<T>(work: () => Promise<T>): Promise<T>;
  /** Takes the picture away and gives the terminal back as it was. May be called again. */
  stop(): void;
}

/** A picture that is repainted where prose goes to a terminal; elsewhere plain lines, where they are wanted. */
export function createProgress({ output }: Pick<CliContext, "output">, verbose = false): Progress {
  if (!output.terminal) return lineProgress(verbose ? (line) => output.note(line) : () => undefined);
  return new ProgressPainter({ stream: process.stderr, paint: output.screenPaint, now: Date.now, host: process });
}

function lineProgress(print: (line: string) => void): Progress {
  let last: ProgressView | undefined;
  return {
    update: (view) => {
      for (const line of progressLines(last, view)) print(line);
      last = view;
    },
    above: (printAbove) => printAbove(),
    pausedWhile: (work) => work(),
    stop: () => undefined,
  };
}

/** The same output, printing above the picture. */
export function outputAbove(output: Output, progress: Progress): Output {
  const above = <Args extends unknown[]>(print: (...args: Args) => void) => ({
    value: (...args: Args) => progress.above(() => print(...args)),
  });
  return Object.create(output, {
    result: above(output.result),
    note: above(output.note),
    json: above(output.json),
    event: above(output.event),
    document: above(output.document),
  });
}
