import type { StopState } from "../mediator/state.ts";
import { openBySeverity, type SeverityCounts } from "../model/counting.ts";
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

export async function listSessions(root: string, hub: (folder: string) => SessionHub): Promise<Reply> {
  const { sessions } = await findBelow(root);
  const rows = await Promise.all(sessions.map((folder) => rowOf(keyOf(root, folder), hub(folder))));
  return json(200, { folder: root, sessions: rows });
}

async function rowOf(key: string, hub: SessionHub): Promise<SessionRow> {
  try {
    const state = await hub.state();
    return {
      key,
      name: state.session.name,
      stop: state.stop,
      round: state.round?.number ?? state.records.length,
      open: openBySeverity(state.gaps),
      questions: state.questions.map(({ id, header, text }) => ({ id, header, text })),
      runner: (await hub.running()).runner,
      at: state.at,
    };
  } catch (error) {
    return { key, problem: error instanceof Error ? error.message : String(error) };
  }
}
