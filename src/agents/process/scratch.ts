import { copyFile, mkdtemp, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import type { AgentTask } from "../../ports/agent.ts";

/** The folder that a program runs in: of its own, outside the session, gone afterwards. */
export interface Scratch {
  readonly folder: string;
  readonly documentPath: string;
  readonly promptPath: string;
  /** Where `writePreface` puts the stable part of the prompt, for programs that take it apart. */
  readonly prefacePath: string;
  /** The folders that the task may read; they stay where they are. */
  readonly folders: readonly string[];
  remove(): Promise<void>;
}

const LARGEST_COPY = 20_000_000;

/** Makes the folder with the prompt and a copy of each document that the role may read, and nothing else (SPEC 2). */
export async function openScratch(task: AgentTask): Promise<Scratch> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "whetstone-")));
  const promptPath = join(folder, "prompt.md");
  await writeFile(promptPath, wholePrompt(task));
  const folders = await copyReadable(task.mayRead, folder);
  return {
    folder,
    promptPath,
    prefacePath: join(folder, "preface.md"),
    documentPath: join(folder, "document.md"),
    folders,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined),
  };
}

export function writePreface(task: AgentTask, scratch: Scratch): Promise<void> {
  return writeFile(scratch.prefacePath, task.preface);
}

/** The prompt as the port defines it. */
export function wholePrompt(task: AgentTask): string {
  return task.preface === "" ? task.prompt : `${task.preface}\n\n${task.prompt}`;
}

async function copyReadable(paths: readonly string[], folder: string): Promise<string[]> {
  const folders: string[] = [];
  const taken = new Set(["prompt.md", "preface.md", "document.md"]);
  for (const path of paths) {
    const entry = await stat(path).catch(() => undefined);
    if (entry?.isDirectory()) folders.push(path);
    if (entry?.isFile() && entry.size <= LARGEST_COPY) await copyFile(path, join(folder, freeName(path, taken)));
  }
  return folders;
}

function freeName(path: string, taken: Set<string>): string {
  const extension = extname(path);
  const stem = basename(path, extension);
  let name = `${stem}${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
