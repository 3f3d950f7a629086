import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliRun, inTempFolder, NO_SURVEY, runCli, spawnCli } from "./run-cli.ts";

// What a person can do to a session from the command line, and what each way to stop gives back.

const SPEC = `# Relay

## Intake

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.

## Delivery

- GAP-DELIVER-001 (LOW): How often delivery is tried again is not said.
`;

/**
 * Resolves what it is given, answers and passes earlier issues, and approves what it reviews. `holds`: every review raises
 * a HIGH issue on its last gap. `asks`: the first attempt at the first gap needs input. `holds-on`: a review waits for
 * the file `go`.
 */
const AGENT = `
import { existsSync } from "node:fs";
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
const { WHETSTONE_ROLE: role, WHETSTONE_GAPS: given = "", WHETSTONE_ATTEMPT: attempt, WHETSTONE_ROUND: round } = process.env;
const mode = process.argv[2];
while (mode === "holds-on" && role === "reviewer" && !existsSync(process.argv[3])) await new Promise((resolve) => setTimeout(resolve, 20));
const gaps = given.split(" ").filter(Boolean);
const issues = [...new Set(prompt.match(/ISSUE-R[1-9]\\d*-\\d{3}/g))];
const document = (...parts) => parts.filter(Boolean).join("\\n\\n");
const bound = "within 50 ms, round " + round;
const text = (gap) => "The relay settles " + gap + " " + bound + ", and answers with status 200, and names the message. ";
const answer = (issue) => "## Response to " + issue + "\\n\\nIt is named now.\\n\\n**Changed in:** 1";
const proposal = (gap) => document("## Gap Resolution: " + gap, "**Confidence:** HIGH", "### Proposed Solution", text(gap).repeat(4), "### Spec Changes", "**Change 1: add at the end**", "~~~new\\n" + text(gap).trim() + "\\n~~~", "### Examples", "- A message at 10:00:00 is answered at 10:00:00.040.", "### Trade-offs", "- A fixed bound is simpler.", "### New Gaps Introduced", "None.", ...issues.map(answer));
const raised = "- **ISSUE-R" + round + "-001**: The bound has no start\\n  - **Location:** \\"" + bound + "\\"\\n  - **Suggestion:** Name it.";
const earlier = issues.length > 0 && "### Earlier Issues\\n\\n| Issue | Status | Why |\\n| --- | --- | --- |\\n" + issues.map((issue) => "| " + issue + " | RESOLVED | it is named |").join("\\n");
const review = (gap, index) => {
  const holds = mode === "holds" && index === gaps.length - 1;
  return document("## Review: " + gap, index === 0 && earlier, "### High Priority", holds ? raised : "None.", "### Verdict", holds ? "NEEDS_REVISION" : "APPROVED");
};
if (mode === "asks" && role === "engineer" && attempt === "1") console.log("BLOCKED_NEEDS_INPUT: " + gaps[0] + "\\n\\nBy arrival or by timestamp?");
else if (role === "engineer") console.log(gaps.map(proposal).join("\\n\\n"));
else if (gaps.length === 0) console.log("## Final Review\\n\\n### Compared\\n\\nNo other passage: 1-99\\n\\n### Checklist\\n\\n- Completeness: yes\\n\\n### Verdict\\n\\nREADY_FOR_TERMINATION");
else console.log(gaps.map(review).join("\\n\\n"));
`;

const agents = (words = "") => [
  ...["engineer", "reviewer"].flatMap((role) => [`--${role}-cmd`, `node agent.mjs ${words}`.trim()]),
  ...NO_SURVEY,
];

interface Desk {
  readonly cwd: string;
  run(...args: string[]): Promise<CliRun>;
  /** With the exit code that it must have. */
  expecting(code: number, ...args: string[]): Promise<CliRun>;
  read(path: string): string;
  status(): Promise<{ gaps: { id: string; state: string; severity: string }[]; convergence: string }>;
}

/** A person in a folder with a spec. */
function atDesk(work: (desk: Desk) => Promise<void>, files: Record<string, string> = {}): Promise<void> {
  return inTempFolder({ "relay.md": SPEC, "agent.mjs": AGENT, ...files }, async (cwd) => {
    const run = (...args: string[]) => runCli(args, { cwd });
    const expecting = async (code: number, ...args: string[]) => {
      const done = await run(...args);
      expect(done.code, `${args.join(" ")}: ${done.stdout}\n${done.stderr}`).toBe(code);
      return done;
    };
    const status = async () => JSON.parse((await expecting(0, "status", "--json")).stdout);
    await work({ cwd, run, expecting, status, read: (path) => readFileSync(join(cwd, path), "utf8") });
  });
}

