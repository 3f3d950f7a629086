// How well the detector of SPEC 9 tells answered issues from dropped ones, on labelled documents beside the project:
// `node bench/disagreement.mjs [--labels DIR --corpus DIR]`, by default those of ../shared: ablations.json, and
// responses.json where there is one. Ends with 1 when a limit of the disagreement issue is missed. The time it takes is
// measured by bench/disagreement-speed.mjs.
import { ablations, createCases, has, named, responses } from "./lib/disagreement-cases.mjs";
import { loadSources } from "./lib/load-sources.mjs";

const { closedOverOpenIssues, createWorkbench, isProblem, judgeIssue, readDocument, SUBSTANCE_NEEDED } =
  await loadSources("disagreement", [
    "documents/read-document.ts",
    "mediator/disagreement/detector/closed-over.ts",
    "mediator/disagreement/detector/judge-issue.ts",
    "mediator/disagreement/detector/judgement.ts",
    "mediator/disagreement/detector/workbench.ts",
  ]);
const missed = [];
/** An issue that the reader did not find in its review: nothing can be said about it, and that is an error. */
const NOT_READ = { status: "NOT_READ", decisive: true, answers: [], substance: { score: 0, matches: [] } };

const cases = createCases(readDocument);
if (has("ablations.json")) await reportAblations(cases);
if (has("responses.json")) reportResponses(cases);
if (!has("ablations.json") && !has("responses.json")) sayNothingThere();
for (const limit of missed) console.log(`MISSED: ${limit}`);
process.exitCode ||= missed.length > 0 ? 1 : 0;

function sayNothingThere() {
  console.log(named ? "no ablations.json or responses.json there" : "no ../shared/labels here: nothing is measured");
  process.exitCode = named ? 2 : 0;
}

async function reportAblations(cases) {
  const found = (await ablations(cases)).map(judged);
  const clear = found.filter(isClear);
  console.log("ablations, with the earlier proposal and the relations of gaps that a session knows");
  const figures = show("clear labels", clear, statusOf);
  limit("any problem, precision", figures.precision, 0.9);
  limit("any problem, recall", figures.recall, 0.85);
  limit("IGNORED alone, F1", figures.ignored, 0.9);
  limit("deflections found", figures.deflections, 1);
  limit("legitimate disagreements kept", figures.disagreements, 1);
  show(
    "debatable labels, apart",
    found.filter((one) => !isClear(one)),
    statusOf,
    false,
  );
  for (const [by, key] of [
    ["session", (label) => label.session],
    ["document", (label) => label.engineerDoc],
  ]) {
    show(`clear labels, threshold set without the ${by} it is tried on`, clear, crossValidated(clear, key), false);
  }
  const bare = (await ablations(cases, { relations: false })).map(judged);
  show("clear labels, bare documents (inspect): no relations", bare.filter(isClear), statusOf, false);
  const alone = (await ablations(cases, { relations: false, earlier: false })).map(judged);
  show("clear labels, bare documents without --previous", alone.filter(isClear), statusOf, false);
  console.log("\nfailing cases");
  for (const one of found.filter((each) => wanted(each) !== plain(statusOf(each)))) console.log(`  ${line(one)}`);
}

function isClear({ label }) {
  return label.labelConfidence !== "debatable";
}

function judged({ label, issue, input }) {
  if (issue === undefined) return { label, issue, input, finding: NOT_READ };
  return { label, issue, input, finding: judgeIssue(issue, input, createWorkbench(input)) };
}

function statusOf({ finding }) {
  return finding.status;
}

function wanted({ label }) {
  return label.expected;
}

function plain(status) {
  return status === "DISAGREED" ? "ANSWERED" : status;
}

function problem(status) {
  return isProblem(status);
}

function line(one) {
  const { label, finding } = one;
  const [best] = finding.substance.matches;
  const nearest = best ? `, nearest at line ${best.statement.line}` : "";
  return `${label.caseId} (${label.labelConfidence}): ${label.expected}, found ${finding.status} (${finding.substance.score.toFixed(2)}${nearest})`;
}

function show(title, list, status, detail = true) {
  const count = (test) => list.filter((one) => test(wanted(one), plain(status(one)), one)).length;
  const hit = count((want, got) => problem(want) && problem(got));
  const precision =
    hit /
    Math.max(
      1,
      count((_, got) => problem(got)),
    );
  const recall =
    hit /
    Math.max(
      1,
      count((want) => problem(want)),
    );
  const ignoredHit = count((want, got) => want === "IGNORED" && got === "IGNORED");
  const ignored =
    (2 * ignoredHit) / Math.max(1, count((want) => want === "IGNORED") + count((_, got) => got === "IGNORED"));
  const rate = (which, good) => {
    const of = list.filter(which);
    return of.length === 0 ? 1 : of.filter((one) => good(status(one))).length / of.length;
  };
  const deflections = rate(
    (one) => wanted(one) === "DEFLECTION",
    (got) => got === "DEFLECTION",
  );
  const disagreements = rate(
    ({ label }) => /^disagree/i.test(label.variant),
    (got) => !problem(got),
  );
  console.log(
    `  ${title}: ${list.length} cases; any problem: precision ${percent(precision)}, recall ${percent(recall)}; IGNORED F1 ${ignored.toFixed(2)}`,
  );
  if (detail)
    console.log(
      `    deflections found ${percent(deflections)}, legitimate disagreements kept ${percent(disagreements)}`,
    );
  return { precision, recall, ignored, deflections, disagreements };
}

