// How well real documents are read, repaired and judged: `node bench/reading.mjs [--verbose] [PATH PART]`.
// Against ../shared/labels, or documents and labels from elsewhere: `--corpus DIR --labels FILE` (by default
// documents.json in DIR). Figures by session, so that one can be tuned on and the others looked at.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inventoryUpTo, labelledDocuments } from "./lib/labelled-documents.mjs";
import { loadSources } from "./lib/load-sources.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: "boolean" }, corpus: { type: "string" }, labels: { type: "string" } },
});
const verbose = options.verbose === true;
const [only] = positionals;
const all =
  options.corpus === undefined
    ? labelledDocuments()
    : labelledDocuments(options.corpus, options.labels ?? join(options.corpus, "documents.json"));
if (all === undefined) {
  console.log("skipped: the labelled documents are not here");
  process.exit(0);
}
const { decode, judge, readDocument, repairDocument } = await loadSources("reading", [
  "documents/decode.ts",
  "documents/read-document.ts",
  "documents/repair/repair-document.ts",
  "mediator/gate/judge.ts",
]);

const LIMITS = { recall: 0.95, precision: 0.95, severity: 0.95, gaps: 0.95, verdict: 0.95, gate: 0.85 };
/** Words of the labels that the reader has no status of its own for. */
const STATUSES = { PARTIAL: "NOT_FIXED", NOT_IN_ROUND: "UNCLEAR", DISPUTED: "UNCLEAR" };
const totals = new Map();
for (const label of all.filter(({ path }) => only === undefined || path.includes(only))) measure(label);
report();

function measure(label) {
  const { text } = decode(label.bytes);
  const document = readDocument(text, label.role, { round: label.round });
  const notes = [];
  for (const name of [label.session, "all"]) if (!totals.has(name)) totals.set(name, counts());
  const add = (figure, by = 1) => {
    for (const name of [label.session, "all"]) totals.get(name)[figure] += by;
  };
  if (label.role === "engineer") proposal(label, document, add, notes);
  else review(label, document, add, notes);
  repaired(label, text, document, add, notes);
  if (notes.length > 0) console.log(`${label.path}\n${notes.map((note) => `    ${note}`).join("\n")}`);
}

function counts() {
  const names =
    "right missed extra severity aboutGap aboutRight rechecks recheckRight gapDocuments gapExact newGapExact verdicts verdictRight falselyRaised drifted passed " +
    "passedWithInventory canonical untouched lost restated unstable documents";
  return Object.fromEntries(names.split(" ").map((name) => [name, 0]));
}

function proposal(label, document, add, notes) {
  add("gapDocuments");
  const got = idList(document.resolutions.map((one) => one.gap));
  const meant = idList(label.proposedGaps);
  if (got === meant) add("gapExact");
  else notes.push(`GAPS are ${meant}, read as ${got}`);
  const added = idList(document.newGaps.map((gap) => gap.id ?? gap.label ?? gap.summary));
  const known = new Set([...(label.carriedOverGaps ?? []), ...(label.resolvedGaps ?? [])]);
  const fresh = idList(document.newGaps.map((gap) => gap.id ?? gap.label).filter((id) => !known.has(id)));
  if (fresh === idList(label.newGaps.map((gap) => gap.id))) add("newGapExact");
  else notes.push(`new gaps are ${idList(label.newGaps.map((gap) => gap.id))}, read as ${added}`);
}

function idList(ids) {
  return [...new Set(ids)].sort().join(" ") || "none";
}

