import { describe, expect, it } from "vitest";
import { approves, proposes } from "../../test/support/disk-session.ts";
import type { AgentTask } from "../ports/agent.ts";
import { scriptedAgent } from "../testing/scripted-agent.ts";
import { scriptedProcesses } from "../testing/scripted-processes.ts";
import { testSession } from "../testing/test-session.ts";
import { askPerson } from "./ask-person.ts";
import type { SessionGuard } from "./guard/session-guard.ts";
import { sendCommand, takeInbox } from "./inbox.ts";
import { loadPromptKit } from "./prompt-files.ts";
import { writeRequest } from "./request.ts";
import type { RequestProof } from "./request-proof.ts";
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
      kit: await loadPromptKit(),
      specFolder: session.specFolder,
      observe: () => {},
      signal,
    },
    question,
  );
  const send = (fields: Record<string, string>) => {
    const answer = { question: question.id, options: ["give"], fields, via: "command" } as const;
    return sendCommand({ files, clock: systemClock }, { type: "answer", answer }, "one", signal);
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

const PROOF = { of: async (text: string) => `proof of ${text}` };
const DEFER = { type: "gap-defer", gap: "GAP-INTAKE-001", reason: "Later." } as const;

/** A session that a process has open while programs run, and a way to put requests into its inbox. */
async function opened({ proof, suspects = [] }: { proof?: RequestProof; suspects?: string[] }) {
  const session = testSession({ source: SOURCE, engineer: scriptedAgent(asks), reviewer: scriptedAgent(approves) });
  await session.run();
  const { files } = session;
  const guard = {
    files,
    enter: () => {},
    afterwards: () => [],
    leave: () => [],
    suspects: () => suspects,
  } satisfies SessionGuard;
  const clock = { ...systemClock, time: 1_000_000, now: () => clock.time };
  const parts = { files, clock, processes: scriptedProcesses().as(1), guard };
  const store = await openStore(proof ? { ...parts, proof } : parts);
  /** What the sender is told. */
  const put = async (content: string, name = "a") => {
    clock.time += 1000;
    await files.writeAtomic(`inbox/${name}.json`, content);
    await takeInbox({ store, clock, observe: () => {} });
    expect(await files.exists(`inbox/${name}.json`)).toBe(false);
    return JSON.parse((await files.readText(`inbox/${name}.reply.json`)) ?? "");
  };
  const request = (id: string) => writeRequest({ id, at: clock.time, command: DEFER }, proof);
  return { store, clock, put, request };
}

describe("a request in the inbox while programs run", () => {
  const REFUSED = { ok: false, problem: "the request does not prove that it comes from you" };
  const WITHOUT = JSON.stringify({ id: "a", at: 1_000_000, command: DEFER });

  it("is carried out when it has the person's proof", async () => {
    const { put, request, store } = await opened({ proof: PROOF, suspects: ["R1-engineer-1"] });
    expect(await put(await request("a"))).toMatchObject({ ok: true });
    expect(store.state.totals.violations).toEqual([]);
  });

  it.each([
    ["a command as it is", JSON.stringify(DEFER)],
    ["no proof", JSON.stringify({ request: WITHOUT })],
    ["a proof that is made up", JSON.stringify({ request: WITHOUT, proof: "proof" })],
    ["no JSON", "{"],
  ])("is refused and told as a violation with %s", async (_what, content) => {
    const { put, store } = await opened({ proof: PROOF, suspects: ["R1-engineer-1", "R1-engineer-2"] });
    const before = store.state.gaps;
    expect(await put(content)).toMatchObject(REFUSED);
    expect(store.state.gaps).toEqual(before);
    const what = expect.stringMatching(/a request that .* \(while R1-engineer-2 ran as well\)$/);
    expect(store.state.totals.violations).toEqual([{ run: "R1-engineer-1", path: "inbox/a.json", what }]);
  });

  it("is refused as a copy under another name, or one that comes later", async () => {
    const { put, request, clock } = await opened({ proof: PROOF });
    expect(await put(await request("a"), "b")).toMatchObject(REFUSED);
    const old = await request("a");
    clock.time += 120_000;
    expect(await put(old)).toMatchObject(REFUSED);
  });

  it("is not carried out again when it is put there again", async () => {
    const { put, request, store } = await opened({ proof: PROOF });
    const first = await request("a");
    expect(await put(first)).toMatchObject({ ok: true });
    const resume = { type: "gap-resume", gap: DEFER.gap } as const;
    expect(await put(await writeRequest({ id: "b", at: 1_000_000, command: resume }, PROOF), "b")).toMatchObject({
      ok: true,
    });
    const { seq } = store.state;
    expect(await put(first)).toMatchObject({ ok: true, message: "it is done already" });
    expect(store.state.seq).toBe(seq);
  });

  it("needs no proof where there is no key, unless a program may have made it", async () => {
    const alone = await opened({});
    expect(await alone.put(await alone.request("a"))).toMatchObject({ ok: true });
    const watched = await opened({ suspects: ["R1-engineer-1"] });
    expect(await watched.put(await watched.request("a"))).toMatchObject(REFUSED);
  });
});
