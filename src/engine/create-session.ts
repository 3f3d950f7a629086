import { randomUUID } from "node:crypto";
import type { CheckOptions } from "../checks/check.ts";
import { joinFiles } from "../documents/layouts/join-files.ts";
import { scopeOf } from "../documents/stated/read-scope.ts";
import { type LeftOpen, type SettledBefore, takeUp, withoutSettled } from "../mediator/inventory/earlier-session.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import { specFilePath } from "../mediator/session-paths.ts";
import type { SessionEvent } from "../model/events.ts";
import { createStore, type SessionStore, type StoreParts } from "./session-store.ts";

/** Files that are not part of the record: git ignores them. */
const NOT_COMMITTED = "lock*.json\n.written\n.summary.json\n.state\n.tmp/\n.scratch/\naside/\n";

type Created = Extract<SessionEvent, { type: "session_created" }>;

export interface NewSession extends Pick<Created, "name" | "specPath" | "source" | "config" | "engineer" | "reviewer"> {
  readonly framework?: boolean;
  /** Rules for checks that add to the gaps; if absent, only what the source itself states as open becomes a gap. */
  readonly checks?: CheckOptions;
  /** What earlier sessions on this spec settled; it is not asked again (SPEC 16.4). */
  readonly settled?: readonly SettledBefore[];
  /** Gaps that the session which wrote this spec left open; they become gaps again. */
  readonly leftOpen?: readonly LeftOpen[];
  readonly id?: string;
}

/** Creates a session: keeps the source as it is, and makes its gaps the inventory (SPEC 16.1). */
export async function createSession(
  parts: StoreParts,
  { checks, settled = [], leftOpen = [], framework, id = randomUUID(), ...given }: NewSession,
): Promise<SessionStore> {
  const { source } = given;
  const text = joinFiles(source);
  const found = withoutSettled(findGaps(text, checks), settled, text);
  const created: Created = {
    type: "session_created",
    session: id,
    ...given,
    scope: scopeOf(text),
    ...(framework ? { framework: true } : {}),
    gaps: [...found, ...takeUp(leftOpen, found, source)],
  };
  // The working spec exists from the beginning (SPEC 2).
  const files = Object.fromEntries(
    source.flatMap((file) => [
      [specFilePath("source", source, file), file.text],
      [specFilePath("spec", source, file), file.text],
    ]),
  );
  return createStore(parts, { ...files, ".gitignore": NOT_COMMITTED }, [created]);
}
