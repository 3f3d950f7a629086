import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type CliRun, inTempFolder, NO_SURVEY, runCli, spawnCli } from "../e2e/run-cli.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const DISK = pathToFileURL(join(HERE, "faulty-disk.mjs")).href;

const PROGRAM = join(HERE, "../e2e/agents/program.mjs");
const COMMAND = JSON.stringify([process.execPath, PROGRAM]);
const PROGRAMS = ["--engineer-cmd", COMMAND, "--reviewer-cmd", COMMAND, ...NO_SURVEY];

const SOURCE = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.

## Delivery

- GAP-DELIVER-001 (CRITICAL): How often delivery is tried again is not said.
`;

/** Every file below a folder, to the byte. */
function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "base64")]));
}

describe("a session that is created", () => {
  test("killed at changes to the disk, it is there or not, and refine goes on", async () => {
    const beginIn = (cwd: string, fault: object) =>
      spawnCli(["init", "relay.md"], {
        cwd,
        env: {
          NODE_OPTIONS: `--import=${DISK}`,
          WHETSTONE_FAULTY_DISK: JSON.stringify({ folder: join(cwd, "sessions"), ...fault }),
        },
      });
    const points = await inTempFolder({ "relay.md": SOURCE }, async (cwd) => {
      expect((await beginIn(cwd, { points: join(cwd, "points.json") })).code).toBe(0);
      return JSON.parse(readFileSync(join(cwd, "points.json"), "utf8")).length as number;
    });
    expect(points).toBeGreaterThan(15);
    const found = new Set<string>();
    for (let at = 1; at <= points; at += at < points - 6 ? 5 : 1) {
      await inTempFolder({ "relay.md": SOURCE }, async (cwd) => {
        expect((await beginIn(cwd, { at, within: true })).code).toBe(137);
        const resumed = await runCli(["resume", "relay.md"], { cwd });
        const begun = await runCli(["refine", "relay.md", "--engineer", "interview", "--reviewer", "interview"], {
          cwd,
        });
        found.add(resumed.code === 2 ? "not begun" : "begun");
        expect(begun.code, `killed at change ${at}: ${begun.stderr}`).toBe(3);
        expect(existsSync(join(cwd, "sessions/relay/status.md"))).toBe(true);
      });
    }
    expect([...found]).toEqual(["not begun", "begun"]);
  }, 240_000);

  test("a journal with its header alone counts as not begun", async () => {
    const header = '{"journal":"whetstone","version":2,"at":"2026-01-12T14:30:00Z","sum":"4d732d10"}\n';
    await inTempFolder({ "relay.md": SOURCE, "sessions/relay/journal.jsonl": header }, async (cwd) => {
      expect((await runCli(["resume", "relay.md"], { cwd })).stderr).toContain("no session here");
      expect((await runCli(["init", "relay.md"], { cwd })).code).toBe(0);
      expect((await runCli(["status", "relay.md"], { cwd })).code).toBe(0);
    });
  });
});

describe("a journal that is damaged in its first two lines", () => {
  const DAMAGES: [what: string, (lines: readonly string[]) => string][] = [
    ["emptied", () => ""],
    ["cut in its header", ([header = ""]) => header.slice(0, 30)],
    ["with another header", ([header = "", ...rest]) => [header.replace("20", "19"), ...rest].join("\n")],
    ["without its header", ([, ...rest]) => rest.join("\n")],
    ["cut in its first entry", ([header = "", first = ""]) => `${header}\n${first.slice(0, 99)}`],
    ["changed in its first entry", ([header = "", first = ""]) => `${header}\n${first.replace("GAP", "GAB")}\n`],
  ];
  test.each(DAMAGES)("%s, it is refused with the way back, and nothing is changed", async (_, damage) => {
    await inTempFolder({ "relay.md": SOURCE }, async (cwd) => {
      await runCli(["init", "relay.md"], { cwd });
      const journal = join(cwd, "sessions/relay/journal.jsonl");
      const whole = readFileSync(journal, "utf8");
      writeFileSync(journal, damage(whole.split("\n")));
      const before = contentOf(cwd);
      for (const command of ["resume", "refine", "status"]) {
        const run = await runCli([command, "relay.md"], { cwd });
        expect(run, command).toMatchObject({ code: 1 });
        expect(run.stderr, command).toMatch(
          /Line [12] of journal\.jsonl is damaged.*Restore.*Move the session folder/s,
        );
        expect(contentOf(cwd), command).toEqual(before);
      }
      writeFileSync(journal, whole);
      expect((await runCli(["status", "relay.md"], { cwd })).code).toBe(0);
    });
  });
});

describe("a clock that jumps", () => {
  test("two years within a run of the program are no part of any duration", async () => {
    const jumps = "const real = Date.now; let looks = 0; Date.now = () => real() + (++looks > 40 ? 63072e6 : 0);";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jumps)}` };
    await inTempFolder({ "relay.md": SOURCE }, async (cwd) => {
      const run = await spawnCli(["refine", "relay.md", ...PROGRAMS, "--yes", "--verbose"], {
        cwd,
        env,
      });
      expect(run.code, run.stderr).toBe(0);
      const status = readFileSync(join(cwd, "sessions/relay/status.md"), "utf8");
      expect(new Set(status.match(/20[0-9]{2}(?=-[0-9]{2}-[0-9]{2}T)/g)).size).toBe(2);
      expect(run.stdout).toMatch(/\| Duration +\| .*in total, .*active/);
      for (const text of [run.stdout, status]) expect(text).not.toMatch(/[0-9] h\b/);
    });
  });
});

