import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../../test/support/canonical-documents.ts";
import { fold } from "../../mediator/evolve/evolve.ts";
import { renderDecisions } from "../../mediator/records/render-decisions.ts";
import { renderStatus } from "../../mediator/records/render-status.ts";
import { exampleNeeds } from "../../mediator/retry/examples.ts";
import type { State } from "../../mediator/state.ts";
import type { Config } from "../../model/config.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { GapId } from "../../model/ids.ts";
import type { AgentTask } from "../../ports/agent.ts";
import type { Files } from "../../ports/files.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { type TestSession, testSession } from "../../testing/test-session.ts";
import { examineSession } from "../examine-session.ts";
import { readEntries } from "../folder-home.ts";
import { rebuildRecords } from "../projections.ts";
import { readState } from "../session-store.ts";
import { unpackArchive } from "./archive-format.ts";

const gap = (number: number) => `- GAP-FLOW-${String(number).padStart(3, "0")}: Question ${number} is not answered.`;
const SOURCE = `# Flow\n\n## Open questions\n\n${Array.from({ length: 9 }, (_, index) => gap(index + 1)).join("\n\n")}\n`;

function session(
  config: Partial<Config> = {},
  change: (task: AgentTask, text: string) => string = (_task, text) => text,
): TestSession & { readonly tasks: readonly AgentTask[] } {
  const engineer = scriptedAgent((task) => change(task, proposalDocument({ gap: task.label.gaps[0] as GapId })));
  const reviewer = scriptedAgent((task) =>
    task.label.gaps.length === 0
      ? "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n"
      : reviewDocument({ reviews: task.label.gaps.map((id) => ({ gap: id })) }),
  );
  const made = testSession({ source: SOURCE, engineer, reviewer, config: { parallelGaps: 1, ...config } });
  return { ...made, tasks: engineer.tasks };
}

const back = (rounds: number, way: "same" | "adjusted" = "same") =>
  ({ type: "rollback", rounds, reason: "bad direction", retry: { way, adjustments: [] } }) as const;

async function pathsOf(files: Files): Promise<string[]> {
  const entries = await files.list("", { recursive: true });
  return entries.filter((entry) => entry.kind === "file").map((entry) => entry.path);
}

/** The same but for the rollback's own records and what was really spent (SPEC 13.1). */
function comparable(state: State, like: State): State {
  const { seq, at, decisionsSeq, totals, questionCount, rollbacks, checkpoints } = like;
  return { ...state, seq, at, decisionsSeq, totals, questionCount, rollbacks, checkpoints };
}

/** The state right after the rollback, as the journal has it. */
async function restored(made: TestSession): Promise<State> {
  const entries = await readEntries(made.files);
  const at = entries.findIndex((entry) => entry.event.events.some(({ type }) => type === "rounds_rolled_back"));
  return fold(entries.slice(0, at + 1)) as State;
}

