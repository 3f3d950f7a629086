import { findSessions, keyOf, withoutSetAside } from "../engine/find-sessions.ts";
import { type StoreParts, sessionHolder } from "../engine/session-store.ts";
import type { SessionSummary } from "../engine/session-summary.ts";
import type { Files } from "../ports/files.ts";
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
  storeParts(folder: string): StoreParts;
  knownHub(folder: string): SessionHub | undefined;
  summary(files: Files): Promise<SessionSummary>;
}

/** The sessions below a folder, keyed by relative path. */
export async function listSessions(parts: ListParts): Promise<Reply> {
  const folders = withoutSetAside((await findSessions(parts.root)).sessions);
  return json(200, { folder: parts.root, sessions: await Promise.all(folders.map((folder) => rowOf(folder, parts))) });
}

async function rowOf(folder: string, { root, storeParts, knownHub, summary }: ListParts): Promise<SessionRow> {
  const key = keyOf(root, folder);
  try {
    const parts = storeParts(folder);
    const { name, stop, round, isInterview, open, parked, questions, at } = await summary(parts.files);
    const runner =
      (await knownHub(folder)?.running())?.runner ?? ((await sessionHolder(parts)) ? "elsewhere" : "nobody");
    return { key, name, stop, round, isInterview, open, parked, questions, runner, at };
  } catch (error) {
    return { key, problem: error instanceof Error ? error.message : String(error) };
  }
}
