import { describe, expect, it } from "vitest";
import { folderHome } from "../../src/engine/folder-home.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import type { Entry, Step } from "../../src/model/events.ts";
import type { Files } from "../../src/ports/files.ts";
import type { SessionHome, SessionHomes } from "../../src/ports/session-home.ts";
import { homesBelow } from "../../src/server/list-sessions.ts";
import { fixedClock } from "../../src/testing/fixed-clock.ts";
import { memoryFiles } from "../../src/testing/memory-files.ts";
import { memoryHome, memoryHomes } from "../../src/testing/memory-home.ts";
import { scriptedProcesses } from "../../src/testing/scripted-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A place for one session, as different processes see it. */
interface Subject {
  as(pid: number): SessionHome;
  end(pid: number): void;
}

function inFolder(files: Files): Subject {
  const processes = scriptedProcesses();
  const clock = fixedClock();
  return { as: (pid) => folderHome({ files, clock, processes: processes.as(pid) }), end: processes.end };
}

function inMemory(): Subject {
  const home = memoryHome();
  return { as: home.as, end: home.kill };
}

const KINDS: [name: string, make: () => Subject][] = [
  ["in a folder", () => inFolder(nodeFiles(temporaryFolder(), { scratch: ".tmp" }))],
  ["in a folder in memory", () => inFolder(memoryFiles())],
  ["in memory", inMemory],
];

const step = (reason: string): Step => ({ type: "step", events: [{ type: "paused", reason }] });
const beginning = { first: step("first"), documents: { "source.md": "# Relay\n", "round_001/engineer.md": "x" } };
const reasons = (entries: readonly Entry[] = []) =>
  entries.map(({ seq, event }) => `${seq} ${event.events[0]?.type === "paused" ? event.events[0].reason : ""}`);
const ignore = () => {};

