// Runs one contender in one scenario and prints what it took, as JSON.

import { runFloor } from "./floor.mjs";
import { runLangGraph } from "./langgraph.mjs";
import { bytesWritten, runOurs } from "./ours.mjs";

const { contender, ...scenario } = JSON.parse(process.argv[2]);
const run = { ours: runOurs, floor: runFloor, langgraph: runLangGraph }[contender];
const times = [];
const cpu = [];
const bytes = [];
let before = now();
await run({ ...scenario, onRound: measure });
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ times, cpu, bytes, megabytes: maxRSS / 1024 }));

function measure() {
  const after = now();
  times.push(after.at - before.at);
  cpu.push(after.cpu - before.cpu);
  if (after.bytes !== undefined) bytes.push(after.bytes - before.bytes);
  before = after;
}

function now() {
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), cpu: (user + system) / 1000, bytes: bytesWritten() };
}
