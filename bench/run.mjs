// Runs every bench script of this folder, one after the other, and prints how each ended. What needs documents that are
// not part of the project says so and is passed over. `node bench/run.mjs [NAME …]`.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const scripts = readdirSync(here)
  .filter((name) => name.endsWith(".mjs") && name !== "run.mjs")
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace(/\.mjs$/, "")))
  .sort();

const ends = scripts.map((name) => {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [join(here, name)], { stdio: "inherit" });
  return { name, status, seconds: (performance.now() - start) / 1000 };
});

console.log("\n== all");
for (const { name, status, seconds } of ends) {
  const word = status === 0 ? "limits kept" : `ended with ${status}: a limit is not kept, or it could not run`;
  console.log(`${name.padEnd(22)} ${seconds.toFixed(0).padStart(5)} s  ${word}`);
}
process.exitCode = ends.every(({ status }) => status === 0) ? 0 : 1;
