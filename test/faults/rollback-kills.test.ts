import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { readState } from "../../src/engine/session-store.ts";
import type { State } from "../../src/mediator/state.ts";
import { type CliRun, spawnCli, writeFiles } from "../e2e/run-cli.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { lastingFolder } from "../support/temporary-folder.ts";
import { inParallel } from "./child.ts";
import { differences, type Outcome, outcomeOf } from "./session-outcome.ts";

/** Every point takes two processes of its own. `WHETSTONE_FAULTS=all` takes them all, else a sample does. */
const ALL = process.env.WHETSTONE_FAULTS === "all";
const EVERY = 7;

const DISK = pathToFileURL(join(import.meta.dirname, "faulty-disk.mjs")).href;
const SESSION = "specs/sessions/relay";
const GAPS = ["GAP-RELAY-001", "GAP-RELAY-002", "GAP-RELAY-003", "GAP-RELAY-004"] as const;
const FILES: Record<string, string> = {
  "specs/relay.md": `# Relay\n\n## Open questions\n\n${GAPS.map((gap, index) => `- ${gap}: Rule ${index + 1} is not said.`).join("\n\n")}\n`,
  ...Object.fromEntries(
    GAPS.flatMap((gap) => [
      [`recordings/engineer-${gap}.md`, proposalDocument({ gap })],
      [`recordings/reviewer-${gap}.md`, reviewDocument({ reviews: [{ gap }] })],
    ]),
  ),
};
const ROLLBACK = ["rollback", "2", "--reason", "a bad turn", "--context", "Name the clerk."];

interface Point {
  readonly index: number;
  readonly operation: string;
  readonly subject: string;
}

interface DiskFault {
  readonly at: number;
  /** The first half of the change is done. */
  readonly within?: boolean;
  /** Refused, and the process lives. */
  readonly error?: "ENOSPC";
}

/** Runs the program in `folder` on a disk with this fault. */
function onDisk(folder: string, args: readonly string[], fault?: DiskFault): Promise<CliRun> {
  const task = { folder: join(folder, SESSION), points: join(folder, "points.json"), ...fault };
  const env = { NODE_OPTIONS: `--import=${DISK}`, WHETSTONE_FAULTY_DISK: JSON.stringify(task) };
  return spawnCli(args, { cwd: join(folder, "specs"), env });
}

const resume = (folder: string) => onDisk(folder, ["resume"]);

async function stateOf(folder: string): Promise<State> {
  return (await readState(nodeFiles(join(folder, SESSION)))) as State;
}

/** Either both rounds stand with every file of theirs, or both are undone and stand in archives. */
async function whereIs(folder: string, base: string): Promise<"before" | "after"> {
  const { records, rollbacks } = await stateOf(folder);
  if (rollbacks.length > 0) {
    const names = readdirSync(join(folder, SESSION));
    expect(records).toHaveLength(1);
    expect(names).toEqual(expect.arrayContaining([2, 3].map((round) => `round_00${round}_rolled_back_1.tar.gz`)));
    return "after";
  }
  expect(records).toHaveLength(3);
  const [found, expected] = await Promise.all([roundFiles(folder), roundFiles(base)]);
  expect(found).toEqual(expected);
  return "before";
}

async function roundFiles(folder: string): Promise<Record<string, string>> {
  const { documents } = await outcomeOf(folder);
  return Object.fromEntries(Object.entries(documents).filter(([path]) => /\/round_\d+\//.test(path)));
}

function copyOf(base: string): string {
  const folder = lastingFolder();
  cpSync(base, folder, { recursive: true });
  return folder;
}

describe.runIf(process.platform !== "win32")("whetstone rollback whose process is killed", () => {
  let base: string;
  let points: readonly Point[];
  /** How the session ends up with the rollback, and without it. */
  let undone: Outcome;
  let untouched: Outcome;

  beforeAll(async () => {
    base = lastingFolder();
    await writeFiles(base, FILES);
    const replay = ["--engineer", "replay:../recordings", "--reviewer", "replay:../recordings"];
    const first = await onDisk(base, ["refine", "relay.md", ...replay, "--parallel-gaps", "1", "--max-rounds", "3"]);
    expect(first.code, first.stderr).toBe(3);
    await onDisk(base, ["gap", "defer", "GAP-RELAY-004", "--reason", "not this year"]);
    const done = copyOf(base);
    expect(await onDisk(done, ROLLBACK)).toMatchObject({ code: 0 });
    points = JSON.parse(readFileSync(join(done, "points.json"), "utf8"));
    expect(await resume(done)).toMatchObject({ code: 3 });
    undone = await outcomeOf(done);
    const left = copyOf(base);
    await resume(left);
    untouched = await outcomeOf(left);
    for (const folder of [done, left]) rmSync(folder, { recursive: true, force: true });
  });

  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it("passes every step: archives, the entry, the folders, the backups, the notice", () => {
    const steps = points.map(({ operation, subject }) => `${operation} ${subject}`);
    expect(steps).toEqual(
      expect.arrayContaining([
        "rename round_002_rolled_back_1.tar.gz",
        "rename round_003_rolled_back_1.tar.gz",
        "write journal.jsonl",
        "remove-tree round_002",
        "remove-tree round_003",
        "unlink status_backup_round_1.md",
        "rename decisions.md",
        "rename status.md",
      ]),
    );
    expect(undone.documents["sessions/relay/decisions.md"]).toContain("**Rolled back** to the end of round 1");
    expect(differences(undone, untouched)).not.toEqual([]);
  });

  it(`is before or after it, never between, and the next process ends as if nothing had been (${ALL ? "every point" : "a sample"})`, async () => {
    const halves = points.filter(({ operation }) => ["write", "remove-tree"].includes(operation));
    const kills: DiskFault[] = [
      ...points.map(({ index }) => ({ at: index })),
      ...halves.map(({ index }) => ({ at: index, within: true })),
    ];
    const seen = new Set<string>();
    await inParallel(ALL ? kills : kills.filter((_, index) => index % EVERY === 3), 2, async (fault) => {
      const what = `killed ${fault.within ? "within" : "before"} ${JSON.stringify(points[fault.at - 1])}`;
      const folder = copyOf(base);
      expect(await onDisk(folder, ROLLBACK, fault), what).toMatchObject({ code: 137 });
      seen.add(await whereIs(folder, base));
      const resumed = await resume(folder);
      expect(resumed.code, `${what}: ${resumed.stderr}`).toBe(3);
      const expected = (await stateOf(folder)).rollbacks.length > 0 ? undone : untouched;
      expect(differences(await outcomeOf(folder), expected), what).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    });
    if (ALL) process.stderr.write(`${kills.length} kills\n`);
    expect(seen).toEqual(new Set(["before", "after"]));
  }, 600_000);

  it("undoes nothing where an archive cannot be written, says so, and does it once there is room", async () => {
    const placed = points.findIndex(({ subject }) => subject.endsWith(".tar.gz"));
    const write = points.slice(0, placed).findLast(({ operation }) => operation === "write")?.index ?? 0;
    const folder = copyOf(base);
    const run = await onDisk(folder, ROLLBACK, { at: write, within: true, error: "ENOSPC" });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/Writing round_00\d_rolled_back_1\.tar\.gz failed: there is no space/);
    expect(await whereIs(folder, base)).toBe("before");
    expect((await resume(folder)).code).toBe(3);
    expect(differences(await outcomeOf(folder), undone)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
});
