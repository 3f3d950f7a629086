// Which patterns of SPEC 13.6 fire where in the recorded documents of ../shared/corpus, with their words and lines, and
// how often vague words were passed over as code, quotation or RFC 2119. `node bench/patterns.mjs [--lines]`.
// A round that its review approved is one that nobody would have wanted undone: HIGH there is a false alarm.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, recordedTurns } from "./lib/corpus-session.mjs";
import { loadSources, root } from "./lib/load-sources.mjs";

const corpus = join(root, "../shared/corpus");
if (!existsSync(corpus)) {
  console.log("skipped: there is no ../shared/corpus beside this folder");
  process.exit(0);
}

const program = await loadSources("patterns", [
  "checks/spec/spec.ts",
  "documents/read-document.ts",
  "mediator/rollback/analysis/read-work.ts",
  "mediator/rollback/patterns/find-patterns.ts",
  "mediator/rollback/patterns/vague-words.ts",
  "model/rollback.ts",
]);
const shown = process.argv.includes("--lines");
const results = readdirSync(corpus)
  .filter((name) => recordedTurns(join(corpus, name)).length > 0)
  .flatMap((name) => session(name, join(corpus, name)));
report();

function session(name, folder) {
  const known = [];
  const source = program.readSpec(readIfThere(folder, "source.md"));
  const everything = readIfThere(folder, "status.md");
  const ids = new Set(everything.match(/GAP-[A-Z]{2,10}-\d{3}[a-z]?/g) ?? []);
  return recordedTurns(folder).flatMap((turn) => {
    const text = readFileSync(join(folder, turn.engineer), "utf8");
    const read = program.readEngineerText(turn.engineer, text);
    const gaps = [...new Set(read.document.resolutions.map((one) => one.gap))];
    for (const gap of gaps) ids.add(gap);
    const review = turn.reviewer === undefined ? "" : readFileSync(join(folder, turn.reviewer), "utf8");
    const verdict = review === "" ? "NONE" : program.readDocument(review, "reviewer").verdict.value;
    const found = gaps.map((gap) => {
      const work = program.workOf(read, gap, { assigned: new Set(gaps), has: (id) => ids.has(id) });
      const context = { source, known, issues: [], accepted: new Set() };
      return { name, turn, gap, verdict, work, patterns: program.findPatterns(work, context) };
    });
    known.push(text);
    for (const one of read.document.newGaps) if (one.id !== undefined) ids.add(one.id);
    return found;
  });
}

function report() {
  const approved = (one) => one.verdict === "APPROVED" || one.verdict === "APPROVED_WITH_NOTES";
  console.log(`${results.length} resolutions, ${results.filter(approved).length} in rounds that the review approved\n`);
  console.log("pattern                       fires  HIGH  HIGH where approved");
  for (const pattern of program.PATTERNS) {
    const fired = results.flatMap((one) => one.patterns.filter((p) => p.pattern === pattern).map((p) => ({ one, p })));
    const high = fired.filter(({ p }) => p.confidence === "HIGH");
    const wrong = high.filter(({ one }) => approved(one));
    const cells = [fired.length, high.length, wrong.length].map((count) => String(count).padStart(6));
    console.log(`${pattern.padEnd(28)} ${cells.join("")}`);
  }
  const counts = vagueCounts();
  console.log(`\nvague words: ${counts.counted} counted; ${counts.written} are written, code and quotations included`);
  for (const one of results) {
    if (one.patterns.length === 0) continue;
    console.log(`\n${one.name}/${one.turn.engineer} ${one.gap} (${one.verdict}, ${one.work.chars} characters)`);
    for (const { pattern, confidence, message, evidence } of one.patterns) {
      console.log(`  ${confidence.padEnd(6)} ${pattern}: ${message}`);
      if (shown) for (const { words, line } of evidence) console.log(`           ${line}: ${words}`);
    }
  }
}

/** The same words by a plain search, for comparison. */
function vagueCounts() {
  const plain =
    /\b(?:appropriate|as needed|reasonable|sufficient|adequate|properly|correctly|when necessary|if applicable|as required|typically|generally|various|certain|some|may|might|could|should consider|it depends|context-dependent)\b/gi;
  return {
    counted: results.reduce((sum, one) => sum + program.vagueWordsIn(one.work.text).length, 0),
    written: results.reduce((sum, one) => sum + (one.work.text.match(plain)?.length ?? 0), 0),
  };
}
