import type { CliContext } from "../context.ts";
import type { Output } from "../output.ts";
import type { Progress } from "./progress.ts";
import { createLineProgress } from "./progress-lines.ts";
import { ProgressPainter } from "./progress-painter.ts";

/** A picture that is repainted where prose goes to a terminal; elsewhere plain lines, where they are wanted. */
export function createProgress({ output }: Pick<CliContext, "output">, verbose = false): Progress {
  if (!output.terminal) return createLineProgress(verbose ? output : { note: () => undefined });
  return new ProgressPainter({
    stream: process.stderr,
    paint: output.screenPaint,
    now: Date.now,
    host: process,
  });
}

/** The same output, printing above the picture. */
export function outputAbove(output: Output, progress: Progress): Output {
  return Object.create(output, {
    result: { value: (text: string) => progress.above(() => output.result(text)) },
    note: { value: (text: string) => progress.above(() => output.note(text)) },
    json: { value: (value: unknown) => progress.above(() => output.json(value)) },
    event: { value: (value: unknown) => progress.above(() => output.event(value)) },
    document: { value: (text: string) => progress.above(() => output.document(text)) },
  });
}
