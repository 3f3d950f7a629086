import { randomUUID } from "node:crypto";
import type { CheckOptions } from "../checks/check.ts";
import { joinFiles } from "../documents/layouts/joined-files.ts";
import { scopeOf } from "../documents/spec/scope.ts";
import { type LeftOpen, type SettledBefore, takeUp, withoutSettled } from "../mediator/inventory/earlier-session.ts";
import { findGaps } from "../mediator/inventory/find-gaps.ts";
import { specFilePath } from "../mediator/session-paths.ts";
import type { SessionEvent } from "../model/events.ts";
import { createStore, type SessionStore, type StoreParts } from "./session-store.ts";

/** What belongs to a running process and not to the record. */
const NOT_COMMITTED = "lock*.json\n.written\n.summary.json\n.state\n.drafts.json\n.tmp/\n.scratch/\naside/\n";

type Created = Extract<SessionEvent, { type: "session_created" }>;

export interface NewSession extends Pick<Created, "name" | "specPath" | "source" | "config" | "engineer" | "reviewer"> {
  /** The spec stands in the folders of a framework (SPEC 12). */
  readonly framework?: boolean;
  /** The checks look for gaps, too, with these rules; left out, only what the source states is a gap. */
  readonly checks?: CheckOptions;
  /** What earlier sessions on the spec settled is not asked again (SPEC 16.4). */
  readonly settled?: readonly SettledBefore[];
  /** What the session that wrote the spec left open is taken up. */
  readonly leftOpen?: readonly LeftOpen[];
  /** Made up unless a test gives one. */
  readonly id?: string;
}

/** Begins a session: the source is kept as it was, its gaps become the inventory (SPEC 16.1). */
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
  // The working spec is there from the beginning (SPEC 2).
  const files = Object.fromEntries(
    source.flatMap((file) => [
      [specFilePath("source", source, file), file.text],
      [specFilePath("spec", source, file), file.text],
    ]),
  );
  return createStore(parts, { ...files, ".gitignore": NOT_COMMITTED }, [created]);
}