const ISSUE = "ISSUE-R1-001";

describe("a person's own changes", () => {
  test("gap add and gap split change the inventory, with the reason in decisions.md", () =>
    atDesk(async ({ expecting, run, read, status }) => {
      await expecting(0, "init", "relay.md", ...agents());
      await expecting(0, "gap", "add", "Who may send is not said", "--severity", "HIGH", "--category", "AUTH");
      await expecting(0, "gap", "split", "GAP-INTAKE-001", "--part", "Too large", "Too many", "--reason", "two things");
      expect((await status()).gaps).toMatchObject([
        { id: "GAP-INTAKE-001", state: "SUPERSEDED" },
        { id: "GAP-DELIVER-001", state: "OPEN" },
        { id: "GAP-AUTH-001", state: "OPEN", severity: "HIGH" },
        { id: "GAP-INTAKE-001a", state: "OPEN" },
        { id: "GAP-INTAKE-001b", state: "OPEN" },
      ]);
      expect(read("sessions/relay/decisions.md")).toContain("two things");
      expect((await run("gap", "add", "x", "--severity", "URGENT")).code).toBe(2);
      expect((await run("gap", "split", "GAP-DELIVER-001", "--part", "one", "--reason", "x")).code).toBe(2);
      await expecting(0, "resume");
      const spec = read("relay_v1.0.md");
      for (const gap of ["GAP-AUTH-001", "GAP-INTAKE-001a", "GAP-INTAKE-001b"])
        expect(spec).toContain(`settles ${gap}`);
    }));

  test("the inventory is chosen from off the terminal, and what does not fit records nothing", () =>
    atDesk(async ({ expecting, read, status }) => {
      const asked = await expecting(3, "refine", "relay.md", ...agents(), "--set", "inventory.approve=true");
      expect(asked.stderr).toContain("1. HIGH     GAP-INTAKE-001");
      expect(asked.stderr).toContain("relay.md:9, Delivery");
      const before = read("sessions/relay/journal.jsonl");
      for (const field of ["drop=2-9", "only=GAP-NONE-001", "drop=GAP-INTAKE-002..009", "park=HIGH", "only=LOW+"]) {
        expect((await expecting(2, "answer", "--field", field)).stderr).toContain(
          "Run `whetstone status` to see the question",
        );
      }
      expect((await expecting(2, "gap", "park", "GAP-DELIVER-001", "GAP-NONE-001")).stderr).toContain("GAP-NONE-001");
      expect(read("sessions/relay/journal.jsonl")).toBe(before);
      await expecting(0, "answer", "--field", "drop=2", "--field", "add=LOW: who may send");
      expect((await expecting(3, "resume")).stderr).toContain("2. LOW      GAP-USER-001");
      await expecting(0, "gap", "park", "LOW");
      await expecting(0, "gap", "take", "GAP-USER-001..009");
      await expecting(0, "gap", "duplicate", "GAP-USER-001", "--of", "GAP-INTAKE-001");
      await expecting(3, "resume");
      await expecting(0, "answer", "--option", "accept", "--field", "scope=Relays of one machine.");
      await expecting(0, "resume");
      expect((await status()).gaps.map(({ state }) => state)).toEqual(["RESOLVED", "WONT_FIX", "SUPERSEDED"]);
      expect(read("sessions/relay/traceability.md")).toContain("a duplicate of GAP-INTAKE-001");
      expect(read("sessions/relay/decisions.md")).toContain("Relays of one machine.");
    }));

  test("flag weighs and waives an issue, and the gap that it held back goes on", () =>
    atDesk(async ({ expecting, run, read }) => {
      await expecting(3, "refine", "relay.md", ...agents("holds"), "--max-rounds", "1");
      expect((await run("flag", "waive", "ISSUE-R9-001", "--reason", "x")).code).toBe(2);
      await expecting(0, "flag", "severity", ISSUE, "MEDIUM", "--reason", "it can wait");
      await expecting(0, "flag", "severity", ISSUE, "HIGH", "--reason", "it cannot");
      await expecting(0, "flag", "waive", ISSUE, "--reason", "nobody needs it");
      await expecting(0, "answer", "--option", "extend");
      await expecting(0, "resume", ...agents());
      const decisions = read("sessions/relay/decisions.md");
      for (const words of ["it can wait", "it cannot", "nobody needs it"]) expect(decisions).toContain(words);
      expect(read("relay_v1.0.md")).toContain("settles GAP-INTAKE-001");
    }));
});

