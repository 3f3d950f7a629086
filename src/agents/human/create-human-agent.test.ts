import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { HandClock } from "../../../test/contract/agents-clock.ts";
import { runAgent, taskIn } from "../../../test/contract/agents-run.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { createHumanAgent } from "./create-human-agent.ts";
import type { OpenEditor } from "./editor.ts";

/** What a person does with the file, and what comes of it. */
async function edited(editor: OpenEditor, signal?: AbortSignal) {
  let path = "";
  const open: OpenEditor = (file, stop) => {
    path = file;
    return editor(file, stop);
  };
  const agent = createHumanAgent({ clock: systemClock, environment: {}, editor: open });
  const task = taskIn("/");
  const small = { ...task, budget: { ...task.budget, outputBytes: 1000 } };
  const { outcome, progress } = await runAgent(agent, small, signal);
  const notes = progress.flatMap((one) => (one.type === "note" ? [one.message] : []));
  return { path, outcome, notes };
}

const types = (text: string) => async (path: string) => {
  await writeFile(path, text);
  return {};
};

it.each([
  ["the editor ends badly", "mine", { problem: "ended with 1" }, { reason: "crashed" }],
  ["the text is too long", "mine".repeat(500), {}, { reason: "too-large" }],
])("what was written stays when %s, and where is told", async (_when, text, end, failure) => {
  const { path, outcome, notes } = await edited(async (file) => ({ ...(await types(text)(file)), ...end }));
  expect(outcome).toMatchObject({ type: "failed", ...failure });
  expect(notes).toContain(`What you wrote is saved in ${path}`);
  expect(await readFile(path, "utf8")).toBe(text);
  await rm(dirname(path), { recursive: true });
});

it("what was written stays when the run is stopped, and where is told", async () => {
  const stopping = new AbortController();
  const { path, outcome, notes } = await edited(async (file) => {
    await writeFile(file, "mine");
    stopping.abort();
    return { problem: "ended with a signal" };
  }, stopping.signal);
  expect(outcome).toMatchObject({ type: "failed", reason: "aborted" });
  expect(notes).toContain(`What you wrote is saved in ${path}`);
  expect(await readFile(path, "utf8")).toBe("mine");
  await rm(dirname(path), { recursive: true });
});

it.each<[string, OpenEditor]>([
  ["a text that is taken", types("## Gap Resolution: GAP-FLOW-001\n")],
  ["a form that was left as it is", async () => ({})],
  ["an editor that could not be started", async () => ({ problem: "could not be started" })],
  ["a file that was deleted", async (path) => rm(path).then(() => ({}))],
])("%s leaves nothing behind", async (_what, editor) => {
  const { path, notes } = await edited(editor);
  expect(existsSync(dirname(path))).toBe(false);
  expect(notes).toEqual(["Waiting for your editor."]);
});

it("takes as long as the person does: no time limit holds", async () => {
  const clock = new HandClock();
  const editor: OpenEditor = async (path) => {
    clock.pass(86_400_000);
    return types("## Gap Resolution: GAP-FLOW-001\n")(path);
  };
  const { outcome } = await runAgent(createHumanAgent({ clock, environment: {}, editor }), taskIn("/"));
  expect(outcome).toMatchObject({ type: "document", usage: { seconds: 86_400 } });
});
