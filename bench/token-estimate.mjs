// The error of the token estimate against real tokenizers, for the documents of ../shared/corpus and other folders:
// `node bench/token-estimate.mjs [FOLDER ...]`. The tokenizer is too large to be a dependency: run `npm install
// --no-save js-tiktoken` first.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources, root } from "./lib/load-sources.mjs";

const { estimateTokens } = await loadSources("token-estimate", ["model/estimate-tokens.ts"]);
const tokenizers = await loadTokenizers();
const folders = [join(root, "../shared/corpus"), ...process.argv.slice(2)].filter(existsSync);
if (tokenizers.length === 0) console.log("skipped: js-tiktoken is not installed (npm install --no-save js-tiktoken)");
else if (folders.length === 0) console.log("skipped: there is no ../shared/corpus, and no folder was given");
else for (const folder of folders) measure(folder, markdownBelow(folder));

async function loadTokenizers() {
  try {
    const { Tiktoken } = await import("js-tiktoken/lite");
    const names = ["o200k_base", "cl100k_base"];
    const ranks = await Promise.all(names.map((name) => import(`js-tiktoken/ranks/${name}`)));
    return names.map((name, at) => ({ name, count: counter(new Tiktoken(ranks[at].default)) }));
  } catch {
    return [];
  }
}

function counter(tokenizer) {
  return (text) => tokenizer.encode(text, [], []).length;
}

function markdownBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .filter((text) => text.length > 400);
}

function measure(folder, texts) {
  console.log(`${folder}: ${texts.length} documents`);
  for (const { name, count } of tokenizers) {
    const counts = texts.map(count);
    report(`${name}, estimate`, texts.map(estimateTokens), counts);
    report(
      `${name}, characters / 4`,
      texts.map((text) => text.length / 4),
      counts,
    );
  }
  const all = texts.join("\n");
  const start = performance.now();
  estimateTokens(all);
  console.log(`  ${(all.length / 1e3 / (performance.now() - start)).toFixed(0)} MB/s\n`);
}

function report(name, estimates, counts) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const off = estimates.map((estimate, at) => Math.abs(estimate / counts[at] - 1)).sort((a, b) => a - b);
  const share = (value) => `${(100 * value).toFixed(1)} %`.padStart(7);
  const at = (part) => share(off[Math.min(off.length - 1, Math.floor(part * off.length))]);
  console.log(
    `  ${name.padEnd(28)} in all ${share(sum(estimates) / sum(counts) - 1)}, median ${at(0.5)}, 95th percentile ${at(0.95)}, worst ${at(1)}`,
  );
}
