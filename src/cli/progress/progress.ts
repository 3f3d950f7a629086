import type { CliContext } from "../context.ts";
import type { Output } from "../output.ts";
import { ProgressPainter } from "./progress-painter.ts";

export type Progress = Pick<ProgressPainter, "update" | "above" | "pausedWhile" | "stop">;

/** A picture that is repainted where prose goes to a terminal, and none elsewhere. */
export function createProgress({ output }: Pick<CliContext, "output">): Progress {
  if (output.terminal) {
    return new ProgressPainter({ stream: process.stderr, paint: output.screenPaint, now: Date.now, host: process });
  }
  const nothing = () => undefined;
  return { update: nothing, above: (print) => print(), pausedWhile: (work) => work(), stop: nothing };
}

export function outputAbove(output: Output, progress: Progress): Output {
  const above =
    <Args extends unknown[]>(print: (...args: Args) => void) =>
    (...args: Args) =>
      progress.above(() => print(...args));
  return {
    ...output,
    result: above(output.result),
    note: above(output.note),
    json: above(output.json),
    event: above(output.event),
    document: above(output.document),
  };
}