describe.each(KINDS)("a session's home %s", (_name, make) => {
  it("has nothing before a session is begun", async () => {
    const home = make().as(1);
    expect(await home.read()).toEqual([]);
    expect(await home.mark()).toBeUndefined();
    expect(await home.holder()).toBeUndefined();
    await expect(home.open(ignore)).rejects.toMatchObject({ code: "NO_SESSION" });
    expect(await home.holder()).toBeUndefined();
  });

  it("begins a session once, with its documents and its first entry", async () => {
    const home = make().as(1);
    const seen: Entry[] = [];
    const lease = await home.create(beginning, (entry) => seen.push(entry));
    expect(lease.lastSeq).toBe(1);
    await lease.close();
    expect(reasons(seen)).toEqual(["1 first"]);
    expect(await home.documents.readText("round_001/engineer.md")).toBe("x");
    await expect(home.create(beginning, ignore)).rejects.toMatchObject({ code: "SESSION_EXISTS" });
    expect(reasons(await home.read())).toEqual(["1 first"]);
    expect(await home.holder()).toBeUndefined();
  });

  it("appends where the last entry is the expected one, and writes nothing otherwise", async () => {
    const home = make().as(1);
    const lease = await home.create(beginning, ignore);
    const second = lease.append(step("second"), { after: 1, sync: false });
    const third = lease.append(step("third"), { after: 2, sync: true });
    expect(reasons([await second, await third])).toEqual(["2 second", "3 third"]);
    await expect(lease.append(step("late"), { after: 2, sync: false })).rejects.toMatchObject({ code: "ENTRY_TAKEN" });
    await expect(lease.append(step("early"), { after: 7, sync: false })).rejects.toMatchObject({ code: "ENTRY_TAKEN" });
    await lease.append(step("fourth"), { after: 3, sync: true });
    await lease.close();
    expect(reasons(await home.read())).toEqual(["1 first", "2 second", "3 third", "4 fourth"]);
  });

  it("gives every entry to whoever opens it, and goes on from the last", async () => {
    const subject = make();
    await (await subject.as(1).create(beginning, ignore)).close();
    const seen: Entry[] = [];
    const lease = await subject.as(2).open((entry) => seen.push(entry));
    expect(reasons(seen)).toEqual(["1 first"]);
    expect(reasons([await lease.append(step("second"), { after: lease.lastSeq, sync: true })])).toEqual(["2 second"]);
    await lease.close();
  });

  it("gives only the later entries to whoever knows the earlier ones, and all where they are others", async () => {
    const subject = make();
    const lease = await subject.as(1).create(beginning, ignore);
    await lease.append(step("second"), { after: 1, sync: false });
    const known = lease.fingerprint(2);
    expect(lease.fingerprint(1)).toBeUndefined();
    await lease.append(step("third"), { after: 2, sync: true });
    await lease.close();
    const other = make();
    await (await other.as(1).create({ ...beginning, first: step("other") }, ignore)).close();
    const seenBy = async (home: SessionHome) => {
      const seen: Entry[] = [];
      const opened = await home.open((entry) => seen.push(entry), known);
      await opened.close();
      return [...reasons(seen), opened.lastSeq];
    };
    expect(await seenBy(subject.as(2))).toEqual(["3 third", 3]);
    expect(await seenBy(other.as(2))).toEqual(["1 other", 1]);
  });

  it("is open in one process at a time, which others can tell", async () => {
    const subject = make();
    const lease = await subject.as(1).create(beginning, ignore);
    expect(await subject.as(2).holder()).toMatchObject({ pid: 1 });
    await expect(subject.as(2).open(ignore)).rejects.toMatchObject({ code: "SESSION_LOCKED" });
    await lease.close();
    expect(await subject.as(2).holder()).toBeUndefined();
    await (await subject.as(2).open(ignore)).close();
  });

  it("passes on from a process that is gone, with all that it had appended", async () => {
    const subject = make();
    const lease = await subject.as(1).create(beginning, ignore);
    await lease.append(step("second"), { after: 1, sync: true });
    subject.end(1);
    expect(await subject.as(2).holder()).toBeUndefined();
    const seen: Entry[] = [];
    await (await subject.as(2).open((entry) => seen.push(entry))).close();
    expect(reasons(seen)).toEqual(["1 first", "2 second"]);
  });

  it("can be read after a number without the lease, and its mark changes with every entry", async () => {
    const subject = make();
    const lease = await subject.as(1).create(beginning, ignore);
    const reader = subject.as(2);
    const marks = [await reader.mark()];
    for (const [index, reason] of ["second", "third"].entries()) {
      await lease.append(step(reason), { after: index + 1, sync: false });
      marks.push(await reader.mark());
    }
    expect(new Set(marks).size).toBe(3);
    expect(await reader.mark()).toBe(marks.at(-1));
    expect(reasons(await reader.read(1))).toEqual(["2 second", "3 third"]);
    expect(await reader.read(3)).toEqual([]);
    await lease.close();
  });

  it("can be watched: all there is, then what came since, then nothing", async () => {
    const subject = make();
    const watch = subject.as(2).watch();
    expect(await watch.read().then((read) => read?.entries ?? [])).toEqual([]);
    const lease = await subject.as(1).create(beginning, ignore);
    expect(await watch.read()).toMatchObject({ anew: true, entries: [{ seq: 1 }] });
    await lease.append(step("second"), { after: 1, sync: false });
    const more = await watch.read();
    expect(reasons(more?.entries.filter(({ seq }) => seq > 1))).toEqual(["2 second"]);
    expect(await watch.read()).toBeUndefined();
    await lease.close();
  });

  it("keeps documents by name, for every process to read", async () => {
    const subject = make();
    const { documents } = subject.as(1);
    await documents.writeAtomic("round_002/reviewer.md", "## Review", { sync: true });
    expect(await subject.as(2).documents.readText("round_002/reviewer.md")).toBe("## Review");
    expect(await documents.exists("round_002/r.md")).toBe(false);
    await documents.removeTree("round_002");
    expect(await documents.readText("round_002/reviewer.md")).toBeUndefined();
    await expect(documents.readText("../other")).rejects.toMatchObject({ code: "PATH_REFUSED" });
  });
});

const MANY: [name: string, make: () => SessionHomes][] = [
  ["below a folder", () => homesBelow(temporaryFolder(), (folder) => inFolder(nodeFiles(folder)).as(1))],
  ["in memory", memoryHomes],
];

describe.each(MANY)("homes of sessions %s", (_name, make) => {
  it("list those that were begun, and give each by its key", async () => {
    const homes = make();
    expect(await homes.list()).toEqual([]);
    for (const key of ["sessions/a", "sessions/b"]) await (await homes.at(key).create(beginning, ignore)).close();
    await expect(homes.at("sessions/c").open(ignore)).rejects.toMatchObject({ code: "NO_SESSION" });
    expect([...(await homes.list())].sort()).toEqual(["sessions/a", "sessions/b"]);
    expect(reasons(await homes.at("sessions/b").read())).toEqual(["1 first"]);
    expect(await homes.at("sessions/c").mark()).toBeUndefined();
  });

  it("have none outside of them", () => {
    const homes = make();
    for (const key of ["../a", "/a", "sessions/../../a"]) {
      expect(() => homes.at(key)).toThrow(expect.objectContaining({ code: "PATH_REFUSED" }));
    }
  });
});
