// Reading and gating what nobody should write, in linear time: each input doubles four times, and the time may
// grow by no more than 2.4 each time. `node bench/hostile.mjs [NAME PART]`.
//
// What is measured is processor time, in a process of its own for each input: warmed up, the garbage of the run before
// collected, the best of several where one is short. Sizes begin where a reading takes some milliseconds, since below
// that a ratio measures the clock; the names say where they end at least.
//
// The kernel's time for handing out fresh memory is taken off, by the number of pages. From the size on at which arrays
// become large objects the runtime gives their pages back after each run and asks for them again: two thirds of the time
// are added between one size and the next, and none after that, whatever the program does with the pages.
//
// `node bench/hostile.mjs --prove` puts something quadratic into the reading and must fail.
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleSources } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";

const LIMIT = 2.4;
const FACTORS = [1, 2, 4, 8, 16];
const LEAST_MS = 5;
// A young generation that holds a whole run. Otherwise survivors are copied once or twice from some size on: a step in
// the figures for any program that keeps what it reads, which says nothing about how its work grows.
const FLAGS = ["--expose-gc", "--single-threaded-gc", "--min-semi-space-size=512", "--max-semi-space-size=512"];
let turn = 0;
let pageCost = 0;

const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join("\n");
const number = (index) => String((index % 999) + 1).padStart(3, "0");

/** A round has 999 issue ids. With more, a review is rewritten instead of repaired in place, which is one step more. */
const PAST_IDS = 1000;

