import widthOf from "fast-string-truncated-width";
import type { CliContext } from "../cli-context.ts";
import type { Output } from "../output.ts";
import type { Paint } from "../paint.ts";
import { renderProgress, type Shown } from "./render-progress.ts";

export interface Progress {
  /** Sets what is shown. Cheap: may be called for every piece of output. */
  update(shown: Shown): void;
  /** Prints above the progress display, which is removed and repainted. */
  above(print: () => void): void;
  /** Hides the display during the work, for example while a question is asked. */
  pausedWhile<T>(work: () => Promise<T>): Promise<T>;
  /** Removes the display and restores the cursor. May be called again. */
  stop(): void;
}

/** A progress display on a terminal, and none elsewhere. */
export function createProgress({ output }: Pick<CliContext, "output">): Progress {
  if (output.terminal) {
    return paintedProgress({ stream: process.stderr, paint: output.screenPaint, now: Date.now, host: process });
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
    report: above(output.report),
    note: above(output.note),
    json: above(output.json),
    event: above(output.event),
    document: above(output.document),
  };
}

const [HIDE_CURSOR, SHOW_CURSOR, CLEAR_LINE, CLEAR_DOWN] = ["\u001b[?25l", "\u001b[?25h", "\u001b[K", "\u001b[J"];
const FRAME_MILLISECONDS = 200;

interface PainterOptions {
  readonly stream: {
    write(text: string): unknown;
    readonly columns?: number | undefined;
    readonly rows?: number | undefined;
  };
  readonly paint: Paint;
  readonly now: () => number;
  /** The process, to restore the cursor even if it exits early. */
  readonly host: Pick<NodeJS.EventEmitter, "on" | "off">;
}

/** Repaints the display in place up to five times a second; its clock advances by itself. */
export function paintedProgress({ stream, paint, now, host }: PainterOptions): Progress {
  let shown: Shown | undefined;
  let painted: readonly string[] = [];
  let paused = 0;
  let stopped = false;
  /** Output that was held back while a question or an editor was on the screen. */
  const due: (() => void)[] = [];
  const columns = () => Math.max(20, stream.columns || 80);
  const backToTop = (): string => {
    // A line takes several rows if the window has become narrower.
    const rows = painted.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line).width / columns())), 0);
    painted = [];
    return rows === 0 ? "" : `\u001b[${rows}A\r`;
  };
  const erase = (): string => (painted.length === 0 ? "" : `${backToTop()}${CLEAR_DOWN}`);
  const repaint = (): void => {
    if (stopped || paused > 0 || shown === undefined) return;
    // One column stays free, because some terminals wrap a line that fills the last one.
    const lines = renderProgress(shown, { now: now(), columns: columns() - 1, paint });
    const frame = lines.slice(0, Math.max(1, (stream.rows ?? 24) - 1));
    if (frame.join("\n") === painted.join("\n")) return;
    // Line by line: tmux moves a screen that is cleared from its first row into the scrollback, frame after frame.
    const rows = frame.map((line) => `${line}${CLEAR_LINE}\n`).join("");
    stream.write(`${HIDE_CURSOR}${backToTop()}${rows}${CLEAR_DOWN}`);
    painted = frame;
  };
  const clear = (): void => {
    if (shown !== undefined) stream.write(`${erase()}${SHOW_CURSOR}`);
  };
  const timer = setInterval(repaint, FRAME_MILLISECONDS).unref();
  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    clearInterval(timer);
    host.off("exit", stop);
    clear();
  };
  host.on("exit", stop);
  return {
    update: (now) => {
      const isFirst = shown === undefined;
      shown = now;
      if (isFirst) repaint();
    },
    above(print) {
      if (paused > 0) return void due.push(print);
      if (painted.length > 0) stream.write(erase());
      print();
      repaint();
    },
    async pausedWhile(work) {
      paused += 1;
      clear();
      try {
        return await work();
      } finally {
        paused -= 1;
        if (paused === 0) for (const print of due.splice(0)) print();
        repaint();
      }
    },
    stop,
  };
}