function review(label, document, add, notes) {
  const raised = document.issues.filter((issue) => issue.kind === "raised");
  const left = new Set(raised);
  for (const meant of label.issues.filter((issue) => issue.kind === "issue")) {
    const found = match(meant, left);
    if (found === undefined) {
      add("missed");
      notes.push(`MISSED ${meant.id ?? meant.label ?? "-"} ${meant.severity} ${meant.title}`);
      continue;
    }
    left.delete(found);
    add("right");
    about(meant, found, add, notes);
    if (found.severity === meant.severity) add("severity");
    else notes.push(`SEVERITY of ${meant.id ?? meant.title} is ${meant.severity}, read as ${found.severity}`);
  }
  add("extra", left.size);
  for (const issue of left) notes.push(`EXTRA line ${issue.line}: ${issue.id ?? issue.label ?? "-"} ${issue.title}`);
  const never = new Set([
    ...label.rechecked,
    ...label.issues.filter(({ kind }) => kind === "withdrawn").map(({ id }) => id),
  ]);
  const wrong = raised.filter((issue) => issue.id !== undefined && never.has(issue.id));
  add("falselyRaised", wrong.length);
  for (const { id } of wrong) notes.push(`FALSELY RAISED ${id}`);
  add("verdicts");
  if (document.verdict.value === label.verdict) add("verdictRight");
  else notes.push(`VERDICT is ${label.verdict}, read as ${document.verdict.value} (${document.verdict.asWritten})`);
  rechecks(label, document, add, notes);
  if (verbose) details(label, document, notes);
}

function match(meant, left) {
  const candidates = [...left];
  if (meant.id) return candidates.find((issue) => issue.id === meant.id);
  const named = candidates.filter((issue) => meant.label && issue.label?.toUpperCase() === meant.label.toUpperCase());
  if (named.length === 1) return named[0];
  const alike = candidates.map((issue) => ({ issue, score: likeness(issue.title, meant.title) }));
  return alike.sort((a, b) => b.score - a.score).find(({ score }) => score >= 0.5)?.issue;
}

