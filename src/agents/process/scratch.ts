import { constants, lstatSync, readdirSync, rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, open, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defined, orUndefined } from "../../model/defined.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { type Failure, failure, tooLarge } from "../outcomes.ts";

/** The folder that a program runs in: of its own, outside the session, gone afterwards. */
export interface Scratch {
  /** With the folder in it, and the program's words beside that. */
  readonly root: string;
  readonly folder: string;
  readonly documentPath: string;
  readonly promptPath: string;
  /** The stable part of the prompt, for programs that take it apart. */
  readonly prefacePath: string;
  /** The folder that the task may read, where it is one; it stays where it is. */
  readonly codebase?: string;
}

/** The folder that the program works in, below the one that is its own, and its document there. */
export const WORK = "work";
export const DOCUMENT = "document.md";

const PREFIX = "whetstone-run-";
/** No run is that long. */
const LEFT_BEHIND_MS = 3_600_000;

/** Whether a name in a folder is a scratch folder of this account's, and no link to somewhere else. */
export function isScratch(folder: string, name: string): boolean {
  const entry = lstatSync(join(folder, name), { throwIfNoEntry: false });
  const isOurs = process.getuid === undefined || entry?.uid === process.getuid();
  return name.startsWith(PREFIX) && entry?.isDirectory() === true && isOurs;
}

/** Removes what processes that were killed left behind: of this account, untouched for long, its maker gone. */
export function sweepScratch(now: number, folder = tmpdir()): void {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(PREFIX))) {
    const pid = Number(/^\d+/.exec(name.slice(PREFIX.length))?.[0]);
    // Another start may sweep it already, or it is not ours to remove.
    orUndefined(() => {
      const isLeft = isScratch(folder, name) && !isRunning(pid);
      const age = now - lstatSync(join(folder, name)).mtimeMs;
      if (isLeft && age > LEFT_BEHIND_MS) rmSync(join(folder, name), { recursive: true, force: true });
    });
  }
}

function isRunning(pid: number): boolean {
  return orUndefined(() => process.kill(pid, 0)) === true;
}

/** Makes the folder with the prompt and a copy of each document that the role may read, and nothing else (SPEC 2). */
export async function openScratch(task: AgentTask): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  const folder = join(root, WORK);
  await mkdir(folder);
  const promptPath = join(folder, "prompt.md");
  const prefacePath = join(folder, "preface.md");
  await writeFile(promptPath, wholePrompt(task));
  await writeFile(prefacePath, prefaceOf(task));
  for (const { path, text } of task.documents) await writeFile(join(folder, path.replaceAll("/", "_")), text);
  const codebase = await codebaseOf(task);
  return { root, folder, promptPath, prefacePath, documentPath: join(folder, DOCUMENT), ...defined({ codebase }) };
}

export function wholePrompt(task: AgentTask): string {
  const preface = prefaceOf(task);
  return preface === "" ? task.prompt : `${preface}\n\n${task.prompt}`;
}

/** Where a codebase is on this computer, no session knows. */
function prefaceOf({ preface, codebase }: AgentTask): string {
  return codebase === undefined ? preface : `${preface}\n\nThe codebase is in \`${codebase}\`.`.trimStart();
}

/** The folder that a task may read, where it is one. */
export async function codebaseOf({ codebase }: AgentTask): Promise<string | undefined> {
  const entry = codebase === undefined ? undefined : await stat(codebase).catch(() => undefined);
  return entry?.isDirectory() ? codebase : undefined;
}

/** Neither bytes nor a failure where there is none. */
export interface DocumentFile {
  readonly bytes?: Uint8Array;
  readonly failure?: Failure;
}

/** A link, a folder, a pipe: reading it would be reading something else. */
const REFUSED = { failure: failure("crashed", "The document is not a plain file.") };

/** Reads a document that an agent was to write: a plain file, since a link could lead to one that it must not read. */
export async function readDocumentFile(path: string, limit: number): Promise<DocumentFile> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return {};
  const folder = await lstat(dirname(path)).catch(() => undefined);
  if (!entry.isFile() || !folder?.isDirectory()) return REFUSED;
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return REFUSED;
  try {
    const { ino, size } = await file.stat();
    if (ino !== entry.ino) return REFUSED;
    const bytes = size > limit ? undefined : await file.readFile();
    return bytes && bytes.length <= limit ? { bytes } : { failure: tooLarge(limit) };
  } finally {
    await file.close();
  }
}

/** A document left by an earlier run must not be taken for this one's. Removes a file or a link, never a folder. */
export async function clearDocumentFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/** Every program of a run has it in its environment, and what that starts has it, too. */
export const RUN_VARIABLE = "WHETSTONE_RUN";
