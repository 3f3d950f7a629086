// Reading and gating every real document, against markdown-it parsing them in the same run; at most 2.5 times. `node
// bench/reading-speed.mjs [TURNS]`. Both take turns, so that a busy machine slows both alike.
import { labelledDocuments } from "./lib/labelled-documents.mjs";
import { loadSources } from "./lib/load-sources.mjs";
import { report } from "./lib/report.mjs";

const LIMIT = 2.5;
const turns = Number(process.argv[2] ?? 40);
const all = labelledDocuments();
if (all === undefined) {
  console.log("skipped: ../shared with the real documents is not here");
  process.exit(0);
}
const { default: MarkdownIt } = await import("markdown-it");
const { decode, judge, parseMarkdown, readForm } = await loadSources("reading-speed", [
  "documents/decode.ts",
  "documents/markdown/markdown.ts",
  "documents/form/read-form.ts",
  "mediator/gate/judge.ts",
]);

const documents = all.map(({ role, round, bytes }) => ({ role, round, text: decode(bytes).text }));
const bytes = all.reduce((sum, document) => sum + document.bytes.length, 0);
const parser = new MarkdownIt();
const work = {
  "markdown-it alone": ({ text }) => parser.parse(text, {}),
  "our block structure": ({ text }) => parseMarkdown(text),
  reading: ({ text, role }) => readForm(text, role),
  "reading and gating": ({ text, role, round }) => {
    const { document, text: canonical } = readForm(text, role);
    return judge(document, canonical, { role, round });
  },
};

const best = Object.fromEntries(Object.keys(work).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let turn = 0; turn < turns; turn++) {
  for (const [name, run] of Object.entries(work)) {
    const start = process.cpuUsage();
    for (const document of documents) run(document);
    const { user, system } = process.cpuUsage(start);
    best[name] = Math.min(best[name], (user + system) / 1000);
  }
}

const floor = best["markdown-it alone"];
console.log(
  `${documents.length} documents, ${(bytes / 1e6).toFixed(2)} MB; milliseconds of processor, best of ${turns}`,
);
for (const [name, time] of Object.entries(best)) {
  console.log(
    `${name.padEnd(28)} ${time.toFixed(0).padStart(5)} ms  ${(time / floor).toFixed(2)}x  ${(bytes / 1000 / time).toFixed(1)} MB/s`,
  );
}
report({ bench: "reading and gating", peer: "markdown-it", value: best["reading and gating"] / floor, bar: LIMIT });
