import { folderHome } from "../engine/folder-home.ts";
import type { Clock } from "../ports/clock.ts";
import type { SessionHome } from "../ports/session-home.ts";
import { MOST_REQUEST_BYTES, type SessionInbox } from "../ports/session-inbox.ts";
import { fixedClock } from "./fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "./memory-files.ts";
import { scriptedProcesses } from "./scripted-agent.ts";

export interface MemoryHome extends SessionHome {
  readonly documents: MemoryFiles;
  as(pid: number): SessionHome;
  /** Ends the process that has the lease. */
  kill(): void;
}

/** A session in a folder in memory. */
export function memoryHome({ clock = fixedClock() }: { readonly clock?: Clock } = {}): MemoryHome {
  const files = memoryFiles();
  const processes = scriptedProcesses();
  const as = (pid: number) => folderHome({ files, clock, processes: processes.as(pid) });
  return { ...as(1), documents: files, as, kill: () => processes.end(1) };
}

/** An inbox in memory, as `folderInbox` is one on disk. */
export function memoryInbox(): SessionInbox {
  const requests = new Map<string, string>();
  const replies = new Map<string, string>();
  return {
    send: async (id, request) => void requests.set(id, request),
    withdraw: async (id) => void requests.delete(id),
    async takeReply(id) {
      const text = replies.get(id);
      replies.delete(id);
      return text;
    },
    waiting: async () => [...requests.keys()].sort(),
    read: async (id) => {
      const request = requests.get(id);
      return request === undefined || Buffer.byteLength(request) > MOST_REQUEST_BYTES ? undefined : request;
    },
    async reply(id, text) {
      replies.set(id, text);
      requests.delete(id);
    },
  };
}