describe("rounds are undone", () => {
  it.each([1, 2, 3])("%i of eight: the folder is that of a session that never ran them", async (rounds) => {
    const [long, short] = [session(), session()];
    await long.runToEndOf(8);
    expect(await long.command(back(rounds))).toMatchObject({ ok: true });
    const never = await short.runToEndOf(8 - rounds);
    const state = (await readState(long.files)) as State;
    expect(renderStatus(comparable(state, never))).toBe(renderStatus(never));
    expect(renderDecisions(comparable(state, never))).toBe(renderDecisions(never));
    expect([...state.gaps]).toEqual([...never.gaps]);
    const own = /^rollback_analysis|_rolled_back_|_backup_round_/;
    const files = async (one: TestSession) => (await pathsOf(one.files)).filter((path) => !own.test(path));
    expect(await files(long)).toEqual(await files(short));
    for (const path of (await files(long)).filter((one) => one.startsWith("round_"))) {
      expect(await long.files.readText(path), path).toBe(await short.files.readText(path));
    }
  });

  it("four are refused with the reason, and nothing is changed", async () => {
    const made = session();
    await made.runToEndOf(8);
    const before = await pathsOf(made.files);
    const refused = await made.command(back(4));
    expect(refused).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/last 3 rounds are kept, so at most 3/),
    });
    expect(await pathsOf(made.files)).toEqual(before);
  });

  it.each([1, 5])("as many as backups of %i rounds are kept allow", async (backupRetentionRounds) => {
    const made = session({ rollback: { ...DEFAULT_CONFIG.rollback, backupRetentionRounds } });
    await made.runToEndOf(7);
    const backups = (await pathsOf(made.files)).filter((path) => path.startsWith("status_backup_"));
    expect(backups).toHaveLength(backupRetentionRounds);
    expect(await made.command(back(backupRetentionRounds + 1))).toMatchObject({ ok: false });
    expect(await made.command(back(backupRetentionRounds))).toMatchObject({ ok: true });
    expect((await readState(made.files))?.records).toHaveLength(7 - backupRetentionRounds);
  });

  it("and no example for a retry comes from one of them (SPEC 6)", async () => {
    let undone = false;
    const fails = ({ label }: AgentTask) => undone && label.round === 3 && label.attempt === 1;
    const made = session({}, (task, text) => (fails(task) ? "" : text));
    await made.runToEndOf(3);
    await made.command(back(2));
    undone = true;
    await made.runToEndOf(3);
    const retry = made.tasks.findLast((task) => task.label.round === 3 && task.label.attempt === 2);
    expect(retry?.prompt).toContain("Example, from");
    const runs = (await readState(made.files))?.recent.find((log) => log.record.round === 3)?.runs ?? [];
    const origins = runs.flatMap((run) => run.example?.origin ?? []);
    expect(origins.length).toBeGreaterThan(0);
    for (const origin of origins) expect(origin).not.toMatch(/round 3/);
    for (const role of ["engineer", "reviewer"] as const) {
      const failure = { success: false, failureType: "NO_GAPS_ADDRESSED", retriable: true, message: "" } as const;
      const order = { role, round: 9, gaps: [], attempt: 2, failure: { ...failure, warnings: [], gapsAddressed: [] } };
      const paths = exampleNeeds(await restored(made), order);
      expect(paths.filter((path) => !path.startsWith("round_001/"))).toEqual([]);
    }
  });

  it("and run again to the end, with the same run names", async () => {
    const made = session();
    await made.runToEndOf(3);
    await made.command(back(2));
    const { reason, store } = await made.run();
    expect(reason).toBe("ended");
    expect(store.state.records.map((record) => record.round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const ids = made.tasks.map((task) => task.id);
    expect(ids.filter((id) => id.startsWith("R2-"))).toHaveLength(2);
    expect(store.state.totals.usage.engineer.runs).toBe(11);
    expect((await examineSession(made.files)).filter((one) => one.result !== "ok")).toEqual([]);
  });

  it("and what they held stands whole in numbered archives", async () => {
    const made = session();
    await made.runToEndOf(3);
    const folder = (await pathsOf(made.files)).filter((path) => path.startsWith("round_003/"));
    const texts = await Promise.all(folder.map((path) => made.files.readText(path)));
    await made.command(back(1));
    const name = "round_003_rolled_back_1.tar.gz";
    const entries = await unpackArchive((await made.files.read(name)) ?? new Uint8Array(), name);
    const byPath = new Map(entries.map((entry) => [entry.path, Buffer.from(entry.bytes).toString("utf8")]));
    expect(folder.map((path) => byPath.get(path))).toEqual(texts);
    expect([...byPath.keys()].filter((path) => !path.startsWith("round_003/"))).toEqual([
      "decisions_from_round_3.md",
      "rollback_metadata.json",
      "status_at_rollback.md",
    ]);
    expect(JSON.parse(byPath.get("rollback_metadata.json") ?? "")).toMatchObject({
      original_round: 3,
      reason: "bad direction",
      attempt_number: 1,
      user_adjustments: [],
      rollback_timestamp: expect.stringMatching(/^2026-01-12T.*Z$/),
    });
    expect(await made.files.readText("decisions.md")).toContain(`\`${name}\` (\`decisions_from_round_3.md\`)`);
    await made.runToEndOf(3);
    await made.command(back(1));
    expect(await pathsOf(made.files)).toEqual(expect.arrayContaining([name, "round_003_rolled_back_2.tar.gz"]));
  });

  it("and each leaves an analysis", async () => {
    const made = session();
    await made.runToEndOf(2);
    await made.command(back(1, "adjusted"));
    const report = (await made.files.readText("rollback_analysis_round_002_1.md")) ?? "";
    expect(report).toContain("- reason: bad direction");
    expect(report).toMatch(/\| GAP-FLOW-002 \| yes \| .*Trade-offs.* \| 1 \| \d+ \|/);
    expect(report).toContain("| `### Trade-offs` | PASS |  |");
    expect(report).toContain("**NARROW_EXAMPLES** (MEDIUM), GAP-FLOW-002: only one example.");
    expect(report).toContain("first attempt at this round to be undone");
    expect(report).toContain("> Include at least 2 examples with specific values");
  });

  it("and are not written again by a rebuild", async () => {
    const made = session();
    await made.runToEndOf(3);
    await made.command(back(2));
    const { store } = await made.run(AbortSignal.abort());
    await rebuildRecords({ store, observe: () => {} });
    expect((await pathsOf(made.files)).filter((path) => /^round_00[23]\//.test(path))).toEqual([]);
  });
});