describe("a program that works while Whetstone is killed", () => {
  /** Writes down that it begins and that it ends, and works for a while in between. */
  const COUNTS = `
import { appendFileSync } from "node:fs";
const [log, program] = process.argv.slice(2);
const note = (what) => appendFileSync(log, what + " " + process.env.WHETSTONE_RUN + "\\n");
note("begins");
process.on("exit", () => note("ends"));
process.stderr.write("I am at work\\n");
await import(program);
process.stderr.write("I am done\\n");
`;

  async function killedAtWork(cwd: string, delay: number) {
    const log = join(cwd, "log");
    writeFileSync(log, "");
    const command = (...words: string[]) =>
      JSON.stringify([process.execPath, join(cwd, "counts.mjs"), log, PROGRAM, ...words]);
    const noted = (what: string) =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line.startsWith(`${what} R1-engineer`));
    const words = ["--engineer-cmd", command("--delay", String(delay)), "--reviewer-cmd", command(), ...NO_SURVEY];
    const killed = await spawnCli(["refine", "relay.md", ...words], {
      cwd,
      onStart: (signal) => {
        const look = setInterval(() => {
          if (noted("begins").length < 2) return;
          clearInterval(look);
          signal("SIGKILL");
        }, 20);
      },
    });
    expect(killed.code).toBe(137);
    return { noted };
  }

  const ABOUT = { "relay.md": SOURCE, "counts.mjs": COUNTS };

  // Where processes cannot be told from others of the same number (no /proc), a run is started again.
  test.skipIf(process.platform !== "linux")("is waited for by resume, and not started again", async () => {
    await inTempFolder(ABOUT, async (cwd) => {
      const { noted } = await killedAtWork(cwd, 2500);
      expect(noted("ends")).toEqual([]);
      const resumed = await runCli(["resume", "relay.md"], { cwd });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect([noted("begins").length, noted("ends").length]).toEqual([2, 2]);
    });
  });

  test("has its whole answer used, though it came when nobody was there", async () => {
    await inTempFolder(ABOUT, async (cwd) => {
      const { noted } = await killedAtWork(cwd, 300);
      await expect.poll(() => noted("ends").length).toBe(2);
      await expect.poll(() => existsSync(join(cwd, "sessions/relay/lock.json"))).toBe(true);
      const resumed = await runCli(["resume", "relay.md"], { cwd });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(noted("begins")).toHaveLength(2);
      expect(readFileSync(join(cwd, "sessions/relay/journal.jsonl"), "utf8")).toContain('"recovered":true');
      expect(readdirSync(join(cwd, "sessions/relay/.scratch"))).toEqual([]);
    });
  });
});

