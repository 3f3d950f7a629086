import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { lastingFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { inParallel } from "./child.ts";
import type { FaultPoint } from "./faults.ts";
import { loadKit, type SessionKit } from "./load-kit.ts";
import type { Outcome } from "./session-outcome.ts";

const ALL = process.env.WHETSTONE_FAULTS === "all";
const SESSION = "specs/sessions/relay";

describe("a session on a disk that fails", () => {
  let kit: SessionKit;
  let points: readonly FaultPoint[];
  let expected: Outcome;

  const goOn = (folder: string) =>
    kit.fullSession(
      folder,
      kit.faults(() => kit.NO_FAULT),
    );

  /** Runs until this run begins, as if by Ctrl-C. */
  const stopAt = async (folder: string, run: string) => {
    const stop = new AbortController();
    const faults = kit.faults((point) => {
      if (point.operation === "agent-start" && point.subject === run) stop.abort();
      return kit.NO_FAULT;
    });
    await kit.fullSession(folder, faults, { signal: stop.signal });
  };

  beforeAll(async () => {
    kit = await loadKit();
    const folder = lastingFolder();
    const faults = kit.faults(() => kit.NO_FAULT);
    await kit.fullSession(folder, faults);
    points = faults.points;
    expected = await kit.outcomeOf(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  it("that is full at any point stops with the reason, and loses nothing", async () => {
    const writing = points.filter(({ operation, phase }) => phase === "before" && !operation.startsWith("agent-"));
    const taken = ALL ? writing : writing.filter((_, index) => index % 23 === 0);
    await inParallel(taken, 2, async ({ index, operation, subject }) => {
      const folder = lastingFolder();
      const full = kit.faults(kit.faultAt(index, { type: "fail", error: "ENOSPC", tear: 0.5 }));
      const problem = await kit.fullSession(folder, full).then(
        () => undefined,
        (raised) => raised,
      );
      expect(problem?.code, `${operation} ${subject}`).toBe("DISK_FULL");
      expect(problem.fix).toMatch(/run the command again/);
      rmSync(join(folder, SESSION, "lock.json"), { force: true }); // this process lives on, unlike one that failed
      await goOn(folder);
      expect(kit.differences(await kit.outcomeOf(folder), expected), `${operation} ${subject}`).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    });
  }, 600_000);

  it("that tore the journal's last line goes on without it, and keeps it aside", async () => {
    const folder = temporaryFolder();
    await stopAt(folder, "R3-reviewer-1");
    appendFileSync(join(folder, SESSION, "journal.jsonl"), '{"seq":9999,"at":"2026-01-12T14:30:00Z","type":"st');
    await goOn(folder);
    const found = await kit.outcomeOf(folder);
    expect(kit.differences(found, expected)).toEqual([]);
    expect(readFileSync(join(folder, SESSION, "journal.torn-1.jsonl"), "utf8")).toContain('"seq":9999');
  });

  it("that lost a line in the middle stops with its number and how to recover", async () => {
    const folder = temporaryFolder();
    await stopAt(folder, "R2-reviewer-1");
    const path = join(folder, SESSION, "journal.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [...lines.slice(0, 11), ...lines.slice(12)].join("\n"));
    const problem = await goOn(folder).catch((raised) => raised);
    expect(problem).toMatchObject({ code: "JOURNAL_DAMAGED", target: "journal.jsonl:12" });
    expect(problem.fix).toContain("delete line 12");
    writeFileSync(path, `${lines.slice(0, 11).join("\n")}\n`); // what the message says
    await goOn(folder);
    expect((await kit.outcomeOf(folder)).state).toMatchObject({ stop: { termination: "COMPLETE" } });
  });

  it("that cut a backup short has it made again from the journal", async () => {
    const folder = temporaryFolder();
    await stopAt(folder, "R4-reviewer-1");
    const path = join(folder, SESSION, "status_backup_round_2.md");
    const whole = readFileSync(path, "utf8");
    truncateSync(path, 100);
    await stopAt(folder, "R5-engineer-GAP-LIMIT-002-1");
    expect(readFileSync(path, "utf8")).toBe(whole);
    await goOn(folder);
    expect(kit.differences(await kit.outcomeOf(folder), expected)).toEqual([]);
  });

  it("whose computer's clock jumps back keeps its order, and counts no negative time", async () => {
    const folder = temporaryFolder();
    let time = Date.parse("2026-01-12T14:30:00Z");
    let looks = 0;
    const clock = {
      now: () => {
        looks += 1;
        time += looks % 40 === 0 ? -86_400_000 : 1000;
        return time;
      },
      elapsed: () => looks * 1000,
      sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 1)),
    };
    const state = await kit.fullSession(
      folder,
      kit.faults(() => kit.NO_FAULT),
      { clock },
    );
    expect(state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(state.records.map((record) => record.round)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(state.totals.activeSeconds).toBeGreaterThan(0);
    expect(state.totals.waitedSeconds).toBeGreaterThanOrEqual(0);
    const seqs = (await kit.readEntries(kit.nodeFiles(join(folder, SESSION)))).map((entry) => entry.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });
});
