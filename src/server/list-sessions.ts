import { findSessions, keyOf, withoutSetAside } from "../engine/find-sessions.ts";
import type { SessionSummary } from "../engine/session-summary.ts";
import type { SessionHome } from "../ports/session-home.ts";
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
  homeAt(folder: string): SessionHome;
  knownHub(folder: string): SessionHub | undefined;
  summary(home: SessionHome): Promise<SessionSummary>;
}

/** The sessions below a folder, keyed by relative path. */
export async function listSessions(parts: ListParts): Promise<Reply> {
  const folders = withoutSetAside((await findSessions(parts.root)).sessions);
  return json(200, { folder: parts.root, sessions: await Promise.all(folders.map((folder) => rowOf(folder, parts))) });
}

async function rowOf(folder: string, { root, homeAt, knownHub, summary }: ListParts): Promise<SessionRow> {
  const key = keyOf(root, folder);
  try {
    const home = homeAt(folder);
    const { name, stop, round, isInterview, open, parked, questions, at } = await summary(home);
    const runner = (await knownHub(folder)?.running())?.runner ?? ((await home.holder()) ? "elsewhere" : "nobody");
    return { key, name, stop, round, isInterview, open, parked, questions, runner, at };
  } catch (error) {
    return { key, problem: error instanceof Error ? error.message : String(error) };
  }
}