/** The size to begin with, and a function that makes a text of a size. */
const INPUTS = {
  "headings, 100,000": [6250, (n) => lines(n, (i) => `${"#".repeat((i % 6) + 1)} Heading ${i}`)],
  "gap resolutions, 25,000": [
    1562,
    (n) => lines(n, (i) => `## Gap Resolution: GAP-AA-${number(i)}\n\n### Proposed Solution\n`),
  ],
  "resolutions beside sections, 12,500": [
    781,
    (n) => lines(n, (i) => `## Gap Resolution: GAP-AA-${number(i)}\n## Notes ${i}\n`),
  ],
  "issue headings, 16,000": [PAST_IDS, (n) => lines(n, (i) => `### ISSUE-R1-${number(i)}: title ${i}\n\nwords\n`)],
  "issue bullets, 16,000": [
    PAST_IDS,
    (n) => `## Review: GAP-AA-001\n\n### High Priority\n\n${lines(n, (i) => `- **H${i}**: title ${i}`)}`,
  ],
  "issues of one name, 16,000": [
    PAST_IDS,
    (n) => `### High Priority\n\n${lines(n, (i) => `- **H1**: word${i} other${i} third${i}`)}`,
  ],
  "bold lines, 12,500": [781, (n) => lines(n, (i) => `**High Priority ${i}:**\n\n- item\n`)],
  "severity sections, 50,000": [3125, (n) => lines(n, (i) => `### ${["High", "Low", "Critical"][i % 3]}\n\nNone.\n`)],
  "table rows, 16,000": [
    PAST_IDS,
    (n) => `| ID | Severity | Issue |\n|---|---|---|\n${lines(n, (i) => `| C-${i} | High | row ${i} |`)}`,
  ],
  "table columns, 20,000": [1250, (n) => `|${" a |".repeat(n)}\n|${"---|".repeat(n)}\n|${" b |".repeat(n)}\n`],
  "one line, 5 MB": [312_500, (n) => "word GAP-AA-001 ".repeat(n / 16)],
  "one line of marks, 5 MB": [312_500, (n) => "**_`[x](y) ".repeat(n / 11)],
  "prose, 20 MB": [1_250_000, (n) => "The lock has no owner, and nothing says when to stop.\n\n".repeat(n / 55)],
  "nested fences, 20,000": [1250, (n) => `# A\n${"```md\n```js\nx\n```\n```\n".repeat(n)}# B\n`],
  "fences that open only, 20,000": [1250, (n) => "```js\nx\n".repeat(n)],
  "bare fences, 40,000": [2500, (n) => "```\n".repeat(n)],
  "unclosed fence": [20_000, (n) => `## Review: GAP-AA-001\n\`\`\`\n${"## no heading\n".repeat(n)}`],
  "comments, 50,000": [3125, (n) => "<!-- GAP-AA-001 -->\n\ntext <!-- x --> more\n\n".repeat(n)],
  "unclosed comment": [20_000, (n) => `<!-- \n${"GAP-AA-001\n".repeat(n)}`],
  "blank lines, 400,000": [
    25_000,
    (n) => `## Review: GAP-AA-001\n\n### High Priority\n\n- **H1**: a${"\n".repeat(n)}- **H2**: b`,
  ],
  "lists within lists": [6250, (n) => lines(n, (i) => `${" ".repeat((i % 40) * 2)}- item ${i}`)],
  "list items of one list, 100,000": [6250, (n) => lines(n, (i) => `${i + 1}. item ${i}`)],
  quotes: [6250, (n) => lines(n, (i) => `${"> ".repeat((i % 30) + 1)}ISSUE-R1-001`)],
  backticks: [30_000, (n) => Array.from({ length: n / 50 }, (_, i) => "`".repeat((i % 90) + 1)).join(" x ")],
  "stars and underscores": [60_000, (n) => "*a _b __c **d ".repeat(n / 14)],
  brackets: [60_000, (n) => "[".repeat(n / 2) + "(".repeat(n / 2)],
  "glued ids": [6250, (n) => lines(n, (i) => `xGAP-AA-001 GAP-AA-0011 GAP-AA-001-${i} GAP-AA-001.${i} ISSUE-R1-001x`)],
  responses: [
    3125,
    (n) => `## Gap Resolution: GAP-AA-001\n\n${lines(n, (i) => `### Fix (Addressing ISSUE-R1-${number(i)})\n`)}`,
  ],
  "questions, 20,000": [
    1250,
    (n) => lines(n, (i) => `BLOCKED_NEEDS_INPUT: GAP-AA-${number(i)} which?\n\nChoices:\n\n- a\n`),
  ],
  "new gaps": [
    3125,
    (n) =>
      `### New Gaps Introduced\n\n${lines(n, (i) => `- GAP-A${String.fromCharCode(65 + (i % 26))}-${number(i)}: words`)}`,
  ],
  spaces: [400_000, (n) => `- **H1**:${" ".repeat(n)}x`],
  "front matter": [20_000, (n) => `---\n${"key: value\n".repeat(n)}---\n# A\n`],
};

const [, , first, second] = process.argv;
if (first === "--case") await measureCase(second, process.argv[4], process.argv[5] === "--prove");
else if (first === "--prove") await measureAll("headings", ["--prove"]);
else await measureAll(first);

async function measureAll(only, more = []) {
  const bundle = await bundleSources("hostile", [
    "documents/decode.ts",
    "documents/form/read-form.ts",
    "mediator/gate/judge.ts",
  ]);
  let failed = 0;
  for (const name of Object.keys(INPUTS).filter((inputName) => only === undefined || inputName.includes(only))) {
    const args = [...FLAGS, fileURLToPath(import.meta.url), "--case", name, bundle, ...more];
    const { stdout, status } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    process.stdout.write(stdout);
    if (status !== 0) failed++;
  }
  const bench = `hostile inputs over ${LIMIT} times for twice the size`;
  report({ bench, peer: "half the size", value: failed, shown: String(failed), bar: 0, barShown: "none" });
}

