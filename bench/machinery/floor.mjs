// The floor: a plain loop that does the same steps and nothing else. Each answer is written to a file and, if valid, to
// the round's document, both synced; each step (answer, validation, synthesis) is a synced line of a journal. With
// `reads` it also reads and checks the documents.
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openGate } from "./gate.mjs";
import { syncFolder, writeSynced } from "./synced-files.mjs";
import { gapName, proposal, review } from "./work.mjs";

/** Takes a document that has its heading for valid. */
const NO_GATE = {
  engineer: (text) => text.includes("## Gap Resolution:"),
  reviewer: (text) => text.includes("## Review:"),
};

export async function runFloor({ folder, rounds, gaps: count, parallel, engineerChars, reads, onRound }) {
  const gate = reads ? await openGate(count) : NO_GATE;
  const journal = openSync(join(folder, "journal.jsonl"), "a");
  const issues = new Map();
  const append = (event) => {
    writeSync(journal, `${JSON.stringify(event)}\n`);
    fdatasyncSync(journal);
  };
  /** Two steps: the answer, then the round's document. */
  const keep = (name, role, round, gap, text, check) => {
    const answer = `${name}/attempt-${role}${gap === undefined ? "" : `-${gap}`}.md`;
    writeSynced(join(folder, answer), text);
    append({ type: "answered", role, round, gap, path: answer, chars: text.length });
    const valid = check();
    const document = `${name}/${role}${gap === undefined ? "" : `-${gap}`}.md`;
    writeSynced(join(folder, document), text);
    append({ type: "validated", role, round, gap, path: document, valid });
  };
  for (let round = 1; round <= rounds; round += 1) {
    const name = `round_${String(round).padStart(4, "0")}`;
    mkdirSync(join(folder, name));
    const gaps = Array.from({ length: parallel }, (_, index) => gapName(index));
    for (const gap of gaps) {
      const text = proposal(gap, round, issues.get(gap), engineerChars);
      keep(name, "engineer", round, gap, text, () => gate.engineer(text, round, gap));
    }
    const reviews = gaps.map((gap, index) => {
      const raised = `ISSUE-R${round}-${String(index + 1).padStart(3, "0")}`;
      const entry = { gap, issue: issues.get(gap), raised };
      issues.set(gap, raised);
      return entry;
    });
    const text = review(round, reviews);
    keep(name, "reviewer", round, undefined, text, () => gate.reviewer(text, round, reviews));
    syncFolder(join(folder, name));
    append({ type: "synthesised", round, gaps, issues: reviews.map((entry) => entry.raised) });
    onRound({ round });
    await undefined;
  }
  closeSync(journal);
}
