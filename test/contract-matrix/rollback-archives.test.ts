import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Desk } from "../acceptance/support/desk.ts";
import { fork } from "../acceptance/support/desk.ts";
import { type CliRun, spawnCli } from "../e2e/run-cli.ts";
import { once } from "../support/once.ts";
import { unpack } from "./support/four-rounds.ts";
import { ALARM, DOOR, settles } from "./support/house.ts";
import { houseDesk, screen } from "./support/session.ts";

const FIRST = "round_001_rolled_back_1.tar.gz";
const THIRD = "round_001_rolled_back_3.tar.gz";

/** Round 1 undone three times, and the session stands before its last run. */
const base = once(async () => {
  const desk = await houseDesk(
    [ALARM, DOOR],
    [ALARM, DOOR].map((gap) => ({ role: "engineer", gaps: [gap], document: settles(gap as typeof ALARM) })),
  );
  await desk.begin("--parallel-gaps", "1", "--max-rounds", "1");
  await desk.expecting(0, "gap", "severity", DOOR, "MEDIUM", "--reason", "It is shut anyway.");
  await desk.expecting(0, "rollback", "--reason", "It is off.", "--same", "--adjust", "Use whole numbers.");
  for (const reason of ["Off again.", "Off for the third time."]) {
    await desk.run("resume");
    await desk.expecting(0, "rollback", "--reason", reason, "--same");
  }
  return desk;
});

/** With a home folder of its own, where cold storage is. */
const at = (desk: Desk, ...args: string[]): Promise<CliRun> =>
  spawnCli(args, { cwd: desk.cwd, env: { HOME: desk.cwd, USERPROFILE: desk.cwd } });
const ended = (option?: string) =>
  once(async () => {
    const desk = await fork(await base());
    desk.write("a.json", JSON.stringify(option === undefined ? [] : [{ kind: "archives", option }]));
    const done = await at(desk, "resume", "--max-rounds", "9", "--answers", "a.json", "--verbose");
    return { ...desk, done, cold: () => desk.files(".").filter((path) => path.startsWith(".whetstone/archive/")) };
  });
const kept = ended("keep");
const deleted = ended("delete");
const recent = ended("recent");
const cold = ended("cold");
const unattended = ended();
const archive = once(async () => unpack(await base(), FIRST));
const metadata = async () => JSON.parse((await archive()).read("rollback_metadata.json")) as Record<string, unknown>;

