import { describe, expect, it } from "vitest";
import { approves, proposes } from "../../test/support/disk-session.ts";
import type { AgentTask } from "../ports/agent.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { scriptedProcesses } from "../testing/scripted-processes.ts";
import { testSession } from "../testing/test-session.ts";
import { askPerson } from "./ask-person.ts";
import { sendCommand } from "./inbox.ts";
import { loadPromptKit } from "./prompt-files.ts";
import { openStore } from "./session-store.ts";
import { systemClock } from "./system-clock.ts";

const SOURCE = "# Relay\n\n- GAP-INTAKE-001 (HIGH): The order of messages is not said.\n";
const asks = (task: AgentTask) =>
  task.label.attempt === 1 ? "BLOCKED_NEEDS_INPUT: GAP-INTAKE-001\n\nBy arrival or by timestamp?\n" : proposes(task);

/** A process that has the session open and has asked its person, who says nothing. */
async function askedElsewhere() {
  const agents = { engineer: scriptedAgent(asks), reviewer: scriptedAgent(approves) };
  const session = testSession({ source: SOURCE, ...agents });
  expect((await session.run()).reason).toBe("waiting");
  const { files } = session;
  const store = await openStore({ files, clock: systemClock, processes: scriptedProcesses().as(1) });
  const [question] = store.state.questions;
  if (!question) throw new Error("nothing is asked");
  const signal = new AbortController().signal;
  let takenBack = false;
  const asked = askPerson(
    {
      store,
      agents,
      asker: {
        ask: (_question, taken) => {
          taken.addEventListener("abort", () => {
            takenBack = true;
          });
          return new Promise(() => {});
        },
      },
      clock: systemClock,
      kit: await loadPromptKit(SOURCE, store.state.config),
      specFolder: session.specFolder,
      observe: () => {},
      signal,
    },
    question,
  );
  const send = (fields: Record<string, string>) => {
    const answer = { question: question.id, options: ["give"], fields, via: "command" } as const;
    return sendCommand(files, systemClock, { type: "answer", answer }, "one", signal);
  };
  return { session, store, asked, send, takenBack: () => takenBack };
}

describe("a question that one process asks and another answers (SPEC 14)", () => {
  it("is answered through the inbox, and taken back from whoever was asked", async () => {
    const { session, store, asked, send, takenBack } = await askedElsewhere();
    expect(await send({ input: "By arrival." })).toMatchObject({ ok: true });
    expect(await asked).toBe("answered");
    expect(takenBack()).toBe(true);
    expect(await session.files.list("inbox")).toEqual([]);
    await store.close();
    expect((await session.run()).store.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(await session.files.readText("decisions.md")).toContain("By arrival.");
  });

  it("stands when the answer does not fit, and the sender is told why", async () => {
    const { store, asked, send } = await askedElsewhere();
    expect(await send({})).toMatchObject({ ok: false, problem: expect.stringContaining("must be filled") });
    expect(store.state.questions).toHaveLength(1);
    expect(await send({ input: "By timestamp." })).toMatchObject({ ok: true });
    expect(await asked).toBe("answered");
    await store.close();
  });
});
