import { constants, lstatSync, readdirSync, rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, open, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defined, orUndefined } from "../../model/defined.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { type Failure, failure, tooLarge } from "../outcomes.ts";

/** The folder that a program runs in: its own, outside the session, removed afterwards. */
export interface Scratch {
  /** Contains `folder`, and beside it the files of the program's output. */
  readonly root: string;
  readonly folder: string;
  readonly documentPath: string;
  readonly promptPath: string;
  /** The stable part of the prompt, for programs that take it separately. */
  readonly prefacePath: string;
  /** The folder that the task may read, if it exists; it is not copied. */
  readonly codebase?: string;
}

/** The working folder of the program below the root, and the name of its document there. */
export const WORK = "work";
export const DOCUMENT = "document.md";

const PREFIX = "whetstone-run-";
/** Older folders are left over: no run takes this long. */
const LEFT_BEHIND_MS = 3_600_000;

/** Whether this is a scratch folder of the same account, and not a link. */
export function isScratch(folder: string, name: string): boolean {
  const entry = lstatSync(join(folder, name), { throwIfNoEntry: false });
  const isOurs = process.getuid === undefined || entry?.uid === process.getuid();
  return name.startsWith(PREFIX) && entry?.isDirectory() === true && isOurs;
}

/** Removes scratch folders of killed processes: of this account, old, and whose process is gone. */
export function sweepScratch(now: number): void {
  const folder = tmpdir();
  for (const name of readdirSync(folder).filter((name) => name.startsWith(PREFIX))) {
    const pid = Number(/^\d+/.exec(name.slice(PREFIX.length))?.[0]);
    // Another process may be removing it, or we may lack the permission.
    orUndefined(() => {
      const isLeft = isScratch(folder, name) && orUndefined(() => process.kill(pid, 0)) !== true;
      const age = now - lstatSync(join(folder, name)).mtimeMs;
      if (isLeft && age > LEFT_BEHIND_MS) rmSync(join(folder, name), { recursive: true, force: true });
    });
  }
}

/** Creates the folder with the prompt and a copy of each document that the role may read, and nothing else (SPEC 2). */
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

/** The session does not know where the codebase is on this computer, so the path is added here. */
function prefaceOf({ preface, codebase }: AgentTask): string {
  return codebase === undefined ? preface : `${preface}\n\nThe codebase is in \`${codebase}\`.`.trimStart();
}

export async function codebaseOf({ codebase }: AgentTask): Promise<string | undefined> {
  const entry = codebase === undefined ? undefined : await stat(codebase).catch(() => undefined);
  return entry?.isDirectory() ? codebase : undefined;
}

export interface DocumentFile {
  readonly bytes?: Uint8Array;
  readonly failure?: Failure;
}

/** A link, a folder or a pipe would mean reading something else. */
const REFUSED = { failure: failure("crashed", "The document is not a plain file.") };

/** Reads a document that an agent wrote: only a plain file, since a link could lead to a file that it must not read. */
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

/** Removes a document of an earlier run, which must not count for this one: a file or a link, never a folder. */
export async function clearDocumentFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/** Set in the environment of every program of a run, and inherited by what it starts. */
export const RUN_VARIABLE = "WHETSTONE_RUN";
