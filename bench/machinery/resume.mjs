// The time to open a session in a new process, from importing the code to having the state. Best of five.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleSources } from "../lib/load-sources.mjs";

const SOURCES = [
  "engine/session-store.ts",
  "engine/node-files.ts",
  "engine/node-processes.ts",
  "engine/system-clock.ts",
];

export function resumeTime(folder) {
  const script = fileURLToPath(import.meta.url);
  const times = Array.from({ length: 5 }, () =>
    Number(execFileSync(process.execPath, [script, folder], { encoding: "utf8" }).trim()),
  );
  return Math.min(...times);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bundle = await bundleSources("resume", SOURCES);
  const start = performance.now();
  const { openStore, nodeFiles, nodeProcesses, systemClock } = await import(pathToFileURL(bundle).href);
  const files = nodeFiles(join(process.argv[2], "session"), { scratch: ".tmp" });
  const store = await openStore({ files, clock: systemClock, processes: nodeProcesses });
  console.log((performance.now() - start).toFixed(1));
  await store.close();
}
