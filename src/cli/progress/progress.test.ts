import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recordedContext } from "../../../test/support/recorded-context.ts";
import { BEGAN, sampleProgress } from "../../../test/support/sample-progress.ts";
import { PLAIN } from "../paint.ts";
import { outputAbove, paintedProgress } from "./progress.ts";

class Screen extends EventEmitter {
  columns = 60;
  rows = 20;
  frames: string[] = [];
  write(text: string): void {
    this.frames.push(text);
  }
  last(): string {
    return this.frames.at(-1) ?? "";
  }
}

let screen: Screen;
let host: EventEmitter;
beforeEach(() => {
  vi.useFakeTimers({ now: BEGAN + 252_000 });
  screen = new Screen();
  host = new EventEmitter();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = () => {
  const painter = paintedProgress({ stream: screen, paint: PLAIN, now: Date.now, host });
  painter.update(sampleProgress());
  return painter;
};

/** The picture of a session that stands there. */
const inPhase = (phase: "review" | "synthesis") => {
  const { round } = sampleProgress().state;
  if (round === undefined) throw new Error("no round is open");
  const skipped = [{ role: "engineer" as const, why: "" }];
  const reviewerDocument = phase === "review" ? undefined : ({} as typeof round.reviewerDocument);
  return sampleProgress({ round: { ...round, skipped, measured: true, reviewerDocument } });
};

const named = (name: string) => sampleProgress({ session: { ...sampleProgress().state.session, name } });

describe("the painter", () => {
  test("paints at once and then in the same place", () => {
    const painter = start();
    expect(screen.last().startsWith("\u001b[?25l● pathspec")).toBe(true);
    expect(screen.last().split("\n")).toHaveLength(4);
    painter.update(inPhase("review"));
    vi.advanceTimersByTime(200);
    expect(screen.last()).toContain("\u001b[3A\r● pathspec  round 3 of 12 · review");
    expect(screen.last().endsWith("\u001b[K\n\u001b[J")).toBe(true);
  });

  test("paints a thousand updates in one frame", () => {
    const painter = start();
    for (let count = 0; count < 1000; count += 1) painter.update(named(`number ${count}`));
    vi.advanceTimersByTime(200);
    expect(screen.frames).toHaveLength(2);
    expect(screen.last()).toContain("● number 999");
  });

  test("paints also while updates never cease", () => {
    const painter = start();
    for (let count = 1; count <= 10; count += 1) {
      painter.update(named(`number ${count}`));
      vi.advanceTimersByTime(100);
    }
    expect(screen.frames.length).toBeGreaterThanOrEqual(5);
  });

  test("moves the clock without updates", () => {
    start();
    vi.advanceTimersByTime(2000);
    expect(screen.last()).toContain("4 min 14 s");
  });

  test("after the window became narrower it erases the rows that the picture takes now", () => {
    const painter = start();
    screen.columns = 30;
    vi.advanceTimersByTime(200);
    expect(screen.last()).toContain("\u001b[6A\r●");
    expect(screen.last().endsWith("\u001b[K\n\u001b[J")).toBe(true);
    for (const line of screen.last().split("\u001b[K\n").slice(1)) expect(line.length).toBeLessThan(30);
    painter.stop();
  });

  test("is never taller than the window", () => {
    screen.rows = 3;
    start();
    expect(screen.last().split("\n")).toHaveLength(3);
  });

  test("stop takes the picture away, shows the cursor and paints no more", () => {
    const painter = start();
    painter.stop();
    expect(screen.last()).toBe("\u001b[3A\r\u001b[J\u001b[?25h");
    const count = screen.frames.length;
    painter.update(sampleProgress());
    painter.stop();
    vi.advanceTimersByTime(5000);
    expect(screen.frames).toHaveLength(count);
    expect(host.listenerCount("exit")).toBe(0);
  });

  test("a process that ends in the middle gives the cursor back", () => {
    start();
    host.emit("exit");
    expect(screen.last()).toContain("\u001b[?25h");
  });

  test("stands still while a question is asked, and goes on with the newest picture", async () => {
    const painter = start();
    await painter.pausedWhile(async () => {
      expect(screen.last()).toBe("\u001b[3A\r\u001b[J\u001b[?25h");
      const count = screen.frames.length;
      painter.update(inPhase("synthesis"));
      vi.advanceTimersByTime(5000);
      expect(screen.frames).toHaveLength(count);
    });
    expect(screen.last()).toContain("synthesis");
    painter.update(inPhase("review"));
    vi.advanceTimersByTime(200);
    expect(screen.last()).toContain("review");
  });

  test("prints above the picture", () => {
    const painter = start();
    const { output, written } = recordedContext();
    outputAbove(output, painter).note("a line");
    expect(written.stderr).toBe("a line\n");
    expect(screen.frames.at(-2)).toBe("\u001b[3A\r\u001b[J");
    expect(screen.last()).toContain("● pathspec");
    expect(outputAbove(output, painter).columns).toBe(100);
  });

  test("writes nothing before the first picture", () => {
    const painter = paintedProgress({ stream: screen, paint: PLAIN, now: Date.now, host });
    painter.above(() => undefined);
    painter.stop();
    expect(screen.frames).toEqual([]);
  });
});
