import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, NO_SURVEY, runCli, spawnCli } from "./run-cli.ts";

// Whole sessions through the built program. Both agents are one program of a few lines.

const SPEC = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.
- GAP-INTAKE-002 (MEDIUM): The order of messages is not said.

## Delivery

- GAP-DELIVER-001 (LOW): How often delivery is tried again is not said.
`;

/** Resolves what it is given, approves what it reviews; arguments make it wait, until it is told to end, or ask for input the first time. */
const AGENT = `
for await (const chunk of process.stdin) void chunk;
const { WHETSTONE_ROLE: role, WHETSTONE_GAPS: given = "", WHETSTONE_ATTEMPT: attempt } = process.env;
const [mode, amount] = process.argv.slice(2);
if (amount !== undefined && role === "reviewer") await new Promise((resolve) => {
  const timer = setTimeout(resolve, Number(amount));
  if (mode === "told") process.once("SIGTERM", () => resolve(clearTimeout(timer)));
});
const gaps = given.split(" ").filter(Boolean);
const text = (gap) => "The relay settles " + gap + " within 50 ms and answers with status 200, and names the message. ";
const proposal = (gap) => ["## Gap Resolution: " + gap, "**Confidence:** HIGH", "### Proposed Solution\\n\\n" + text(gap).repeat(4), "### Spec Changes\\n\\n**Change 1: add at the end**\\n\\n~~~new\\n" + text(gap).trim() + "\\n~~~", "### Examples\\n\\n- A message at 10:00:00 is answered at 10:00:00.040.", "### Trade-offs\\n\\n- A fixed bound is simpler.", "### New Gaps Introduced\\n\\nNone."].join("\\n\\n");
const review = (gap) => ["## Review: " + gap, "### Critical Issues\\n\\nNone.", "### High Priority\\n\\nNone.", "### Medium Priority\\n\\nNone.", "### Low Priority\\n\\nNone.", "### Verdict\\n\\nAPPROVED"].join("\\n\\n");
if (mode === "asks" && role === "engineer" && attempt === "1" && gaps[0] === "GAP-INTAKE-002") console.log("BLOCKED_NEEDS_INPUT: GAP-INTAKE-002\\n\\nIs the order by arrival or by timestamp?");
else if (role === "engineer") console.log(gaps.map(proposal).join("\\n\\n"));
else if (gaps.length === 0) console.log("## Final Review\\n\\n### Compared\\n\\nNo other passage: 1-99\\n\\n### Checklist\\n\\n- Completeness: yes\\n\\n### Verdict\\n\\nREADY_FOR_TERMINATION");
else console.log(gaps.map(review).join("\\n\\n") + "\\n\\n### New Gaps\\n\\nNone.");
`;

const FILES = { "relay.md": SPEC, "agent.mjs": AGENT };
const AGENTS = (words = "") => [
  "--engineer-cmd",
  `node agent.mjs ${words}`.trim(),
  "--reviewer-cmd",
  `node agent.mjs ${words}`.trim(),
  ...NO_SURVEY,
];

function journal(cwd: string): { type: string; run?: string }[] {
  const lines = readFileSync(join(cwd, "sessions/relay/journal.jsonl"), "utf8").trim().split("\n");
  return lines.flatMap((line) => JSON.parse(line).events ?? []);
}

describe("a session through the command line", () => {
  test("has a command look for gaps first, whatever the spec states, and counts that in what to expect", async () => {
    const surveys = `## Survey\\n\\n### Gaps\\n\\n- **GAP-INTAKE-000** (HIGH): Which messages are too large is open.\\n  - **Location:** "a message that is too large"\\n  - **Why:** One implementer takes 1 MB, another 10.\\n\\n### Lesser\\n\\nNone.`;
    const agent = AGENT.replace(
      "else if (gaps.length",
      `else if (process.env.WHETSTONE_ROUND === "0") console.log('${surveys}');\nelse if (gaps.length`,
    );
    await inTempFolder({ ...FILES, "agent.mjs": agent }, async (cwd) => {
      const commands = AGENTS().slice(0, 4);
      const dry = await runCli(["refine", "relay.md", ...commands, "--dry-run"], { cwd });
      expect(dry.stderr).toMatch(/^Expected: 3 open gaps and up to 12 from the survey: about 3 to \d+ rounds/m);
      expect(existsSync(join(cwd, "sessions/relay/round_000/prompts/survey-1.md"))).toBe(true);
      const run = await runCli(["refine", "relay.md", ...commands], { cwd });
      expect(run.code, run.stderr).toBe(3);
      expect(run.stdout + run.stderr).toContain("Which messages are too large is open.");
      expect(journal(cwd).filter(({ type }) => type === "survey_read")).toMatchObject([{ found: 1 }]);
    });
  });

  test("goes from init to a finished spec, and its records are made again byte for byte", async () => {
    await inTempFolder(FILES, async (cwd) => {
      expect(await runCli(["init", "relay.md", ...AGENTS()], { cwd })).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^1\. HIGH +GAP-INTAKE-001: .*\n +relay\.md:5, Intake\n/),
      });
      expect((await runCli(["init", "relay.md", ...AGENTS()], { cwd })).code).not.toBe(0);
      const run = await runCli(["resume", "--json"], { cwd });
      expect(run.code, run.stderr).toBe(0);
      const events = run.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(events.at(-1)).toMatchObject({ type: "session_ended", termination: "COMPLETE" });
      const spec = readFileSync(join(cwd, "relay_v1.0.md"), "utf8");
      for (const words of ["# Relay", "## Intake", "## Delivery", "settles GAP-DELIVER-001"]) {
        expect(spec).toContain(words);
      }
      expect(readFileSync(join(cwd, "relay.md"), "utf8")).toBe(SPEC);
      expect(readFileSync(join(cwd, "sessions/relay/spec.md"), "utf8")).toBe(spec);
      const projections = ["status", "decisions", "spec", "changes", "traceability", "round_001/summary"];
      const names = projections.map((name) => join(cwd, "sessions/relay", `${name}.md`));
      const before = names.map((name) => readFileSync(name, "utf8"));
      for (const name of names) rmSync(name);
      expect((await runCli(["status", "--rebuild"], { cwd })).code).toBe(0);
      expect(names.map((name) => readFileSync(name, "utf8"))).toEqual(before);
      const status = JSON.parse((await runCli(["status", "--json"], { cwd })).stdout);
      expect(status).toMatchObject({ open: 0, stop: { type: "ended", termination: "COMPLETE" } });
      expect((await runCli(["export"], { cwd })).stdout).toContain("settles GAP-INTAKE-001");
    });
  });

  test.each([
    ["what had ended", "slow 30000", 2],
    ["what answers as it is told to end", "told 30000", 1],
  ])("is interrupted with 130, and goes on without running again %s", async (_, words, reviews) => {
    await inTempFolder(FILES, async (cwd) => {
      const interrupted = await spawnCli(["refine", "relay.md", ...AGENTS(words)], {
        cwd,
        onStart: (signal) => {
          const timer = setInterval(() => {
            if (!existsSync(join(cwd, "sessions/relay/round_001/prompts/reviewer-1.md"))) return;
            clearInterval(timer);
            setTimeout(() => signal("SIGINT"), 500);
          }, 50);
        },
      });
      expect(interrupted.code, interrupted.stderr).toBe(130);
      expect(existsSync(join(cwd, "sessions/relay/spec.md"))).toBe(true);
      const resumed = await runCli(["resume", ...AGENTS()], { cwd });
      expect(resumed.code, resumed.stderr).toBe(0);
      const started = (run: string) =>
        journal(cwd).filter((event) => event.type === "run_started" && event.run?.includes(run));
      expect(started("engineer")).toHaveLength(3);
      expect(started("reviewer")).toHaveLength(reviews);
    });
  });

  test("ends with 3 if a question was left undecided because nobody was there", async () => {
    await inTempFolder(FILES, async (cwd) => {
      const run = await runCli(["refine", "relay.md", ...AGENTS("asks"), "--yes"], { cwd });
      expect(run.stderr).toContain("Leave it undecided");
      expect(run.code, run.stderr).toBe(3);
    });
  });

  test("waits with 3 for the person, takes the answer later, and ends", async () => {
    await inTempFolder(FILES, async (cwd) => {
      const waiting = await runCli(["refine", "relay.md", ...AGENTS("asks")], { cwd });
      expect(waiting.code, waiting.stderr).toBe(3);
      const wrong = await runCli(["answer", "--option", "nonsense"], { cwd });
      expect(wrong.code).toBe(2);
      const answer = await runCli(["answer", "--option", "give", "--field", "input=By arrival."], { cwd });
      expect(answer.code, answer.stderr).toBe(0);
      const resumed = await runCli(["resume"], { cwd });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(readFileSync(join(cwd, "sessions/relay/decisions.md"), "utf8")).toContain("By arrival.");
    });
  });

  test("takes commands on its gaps, pauses, and is ended by the person", async () => {
    await inTempFolder(FILES, async (cwd) => {
      await runCli(["init", "relay.md", ...AGENTS()], { cwd });
      const gap = async (...words: string[]) => {
        const run = await runCli(["gap", ...words], { cwd });
        expect(run.code, `${words.join(" ")}: ${run.stderr}`).toBe(0);
      };
      await gap("defer", "GAP-DELIVER-001", "--reason", "not now");
      await gap("take", "GAP-DELIVER-001");
      await gap("severity", "GAP-DELIVER-001", "HIGH", "--reason", "it matters");
      await gap("wont-fix", "GAP-INTAKE-002", "--reason", "nobody needs it");
      const { gaps } = JSON.parse((await runCli(["status", "--json"], { cwd })).stdout);
      expect(gaps).toMatchObject([
        { id: "GAP-INTAKE-001", state: "OPEN" },
        { id: "GAP-INTAKE-002", state: "WONT_FIX" },
        { id: "GAP-DELIVER-001", state: "OPEN", severity: "HIGH" },
      ]);
      expect((await runCli(["gap", "defer", "GAP-NOWHERE-001", "--reason", "x"], { cwd })).code).toBe(2);
      expect((await runCli(["pause"], { cwd })).code).toBe(0);
      expect((await runCli(["finish"], { cwd })).code).toBe(3);
    });
  });

  test("says that there is no session, and what begins one", async () => {
    await inTempFolder({}, async (cwd) => {
      const run = await runCli(["resume"], { cwd });
      expect(run.code).not.toBe(0);
      expect(run.stderr).toContain("fix:");
    });
  });
});
