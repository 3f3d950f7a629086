import widthOf from "fast-string-truncated-width";
import type { CliContext } from "../context.ts";
import type { Output } from "../output.ts";
import type { Paint } from "../paint.ts";
import { renderProgress, type Shown } from "./render-progress.ts";

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
    report: above(output.report),
    note: above(output.note),
    json: above(output.json),
    event: above(output.event),
    document: above(output.document),
  };
}

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
const CLEAR_DOWN = "\r\u001b[J";
const FRAME_MILLISECONDS = 100;
const TICK_MILLISECONDS = 1000;

export interface PaintedStream {
  write(text: string): unknown;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

export interface PainterOptions {
  readonly stream: PaintedStream;
  readonly paint: Paint;
  readonly now: () => number;
  /** The process, to give the cursor back even when it ends in the middle. */
  readonly host: {
    on(event: "exit", listener: () => void): unknown;
    off(event: "exit", listener: () => void): unknown;
  };
}

/** Repaints the picture in place, at most ten times a second, and once a second so that the clock moves. */
export class ProgressPainter {
  readonly #options: PainterOptions;
  #shown: Shown | undefined;
  #painted: readonly string[] = [];
  #paused = 0;
  /** What came while the screen was a question's or an editor's. */
  readonly #due: (() => void)[] = [];
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** A frame is due soon: more updates change what it shows, not when. */
  #frameDue = false;

  constructor(options: PainterOptions) {
    this.#options = options;
    options.stream.on("resize", this.#repaint);
    options.host.on("exit", this.stop);
  }

  /** The newest picture. Cheap: may be called for every piece that comes. */
  update(shown: Shown): void {
    const first = this.#shown === undefined;
    this.#shown = shown;
    if (first) this.#repaint();
    else if (!this.#frameDue) {
      this.#frameDue = true;
      this.#schedule(FRAME_MILLISECONDS);
    }
  }

  /** Prints above the picture, which is taken away and put back around it. */
  above(print: () => void): void {
    if (this.#paused > 0) return void this.#due.push(print);
    const painted = this.#painted.length > 0;
    if (painted) this.#options.stream.write(this.#erase());
    print();
    if (painted) this.#repaint();
  }

  /** No picture while the work goes on: a question is asked. */
  async pausedWhile<T>(work: () => Promise<T>): Promise<T> {
    this.#paused += 1;
    this.#clear();
    try {
      return await work();
    } finally {
      this.#paused -= 1;
      if (this.#paused === 0) for (const print of this.#due.splice(0)) print();
      this.#repaint();
    }
  }

  /** Takes the picture away and gives the terminal back as it was. May be called again. */
  readonly stop = (): void => {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#clear();
    this.#options.stream.off("resize", this.#repaint);
    this.#options.host.off("exit", this.stop);
  };

  readonly #repaint = (): void => {
    this.#frameDue = false;
    if (this.#stopped || this.#paused > 0 || this.#shown === undefined) return;
    const erased = this.#erase();
    this.#painted = this.#frame(this.#shown);
    this.#options.stream.write(`${HIDE_CURSOR}${erased}${this.#painted.map((line) => `${line}\n`).join("")}`);
    this.#schedule(TICK_MILLISECONDS);
  };

  #frame(shown: Shown): string[] {
    const { stream, now, paint } = this.#options;
    // A line that fills the last column makes some terminals wrap: one column stays free.
    const lines = renderProgress(shown, { now: now(), columns: this.#columns() - 1, paint });
    return lines.slice(0, Math.max(1, (stream.rows ?? 24) - 1));
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#frameDue = false;
    if (this.#shown !== undefined) this.#options.stream.write(`${this.#erase()}${SHOW_CURSOR}`);
  }

  #erase(): string {
    const columns = this.#columns();
    const rows = this.#painted.reduce((sum, line) => sum + rowsOf(line, columns), 0);
    this.#painted = [];
    return rows === 0 ? "" : `\u001b[${rows}A${CLEAR_DOWN}`;
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#repaint, milliseconds);
    this.#timer.unref();
  }

  #columns(): number {
    return Math.max(20, this.#options.stream.columns ?? 80);
  }
}

/** Rows that a painted line takes now: more than one when the window became narrower since. */
function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(widthOf(line).width / columns));
}
