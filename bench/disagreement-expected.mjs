// How well the detector of SPEC 9 does on sessions that it was not set on: `node bench/disagreement-expected.mjs FOLDER`,
// a folder with documents and an `expected-detector.json`: [{ engineer, review, previous?, issue, expected, why? }], the
// paths below the folder, severity, title and gap as a person reads them (`--as-read`: as the program does). Prints the
// figures and each case that fails.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadSources } from "./lib/load-sources.mjs";

const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  console.log("no folder named: nothing is measured (FOLDER [--as-read] [--alone] [--evidence])");
  process.exit(0);
}
const { detectDisagreement, isProblem, readDocument } = await loadSources("disagreement-expected", [
  "documents/read-document.ts",
  "mediator/disagreement/detector/detect.ts",
  "mediator/disagreement/detector/judgement.ts",
]);
const textOf = (path) => readFileSync(join(resolve(folder), path), "utf8");
const engineer = (path) => ({ text: textOf(path), document: readDocument(textOf(path), "engineer"), name: path });

const found = JSON.parse(textOf("expected-detector.json")).map((label) => ({ label, ...judge(label) }));
figures();
for (const one of found.filter(({ label, status }) => status !== label.expected)) tell(one);

function judge(label) {
  const { engineer: path, review, previous } = label;
  const round = Number(/round_(\d+)/.exec(review)?.[1]);
  const read = readDocument(textOf(review), "reviewer", { round }).issues.filter(({ kind }) => kind === "raised");
  const issue = options.includes("--as-read") ? find(label, read) : asLabelled(label, read);
  if (issue === undefined) return { status: "NOT_READ", evidence: [], heuristics: [] };
  const earlier = previous && !options.includes("--alone") ? { earlier: engineer(previous) } : {};
  const issues = [issue, ...read.filter((one) => one !== issue && one.title !== issue.title)];
  const found = detectDisagreement({ proposal: engineer(path), issues, ...earlier });
  return found.find((one) => one.issue === issue) ?? { status: "NOT_READ", evidence: [], heuristics: [] };
}

function find({ issue, title = issue }, read) {
  const start = fold(title).slice(0, 40);
  return read.find((one) => one.id === issue || one.label === issue || fold(one.title).includes(start));
}

/** The issue as a person reads it: the detector is measured apart from the reader, which has a bench of its own. */
function asLabelled(label, read) {
  const { issue, title = issue, gap, severity } = label;
  const known = find(label, read) ?? { title, text: passageOf(textOf(label.review), title) };
  const named = /^ISSUE-R\d+-\d+$/.test(issue) ? { id: issue } : issue === title ? {} : { label: issue };
  return { ...known, ...named, title: known.title ?? title, gap, severity };
}

/** The paragraph, list item or row that holds a title. */
function passageOf(text, title) {
  const start = fold(title).slice(0, 40);
  const lines = text.split("\n");
  const first = lines.findIndex((line) => fold(line).includes(start));
  const end = lines.findIndex((line, at) => at > first && (line.trim() === "" || /^\s*(?:[-*|#]|\d+\.)/.test(line)));
  return lines.slice(Math.max(0, first), end === -1 ? undefined : end).join("\n");
}

function fold(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function figures() {
  const due = found.filter(({ label }) => label.expected !== "NOT_DUE");
  const count = (test) => due.filter(({ label, status }) => test(label.expected, status)).length;
  const both = count((want, got) => isProblem(want) && isProblem(got));
  const ignored = count((want, got) => want === "IGNORED" && got === "IGNORED");
  const share = (part, whole) => `${part} of ${whole}${whole > 0 ? ` (${((100 * part) / whole).toFixed(1)} %)` : ""}`;
  const kept = (status) =>
    share(
      found.filter((one) => one.label.expected === status && one.status === status).length,
      found.filter((one) => one.label.expected === status).length,
    );
  console.log(`${found.length} cases`);
  console.log(
    `any problem: precision ${share(
      both,
      count((_, got) => isProblem(got)),
    )}`,
  );
  console.log(
    `any problem: recall ${share(
      both,
      count((want) => isProblem(want)),
    )}`,
  );
  const all = count((want) => want === "IGNORED") + count((_, got) => got === "IGNORED");
  console.log(`IGNORED: F1 ${((2 * ignored) / Math.max(1, all)).toFixed(3)}`);
  const statuses = ["ANSWERED", "IGNORED", "NON_RESPONSE", "DEFLECTION", "DISAGREED", "NOT_DUE"];
  for (const status of statuses) console.log(`${status} told right: ${kept(status)}`);
}

function tell({ label, status, heuristics, evidence }) {
  console.log(
    `\n${label.engineer} ${label.issue} "${label.title ?? ""}": ${label.expected}, found ${status} ${heuristics}`,
  );
  if (label.why) console.log(`  expected because: ${label.why}`);
  if (options.includes("--evidence"))
    for (const { what, line } of evidence) console.log(`  - ${what}${line ? ` (${line})` : ""}`);
}
