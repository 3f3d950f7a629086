import type { SessionStore, StoreParts } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { memoryHome } from "../../testing/memory-home.ts";
import { storeParts } from "./session-parts.ts";

/** Parts for a session in memory, for a preview: it has the path of its folder, but nothing is written there. */
export function inMemory(folder: string): StoreParts {
  const home = memoryHome({ clock: systemClock });
  const { root: _, ...documents } = home.documents;
  return { ...storeParts(folder), home: { ...home, documents } };
}

export function isInMemory({ home, files }: Pick<SessionStore, "home" | "files">): boolean {
  return home.place !== files.root;
}