/** Cold storage as it would look so many days later. */
function age(desk: Desk, days: number): void {
  for (const path of desk.files(".").filter((one) => one.endsWith("manifest.json"))) {
    const past = new Date(Date.now() - days * 86_400_000).toISOString().replace(/\.\d+Z/, "Z");
    writeFileSync(join(desk.cwd, path), desk.read(path).replace(/"(moved|rolledBack)": "[^"]+"/g, `"$1": "${past}"`));
  }
}

/** Another session, in the same home, that ends; with an undone round of its own or without. */
async function another(desk: Desk, withRollback: boolean): Promise<void> {
  const other = await houseDesk([ALARM], [{ role: "engineer", gaps: [ALARM], document: settles(ALARM) }]);
  const here = (...args: string[]) =>
    spawnCli(args, { cwd: other.cwd, env: { HOME: desk.cwd, USERPROFILE: desk.cwd } });
  if (withRollback) {
    await here("refine", "depot.md", ...other.agents, "--no-approve", "--set", "auto_confirm=false");
    await here("rollback", "--reason", "off", "--same");
  }
  const run = ["refine", "depot.md", ...other.agents, "--no-approve", "--yes", "--set", "auto_confirm=true"];
  const done = await here(...run);
  expect(done.stdout, screen(done)).toContain("finished (no open gap is left)");
}

describe.concurrent("archive", () => {
  it("the folder is renamed into an archive at once", async () => {
    expect((await base()).hasInSession(FIRST)).toBe(true);
    expect((await base()).files("sessions").filter((path) => path.includes("rolled_back/"))).toEqual([]);
  });

  it("the archive has the decisions of the round", async () => {
    expect((await archive()).read("decisions_from_round_1.md")).toContain("It is shut anyway.");
  });

  it("the archive has rollback_metadata.json", async () => {
    expect((await archive()).names).toContain("rollback_metadata.json");
  });

  it("the metadata has the original round", async () => {
    expect((await metadata()).original_round).toBe(1);
  });

  it("the metadata has the time in UTC to the second", async () => {
    expect((await metadata()).rollback_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it("the metadata has the reason", async () => {
    expect((await metadata()).reason).toBe("It is off.");
  });

  it("the metadata has the number of the attempt", async () => {
    expect((await metadata()).attempt_number).toBe(1);
    const third = await unpack(await base(), THIRD);
    expect(JSON.parse(third.read("rollback_metadata.json"))).toMatchObject({ attempt_number: 3 });
  });

  it("the metadata has what the User adjusted", async () => {
    expect((await metadata()).user_adjustments).toEqual(["Use whole numbers."]);
  });

  it("the archive is one tar.gz file that tar reads", async () => {
    expect((await archive()).names.length).toBeGreaterThan(3);
  });

  it("the archive has the documents and prompts of the round", async () => {
    for (const name of ["engineer.md", "reviewer.md", "summary.md", "log.md", `prompts/engineer-${ALARM}-1.md`]) {
      expect((await archive()).names).toContain(`round_001/${name}`);
    }
  });

  it("the first, second and third archive of a round are numbered", async () => {
    const names = (await base()).files("sessions").filter((path) => path.endsWith(".tar.gz"));
    expect(names.map((path) => path.split("/").at(-1))).toEqual([FIRST, "round_001_rolled_back_2.tar.gz", THIRD]);
  });

  it("archives stay while the session is open", async () => {
    expect((await base()).hasInSession(THIRD)).toBe(true);
  });

  it("archives can be listed with their size", async () => {
    const { stdout } = await at(await base(), "archive", "list");
    for (const name of [FIRST, THIRD]) expect(stdout).toMatch(new RegExp(`${name} .*\\d+ bytes`));
  });

  it("at the end the archives are listed with their sizes", async () => {
    expect(screen((await kept()).done)).toMatch(new RegExp(`${FIRST}.*\\d+(\\.\\d+)? ?(bytes|B|KB|kB)`));
  });

  it("at the end the total size is shown", async () => {
    expect(screen((await kept()).done)).toMatch(/\d+(\.\d+)? ?(bytes|B|KB|kB).*(total|in all|together)/i);
  });

  it("keep, delete, recent and cold storage are offered", async () => {
    for (const made of [kept, deleted, recent, cold])
      expect((await made()).done.stderr).toContain("Answered by the answers file");
  });

  it("kept archives stay in the session's folder", async () => {
    expect((await kept()).hasInSession(FIRST)).toBe(true);
    expect((await kept()).cold()).toEqual([]);
  });

  it("deleted archives are gone", async () => {
    expect((await deleted()).files(".").filter((path) => path.endsWith(".tar.gz"))).toEqual([]);
  });

  it("recent keeps what is younger than seven days", async () => {
    expect((await recent()).hasInSession(FIRST)).toBe(true);
  });

  it("cold storage takes the archives", async () => {
    const desk = await cold();
    expect(desk.hasInSession(FIRST)).toBe(false);
    expect(desk.cold().filter((path) => path.endsWith(".tar.gz"))).toHaveLength(3);
  });

  it("an unattended end moves them to cold storage", async () => {
    expect((await unattended()).cold().filter((path) => path.endsWith(".tar.gz"))).toHaveLength(3);
  });

  it("cold storage has a folder for the spec and one for the date and session", async () => {
    expect((await cold()).cold()[0]).toMatch(/^\.whetstone\/archive\/depot\/\d{4}-\d\d-\d\d_session_[\w-]+\//);
  });

  it("cold storage has a manifest", async () => {
    const desk = await cold();
    const path = desk.cold().find((one) => one.endsWith("manifest.json")) ?? "";
    for (const words of [FIRST, THIRD, "It is off."]) expect(desk.read(path)).toContain(words);
  });

  it("the notice names the archive as moved or deleted after it was moved or deleted", async () => {
    const notice = (desk: Desk) =>
      desk
        .session("decisions.md")
        .split("\n")
        .filter((line) => line.includes(FIRST))
        .join("\n");
    expect(notice(await deleted())).toMatch(/deleted|gone|removed|no longer/i);
    expect(notice(await cold())).toMatch(/moved|cold storage|\.whetstone/i);
  });

  it("cold storage is cleared of what is older than its days at the end of a session with archives", async () => {
    const desk = await fork(await cold());
    age(desk, 40);
    await another(desk, true);
    expect(desk.files(".").filter((path) => path.includes(".whetstone") && path.endsWith(THIRD))).toEqual([]);
  });

  it("cold storage is cleared at the end of a session without archives", async () => {
    const desk = await fork(await cold());
    age(desk, 40);
    await another(desk, false);
    expect(desk.files(".").filter((path) => path.includes(".whetstone") && path.endsWith(THIRD))).toEqual([]);
  });

  it("what is kept explicitly is never removed", async () => {
    const desk = await fork(await cold());
    const list = await at(desk, "archive", "list");
    const name = list.stdout.match(new RegExp(`\\S+${FIRST}`))?.[0] ?? "";
    expect((await at(desk, "archive", "keep", name)).code).toBe(0);
    age(desk, 400);
    await at(desk, "archive", "prune");
    const left = desk.files(".").filter((path) => path.includes(".whetstone") && path.endsWith(".tar.gz"));
    expect(left.map((path) => path.split("/").at(-1))).toEqual([FIRST]);
  });

  it("removals are logged", async () => {
    const desk = await fork(await cold());
    age(desk, 40);
    await at(desk, "archive", "prune");
    const log = desk.files(".").find((path) => path.endsWith("cleanup_log.txt")) ?? "";
    for (const name of [FIRST, THIRD]) expect(desk.read(log)).toContain(name);
  });

  it("the list in an ended session offers no target", async () => {
    const { stdout } = await at(await kept(), "rollback", "--list");
    expect(stdout).not.toMatch(/^Round/m);
  });
});