/** The status that each case gets with the threshold that fits the cases of all other groups best. */
function crossValidated(list, keyOf) {
  const thresholds = new Map();
  for (const key of new Set(list.map(({ label }) => keyOf(label)))) {
    thresholds.set(key, bestThreshold(list.filter(({ label }) => keyOf(label) !== key)));
  }
  const shown = [...new Set([...thresholds.values()].map((value) => value.toFixed(3)))].join(", ");
  console.log(`    thresholds: ${shown} (in use: ${SUBSTANCE_NEEDED})`);
  return (one) => statusAt(one, thresholds.get(keyOf(one.label)));
}

function statusAt({ finding }, threshold) {
  const byThreshold = !finding.decisive && !finding.disagreement && !finding.definition && !finding.done;
  if (!byThreshold) return finding.status;
  if (finding.substance.score >= threshold) return "ANSWERED";
  if (!finding.due) return "NOT_DUE";
  return finding.answers.length > 0 ? "NON_RESPONSE" : "IGNORED";
}

/** The middle of the range of thresholds with the fewest errors. */
function bestThreshold(list) {
  const candidates = Array.from({ length: 121 }, (_, step) => 0.03 + step * 0.001);
  const errors = candidates.map(
    (threshold) => list.filter((one) => problem(wanted(one)) !== problem(plain(statusAt(one, threshold)))).length,
  );
  const fewest = Math.min(...errors);
  const best = candidates.filter((_, index) => errors[index] === fewest);
  return best[Math.floor(best.length / 2)];
}

function reportResponses(cases) {
  const all = responses(cases).map((one) => ({
    ...one,
    statuses: one.issue?.kind === "raised" ? one.steps.map(stepStatus(one.issue)) : [],
  }));
  const answered = all.filter(({ label }) => /^(?:ADDRESSED|DISAGREED)/.test(label.response));
  const flagged = answered.filter(({ statuses }) => statuses.some(({ status }) => problem(status)));
  const noticed = answered.filter(
    ({ statuses }) => !problem(statuses.at(-1)?.status) && statuses.at(-1)?.status !== "NOT_DUE",
  );
  console.log("\nresponses, each issue followed through its session");
  console.log(
    `  addressed: ${answered.length}; flagged on the way or at the end: ${flagged.length} (${percent(flagged.length / answered.length)}); seen as answered where it was: ${noticed.length}`,
  );
  for (const one of flagged) console.log(`    ${one.label.session} ${one.label.issueRef}: ${trail(one)}`);
  limitBelow("flags on addressed issues", flagged.length / answered.length, 0.05);
  const open = all.filter(({ label }) => label.response === "NOT_APPLICABLE");
  const wrong = open.filter(({ statuses }) => statuses.some(({ status }) => problem(status)));
  console.log(`  not applicable: ${open.length}; flagged: ${wrong.length}`);
  for (const one of wrong) console.log(`    ${one.label.session} ${one.label.issueRef}: ${trail(one)}`);
  limitBelow("flags on issues that no document had to answer", wrong.length, 0);
  const lost = open.filter(({ label }) => !label.withdrawn);
  const reported = lost.filter(endedOver);
  console.log(
    `  gaps that ended over one: ${lost.length}; reported: ${reported.length}; withdrawn and reported: ${open.filter((one) => one.label.withdrawn && endedOver(one)).length}`,
  );
  limit("gaps closed over an open issue, reported", reported.length / lost.length, 1);
  for (const one of all.filter(({ label }) => label.response === "PARTIAL"))
    console.log(`  partial: ${one.label.issueRef}: ${trail(one)}`);
}

function stepStatus(issue) {
  return ({ path, input }) => ({ path, status: judgeIssue(issue, input, createWorkbench(input)).status });
}

function trail({ statuses }) {
  return statuses.map(({ path, status }) => `${path.replace(/^[^/]*\//, "")} ${status}`).join(", ");
}

/** As a session closes it: the gap was never proposed again, its issue stands. */
function endedOver({ label, issue, reproposed, statuses }) {
  if (issue?.kind !== "raised" || reproposed) return false;
  const met = statuses.some(({ status }) => status === "ANSWERED" || status === "DISAGREED");
  const ledger = {
    ...issue,
    id: issue.id ?? label.issueRef,
    gap: label.gap,
    state: met ? "ANSWERED" : "OPEN",
    noted: false,
  };
  return closedOverOpenIssues([{ id: label.gap, state: "ACCEPTED" }], [ledger]).length > 0;
}

function limit(what, value, least) {
  if (value < least) missed.push(`${what} ${value.toFixed(3)}, wanted ${least}`);
}

function limitBelow(what, value, most) {
  if (value > most) missed.push(`${what} ${value.toFixed(3)}, wanted at most ${most}`);
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
