// Input tokens of the recorded sessions in ../shared/corpus, had each round been asked with our prompts: against the floor
// (a Reviewer reads what it reviews) and against re-reading everything. `node bench/tokens.mjs [--rounds]`.
// Tokens are the program's own estimate (bench/token-estimate.mjs says how good that is).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  afterEngineer,
  afterReviewer,
  decisionsIn,
  firstState,
  readIfThere,
  recordedTurns,
  withGaps,
} from "./lib/corpus-session.mjs";
import { loadSources, root } from "./lib/load-sources.mjs";

const LIMITS = { floor: 1.8, reread: 0.2, growth: 1.2 };
const corpus = join(root, "../shared/corpus");
if (!existsSync(corpus)) {
  console.log("skipped: there is no ../shared/corpus beside this folder");
  process.exit(0);
}

const program = await loadSources("tokens", [
  "documents/read-document.ts",
  "documents/spec/inventory.ts",
  "mediator/evolve/evolve-session.ts",
  "mediator/prompts/build-prompt.ts",
  "mediator/prompts/decision-part.ts",
  "mediator/prompts/issue-part.ts",
  "mediator/prompts/prompt-kit.ts",
  "mediator/prompts/prompt-needs.ts",
  "mediator/prompts/template.ts",
  "mediator/prompts/touched-sections.ts",
  "model/config.ts",
  "model/ids.ts",
  "model/issue.ts",
  "model/severity.ts",
  "model/token-estimate.ts",
]);
const tokens = program.estimateTokens;
const shown = process.argv.includes("--rounds");
const sessions = readdirSync(corpus).filter((name) => recordedTurns(join(corpus, name)).length > 0);
const results = sessions.map((name) => replay(name, join(corpus, name)));
report("all sessions", results.flat());

function replay(name, folder) {
  const source = readIfThere(folder, "source.md");
  const kit = program.promptKit({ templates: templates(), examples: {}, source, config: program.DEFAULT_CONFIG });
  const files = new Map();
  const runs = [];
  let state = firstState(program, folder, name);
  // Re-reading: the Engineer all there is, the Reviewer the source, the status and what it reviews.
  const always =
    tokens(source) + tokens(readIfThere(folder, "status.md")) + tokens(readIfThere(folder, "decisions.md"));
  let read = always;
  const cached = { engineer: 0, reviewer: 0 };
  const reread = (role, size, repeated) => {
    const hit = Math.min(cached[role], repeated);
    cached[role] = repeated;
    return { reread: size, rereadCached: size - 0.9 * hit };
  };
  recordedTurns(folder).forEach((turn, index) => {
    state = { ...state, decisions: decisionsIn(folder, state).filter((decision) => decision.round <= turn.round) };
    const text = readFileSync(join(folder, turn.engineer), "utf8");
    const document = program.readDocument(text, "engineer", { round: turn.round });
    const gaps = [...new Set(document.resolutions.map(({ gap }) => gap))];
    state = withGaps(program, state, document, turn.round);
    gaps.forEach((gap, at) => {
      const run = ask(state, kit, files, {
        role: "engineer",
        round: turn.round,
        gaps: [gap],
        attempt: 1,
        maxRetries: 2,
      });
      runs.push({
        name,
        turn: index,
        ...run,
        floor: 0,
        ...(at === 0 ? reread("engineer", read, read) : { reread: 0, rereadCached: 0 }),
      });
    });
    state = afterEngineer(program, state, document, turn, text);
    files.set(turn.engineer, text);
    if (turn.reviewer === undefined || gaps.length === 0) return;
    const run = ask(state, kit, files, { role: "reviewer", round: turn.round, gaps, attempt: 1, maxRetries: 2 });
    const size = tokens(text);
    read += size;
    runs.push({ name, turn: index, ...run, floor: size, ...reread("reviewer", always + size, always) });
    const review = readFileSync(join(folder, turn.reviewer), "utf8");
    state = afterReviewer(program, state, program.readDocument(review, "reviewer", { round: turn.round }), turn, gaps);
    read += tokens(review);
  });
  report(`${name}: ${runs.length} runs, source ${tokens(source)} tokens`, runs);
  if (shown) showRounds(runs);
  return runs;
}

function ask(state, kit, files, order) {
  const needs = program.promptNeeds(state, order);
  const gone = needs.files.filter((path) => !files.has(path));
  if (gone.length > 0) throw new Error(`not there yet: ${gone.join(", ")}`);
  const { preface, prompt } = program.buildPrompt(state, order, { kit, files });
  const own =
    order.role === "reviewer"
      ? [state.round.engineerDocument]
      : order.gaps.flatMap((gap) => state.proposals.get(gap) ?? []);
  const document = own.reduce((sum, ref) => sum + tokens(linesOf(files.get(ref.path) ?? "", ref)), 0);
  return {
    role: order.role,
    preface: tokens(preface),
    prompt: tokens(prompt),
    document,
    cut: whatIsCut(state, kit, order, prompt),
  };
}

