// Runs every bench script in this folder, and prints one table at the end: each ratio with its peer and its bar, as in
// docs/performance.md. A script that needs documents from outside the project says so and is skipped. `node
// bench/run.mjs [NAME …]`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tableOf } from "./lib/report.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const scripts = readdirSync(here)
  .filter((name) => name.endsWith(".mjs") && name !== "run.mjs")
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace(/\.mjs$/, "")))
  .sort();

const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
const rows = join(folder, "rows.jsonl");
for (const name of scripts) {
  console.log(`\n== ${name}`);
  const env = { ...process.env, BENCH_ROWS: rows };
  const { status } = spawnSync(process.execPath, [join(here, name)], { stdio: "inherit", env });
  if (status !== 0) process.exitCode = 1;
}
const found = existsSync(rows) ? readFileSync(rows, "utf8").trim().split("\n") : [];
rmSync(folder, { recursive: true });
console.log(`\n${tableOf(found.map((row) => JSON.parse(row)))}`);
