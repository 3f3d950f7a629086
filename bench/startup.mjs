// What starting the program costs over `node -e 0`: medians of the same run, the cases taken in turn, so that a busy
// machine slows all of them alike. `node bench/startup.mjs [REPETITIONS]`. Limits are of the foundation issue.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli/main.js");
if (!existsSync(cli)) throw new Error("build first: npm run build");
const repetitions = Number(process.argv[2] ?? 40);
const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));

const cases = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "whetstone --version", args: [cli, "--version"], limit: 20 },
  { name: "whetstone --help", args: [cli, "--help"], limit: 30 },
  { name: "whetstone config", args: [cli, "config"] },
  { name: "whetstone inspect (20 KB)", args: [cli, "inspect", "engineer.md"], limit: 90 },
];

try {
  writeFileSync(join(folder, "engineer.md"), documentOf(20_000));
  const known = spawnSync(process.execPath, [cli, "--help"], { encoding: "utf8" }).stdout;
  const present = cases.filter(({ args }) => args[1] !== "inspect" || / inspect /.test(known));
  const times = present.map(() => []);
  for (let round = -2; round < repetitions; round += 1) {
    present.forEach(({ args }, index) => {
      const start = process.hrtime.bigint();
      spawnSync(process.execPath, args, { cwd: folder, stdio: "ignore" });
      const spent = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) times[index].push(spent); // the first two fill the caches
    });
  }
  report(present, times.map(median));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(present, medians) {
  const [floor] = medians;
  let over = false;
  present.forEach(({ name, limit }, index) => {
    const extra = medians[index] - floor;
    over ||= limit !== undefined && extra > limit;
    const judged = limit === undefined ? "" : ` (limit ${limit}: ${extra <= limit ? "kept" : "NOT KEPT"})`;
    const line = `${name.padEnd(28)} ${medians[index].toFixed(1).padStart(7)} ms`;
    console.log(
      index === 0 ? line : `${line}  +${extra.toFixed(1)} ms, ${(medians[index] / floor).toFixed(2)}x${judged}`,
    );
  });
  process.exitCode = over ? 1 : 0;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

function documentOf(bytes) {
  const head =
    "# Engineer, round 1\n\n## Gap Resolution: GAP-FLOW-001\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\n";
  const paragraph = "The upload is retried three times with a pause of 2, 4 and 8 seconds, then the job fails.\n\n";
  return head + paragraph.repeat(Math.ceil((bytes - head.length) / paragraph.length));
}
