import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../../src/model/config.ts";
import type { Agent, AgentTask } from "../../src/ports/agent.ts";
import { proposalDocument } from "../../src/testing/canonical-documents.ts";
import { type MemoryFiles, memoryFiles } from "../../src/testing/memory-files.ts";
import { testSession } from "../../src/testing/test-session.ts";
import { reviewOf } from "../support/replayed-session.ts";

const GAP = "GAP-COPY-001";
const SOURCE = `# Depot

## Open questions

- ${GAP}: What happens when a copy fails is not said.
`;
const FIRST = "A copy that fails is tried again at once, three times in all. The index lists what arrived.";
/** Near the issue and no answer to it: a flag of MEDIUM confidence. */
const NEAR =
  "The keeper reads the labels once a day, and the manifest is kept. The lists are sorted by weight. Parcels have a label of 12 letters. The depot closes at six.";
const REVIEW = reviewOf(GAP, [
  {
    id: "ISSUE-R1-001",
    severity: "CRITICAL",
    title: "A manifest with unknown fields must be refused",
    suggestion: "Read manifests in a strict mode that fails on unexpected keys.",
    impact: "Fields that nobody reads are lost in silence.",
  },
]);
const OPINION =
  "## Second Opinion\n\n| Flag | Verdict | Why |\n| --- | --- | --- |\n| FLAG-R2-001 | NOT_ANSWERED | nothing says it |\n";

/** Counts the opinions that were paid for, and tells when one is under way. */
function agent(opinions: string[], underWay: () => void): Agent {
  const textFor = (role: AgentTask["role"], round: number) => {
    if (role === "reviewer") return round === 1 ? REVIEW : reviewOf(GAP, []);
    return proposalDocument({ gap: GAP, text: round === 1 ? FIRST : NEAR });
  };
  return {
    name: "scripted",
    paid: false,
    async *run(task) {
      const isOpinion = task.label.purpose === "second-opinion";
      const text = isOpinion ? OPINION : textFor(task.role, task.label.round);
      if (isOpinion) opinions.push(task.id);
      yield { type: "started" };
      if (isOpinion) underWay();
      yield { type: "text", text: text.slice(0, 40) };
      if (isOpinion) underWay();
      yield { type: "text", text: text.slice(40) };
      if (isOpinion) underWay();
      const bytes = new TextEncoder().encode(text);
      return { type: "document", bytes, usage: { seconds: 1, inputTokens: 10, outputTokens: 10 } };
    },
  };
}

/** Runs to the question about the flag, on a disk; `moment` is called at each moment of the opinion's run. */
async function runOn(files: MemoryFiles, moment: () => void = () => {}) {
  const opinions: string[] = [];
  const scripted = agent(opinions, moment);
  const session = testSession({
    source: SOURCE,
    engineer: scripted,
    reviewer: scripted,
    files,
    config: { stallThreshold: 9, implicit: { ...DEFAULT_CONFIG.implicit, secondOpinion: true } },
    observe: (seen) => {
      if (seen.type === "recorded" && opinions.length > 0) moment();
    },
  });
  const { reason, store } = await session.run();
  return { reason, opinions, flag: store.state.flags[0], usage: store.state.totals.usage["second-opinion"] };
}

/** The disk as a killed process leaves it: all that was written, and its lock. */
function killed(files: MemoryFiles): MemoryFiles {
  return files.afterPowerLoss((path, _, current) => (path === "lock.json" ? undefined : current));
}

describe("a process that is killed while it has a second opinion made (SPEC 4, 9)", () => {
  it("goes on to the same flag, and pays for no opinion again that was there", async () => {
    const files = memoryFiles();
    const disks: { readonly disk: MemoryFiles; readonly answered: boolean }[] = [];
    const expected = await runOn(files, () => {
      const disk = killed(files);
      disks.push({
        disk,
        answered: /"run_(?:answered|ended)","run":"R2-second/.test(disk.texts()["journal.jsonl"] ?? ""),
      });
    });
    expect(expected).toMatchObject({ reason: "waiting", flag: { secondOpinion: { verdict: "NOT_ANSWERED" } } });
    expect(disks.filter(({ answered }) => !answered).length).toBeGreaterThan(2);
    expect(disks.filter(({ answered }) => answered).length).toBeGreaterThan(1);
    for (const { disk, answered } of disks) {
      const after = await runOn(disk);
      expect(after.flag).toEqual(expected.flag);
      expect(after.reason).toBe("waiting");
      expect(after.opinions).toHaveLength(answered ? 0 : 1);
      expect(after.usage.runs).toBe(1);
    }
  });
});
