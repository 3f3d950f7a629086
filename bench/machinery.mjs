// The cost of a session's machinery: Whetstone with all its records, against a plain loop that appends and syncs each
// step (the floor), the same loop when it also reads and checks the documents, and LangGraph.js with its SQLite checkpointer at synchronous FULL. Agents answer at once,
// everything is durable, and the contenders take turns in one run. `node bench/machinery.mjs [--quick] [--place=FOLDER]
// [peers] [gaps] [length]`; see docs/performance.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleSources, root } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";
import { loadLangGraph } from "./machinery/langgraph.mjs";
import { SOURCES } from "./machinery/ours.mjs";
import { resumeTime } from "./machinery/resume.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const quick = process.argv.includes("--quick");
/** As in child.mjs: processor time and bytes are measured for this many rounds at a time. */
const BATCH = 10;
const base = { gaps: 30, parallel: 1, engineerChars: 18_000 };
const turns = quick ? 1 : 3;
const rounds = quick ? 150 : 500;
/** The rounds that count: while the process warms up, and when it is warm. */
const windows = { first: [rounds / 10, (3 * rounds) / 10], steady: [(3 * rounds) / 5, rounds] };
const began = performance.now();
const place = makePlace();
const bundle = await bundleSources("machinery", SOURCES);

const parts = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = (part) => parts.length === 0 || parts.includes(part);
try {
  if (wanted("peers")) await comparePeers();
  if (wanted("gaps")) compareGaps();
  if (wanted("length")) compareLength(quick ? 200 : 1000);
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s in all`);

async function comparePeers() {
  const peer = await loadLangGraph();
  if (peer.missing !== undefined)
    console.log(`LangGraph.js is not installed (npm install in bench/peers): ${peer.missing}`);
  const contenders = ["floor", "reading", "ours", ...(peer.missing === undefined ? ["langgraph"] : [])];
  const rows = Object.fromEntries(contenders.map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const contender of contenders) rows[contender].push(runChild({ contender, rounds, ...base }));
  }
  console.log(`\nPer round, an Engineer's document of 17 kB and a Reviewer's of 0.6 kB, best of ${turns} turns`);
  for (const [when, [from, to]] of Object.entries(windows)) {
    console.log(`${when}: rounds ${from + 1} to ${to}`);
    for (const name of contenders) console.log(`  ${rowOf(name, rows[name], when)}`);
    comparePeer("plain loop", 3, when, rows.ours, rows.floor);
    comparePeer("plain loop that reads and checks", 3, when, rows.ours, rows.reading);
    if (rows.langgraph) comparePeer("LangGraph.js", 0.5, when, rows.ours, rows.langgraph);
  }
}

function comparePeer(peer, bar, when, ours, others) {
  const [own, other] = [best(ours, when).time, best(others, when).time];
  const [from, to] = windows[when];
  const shown = `${(own / other).toFixed(2)} (${own.toFixed(1)} to ${other.toFixed(1)} ms)`;
  report({ bench: `a round, rounds ${from + 1} to ${to}`, peer, value: own / other, shown, bar });
}

function rowOf(name, runs, when) {
  const { time, cpu, bytes } = best(runs, when);
  const written = Number.isNaN(bytes) ? "" : `${(bytes / 1024).toFixed(0)} kB`;
  return `${name.padEnd(10)} ${time.toFixed(1).padStart(6)} ms  CPU ${cpu.toFixed(1).padStart(5)} ms  ${written}`;
}

function compareGaps() {
  const sizes = [30, 1000, 10_000];
  const rows = new Map(sizes.map((gaps) => [gaps, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const gaps of sizes) rows.get(gaps).push(runChild({ contender: "ours", rounds: 45, ...base, gaps }));
  }
  console.log(`\nMore gaps, best of ${turns} turns of 45 rounds`);
  const [few, many, most] = sizes.map((gaps) => Math.min(...rows.get(gaps).map(({ times }) => calm(times.slice(15)))));
  const shown = (value) => `${(value / few).toFixed(1)} (${value.toFixed(0)} to ${few.toFixed(0)} ms)`;
  report({ bench: "a round with 1,000 gaps", peer: "30 gaps", value: many / few, shown: shown(many), bar: 3 });
  report({ bench: "a round with 10,000 gaps", peer: "30 gaps", value: most / few, shown: shown(most), bar: 3 });
}

function compareLength(length) {
  const { folder, ...whole } = runChild({ contender: "ours", rounds: length, ...base });
  const part = length / 10;
  const last = { times: calm(whole.times.slice(-part)), bytes: sum(whole.bytes.slice(-part / BATCH)) };
  console.log(`\n${length} rounds`);
  const bench = `${length} rounds, time of the last tenth`;
  report({ bench, peer: "first tenth", value: last.times / calm(whole.times.slice(0, part)), bar: 1.1 });
  // The first rounds warm up the process, so the second tenth is the stricter comparison.
  report({ bench, peer: "second tenth", value: last.times / calm(whole.times.slice(part, 2 * part)), bar: 1.1 });
  if (whole.bytes.length > 0) {
    const first = sum(whole.bytes.slice(0, part / BATCH));
    report({
      bench: `${length} rounds, bytes of the last tenth`,
      peer: "first tenth",
      value: last.bytes / first,
      bar: 1.1,
    });
  }
  const megabytes = { value: whole.megabytes, shown: `${whole.megabytes.toFixed(0)} MB`, barShown: "under 130 MB" };
  report({ bench: `memory after ${length} rounds`, ...megabytes, bar: 130 });
  const opening = resumeTime(folder);
  const shown = `${opening.toFixed(0)} ms`;
  report({
    bench: `opening a session of ${length} rounds`,
    value: opening,
    shown,
    bar: 150,
    barShown: "at most 150 ms",
  });
}

/**
 * Where the contenders write. Not in a folder where other programs create and delete files: before creating a file ext4
 * looks at every file deleted recently, which takes longer than all that is measured. For the same reason nothing is
 * removed before the end.
 */
function makePlace() {
  const named = process.argv.find((word) => word.startsWith("--place="))?.slice("--place=".length);
  const folder = named ?? join(root, "node_modules", ".cache", "whetstone-bench");
  mkdirSync(folder, { recursive: true });
  return mkdtempSync(join(folder, "runs-"));
}

function runChild(scenario) {
  const folder = mkdtempSync(join(place, `${scenario.contender}-`));
  const task = JSON.stringify({ ...scenario, folder, bundle });
  const output = execFileSync(process.execPath, [join(here, "machinery", "child.mjs"), task], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return { folder, ...JSON.parse(output.slice(output.lastIndexOf('{"times"'))) };
}

/** The turn that was disturbed least. */
function best(runs, when) {
  const [from, to] = windows[when];
  const least = (what, size) => Math.min(...runs.map((run) => calm(run[what].slice(from / size, to / size))));
  return { time: least("times", 1), cpu: least("cpu", BATCH), bytes: least("bytes", BATCH) };
}

/** The 20th percentile: other users of the machine slow the other rounds. */
function calm(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 5)] ?? Number.NaN;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
