import type { SessionSummary } from "../engine/session-summary.ts";
import type { StopState } from "../mediator/state.ts";
import type { SeverityCounts } from "../model/counting.ts";
import type { SessionHome } from "../ports/session-home.ts";
import { findBelow, keyOf } from "./find-sessions.ts";
import type { Runner } from "./hub-message.ts";
import { json, type Reply } from "./reply.ts";
import type { SessionHub } from "./session-hub.ts";

/** A session in the list of all. */
export type SessionRow = { readonly key: string } & (
  | {
      readonly name: string;
      readonly stop: StopState;
      readonly round: number;
      readonly open: SeverityCounts;
      readonly questions: readonly { readonly id: string; readonly header: string; readonly text: string }[];
      readonly runner: Runner;
      readonly at: string;
    }
  /** One that cannot be read is listed all the same. */
  | { readonly problem: string }
);

/** How a listed session is looked at: by the hub that follows it, where there is one; a list begins to follow none. */
export interface ListParts {
  home(folder: string): SessionHome;
  knownHub(folder: string): SessionHub | undefined;
  summary(home: SessionHome): Promise<SessionSummary>;
}

export async function listSessions(root: string, parts: ListParts): Promise<Reply> {
  const { sessions } = await findBelow(root);
  return json(200, { sessions: await Promise.all(sessions.map((folder) => rowOf(root, folder, parts))) });
}

async function rowOf(root: string, folder: string, parts: ListParts): Promise<SessionRow> {
  const key = keyOf(root, folder);
  try {
    const home = parts.home(folder);
    const { name, stop, round, open, questions, at } = await parts.summary(home);
    const runner =
      (await parts.knownHub(folder)?.running())?.runner ?? ((await home.holder()) ? "elsewhere" : "nobody");
    return { key, name, stop, round, open, questions, runner, at };
  } catch (error) {
    return { key, problem: error instanceof Error ? error.message : String(error) };
  }
}
