import { findSessions, keyOf, pathOfKey, withoutSetAside } from "../engine/find-sessions.ts";
import type { SessionSummary } from "../engine/session-summary.ts";
import { refusal } from "../ports/file-path.ts";
import type { SessionHome, SessionHomes } from "../ports/session-home.ts";
import { json, type Reply } from "./reply.ts";
import type { SessionHub } from "./session-hub.ts";
import type { Runner } from "./view-patch.ts";

/** A row of the list of sessions; one that cannot be read has a `problem` instead of a state. */
export type SessionRow = { readonly key: string } & (
  | (Pick<SessionSummary, "name" | "stop" | "round" | "isInterview" | "open" | "parked" | "questions" | "at"> & {
      readonly runner: Runner;
    })
  | { readonly problem: string }
);

/** How the list reads a session: from its hub if one exists. Listing creates no hubs. */
interface ListParts {
  readonly root: string;
  readonly homes: SessionHomes;
  knownHub(key: string): SessionHub | undefined;
  summary(home: SessionHome): Promise<SessionSummary>;
}

/** The sessions below a folder, keyed by relative path. */
export function homesBelow(root: string, homeAt: (folder: string) => SessionHome): SessionHomes {
  return {
    list: async () => withoutSetAside((await findSessions(root)).sessions).map((folder) => keyOf(root, folder)),
    at(key) {
      const folder = pathOfKey(root, key);
      if (folder === undefined) throw refusal(key, "it leads out");
      return homeAt(folder);
    },
  };
}

export async function listSessions(parts: ListParts): Promise<Reply> {
  const keys = await parts.homes.list();
  return json(200, { folder: parts.root, sessions: await Promise.all(keys.map((key) => rowOf(key, parts))) });
}

async function rowOf(key: string, parts: ListParts): Promise<SessionRow> {
  try {
    const home = parts.homes.at(key);
    const { name, stop, round, isInterview, open, parked, questions, at } = await parts.summary(home);
    const runner = (await parts.knownHub(key)?.running())?.runner ?? ((await home.holder()) ? "elsewhere" : "nobody");
    return { key, name, stop, round, isInterview, open, parked, questions, runner, at };
  } catch (error) {
    return { key, problem: error instanceof Error ? error.message : String(error) };
  }
}
