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
