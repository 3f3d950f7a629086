// The time to start the program over `node -e 0`: the best of each case in the same run, taking turns, because other
// users of the machine only add time. `node bench/startup.mjs [REPETITIONS]`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { report } from "./lib/report.mjs";

const cli = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli/main.js");
if (!existsSync(cli)) throw new Error("build first: npm run build");
const repetitions = Number(process.argv[2] ?? 40);
const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));

// Loading extra certificates takes Node longer than all that is measured.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

const cases = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "whetstone --version", args: [cli, "--version"], bar: 15 },
  { name: "whetstone --help", args: [cli, "--help"], bar: 25 },
  { name: "whetstone check, 20 kB", args: [cli, "check", "spec.md", "--fail-on", "none"], bar: 70 },
];

try {
  writeFileSync(join(folder, "spec.md"), specOf(20_000));
  const times = cases.map(() => []);
  for (let round = -2; round < repetitions; round += 1) {
    cases.forEach(({ args }, index) => {
      const start = process.hrtime.bigint();
      spawnSync(process.execPath, args, { cwd: folder, stdio: "ignore", env });
      const spent = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) times[index].push(spent); // the first two fill the caches
    });
  }
  const [floor, ...others] = times.map((all) => Math.min(...all));
  console.log(`node -e 0: ${floor.toFixed(1)} ms`);
  cases.slice(1).forEach(({ name, bar }, index) => {
    const value = others[index] - floor;
    report({ bench: name, peer: "node -e 0", value, shown: `+${value.toFixed(0)} ms`, bar, barShown: `+${bar} ms` });
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A spec like those that people write: sections with stories, criteria and open points. */
function specOf(bytes) {
  const parts = ["# Uploads\n"];
  for (let at = 1; parts.join("\n").length < bytes; at += 1)
    parts.push(
      `## Part ${at}\n`,
      "As a member I upload a file, so that others find it.\n",
      `- FR-${String(at).padStart(3, "0")}: The upload is retried ${at} times, then the job fails quickly.`,
      "- The page shows its state as pending, done or failed. TBD: who is told.\n",
    );
  return parts.join("\n");
}
