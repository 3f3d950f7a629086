import type { Admission } from "../mediator/gate/judge.ts";
import type { State } from "../mediator/state.ts";
import type { SessionStore } from "./session-store.ts";

export interface Kept {
  readonly against: State;
  readonly admission: Admission;
  readonly bytes: Uint8Array;
}

/**
 * What the gate made of the answers of the running round, so that joining them need not read each a second time. Only
 * a saving: a process that resumes has none of it.
 */
const admissions = new WeakMap<SessionStore, Map<string, Kept>>();

export function keepAdmission(store: SessionStore, run: string, kept: Kept): void {
  admissions.set(store, (admissions.get(store) ?? new Map<string, Kept>()).set(run, kept));
}

/** What was kept, if it would come out the same against the state of now. */
export function keptAdmission(store: SessionStore, run: string): Kept | undefined {
  const kept = admissions.get(store)?.get(run);
  return kept && isSame(kept.against, store.state) ? kept : undefined;
}

/** The round's document stands: none of them is needed any more. */
export function dropAdmissions(store: SessionStore): void {
  admissions.delete(store);
}

/** The parts of the state that a document is judged against. */
function isSame(a: State, b: State): boolean {
  const sameLedger = a.gaps === b.gaps && a.issues === b.issues && a.conflicts === b.conflicts;
  return sameLedger && a.spec === b.spec && a.config === b.config;
}