function linesOf(text, { line = 1, endLine = Number.POSITIVE_INFINITY }) {
  return text
    .split("\n")
    .slice(line - 1, endLine)
    .join("\n");
}

/** What must never be left out: open CRITICAL and HIGH issues in full, decisions, the source where the gap is. */
function whatIsCut(state, kit, order, prompt) {
  const gaps = new Set(order.gaps);
  const issues = program.openIssues(state, gaps).filter((issue) => program.isBlocking(issue.severity));
  const decisions = program.decisionsOn(state, gaps);
  const touched = order.gaps.flatMap((gap) => program.touchedSections(kit.source, state.gaps.get(gap)));
  const first = touched[0]?.section.heading ?? "";
  return {
    issues: issues.filter((issue) => !prompt.includes(issue.text.trim())).map((issue) => issue.id),
    decisions: decisions.filter((decision) => !prompt.includes(decision.decision.split("\n")[0])).map(({ id }) => id),
    source: !(prompt.includes(first) || `${kit.prefaces.engineer}`.includes(first)),
    of: { issues: issues.length, decisions: decisions.length, by: touched[0]?.by ?? "structure" },
  };
}

function report(title, runs) {
  const sum = (pick) => runs.reduce((total, run) => total + pick(run), 0);
  const total = sum((run) => run.preface + run.prompt);
  const floor = sum((run) => run.floor);
  const seen = new Set();
  const cachedShare = sum((run) => {
    const key = `${run.name} ${run.role}`;
    const hit = seen.has(key);
    seen.add(key);
    return hit ? run.preface : 0;
  });
  const reread = sum((run) => run.reread);
  // The limits are of long sessions and of all together: in a short one with small documents the prefaces weigh more.
  const long = new Set(runs.map((run) => run.turn)).size >= 10;
  console.log(title);
  line(
    "input in all",
    total,
    `${(total / floor).toFixed(2)} times the documents under review (${floor})`,
    long ? total / floor <= LIMITS.floor : undefined,
  );
  line(
    "re-reading everything",
    reread,
    `ours is ${percent(total / reread)} of it`,
    long ? total / reread <= LIMITS.reread : undefined,
  );
  const rereadCached = sum((run) => run.rereadCached);
  const ours = total - 0.9 * cachedShare;
  line(
    "the same, perfectly cached",
    Math.round(rereadCached),
    `ours, cached, is ${percent(ours / rereadCached)} of it`,
  );
  line("cached of ours", cachedShare, percent(cachedShare / total));
  const cut = runs.map((run) => run.cut);
  const lost = cut.flatMap(({ issues, decisions }) => [...issues, ...decisions]);
  const of = (pick) => cut.reduce((count, one) => count + pick(one.of), 0);
  console.log(
    `  left out: ${lost.length} of ${of((one) => one.issues)} CRITICAL/HIGH issues and ${of((one) => one.decisions)} decisions; source in ${cut.filter((one) => !one.source).length} of ${cut.length}`,
  );
  growth(runs);
  console.log("");
}

function growth(runs) {
  if (new Set(runs.map((run) => run.name)).size > 1) return;
  const besides = (turn) => {
    const own = runs.filter((run) => run.turn === turn);
    return own.reduce((total, run) => total + run.preface + run.prompt - run.document, 0) / own.length;
  };
  const last = Math.max(...runs.map((run) => run.turn));
  if (last < 3) return;
  const ratio = besides(last) / besides(2);
  line(
    "a prompt besides documents",
    Math.round(besides(last)),
    `${ratio.toFixed(2)} times that of the third turn`,
    ratio <= LIMITS.growth,
  );
}

function showRounds(runs) {
  for (const run of runs) {
    const { role, turn, preface, prompt, document, cut } = run;
    console.log(
      `    turn ${turn + 1} ${role.padEnd(9)} preface ${preface}, prompt ${prompt}, of it documents ${document}, issues ${cut.of.issues}, source by ${cut.of.by}`,
    );
  }
}

function line(name, value, words, kept) {
  const judged = kept === undefined ? "" : kept ? " (kept)" : " (NOT KEPT)";
  if (kept === false) process.exitCode = 1;
  console.log(`  ${name.padEnd(28)} ${String(value).padStart(8)}  ${words}${judged}`);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function templates() {
  return Object.fromEntries(
    program.TEMPLATE_NAMES.map((name) => [
      name,
      program.parseTemplate(name, readFileSync(join(root, `resources/prompts/${name}.md`), "utf8")),
    ]),
  );
}
