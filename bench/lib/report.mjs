// Reports a result of a bench as a line of output and as a row of the table of `bench/run.mjs`.
import { appendFileSync } from "node:fs";

/** `peer`: what it is compared with; `bar`: the highest value allowed; `shown`: the value with its unit. */
export function report({ bench, peer = "", value, shown = value.toFixed(2), bar, barShown = `at most ${bar}` }) {
  const isKept = value <= bar;
  if (!isKept) process.exitCode = 1;
  console.log(`${bench.padEnd(52)} ${shown.padStart(10)}  (${barShown}: ${isKept ? "kept" : "NOT KEPT"})`);
  const row = { bench, peer, shown, bar: barShown, isKept };
  if (process.env.BENCH_ROWS) appendFileSync(process.env.BENCH_ROWS, `${JSON.stringify(row)}\n`);
}

/** The rows as a markdown table. */
export function tableOf(rows) {
  const cells = rows.map(({ bench, peer, shown, bar, isKept }) => [
    bench,
    peer,
    isKept ? shown : `${shown}, **not met**`,
    bar,
  ]);
  const all = [["bench", "peer", "ratio", "bar"], ...cells];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(all[0]), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