describe("settings of a session that exists (SPEC 18)", () => {
  test("change from now on: a higher limit takes its question back, and is no answer to what it was", () =>
    atDesk(async ({ expecting, read }) => {
      const first = ["refine", "relay.md", "--max-rounds", "1"];
      await expecting(3, ...first, ...agents("holds"));
      const second = await expecting(3, "refine", "relay.md", "--max-rounds", "2", "--survey");
      expect(second.stderr).toContain("Ignored, because it applies only to new sessions: --survey.");
      expect(second.stderr).toContain("From now on: max_rounds 2\n");
      expect(second.stderr).toContain("The session has reached its limit of 2 rounds.");
      const fewer = await expecting(2, "resume", "--max-rounds", "1");
      expect(fewer.stderr).toContain("the session is already in round 2");
      const third = await expecting(0, "resume", "--set", "max_rounds=5", ...agents());
      expect(third.stderr).toMatch(
        /^From now on: max_rounds 5, agents\.engineer command:\S.*, agents\.reviewer command:\S/m,
      );
      expect(read("sessions/relay/status.md")).toMatch(/at most 5;/);
    }));

  test("are refused as a whole where one is wrong", () =>
    atDesk(async ({ expecting, read }) => {
      await expecting(3, "refine", "relay.md", "--max-rounds", "1", ...agents("holds"));
      const before = read("sessions/relay/journal.jsonl");
      const refused = await expecting(2, "resume", "--budget", "9", "--max-rounds", "0");
      expect(refused.stderr).toContain("max_rounds");
      expect(read("sessions/relay/journal.jsonl")).toBe(before);
    }));
});

describe("a spec that is edited while it has a session", () => {
  test("is told: the session goes on with the edit in it, and one that ended is not taken for the new text", () =>
    atDesk(async ({ cwd, expecting, read }) => {
      await expecting(3, "refine", "relay.md", "--max-rounds", "1", ...agents("holds"));
      writeFileSync(join(cwd, "relay.md"), `${SPEC}\nOne more duty.\n`);
      const resumed = await expecting(3, "refine", "relay.md");
      expect(resumed.stderr).toContain("relay.md: merged your edits");
      expect(resumed.stderr).not.toContain("your edit of the working spec");
      expect(read("sessions/relay/spec.md")).toContain("One more duty.");
      await expecting(0, "answer", "--option", "abandon");
      await expecting(4, "resume");
      writeFileSync(join(cwd, "relay.md"), `${SPEC}\nTwo more duties.\n`);
      const ended = await expecting(2, "refine", "relay.md");
      expect(ended.stderr).toContain("the spec has changed since its session ended");
      expect(ended.stderr).toContain("whetstone refine --new relay.md");
      const anew = await expecting(3, "refine", "--new", "relay.md", "--max-rounds", "1", ...agents("holds"));
      expect(anew.stderr).toContain("The earlier session is kept in sessions/relay-old-1.");
      expect(read("sessions/relay/spec.md")).toContain("Two more duties.");
      expect((await expecting(0, "status", "sessions/relay-old-1")).stdout).toMatch(
        /^relay-old-1 {2}abandoned.*replaced by relay$/m,
      );
    }));
});

