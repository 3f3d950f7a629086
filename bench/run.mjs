// Runs every bench script of this folder, one after the other, and ends with one table: each ratio with its peer and its
// bar, as docs/performance.md has it. What needs documents that are not part of the project says so and is passed over.
// `node bench/run.mjs [NAME …]`.
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
