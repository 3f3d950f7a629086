import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../test/support/canonical-documents.ts";
import type { GapId } from "../model/ids.ts";
import type { AgentTask } from "../ports/agent.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";

const SOURCE = `# Relay

A message is taken in within 50 ms.

## Delivery

- GAP-DELIVER-001 (HIGH): How often delivery is tried again is not said.
- GAP-DELIVER-002 (HIGH): The order of messages is not said.
`;
const FINAL =
  "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Checklist\n\n- Completeness: yes\n\n### Verdict\n\nREADY_FOR_TERMINATION\n";

const agents = (duringLastReview?: () => Promise<void>) => ({
  engineer: scriptedAgent((task: AgentTask) =>
    proposalDocument({ gap: task.label.gaps[0] as GapId, target: "Delivery" }),
  ),
  reviewer: scriptedAgent(async (task: AgentTask) => {
    if (task.label.purpose !== "final-review")
      return reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) });
    await duringLastReview?.();
    return FINAL;
  }),
});

/** A session after its first round, with the author's file beside it. */
async function afterFirstRound(duringLastReview?: () => Promise<void>) {
  const specFolder = memoryFiles();
  await specFolder.writeAtomic("spec.md", SOURCE);
  const session = testSession({
    source: SOURCE,
    ...agents(duringLastReview),
    specFolder,
    config: { parallelGaps: 1 },
  });
  await session.runToEndOf(1);
  return { session, specFolder, read: async () => (await session.files.readText("spec.md")) ?? "" };
}

describe("edits of people while a session is open (SPEC 12)", () => {
  it("in the working spec and in the source at the same time are both taken over, and nothing is undone", async () => {
    const { session, specFolder, read } = await afterFirstRound();
    await session.files.writeAtomic("spec.md", (await read()).replace("within 50 ms.", "within 40 ms."));
    await specFolder.writeAtomic("spec.md", SOURCE.replace("# Relay", "# The relay"));
    const { store } = await session.run();
    expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
    const text = await read();
    for (const words of ["# The relay", "within 40 ms.", "settles GAP-DELIVER-001", "settles GAP-DELIVER-002"]) {
      expect(text).toContain(words);
    }
    expect(store.state.decisions.map(({ type }) => type)).toEqual(["edit"]);
  });

  describe("where the disk was full before round 1 could be written", () => {
    async function fullDisk() {
      const files = memoryFiles();
      let writes = 0;
      const writeAtomic: typeof files.writeAtomic = async (path, ...rest) => {
        if (path === "spec.md") writes += 1;
        if (path === "spec.md" && writes === 2) throw new Error("no space left");
        return files.writeAtomic(path, ...rest);
      };
      const options = { source: SOURCE, ...agents(), config: { parallelGaps: 1 } };
      await expect(testSession({ ...options, files: { ...files, writeAtomic } }).run()).rejects.toThrow(
        "no space left",
      );
      expect(await files.readText("spec.md")).toBe(SOURCE);
      return { files, goOn: () => testSession({ ...options, files }).run() };
    }

    it("are told from the session's own first text", async () => {
      const { files, goOn } = await fullDisk();
      const { store } = await goOn();
      expect(store.state.decisions).toEqual([]);
      expect(await files.readText("spec.md")).toContain("settles GAP-DELIVER-001");
    });

    it("take nothing back that was accepted", async () => {
      const { files, goOn } = await fullDisk();
      await files.writeAtomic("spec.md", SOURCE.replace("within 50 ms.", "within 40 ms."));
      const { store } = await goOn();
      expect(store.state.decisions).toMatchObject([{ type: "edit", decision: expect.not.stringContaining("GAP-") }]);
      const text = await files.readText("spec.md");
      for (const words of ["within 40 ms.", "settles GAP-DELIVER-001"]) expect(text).toContain(words);
    });
  });

  it.each(["the source", "the working spec"])("that are no UTF-8 stop the session, in %s", async (which) => {
    const { session, specFolder } = await afterFirstRound();
    const bytes = Buffer.from(SOURCE.replace("Relay", "Café"), "latin1");
    await (which === "the source" ? specFolder : session.files).writeAtomic("spec.md", bytes);
    await expect(session.run()).rejects.toMatchObject({
      message: expect.stringContaining("cannot be read as text"),
      target: expect.stringContaining("spec.md"),
      fix: expect.stringContaining("UTF-8"),
    });
  });

  it("in the working spec are taken over from the last review, too", async () => {
    const { session, read } = await afterFirstRound(async () => {
      await session.files.writeAtomic("spec.md", (await read()).replace("within 50 ms.", "within 40 ms."));
    });
    const { store } = await session.run();
    expect(store.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(store.state.spec.text[0]?.text).toContain("within 40 ms.");
  });

  it("put an earlier text back where that is what the User wrote", async () => {
    const { session, read } = await afterFirstRound();
    await session.files.writeAtomic("spec.md", SOURCE);
    const { store } = await session.run();
    expect(store.state.decisions.map(({ type }) => type)).toEqual(["edit"]);
    expect(await read()).not.toContain("settles GAP-DELIVER-001");
  });

  it("put the text of the round before back, too", async () => {
    const { session, read } = await afterFirstRound();
    const first = await read();
    await session.runToEndOf(2);
    await session.files.writeAtomic("spec.md", first);
    const { store } = await session.run();
    expect(store.state.decisions.map(({ type }) => type)).toEqual(["edit"]);
    expect(await read()).toBe(first);
  });
});
