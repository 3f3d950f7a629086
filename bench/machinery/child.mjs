// Runs one contender in one scenario and prints the measurements as JSON. Asking the system for processor time and
// bytes takes as long as a step of the floor, so it is done every ten rounds.

import { runFloor } from "./floor.mjs";
import { runLangGraph } from "./langgraph.mjs";
import { bytesWritten, runOurs } from "./ours.mjs";

const BATCH = 10;

const { contender, ...scenario } = JSON.parse(process.argv[2]);
const run = {
  ours: runOurs,
  floor: runFloor,
  reading: (options) => runFloor({ ...options, reads: true }),
  langgraph: runLangGraph,
}[contender];
const times = [];
const cpu = [];
const bytes = [];
let spent = usage();
let before = performance.now();
await run({ ...scenario, onRound: measure });
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ times, cpu, bytes, megabytes: maxRSS / 1024 }));

function measure() {
  times.push(performance.now() - before);
  if (times.length % BATCH === 0) measureBatch();
  before = performance.now();
}

/** The average processor time and bytes of the last ten rounds. */
function measureBatch() {
  const now = usage();
  cpu.push((now.cpu - spent.cpu) / BATCH);
  if (now.bytes !== undefined) bytes.push((now.bytes - spent.bytes) / BATCH);
  spent = now;
}

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1000, bytes: bytesWritten() };
}
