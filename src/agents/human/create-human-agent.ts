import { lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Agent, AgentProgress, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { aborted, failed, failure, returned } from "../outcomes.ts";
import { clearDocumentFile, type DocumentFile, readDocumentFile } from "../process/scratch.ts";
import { editFile, editorFrom, type OpenEditor } from "./editor.ts";
import { formFile, readForm } from "./form-file.ts";

interface HumanOptions extends KindOptions {
  /** Opens the file; by default `$VISUAL` or `$EDITOR`. Without any editor the agent waits for a file. */
  readonly editor?: OpenEditor;
}

const LOOK_MS = 300;
/** The most bytes of instructions that a saved file contains besides the document. */
const FORM_BYTES = 2_000_000;

/** A person: the task and the form open in their editor, or wait as a file beside the place for the document. */
export function createHumanAgent(options: HumanOptions): Agent {
  const opener = options.editor ?? editorFrom(options.environment);
  const editor = opener && inTurn(opener);
  const agent: AgentKind = {
    name: "human",
    paid: false,
    needsNoTokens: true,
    isUnhurried: true,
    run: (task, signal) => ask(task, signal, options.clock, editor),
  };
  return guarded(agent, options);
}

/** A terminal can show only one editor, so parallel runs wait for their turn. */
function inTurn(open: OpenEditor): OpenEditor {
  let last: Promise<unknown> = Promise.resolve();
  return (path, signal) => {
    const turn = last.then(() => (signal.aborted ? {} : open(path, signal)));
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function* ask(task: AgentTask, signal: AbortSignal, clock: Clock, editor: OpenEditor | undefined): KindRun {
  const { bytes, failure: wrong } = yield* editor ? inEditor(task, editor, signal) : asFile(task, clock, signal);
  if (signal.aborted) return aborted({});
  const outcome = wrong ? failed(wrong, {}) : returned(bytes && readForm(bytes, task), task, {});
  if (outcome.type === "document") {
    yield { type: "text", text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(outcome.bytes) };
  }
  return outcome;
}

async function* inEditor(
  task: AgentTask,
  editor: OpenEditor,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, DocumentFile, void> {
  const name = `${task.id.replace(/[^A-Za-z0-9-]/g, "_")}.md`;
  yield { type: "note", message: "Waiting for your editor." };
  const file = await editFile(editor, name, formFile(task), signal);
  const written: DocumentFile =
    file.problem === undefined
      ? await readDocumentFile(file.path, task.budget.outputBytes + FORM_BYTES)
      : { failure: failure("crashed", file.problem) };
  const document = written.bytes && readForm(written.bytes, task);
  const isTaken = written.bytes !== undefined && (document?.length ?? 0) <= task.budget.outputBytes;
  const kept = await file.leave(!signal.aborted && isTaken);
  if (kept !== undefined) yield { type: "note", message: `What you wrote is saved in ${kept}` };
  return written;
}

/** A form that the person has begun is not overwritten: a resumed run continues with it, or with the document. */
async function* asFile(
  task: AgentTask,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<AgentProgress, DocumentFile, void> {
  const form = join(dirname(task.documentPath), "form.md");
  await mkdir(dirname(form), { recursive: true });
  if ((await readDocumentFile(form, FORM_BYTES)).bytes === undefined) {
    await clearDocumentFile(form);
    await writeFile(form, formFile(task), { mode: 0o600 });
  }
  try {
    yield { type: "note", message: `Waiting for ${task.documentPath}: fill in ${form} and save it under that name.` };
    await settled(task.documentPath, clock, signal);
    return await readDocumentFile(task.documentPath, task.budget.outputBytes + FORM_BYTES);
  } finally {
    if (!signal.aborted) for (const path of [form, task.documentPath]) await clearDocumentFile(path);
  }
}

/** Waits until the file exists and has stopped changing: it may still be being written. */
async function settled(path: string, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let before: string | undefined; !signal.aborted; ) {
    const entry = await lstat(path).catch(() => undefined);
    const now = entry && `${entry.size} ${entry.mtimeMs}`;
    if (now !== undefined && now === before) return;
    before = now;
    await clock.sleep(LOOK_MS, signal);
  }
}