describe("scratch folders in the temporary folder", () => {
  test("of a killed process go at the next start, by owner and age; others stay", async () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const names = [
      `whetstone-run-${gone}-aaa`,
      `whetstone-run-${process.pid}-bbb`,
      `whetstone-run-${gone}-new`,
      "mine",
    ];
    await inTempFolder(Object.fromEntries(names.map((name) => [`tmp/${name}/prompt.md`, "text"])), async (cwd) => {
      const old = new Date(Date.now() - 7_200_000);
      for (const name of names.filter((name) => !name.endsWith("new"))) utimesSync(join(cwd, "tmp", name), old, old);
      writeFileSync(join(cwd, "relay.md"), SOURCE);
      const tmp = join(cwd, "tmp");
      const env = { TMPDIR: tmp, TEMP: tmp, TMP: tmp };
      const run = await spawnCli(["refine", "relay.md", ...PROGRAMS], { cwd, env });
      expect(run.code, run.stderr).toBe(0);
      expect(readdirSync(tmp).sort()).toEqual(names.slice(1).sort());
    });
  });
});

describe("an agent program that reaches beyond its document", () => {
  /** Does something in its first run as Engineer, then works like the other program. */
  const REACHES = `
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const [deed, cwd, program] = process.argv.slice(2);
const session = join(cwd, "sessions/relay");
/** Waits until the Reviewer is at work, which waits for it in turn. */
const LATE = \`
const { appendFileSync, existsSync, writeFileSync } = require("node:fs");
const [file, cwd] = process.argv.slice(1);
const look = setInterval(() => {
  if (existsSync(cwd) && !existsSync(cwd + "/reviewing")) return;
  clearInterval(look);
  appendFileSync(file, "late");
  writeFileSync(cwd + "/late", "");
}, 20);\`;
const DEEDS = {
  spec: () => appendFileSync(join(cwd, "relay.md"), "\\nAn agent was here.\\n"),
  link: () => {
    renameSync(join(cwd, "sessions"), join(cwd, "moved"));
    symlinkSync(join(cwd, "moved"), join(cwd, "sessions"));
  },
  scratch: () => {
    for (const gap of ["GAP-DELIVER-001", "GAP-INTAKE-001"]) {
      const folder = join(session, ".scratch", "R1-engineer-" + gap + "-1");
      if (existsSync(folder)) writeFileSync(join(folder, "document.md"), "# Not its own\\n");
    }
    writeFileSync(join(cwd, "names"), readdirSync(join(session, ".scratch")).join("\\n"));
  },
  daemon: () => {
    const file = join(session, "round_001/prompts/engineer-" + process.env.WHETSTONE_GAPS + "-1.md");
    spawn(process.execPath, ["-e", LATE, file, cwd], { detached: true, stdio: "ignore" }).unref();
  },
};
if (process.env.WHETSTONE_ROLE === "engineer" && !existsSync(join(cwd, "done"))) {
  writeFileSync(join(cwd, "done"), "");
  DEEDS[deed]();
}
if (deed === "daemon" && process.env.WHETSTONE_ROLE === "reviewer") {
  writeFileSync(join(cwd, "reviewing"), "");
  while (!existsSync(join(cwd, "late"))) await new Promise((resolve) => setTimeout(resolve, 20));
}
process.argv.splice(2, 3);
await import(program);
`;

  async function refine<T>(deed: string, look: (cwd: string, run: CliRun) => T | Promise<T>): Promise<T> {
    return inTempFolder({ "relay.md": SOURCE, "reaches.mjs": REACHES }, async (cwd) => {
      const command = JSON.stringify([process.execPath, join(cwd, "reaches.mjs"), deed, cwd, PROGRAM]);
      const words = ["--engineer-cmd", command, "--reviewer-cmd", command, ...NO_SURVEY];
      return look(cwd, await runCli(["refine", "relay.md", ...words], { cwd }));
    });
  }

  test("one that changes the person's own spec is told of, and both texts are kept", async () => {
    await refine("spec", (cwd, { code, stderr }) => {
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(
        /Your spec relay\.md changed while the Engineer ran\. If that was not you, the earlier text is in sessions/,
      );
      const [, kept = ""] = /text is in (\S+_relay\.md)/.exec(stderr) ?? [];
      expect(readFileSync(join(cwd, kept), "utf8")).toBe(SOURCE);
      expect(readFileSync(join(cwd, "relay.md"), "utf8")).toBe(`${SOURCE}\nAn agent was here.\n`);
      expect(readFileSync(join(cwd, "sessions/relay/status.md"), "utf8")).toContain("your own spec");
    });
  });

  test("one that writes another run's document finds no folder that it could guess", async () => {
    await refine("scratch", (cwd, { code, stderr }) => {
      expect(code, stderr).toBe(0);
      const names = readFileSync(join(cwd, "names"), "utf8").split("\n");
      for (const name of names) expect(name).toMatch(/^R1-engineer-GAP-[A-Z]+-001-1-[0-9a-f]{16}$/);
      expect(readFileSync(join(cwd, "sessions/relay/round_001/engineer.md"), "utf8")).not.toContain("Not its own");
    });
  });

  test.skipIf(process.platform === "win32")(
    "a sessions folder that was replaced by a link is refused, and nothing is changed",
    async () => {
      await refine("link", async (cwd) => {
        const before = contentOf(join(cwd, "moved"));
        for (const command of ["resume", "refine", "status"]) {
          const run = await runCli([command, "relay.md"], { cwd });
          expect(run.code, command).toBe(1);
          expect(run.stderr, command).toMatch(/is a link.*put the folder back/s);
        }
        expect(contentOf(join(cwd, "moved"))).toEqual(before);
      });
    },
  );

  test("a process that writes after its run ended is told of in the session, not by doctor alone", async () => {
    await refine("daemon", (_cwd, { code, stderr }) => {
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(/R1-\S+: round_001\/prompts\/engineer-\S+ was changed/);
    });
  });
});

