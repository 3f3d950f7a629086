// What the machinery of a session costs: Whetstone with all its records on, against a plain loop that appends and syncs
// each step (the floor) and LangGraph.js with its SQLite checkpointer at synchronous FULL. Agents answer at once, all is
// durable, the contenders take turns in one run. `node bench/machinery.mjs [--quick] [--long]`; see docs/performance.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadLangGraph } from "./machinery/langgraph.mjs";
import { resumeTime } from "./machinery/resume.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const quick = process.argv.includes("--quick");
const long = process.argv.includes("--long");
const base = { gaps: 30, parallel: 1, engineerChars: 18_000, reviewerChars: 18_000 };
const repetitions = quick ? 1 : 3;
const rounds = quick ? 60 : 150;

const peer = await loadLangGraph();
if (peer.missing !== undefined)
  console.log(`LangGraph.js is not installed (npm install in bench/peers): ${peer.missing}`);
const contenders = ["floor", "ours", ...(peer.missing === undefined ? ["langgraph"] : [])];

const rows = Object.fromEntries(contenders.map((name) => [name, []]));
for (let turn = 0; turn < repetitions; turn += 1) {
  for (const contender of contenders) rows[contender].push(runChild({ contender, rounds, ...base }));
}
const perRound = (name, what = "times") => median(rows[name].map((row) => median(row[what].slice(rounds / 3))));
const ours = perRound("ours");

console.log(
  `\nPer round, one Engineer and one Reviewer of 18 kB each, median of ${repetitions} turns of ${rounds} rounds`,
);
for (const name of contenders) {
  const cpu = perRound(name, "cpu").toFixed(1).padStart(6);
  console.log(
    `${name.padEnd(10)} ${perRound(name).toFixed(1).padStart(7)} ms  CPU ${cpu} ms  ${kilobytes(rows[name])}`,
  );
}
report("ours / floor", ours / perRound("floor"), 3, "at most");
if (rows.langgraph) report("LangGraph.js / ours", perRound("langgraph") / ours, 4, "at least");

const many = (gaps) => median(runChild({ contender: "ours", rounds: quick ? 20 : 40, ...base, gaps }).times.slice(8));
const thirty = many(30);
report("1,000 gaps / 30 gaps", many(1000) / thirty, 1.5, "at most");
report("10,000 gaps / 30 gaps", many(10_000) / thirty, 4, "at most");

const length = long ? 1000 : quick ? 200 : 400;
const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
const whole = runChild({ contender: "ours", rounds: length, ...base }, folder);
const part = length / 10;
console.log(`\n${length} rounds${long ? "" : " (--long for 1000)"}`);
// The first rounds warm the process up: what is compared is a tenth after a tenth with the last tenth.
const early = (values) => values.slice(part, 2 * part);
report(
  "time, last tenth / second tenth",
  median(whole.times.slice(-part)) / median(early(whole.times)),
  1.2,
  "at most",
);
if (whole.bytes.length > 0) {
  report(
    "bytes, last tenth / first tenth",
    sum(whole.bytes.slice(-part)) / sum(whole.bytes.slice(0, part)),
    1.2,
    "at most",
  );
}
report("memory, MB", whole.megabytes, 150, "at most");
report("resume, ms", resumeTime(folder), 300, "at most");
rmSync(folder, { recursive: true, force: true });

function runChild(scenario, kept) {
  const place = kept ?? mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  try {
    const task = JSON.stringify({ ...scenario, folder: place });
    const output = execFileSync(process.execPath, [join(here, "machinery", "child.mjs"), task], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    return JSON.parse(output.slice(output.lastIndexOf('{"times"')));
  } finally {
    if (kept === undefined) rmSync(place, { recursive: true, force: true });
  }
}

function report(what, value, limit, way) {
  const isKept = way === "at most" ? value <= limit : value >= limit;
  if (!isKept) process.exitCode = 1;
  console.log(`${what.padEnd(34)} ${value.toFixed(2).padStart(8)}  (${way} ${limit}: ${isKept ? "kept" : "NOT KEPT"})`);
}

function kilobytes(runs) {
  return runs[0].bytes.length === 0
    ? ""
    : `${(median(runs.map((row) => median(row.bytes))) / 1024).toFixed(0)} kB written`;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
