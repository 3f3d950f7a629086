// How many findings of the default rules are worth acting on, by the verdicts in checks-judged.json; and, if the specs
// are in ../shared/specs/docs, which current findings have no verdict yet. `node bench/judged.mjs`
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources, root } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";

const { findings: judged } = JSON.parse(readFileSync(join(root, "bench", "checks-judged.json"), "utf8"));
for (const set of new Set(judged.map((finding) => finding.set))) {
  const all = judged.filter((finding) => finding.set === set);
  const share = (verdict) => {
    const count = all.filter((finding) => finding.verdict === verdict).length;
    return `${verdict} ${count} (${Math.round((100 * count) / all.length)} %)`;
  };
  console.log(`${set}: ${all.length} findings, ${["TRUE", "WEAK", "FALSE"].map(share).join(", ")}`);
}

const folder = join(root, "..", "shared", "specs", "docs");
if (!existsSync(folder)) {
  console.log(`skipped: ${folder} is not there`);
  process.exit(0);
}
const { check } = await loadSources("judged", ["checks/check.ts"]);
const known = new Set(judged.map(({ document, rule, line }) => `${document} ${rule} ${line}`));
const today = readdirSync(folder).flatMap((document) =>
  check(readFileSync(join(folder, document), "utf8")).map((finding) => ({ document, ...finding })),
);
const fresh = today.filter(({ document, rule, line }) => !known.has(`${document} ${rule} ${line}`));
console.log(`today: ${today.length} findings, ${fresh.length} without a verdict`);
for (const { document, line, rule, message } of fresh) console.log(`  ${document}:${line} ${rule} ${message}`);
const shown = String(fresh.length);
report({ bench: "findings without a verdict", value: fresh.length, shown, bar: 0, barShown: "none" });
