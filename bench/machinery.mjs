// What the machinery of a session costs: Whetstone with all its records on, against a plain loop that appends and syncs
// each step (the floor) and LangGraph.js with its SQLite checkpointer at synchronous FULL. Agents answer at once, all is
// durable, the contenders take turns in one run. `node bench/machinery.mjs [--quick] [peers] [gaps] [length]`;
// see docs/performance.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadLangGraph } from "./machinery/langgraph.mjs";
import { resumeTime } from "./machinery/resume.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const quick = process.argv.includes("--quick");
const base = { gaps: 30, parallel: 1, engineerChars: 18_000, reviewerChars: 18_000 };
const turns = quick ? 1 : 3;
const rounds = quick ? 60 : 150;
const began = performance.now();

const parts = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = (part) => parts.length === 0 || parts.includes(part);
if (wanted("peers")) await comparePeers();
if (wanted("gaps")) compareGaps();
if (wanted("length")) compareLength(quick ? 200 : 1000);
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s in all`);

async function comparePeers() {
  const peer = await loadLangGraph();
  if (peer.missing !== undefined)
    console.log(`LangGraph.js is not installed (npm install in bench/peers): ${peer.missing}`);
  const contenders = ["floor", "ours", ...(peer.missing === undefined ? ["langgraph"] : [])];
  const rows = Object.fromEntries(contenders.map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const contender of contenders) rows[contender].push(runChild({ contender, rounds, ...base }));
  }
  console.log(
    `\nPer round, an Engineer and a Reviewer document of 18 kB each, best of ${turns} turns of ${rounds} rounds`,
  );
  for (const name of contenders) {
    const cpu = best(rows[name], "cpu").toFixed(1).padStart(6);
    const kilobytes = rows[name][0].bytes.length === 0 ? "" : `${(median(rows[name][0].bytes) / 1024).toFixed(0)} kB`;
    console.log(
      `${name.padEnd(10)} ${best(rows[name], "times").toFixed(1).padStart(7)} ms  CPU ${cpu} ms  ${kilobytes}`,
    );
  }
  const ours = best(rows.ours, "times");
  report("ours / floor", ours / best(rows.floor, "times"), 3, "at most");
  if (rows.langgraph) report("LangGraph.js / ours", best(rows.langgraph, "times") / ours, 4, "at least");
}

function compareGaps() {
  const sizes = [30, 1000, 10_000];
  const rows = new Map(sizes.map((gaps) => [gaps, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const gaps of sizes) rows.get(gaps).push(runChild({ contender: "ours", rounds: 45, ...base, gaps }));
  }
  console.log(`\nMore gaps, best of ${turns} turns of 45 rounds`);
  const [few, many, most] = sizes.map((gaps) => best(rows.get(gaps), "times"));
  report("1,000 gaps / 30 gaps", many / few, 1.5, "at most");
  report("10,000 gaps / 30 gaps", most / few, 4, "at most");
}

function compareLength(length) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  try {
    const whole = runChild({ contender: "ours", rounds: length, ...base }, folder);
    const part = length / 10;
    console.log(`\n${length} rounds`);
    report(
      "time, last tenth / first tenth",
      calm(whole.times.slice(-part)) / calm(whole.times.slice(0, part)),
      1.2,
      "at most",
    );
    // The first rounds warm the process up: the second tenth is the harder measure.
    report(
      "time, last tenth / second tenth",
      calm(whole.times.slice(-part)) / calm(whole.times.slice(part, 2 * part)),
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/** Of the turns the one that others disturbed least; its first third warms up. */
function best(runs, what) {
  return Math.min(...runs.map((run) => calm(run[what].slice(Math.floor(run[what].length / 3)))));
}

/** The fifth of the rounds that took least: whoever else uses the machine makes the others slower. */
function calm(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 5)] ?? 0;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
