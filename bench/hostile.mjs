// Reading and repairing what nobody should write, in linear time: each input doubles four times, and the time may grow
// by no more than 2.4 each time. `node bench/hostile.mjs [NAME PART]`; times are the best of several batches.
import { loadSources } from "./lib/load-sources.mjs";

const LIMIT = 2.4;
const BATCHES = 4;
const only = process.argv[2];
const { decode, judge, repairDocument } = await loadSources("hostile", [
  "documents/decode.ts",
  "documents/repair/repair-document.ts",
  "mediator/gate/judge.ts",
]);

const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join("\n");
const number = (index) => String((index % 999) + 1).padStart(3, "0");

/** Each gives a text for a size; the last size is what the issue names: 100,000 headings, 10,000 rows, 5 MB, 20 MB. */
const INPUTS = {
  "headings, 100,000": [6250, (n) => lines(n, (i) => `${"#".repeat((i % 6) + 1)} Heading ${i}`)],
  "gap resolutions, 100,000": [
    6250,
    (n) => lines(n, (i) => `## Gap Resolution: GAP-AA-${number(i)}\n\n### Proposed Solution\n`),
  ],
  "resolutions beside sections, 50,000": [
    3125,
    (n) => lines(n, (i) => `## Gap Resolution: GAP-AA-${number(i)}\n## Notes ${i}\n`),
  ],
  "issue headings, 50,000": [3125, (n) => lines(n, (i) => `### ISSUE-R1-${number(i)}: title ${i}\n\nwords\n`)],
  "issue bullets, 50,000": [
    3125,
    (n) => `## Review: GAP-AA-001\n\n### High Priority\n\n${lines(n, (i) => `- **H${i}**: title ${i}`)}`,
  ],
  "issues of one name, 50,000": [
    3125,
    (n) => `### High Priority\n\n${lines(n, (i) => `- **H1**: word${i} other${i} third${i}`)}`,
  ],
  "bold lines, 50,000": [3125, (n) => lines(n, (i) => `**High Priority ${i}:**\n\n- item\n`)],
  "severity sections, 50,000": [3125, (n) => lines(n, (i) => `### ${["High", "Low", "Critical"][i % 3]}\n\nNone.\n`)],
  "table rows, 10,000": [
    625,
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

let failed = 0;
for (const [name, [size, make]] of Object.entries(INPUTS)) {
  if (only !== undefined && !name.includes(only)) continue;
  for (const role of ["engineer", "reviewer"]) {
    const times = [1, 2, 4, 8, 16].map((factor) => best(make(size * factor), role, factor));
    // A busy machine only ever adds: what looks slow is measured again, and the least counts.
    for (let again = 0; again < 3 && tooSlow(times).length > 0; again++) {
      for (const index of tooSlow(times)) remeasure(times, index, make, size, role);
    }
    const slow = tooSlow(times);
    const ratios = times.slice(1).map((time, index) => time / times[index]);
    if (slow.length > 0) failed++;
    const shown = ratios.map((ratio) => ratio.toFixed(2)).join(" ");
    console.log(
      `${slow.length > 0 ? "NOT LINEAR" : "ok        "} ${role.padEnd(8)} ${name.padEnd(36)} ${shown}  ${times[4].toFixed(0)} ms`,
    );
  }
}
console.log(failed === 0 ? "every limit is kept" : `${failed} limits are NOT kept`);
process.exitCode = failed === 0 ? 0 : 1;

/** The doublings that cost more than the limit; below a few milliseconds a ratio measures the clock. */
function tooSlow(times) {
  return [0, 1, 2, 3].filter((index) => times[index] > 2 && times[index + 1] / times[index] > LIMIT);
}

function remeasure(times, index, make, size, role) {
  const factor = 2 ** (index + 1);
  times[index + 1] = Math.min(times[index + 1], best(make(size * factor), role, factor));
}

/** Milliseconds of processor for one reading. A batch reads the same number of bytes at every size, so that the
 * collection of garbage weighs alike on all. */
function best(text, role, factor) {
  const bytes = Buffer.from(text);
  const runs = 16 / factor;
  let least = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = process.cpuUsage();
    for (let run = 0; run < runs; run++) read(bytes, role);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000 / runs);
  }
  return least;
}

function read(bytes, role) {
  const { text } = decode(bytes);
  const { document, text: repaired } = repairDocument(text, role, { round: 1 });
  judge({ type: "document", document, text: repaired }, { role, round: 1 });
}