describe("answers and exit codes", () => {
  const ANSWERS =
    "- { kind: input, about: GAP-INTAKE-001, option: give, fields: { input: By arrival. } }\n- { kind: input, option: defer }\n";

  test("an answers file answers, at the start or for a session that waits; what is wrong in it is told with 2", () =>
    atDesk(
      async ({ expecting, read }) => {
        await expecting(2, "refine", "relay.md", ...agents("asks"), "--answers", "wrong.yaml");
        await expecting(3, "refine", "relay.md", ...agents("asks"));
        expect(read("sessions/relay/spec.md")).toContain("# Relay");
        await expecting(0, "resume", "--answers", "answers.yaml");
        const decisions = read("sessions/relay/decisions.md");
        expect(decisions).toContain("By arrival.");
        expect(decisions).toContain("Deferred: GAP-DELIVER-001");
      },
      { "answers.yaml": ANSWERS, "wrong.yaml": "- { kind: nonsense, option: give }\n" },
    ));

  test("--yes puts off what nobody recommends, and ends", () =>
    atDesk(async ({ expecting, status }) => {
      await expecting(3, "refine", "relay.md", ...agents("asks"), "--yes");
      expect((await status()).gaps.map((gap) => gap.state)).toEqual(["USER_DEFERRED", "USER_DEFERRED"]);
    }));

  test("4: stopped by the limit of rounds; 5: the agent that was chosen is not there", () =>
    atDesk(
      async ({ expecting, run }) => {
        await expecting(4, "refine", "relay.md", ...agents("holds"), "--max-rounds", "1", "--answers", "accept.yaml");
        const none = ["--engineer-cmd", "no-such-program-here", "--reviewer-cmd", "no-such-program-here"];
        expect((await run("refine", "other.md", ...none)).code).toBe(5);
      },
      {
        "other.md": SPEC,
        "accept.yaml":
          "- { kind: max-rounds, option: accept }\n- { kind: warning-gate, option: accept, fields: { words: I acknowledge, GAP-INTAKE-001: It can wait. } }\n",
      },
    ));

  test("pause, then resume; finish, then its question; export at any time", () =>
    atDesk(async ({ expecting, status, read }) => {
      await expecting(0, "init", "relay.md", ...agents());
      await expecting(0, "pause");
      expect((await status()).convergence).toBe("PAUSED");
      expect((await expecting(0, "export")).stdout).toContain("## Delivery");
      expect((await expecting(3, "finish")).stderr).toContain("How do you want to end the session?");
      // Asked for twice, it is asked once.
      expect((await expecting(3, "finish")).stderr).toMatch(/Q-R0-001 --option go-on\|accept\|pause\|abandon/);
      await expecting(0, "answer", "--option", "go-on");
      await expecting(0, "resume");
      expect((await status()).convergence).toBe("COMPLETE");
      expect((await expecting(0, "export")).stdout).toContain("settles GAP-DELIVER-001");
      expect(read("relay.md")).toBe(SPEC);
    }));
});

/** Waits until it is there. */
async function appears(path: string): Promise<void> {
  for (let waited = 0; !existsSync(path) && waited < 60_000; waited += 50)
    await new Promise((go) => setTimeout(go, 50));
  expect(existsSync(path), path).toBe(true);
}

describe("a session that another process runs", () => {
  test("is refused to a second one, can be read, and takes an answer or a command by its inbox", () =>
    atDesk(async ({ cwd, run, expecting, status, read }) => {
      const first = run("refine", "relay.md", ...agents(`holds-on ${join(cwd, "go")}`));
      await appears(join(cwd, "sessions/relay/round_001/prompts/reviewer-1.md"));
      const second = await run("resume");
      expect(second.code).toBe(1);
      expect(second.stderr).toMatch(/fix:/);
      expect((await status()).gaps).toHaveLength(2);
      await expecting(0, "gap", "add", "Who may send is not said", "--category", "AUTH");
      await expecting(2, "answer", "--option", "give");
      expect((await expecting(0, "pause", "--reason", "lunch")).stderr).toMatch(/^Pausing: .* lets its agents finish/);
      expect((await expecting(0, "status")).stdout).toMatch(/pausing: lunch \(process \d+\)/);
      writeFileSync(join(cwd, "go"), "");
      const ended = await first;
      expect(ended.code, ended.stderr).toBe(3);
      expect((await status()).convergence).toBe("PAUSED");
      expect((await expecting(0, "status")).stdout).toContain("paused: lunch");
      expect(read("sessions/relay/status.md")).toContain("GAP-AUTH-001");
    }));
});

/** Nothing is read-only to root: the program runs as nobody there. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

describe.runIf(process.platform !== "win32")("a folder that is read-only", () => {
  test("stops the session with what to do, changes nothing, and it goes on when that is done", () =>
    atDesk(async ({ cwd, read }) => {
      if (NOBODY) for (const path of [cwd, join(cwd, "relay.md")]) chownSync(path, NOBODY.uid, NOBODY.gid);
      const run = (...args: string[]) =>
        spawnCli(args, {
          cwd,
          ...(NOBODY ? { as: NOBODY, env: { HOME: cwd, XDG_STATE_HOME: join(cwd, "state") } } : {}),
        });
      await run("init", "relay.md", ...agents());
      const before = read("sessions/relay/journal.jsonl");
      chmodSync(join(cwd, "sessions/relay"), 0o555);
      const stopped = await run("resume");
      const shown = await run("status", "--json");
      chmodSync(join(cwd, "sessions/relay"), 0o755);
      expect([stopped.code, shown.code]).toEqual([1, 0]);
      expect(stopped.stderr).toContain("permission denied");
      expect(stopped.stderr).toContain("Change the permissions there, then run the command again");
      expect(read("sessions/relay/journal.jsonl")).toBe(before);
      const resumed = await run("resume");
      expect(resumed.code, resumed.stderr).toBe(0);
    }));
});
