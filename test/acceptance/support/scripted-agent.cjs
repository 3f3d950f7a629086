// Plays the Engineer or the Reviewer by a table: `node scripted-agent.cjs FOLDER`, where FOLDER/turns.json has the turns.
// The first turn that fits the run answers it; each run is noted in FOLDER/calls.jsonl with the prompt that it got.
// CommonJS and read at once: hundreds of runs are started, and this is the way that starts soonest.
const { appendFileSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const folder = process.argv[2];
const {
  WHETSTONE_ROLE: role,
  WHETSTONE_ROUND: round,
  WHETSTONE_ATTEMPT: attempt,
  WHETSTONE_GAPS: given = "",
} = process.env;
const prompt = readFileSync(0, "utf8");

const run = { role, round: Number(round), attempt: Number(attempt), gaps: given.split(/[\s,]+/).filter(Boolean) };
const turn = JSON.parse(readFileSync(join(folder, "turns.json"), "utf8")).find(fits);
appendFileSync(join(folder, "calls.jsonl"), `${JSON.stringify({ ...run, scripted: turn !== undefined, prompt })}\n`);
for (const [path, text] of Object.entries(turn?.edits ?? {})) writeFileSync(join(folder, "..", path), text);
// Until it is stopped from outside, which is what such a turn is for.
if (turn?.hangs) setInterval(() => {}, 60_000);
// `{GAP}` stands for the gap of the run, where a test cannot know its id.
process.stdout.write(turn?.document.replaceAll("{GAP}", run.gaps[0]) ?? plainAnswer());

function fits(turn) {
  if (turn.role !== run.role) return false;
  if (run.gaps.length === 0 || turn.final) return run.gaps.length === 0 && turn.final === true && said(turn);
  if (turn.round !== undefined && turn.round !== run.round) return false;
  if (turn.attempt !== undefined && turn.attempt !== run.attempt) return false;
  return (turn.gaps ?? []).every((gap) => run.gaps.includes(gap)) && said(turn);
}

function said(turn) {
  return turn.when === undefined || prompt.includes(turn.when);
}

/** Nobody wrote a turn: the Reviewer lets everything pass, the Engineer has nothing to say. */
function plainAnswer() {
  if (run.role !== "reviewer") return "";
  if (run.gaps.length === 0) {
    return "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n| Check | Result | Note |\n| --- | --- | --- |\n| Terms | PASS | |\n\n### Blockers\n\nNone.\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";
  }
  const none = ["Critical Issues", "High Priority", "Medium Priority", "Low Priority", "New Gaps"];
  const sections = none.map((heading) => `### ${heading}\n\nNone.`).join("\n\n");
  return run.gaps.map((gap) => `## Review: ${gap}\n\n${sections}\n\n### Verdict\n\nAPPROVED\n`).join("\n");
}
