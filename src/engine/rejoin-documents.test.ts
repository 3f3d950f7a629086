import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../test/support/canonical-documents.ts";
import { JOURNAL, LOCK } from "../mediator/session-paths.ts";
import type { GapId } from "../model/ids.ts";
import type { AgentTask } from "../ports/agent.ts";
import { type MemoryFiles, memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { rebuildRecords } from "./projections.ts";

const SOURCE = `# Relay

- GAP-INTAKE-001 (HIGH): What happens to a message that is too large is not said.
- GAP-DELIVER-001 (CRITICAL): How often delivery is tried again is not said.
- GAP-ORDER-001 (HIGH): The order of messages is not said.
`;

const proposes = (task: AgentTask) => proposalDocument({ gap: task.label.gaps[0] as GapId });
const approves = (task: AgentTask) => reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });

type Left = (whole: Uint8Array) => Uint8Array | undefined;

function session(files: MemoryFiles, onReview: (task: AgentTask) => void = () => {}) {
  const reviewer = scriptedAgent((task) => {
    onReview(task);
    return approves(task);
  });
  const config = { parallelGaps: 2 };
  return { reviewer, ...testSession({ source: SOURCE, files, engineer: scriptedAgent(proposes), reviewer, config }) };
}

const isJoined = (path: string) => /^round_\d+\/(engineer|reviewer)\.md$/.test(path);

function joinedIn(files: MemoryFiles): Record<string, string> {
  return Object.fromEntries(Object.entries(files.texts()).filter(([path]) => isJoined(path)));
}

/** What a power cut while round 2 is reviewed leaves, with the whole journal and `left` of each joined document; then all that would have been there. */
async function cutInRoundTwo(left: Left) {
  const disk = memoryFiles();
  let cut = disk;
  let before: Record<string, string> = {};
  const whole = session(disk, (task) => {
    if (task.label.round !== 2 || cut !== disk) return;
    before = joinedIn(disk);
    cut = disk.afterPowerLoss((path, synced, current) => {
      if (isJoined(path) && current) return left(current);
      return path === JOURNAL ? current : synced;
    });
  });
  await whole.run();
  await cut.remove(LOCK);
  const prompts = whole.reviewer.tasks.map(({ prompt }) => prompt);
  return { cut, before, whole: joinedIn(disk), prompts };
}

describe("joined documents after a power cut", () => {
  it.each<[what: string, Left]>([
    ["gone", () => undefined],
    ["empty", () => new Uint8Array()],
    ["cut short", (whole) => whole.subarray(0, 300)],
    ["room without content", (whole) => new Uint8Array(whole.length)],
  ])("that are %s are joined again, and no prompt is another", async (_, left) => {
    const { cut, whole, prompts } = await cutInRoundTwo(left);
    const resumed = session(cut);
    await resumed.run();
    expect(joinedIn(cut)).toEqual(whole);
    expect(resumed.reviewer.tasks.map(({ prompt }) => prompt)).toEqual(prompts.slice(1));
  });

  it("stay as a person has written them", async () => {
    const { cut } = await cutInRoundTwo(() => Buffer.from("# Mine\n"));
    await session(cut).run(AbortSignal.abort());
    expect(new Set(Object.values(joinedIn(cut)))).toEqual(new Set(["# Mine\n"]));
  });

  it("that are older are joined again by a rebuild", async () => {
    const { cut, before } = await cutInRoundTwo((whole) => whole);
    const { store } = await session(cut).run(AbortSignal.abort());
    await cut.remove("round_001/reviewer.md");
    await rebuildRecords({ store, observe: () => {} });
    expect(joinedIn(cut)).toEqual(before);
  });
});
