import { describe, expect, it } from "vitest";
import { approves, proposes } from "../../test/support/disk-session.ts";
import type { AgentTask } from "../ports/agent.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryInbox } from "../testing/memory-inbox.ts";
import { scriptedAgent, scriptedProcesses } from "../testing/scripted-agent.ts";
import { testSession } from "../testing/test-session.ts";
import { askPerson } from "./ask-questions.ts";
import { sendCommand, takeInbox } from "./command-session.ts";
import { loadPromptKit } from "./load-prompt-kit.ts";
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
  const inbox = memoryInbox();
  const store = await openStore({ files, clock: systemClock, processes: scriptedProcesses().as(1), inbox });
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
      kit: await loadPromptKit(),
      specFolder: session.specFolder,
      observe: () => {},
      signal,
    },
    question,
  );
  const send = (fields: Record<string, string>) => {
    const answer = { question: question.id, options: ["give"], fields, via: "command" } as const;
    return sendCommand({ inbox, clock: systemClock }, { type: "answer", answer }, "one", async () => true);
  };
  return { session, store, asked, send, inbox, takenBack: () => takenBack };
}

describe("a question that one process asks and another answers (SPEC 14)", () => {
  it("is answered through the inbox, and taken back from whoever was asked", async () => {
    const { session, store, asked, send, takenBack, inbox } = await askedElsewhere();
    expect(await send({ input: "By arrival." })).toMatchObject({ ok: true });
    expect(await asked).toBe("answered");
    expect(takenBack()).toBe(true);
    expect(await inbox.waiting()).toEqual([]);
    await store.close();
    expect((await session.run()).store.state.stop).toMatchObject({ termination: "COMPLETE" });
    expect(await session.files.readText("decisions.md")).toContain("By arrival.");
  });

  it("stands when the answer does not fit, and the sender is told why", async () => {
    const { store, asked, send } = await askedElsewhere();
    expect(await send({})).toMatchObject({ ok: false, problem: expect.stringContaining("is required") });
    expect(store.state.questions).toHaveLength(1);
    expect(await send({ input: "By timestamp." })).toMatchObject({ ok: true });
    expect(await asked).toBe("answered");
    await store.close();
  });
});

/** A session that a process has open, and a way to put requests into its inbox. */
async function opened() {
  const session = testSession({ source: SOURCE, engineer: scriptedAgent(asks), reviewer: scriptedAgent(approves) });
  await session.run();
  const inbox = memoryInbox();
  const clock = fixedClock();
  const store = await openStore({ files: session.files, clock, processes: scriptedProcesses().as(1), inbox });
  /** What the sender is told. */
  const put = async (content: unknown, name = "a") => {
    await inbox.send(name, typeof content === "string" ? content : JSON.stringify(content));
    await takeInbox({ store, clock, observe: () => {} });
    expect(await inbox.waiting()).toEqual([]);
    return JSON.parse((await inbox.takeReply(name)) ?? "");
  };
  return { store, put, session };
}

describe("a request in the inbox", () => {
  const DEFER = { type: "gap-defer", gaps: "GAP-INTAKE-001", reason: "Later." } as const;

  it("is carried out once, also when a process died before it could take it away", async () => {
    const { put, store } = await opened();
    expect(await put(DEFER)).toMatchObject({ ok: true });
    const { seq } = store.state;
    expect(await put(DEFER)).toMatchObject({ ok: true, message: "it is already done" });
    expect(store.state.seq).toBe(seq);
  });

  it.each([
    ["no JSON", "{"],
    ["no command", { type: "gap-invent" }],
  ])("is refused when it is %s", async (_what, content) => {
    const { put, store } = await opened();
    const { gaps } = store.state;
    expect(await put(content)).toMatchObject({ ok: false });
    expect(store.state.gaps).toEqual(gaps);
  });

  it("is not looked for in the session's folder, where a program may have put it", async () => {
    const { put, store, session } = await opened();
    await session.files.writeAtomic("inbox/b.json", JSON.stringify(DEFER));
    expect(await put("{")).toMatchObject({ ok: false });
    expect(store.state.gaps.get("GAP-INTAKE-001")?.state).not.toBe("USER_DEFERRED");
    expect(await session.files.exists("inbox/b.json")).toBe(true);
  });
});