describe("code in a configuration", () => {
  const PLANTED = 'import { writeFileSync } from "node:fs";\nwriteFileSync("ran", "");\nexport default {};\n';

  test.each(["js", "mjs", "ts"])(
    "a planted whetstone.config.%s is not run before the person confirmed it as it is",
    async (extension) => {
      const name = `whetstone.config.${extension}`;
      await inTempFolder(
        { "relay.md": SOURCE, "package.json": '{ "type": "module" }', [name]: PLANTED },
        async (cwd) => {
          const ran = () => existsSync(join(cwd, "ran"));
          const refused = await spawnCli(["init", "relay.md"], { cwd });
          expect(refused).toMatchObject({ code: 2, stdout: "" });
          expect(refused.stderr).toMatch(/code that you have not confirmed.*whetstone config --confirm --config/s);
          const agent = await spawnCli(["config", "--confirm"], { cwd, env: { WHETSTONE_RUN: "R1-engineer-1" } });
          expect(agent.code).toBe(2);
          expect([ran(), existsSync(join(cwd, "sessions"))]).toEqual([false, false]);
          expect((await spawnCli(["config", "--confirm"], { cwd })).code).toBe(0);
          expect(ran()).toBe(false);
          expect((await spawnCli(["config"], { cwd })).code).toBe(0);
          expect(ran()).toBe(true);
          writeFileSync(join(cwd, name), `${PLANTED}// changed\n`);
          expect((await spawnCli(["config"], { cwd })).stderr).toContain("you have not confirmed");
        },
      );
    },
  );

  test("a configuration in JSON needs no confirmation", async () => {
    await inTempFolder({ "whetstone.config.json": '{ "max_rounds": 12 }' }, async (cwd) => {
      expect((await spawnCli(["config"], { cwd })).stdout).toMatch(/^max_rounds +12 /m);
    });
  });
});