async function measureCase(name, bundle, prove) {
  const { decode, judge, readForm } = await import(pathToFileURL(bundle).href);
  const read = (bytes, role) => {
    const { text } = decode(bytes);
    if (prove) quadratic(text);
    const { document, text: canonical } = readForm(text, role, 1);
    judge(document, canonical, { role, round: 1 });
  };
  pageCost = costOfPage();
  for (const role of ["engineer", "reviewer"]) {
    const times = measureRole(INPUTS[name], (bytes) => read(bytes, role));
    const ratios = times.slice(1).map((time, index) => time / times[index]);
    const slow = ratios.some((ratio) => ratio > LIMIT);
    const shown = ratios.map((ratio) => ratio.toFixed(2)).join(" ");
    const ends = `${times[0].toFixed(0).padStart(4)} to ${times[4].toFixed(0)} ms`;
    console.log(`${slow ? "NOT LINEAR" : "ok        "} ${role.padEnd(8)} ${name.padEnd(36)} ${shown}  ${ends}`);
    if (slow) process.exitCode = 1;
  }
}

function measureRole([size, make], run) {
  const start = startSize(size, make, run);
  const inputs = FACTORS.map((factor) => make(start * factor));
  // Also the middle size, so that code which only large inputs reach is warm.
  cost(inputs[2], run);
  const times = inputs.map((input) => fresh(input, inputs[0], run));
  // A busy machine only adds time: what looks slow is measured again at both sizes, and the least counts.
  for (let again = 0; again < 5; again++) {
    const slow = FACTORS.findIndex((_, index) => index > 0 && times[index] / times[index - 1] > LIMIT);
    if (slow === -1) break;
    for (const index of [slow - 1, slow]) times[index] = Math.min(times[index], best(inputs[index], run, 200, 3));
  }
  return times;
}

/** Doubles the size until a reading takes long enough to measure, once the code is warm. */
function startSize(size, make, run) {
  let start = size;
  for (let step = 0; step < 6; step++, start *= 2) {
    if (best(make(start), run, 60, 6) >= LEAST_MS) break;
  }
  return start;
}

/** Measures after a full garbage collection; a small run first brings back optimised code that it dropped. */
function fresh(input, small, run) {
  globalThis.gc();
  for (let done = 0; done < 2; done++) cost(small, run);
  return best(input, run, 120, 2);
}

/** The least of several runs within about `enough` milliseconds: noise matters less if a reading takes long. */
function best(input, run, enough, least) {
  let shortest = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let done = 0; done < least || (spent < enough && done < 8); done++) {
    const time = cost(input, run);
    shortest = Math.min(shortest, time);
    spent += time;
  }
  return shortest;
}

/** Milliseconds of processor time for one reading, without the time for fresh pages. */
function cost(input, run) {
  // A different text each time: the parser caches the last few small ones.
  const bytes = Buffer.from(`${input}\n\nturn ${turn++}\n`);
  globalThis.gc({ type: "minor" });
  const { time, pages } = spent(() => run(bytes));
  return (time - pages * pageCost) / 1000;
}

function spent(work) {
  const before = process.resourceUsage();
  work();
  const after = process.resourceUsage();
  const time = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime;
  return { time, pages: after.minorPageFault - before.minorPageFault };
}

/** Microseconds for a fresh page of a large object: filling it the first time minus filling it again. */
function costOfPage() {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < 3; done++) {
    globalThis.gc({ type: "minor" });
    const arrays = [];
    const fresh = spent(() => {
      for (let index = 0; index < 32; index++) arrays.push(new Array(131_072).fill(0));
    });
    const again = spent(() => {
      for (const array of arrays) array.fill(1);
    });
    if (fresh.pages > 1000) least = Math.min(least, (fresh.time - again.time) / fresh.pages);
  }
  return Number.isFinite(least) ? Math.max(0, least) : 0;
}

/** Quadratic work: about as much as the reading at the first size, and four times as much for twice the text. */
function quadratic(text) {
  const lines = text.split("\n");
  let equal = 0;
  for (let at = 0; at < lines.length; at += 40)
    for (let other = 0; other < lines.length; other += 20) if (lines[at] === lines[other]) equal++;
  return equal;
}
