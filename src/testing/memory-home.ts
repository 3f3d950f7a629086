import { folderHome } from "../engine/folder-home.ts";
import { folderInbox } from "../engine/folder-inbox.ts";
import type { Clock } from "../ports/clock.ts";
import type { SessionHome } from "../ports/session-home.ts";
import type { SessionInbox } from "../ports/session-inbox.ts";
import { fixedClock } from "./fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "./memory-files.ts";
import { scriptedProcesses } from "./scripted-processes.ts";

export interface MemoryHome extends SessionHome {
  readonly documents: MemoryFiles;
}

/** A session folder that is on no disk. */
export function memoryHome({ clock = fixedClock() }: { readonly clock?: Clock } = {}): MemoryHome {
  const files = memoryFiles();
  return { ...folderHome({ files, clock, processes: scriptedProcesses().as(1) }), documents: files };
}

/** An inbox that is on no disk. */
export function memoryInbox(): SessionInbox {
  return folderInbox(memoryFiles());
}
