import { createHash, randomUUID } from "node:crypto";
import type { CheckOptions } from "../checks/check.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import { SOURCE } from "../mediator/session-paths.ts";
import type { Config } from "../model/config.ts";
import type { SessionEvent } from "../model/events.ts";
import { createStore, type SessionStore, type StoreParts } from "./session-store.ts";

/** What belongs to a running process and not to the record. */
const NOT_COMMITTED = "lock*.json\n.tmp/\n.scratch/\naside/\ninbox/\n";

export interface NewSession {
  /** The spec's name: `pathspec`. */
  readonly name: string;
  /** The spec, relative to the session folder, with forward slashes. */
  readonly specPath: string;
  /** The files that the source was made of, where there are several: `specPath` is their folder then. */
  readonly files?: readonly string[];
  readonly source: string;
  readonly config: Config;
  readonly engineer: string;
  readonly reviewer: string;
  /** The checks look for gaps, too, with these rules; left out, only what the source states is a gap. */
  readonly checks?: CheckOptions;
  /** Made up unless a test gives one. */
  readonly id?: string;
}

/** Begins a session: the source is kept as it was, its gaps become the inventory (SPEC 16.1). */
export async function createSession(parts: StoreParts, session: NewSession): Promise<SessionStore> {
  const created: SessionEvent = {
    type: "session_created",
    session: session.id ?? randomUUID(),
    name: session.name,
    specPath: session.specPath,
    ...(session.files === undefined ? {} : { files: session.files }),
    sourceSha256: createHash("sha256").update(session.source).digest("hex"),
    gaps: findGaps(session.source, session.checks),
    config: session.config,
    engineer: session.engineer,
    reviewer: session.reviewer,
  };
  const files = { [SOURCE]: session.source, ".gitignore": NOT_COMMITTED };
  return createStore(parts, { files, events: [created] });
}