function likeness(a, b) {
  const words = (text) => new Set(text.toLowerCase().match(/[a-z0-9_]+/g) ?? []);
  const [left, right] = [words(a), words(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(1, Math.min(left.size, right.size));
}

/** Which gap an issue is about, where the label says so. */
function about(meant, found, add, notes) {
  if (!meant.gap) return;
  add("aboutGap");
  if (found.gap === meant.gap) add("aboutRight");
  else notes.push(`gap of ${meant.id ?? meant.title} is ${meant.gap}, read as ${found.gap ?? "none"}`);
}

/** The words on earlier issues: how many are heard, and what is not plainly resolved. */
function rechecks(label, document, add, notes) {
  const got = new Map(document.rechecks.map((one) => [(one.issue ?? one.label ?? "").toUpperCase(), one.status]));
  for (const name of label.rechecked) {
    add("rechecks");
    const status = got.get(name.toUpperCase());
    const meant = STATUSES[label.recheckedStatus?.[name]] ?? label.recheckedStatus?.[name];
    if (status !== undefined && (meant === undefined || meant === status)) add("recheckRight");
    else notes.push(`re-check of ${name} is ${meant ?? "heard"}, read as ${status ?? "nothing"}`);
  }
  for (const title of label.recheckedTitles ?? []) {
    add("rechecks");
    const meant = STATUSES[label.recheckedStatus?.[title]] ?? label.recheckedStatus?.[title];
    const alike = document.rechecks.find((one) => one.label !== undefined && likeness(one.label, title) >= 0.7);
    if (alike !== undefined && (meant === undefined || alike.status === meant)) add("recheckRight");
    else notes.push(`re-check of "${title}" is ${meant ?? "heard"}, read as ${alike?.status ?? "nothing"}`);
  }
}

function details(label, document, notes) {
  const got = document.rechecks.map((one) => `${one.issue ?? one.label} ${one.status}`);
  notes.push(`re-checked: ${got.join(", ") || "none"}; the labels have ${label.rechecked.join(", ") || "none"}`);
  const remarks = document.issues.filter((issue) => issue.kind === "observation");
  notes.push(`remarks: ${remarks.map((issue) => `line ${issue.line}`).join(", ") || "none"}`);
  for (const ambiguity of document.ambiguities) notes.push(`ambiguous, line ${ambiguity.line}: ${ambiguity.message}`);
}

function repaired(label, text, document, add, notes) {
  const { round, role } = label;
  const inventory = inventoryUpTo(all, label.session, round);
  const taken = inventoryUpTo(all, label.session, round - 1);
  const plain = repairDocument(text, role, { round });
  const known = repairDocument(text, role, { round, inventory, takenGapIds: taken });
  const gate = judge({ type: "document", document: plain.document, text: plain.text }, { role, round });
  const gated = judge({ type: "document", document: known.document, text: known.text }, { role, round, inventory });
  add("documents");
  if (plain.repairs.some(({ kind }) => kind === "restated")) add("restated");
  if (repairDocument(plain.text, role, { round }).repairs.length > 0) {
    add("unstable");
    notes.push("UNSTABLE: a second repair changes it again");
  }
  const lost = [...lostWords(document, plain.text), ...lostWords(document, known.text)];
  if (lost.length > 0) {
    add("lost");
    notes.push(`LOST words of an issue: ${lost[0]}`);
  }
  if (label.format === "canonical") {
    add("canonical");
    if (plain.repairs.length === 0) add("untouched");
  }
  if (label.format !== "drifted" || !hasConfidence(document)) return;
  add("drifted");
  if (gate.success) add("passed");
  else notes.push(`GATE: ${gate.failureType} ${gate.message}`);
  if (gated.success) add("passedWithInventory");
  else notes.push(`gate with inventory: ${gated.failureType} ${gated.message}`);
}

/** What may not be invented is there: a word on confidence for each resolution. */
function hasConfidence(document) {
  return document.role === "reviewer" || document.resolutions.every((one) => one.confidence !== undefined);
}

/** Lines of issues that do not occur in the repaired text, markers and white space apart. */
function lostWords(document, text) {
  if (document.role !== "reviewer") return [];
  const squeezed = text.replace(/[\s|]+/g, "");
  return document.issues.flatMap((issue) =>
    issue.text
      .split("\n")
      .map((line) => line.replace(/^- [^:]{1,30}: /, "").replace(/[\s|]+/g, ""))
      .filter((line) => line !== "" && !squeezed.includes(line)),
  );
}

function report() {
  for (const [name, sum] of totals) {
    const share = (part, whole) => (whole === 0 ? "  -  " : (part / whole).toFixed(3));
    console.log(
      `\n${name}: ${sum.documents} documents\n` +
        `  issues raised       recall ${share(sum.right, sum.right + sum.missed)}  precision ${share(sum.right, sum.right + sum.extra)}  severity ${share(sum.severity, sum.right)}  gap ${share(sum.aboutRight, sum.aboutGap)}  (${sum.right + sum.missed})\n` +
        `  falsely raised      ${sum.falselyRaised}; re-checks heard ${share(sum.recheckRight, sum.rechecks)}  (${sum.rechecks})\n` +
        `  gaps proposed       exact ${share(sum.gapExact, sum.gapDocuments)}  new gaps exact ${share(sum.newGapExact, sum.gapDocuments)}  (${sum.gapDocuments})\n` +
        `  verdict             ${share(sum.verdictRight, sum.verdicts)}  (${sum.verdicts})\n` +
        `  drifted, pass       ${share(sum.passed, sum.drifted)}  with inventory ${share(sum.passedWithInventory, sum.drifted)}  (${sum.drifted})\n` +
        `  in form already     untouched ${share(sum.untouched, sum.canonical)}  (${sum.canonical})\n` +
        `  words lost in ${sum.lost}, restated ${sum.restated}, unstable ${sum.unstable}`,
    );
  }
  const sum = totals.get("all");
  if (sum === undefined || only !== undefined) return;
  const ratio = (part, whole) => (whole === 0 ? 1 : part / whole);
  const kept =
    ratio(sum.right, sum.right + sum.missed) >= LIMITS.recall &&
    ratio(sum.right, sum.right + sum.extra) >= LIMITS.precision &&
    ratio(sum.severity, sum.right) >= LIMITS.severity &&
    ratio(sum.gapExact, sum.gapDocuments) >= LIMITS.gaps &&
    ratio(sum.verdictRight, sum.verdicts) >= LIMITS.verdict &&
    ratio(sum.passed, sum.drifted) >= LIMITS.gate &&
    ratio(sum.passedWithInventory, sum.drifted) >= LIMITS.gate &&
    sum.falselyRaised + sum.lost + sum.unstable === 0;
  console.log(kept ? "\nevery limit is kept" : "\nNOT every limit is kept");
  process.exitCode = kept ? 0 : 1;
}
