// The time of `whetstone check` against the markdown parser alone, one process each, so that starting Node and loading
// the program count: all specs of ../shared/specs/docs in one call (or the files of `--dir DIR`), against a program
// that only parses them with markdown-it. The cases take turns and the best of each is compared, so that a busy machine
// slows both alike. The limit is 1.5 times. `npm run build && node bench/checks.mjs [REPETITIONS] [--dir DIR]`
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";

const LIMIT = 1.5;
const at = process.argv.indexOf("--dir");
const folder = at === -1 ? join(root, "..", "shared", "specs", "docs") : resolve(process.argv[at + 1] ?? "");
const cli = join(root, "dist", "cli", "main.js");
if (!existsSync(folder) || !existsSync(cli)) {
  console.log(`skipped: ${existsSync(folder) ? `${cli} is not there, build first` : `${folder} is not there`}`);
  process.exit(0);
}

const files = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => join(folder, name));
const repetitions = Number(process.argv[2]) || 15;
const parser = import.meta.resolve("markdown-it");
const parseOnly = `
  import { readFileSync } from "node:fs";
  import MarkdownIt from ${JSON.stringify(parser)};
  const parser = new MarkdownIt();
  for (const file of process.argv.slice(1)) parser.parse(readFileSync(file, "utf8"), {});`;
const cases = {
  node: ["--input-type=module", "-e", "0"],
  parse: ["--input-type=module", "-e", parseOnly, ...files],
  check: [cli, "check", ...files, "--fail-on", "none"],
};

const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let round = -2; round < repetitions; round += 1) {
  for (const [name, args] of Object.entries(cases)) {
    const start = performance.now();
    const run = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], cwd: folder });
    const spent = performance.now() - start;
    if (run.status !== 0) throw new Error(`${name}: ${run.stderr}`);
    if (round >= 0) times[name].push(spent); // the first two fill the caches
  }
}

const best = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.min(...all)]));
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
for (const name of Object.keys(cases))
  console.log(`${name.padEnd(6)} best ${best[name].toFixed(0)} ms, median ${median(times[name]).toFixed(0)} ms`);
report({ bench: `check of ${files.length} specs`, peer: "markdown-it", value: best.check / best.parse, bar: LIMIT });
