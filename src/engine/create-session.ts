import { createHash, randomUUID } from "node:crypto";
import { readInventory } from "../documents/spec/inventory.ts";
import { SOURCE } from "../mediator/session-paths.ts";
import type { Config } from "../model/config.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Gap } from "../model/gap.ts";
import { createStore, type SessionStore, type StoreParts } from "./session-store.ts";

/** What belongs to a running process and not to the record. */
const NOT_COMMITTED = "lock*.json\n.tmp/\n.scratch/\ninbox/\n";

export interface NewSession {
  /** The spec's name: `pathspec`. */
  readonly name: string;
  /** The spec, relative to the session folder, with forward slashes. */
  readonly specPath: string;
  readonly source: string;
  readonly config: Config;
  readonly engineer: string;
  readonly reviewer: string;
  /** Made up unless a test gives one. */
  readonly id?: string;
}

/** Begins a session: the source is kept as it was, the gaps that are written in it become the inventory (SPEC 16.1). */
export async function createSession(parts: StoreParts, session: NewSession): Promise<SessionStore> {
  const created: SessionEvent = {
    type: "session_created",
    session: session.id ?? randomUUID(),
    name: session.name,
    specPath: session.specPath,
    sourceSha256: createHash("sha256").update(session.source).digest("hex"),
    gaps: inventory(session.source),
    config: session.config,
    engineer: session.engineer,
    reviewer: session.reviewer,
  };
  const files = { [SOURCE]: session.source, ".gitignore": NOT_COMMITTED };
  return createStore(parts, { files, events: [created] });
}

/** The gaps of a source, as they stand before round 1. */
export function inventory(source: string): Gap[] {
  return readInventory(source).map((seed) => ({
    ...seed,
    severityBy: "user",
    state: "OPEN",
    origin: "source",
    round: 0,
    changedInRound: 0,
    parts: [],
    flags: [],
  }));
}
