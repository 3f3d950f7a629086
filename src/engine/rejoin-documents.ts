import { fold } from "../mediator/evolve/evolve.ts";
import { next } from "../mediator/next.ts";
import { joinRound, type RunAnswer } from "../mediator/round/join-round.ts";
import type { State } from "../mediator/state.ts";
import type { Entry } from "../model/events.ts";
import type { Documents } from "../ports/session-home.ts";
import { hashOf } from "./files/exact-text.ts";
import type { SessionStore } from "./session-store.ts";

/*
 * Joined documents are not synced, because the answers that they are joined from are: what a power cut takes of them is
 * joined again. A document that a person edited is left alone.
 */

type Reads = Pick<Documents, "read">;

/** Checks the documents of the last rounds, and all of them only if one is not as it was. */
export async function rejoinRecent({ home, files, state }: SessionStore): Promise<void> {
  const rounds = state.round ? [...state.recent, state.round] : state.recent;
  const documents = rounds.flatMap(({ engineerDocument, reviewerDocument }) => [engineerDocument, reviewerDocument]);
  for (const document of documents) {
    if (document && !(await isIntact(files, document))) return rejoinDocuments(files, await home.read());
  }
}

export async function rejoinDocuments(files: Documents, entries: readonly Entry[]): Promise<void> {
  const joined = joinedDocuments(entries);
  let state: State | undefined;
  for (const entry of entries) {
    for (const [path, { seq, sha256 }] of joined) {
      if (seq !== entry.seq || !state || (await isIntact(files, { path, sha256 }))) continue;
      const text = await joinedText(files, state, entry.at);
      if (hashOf(text) === sha256 && isRemnantOf(await files.read(path), text)) await files.writeAtomic(path, text);
    }
    state = fold([entry], state);
  }
}

/** The last joined document of each path in the journal, without rounds that were undone. */
export function joinedDocuments(entries: readonly Entry[]) {
  const joined = new Map<string, { readonly sha256: string; readonly seq: number }>();
  for (const { seq, event: step } of entries) {
    for (const event of step.events) {
      if (event.type === "document_joined") joined.set(event.path, { sha256: event.sha256, seq });
      if (event.type !== "rounds_rolled_back") continue;
      for (const path of joined.keys()) if (isUndone(path, event.to)) joined.delete(path);
    }
  }
  return joined;
}

function isUndone(path: string, to: number): boolean {
  return Number(/^round_(\d+)\//.exec(path)?.[1] ?? 0) > to;
}

export async function isIntact(files: Reads, { path, sha256 }: { readonly path: string; readonly sha256: string }) {
  const bytes = await files.read(path);
  return bytes !== undefined && hashOf(bytes) === sha256;
}

/** Empty if the answers are gone as well. */
async function joinedText(files: Reads, state: State, now: string): Promise<string> {
  const effect = next(state, now);
  if (effect.type !== "join" || !state.round) return "";
  const answers: RunAnswer[] = [];
  for (const run of state.round.runs.filter(({ id }) => effect.runs.includes(id))) {
    const bytes = run.end?.path === undefined ? undefined : await files.read(run.end.path);
    if (bytes === undefined) return "";
    answers.push({ run, bytes });
  }
  return joinRound(state, state.round, answers).text;
}

/** Whether this is what a power cut can leave of a text: nothing, its beginning, or allocated space without content. */
function isRemnantOf(bytes: Uint8Array | undefined, text: string): boolean {
  return bytes === undefined || bytes.includes(0) || text.startsWith(new TextDecoder().decode(bytes));
}
