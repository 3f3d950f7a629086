import type { Spec, SpecFile } from "../model/change.ts";
import type { RunName } from "./effect.ts";

/** Where things stand in the session folder (SPEC 2). Forward slashes on every system. */

export const JOURNAL = "journal.jsonl";
export const STATUS = "status.md";
export const DECISIONS = "decisions.md";
export const CHANGES = "changes.md";
export const TRACEABILITY = "traceability.md";
export const LOCK = "lock.json";
/** What this program last wrote as the working spec: sums, to tell a text of its own from an edit. */
export const WRITTEN = ".written";
/** Where the session stands, for lists of sessions. */
export const SUMMARY = ".summary.json";
/** The state as it was at some entry, so that a long journal is not read whole. */
export const KEPT_STATE = ".state";

/** What was typed at the terminal and not sent yet. */
export const DRAFTS = ".drafts.json";

/** `source.md` or `spec.md`; of several files `source/design.md`, under their own names (SPEC 2). */
export function specFilePath(what: "source" | "spec", spec: Spec, { path }: SpecFile): string {
  return spec.length === 1 ? `${what}.md` : `${what}/${path}`;
}

/** Where files stand before they are renamed into place; what a dead process left there is nothing. */
export const TEMPORARY = ".tmp";
/** Where things lie that somebody put into the folder while only we might; they stay until a person takes them away. */
export const ASIDE = "aside";

/** `round_003`. */
export function roundFolder(round: number): string {
  return `round_${String(round).padStart(3, "0")}`;
}

export function joinedPath(round: number, role: "engineer" | "reviewer"): string {
  return `${roundFolder(round)}/${role}.md`;
}

export function promptPath(order: RunName): string {
  return `${roundFolder(order.round)}/prompts/${runName(order)}.md`;
}

/** The answer as received; while it comes it stands beside with `.part` (SPEC 2). */
export function attemptPath(order: RunName): string {
  return `${roundFolder(order.round)}/attempts/${runName(order)}.md`;
}

/** A run's own folder. A mark makes its name one that no other program can guess. */
export function scratchFolder({ id }: Pick<RunName, "id">, mark?: string): string {
  return `.scratch/${id}${mark === undefined ? "" : `-${mark}`}`;
}

/** Where an agent that writes files may put its document. */
export function documentPath(folder: string): string {
  return `${folder}/document.md`;
}

/** Of a record, as it was at the end of a round. */
export function backupPath(record: string, round: number): string {
  return record.replace(/\.md$/, `_backup_round_${round}.md`);
}

function runName(order: RunName): string {
  const gaps = order.role === "engineer" ? order.gaps.map((gap) => `-${gap}`).join("") : "";
  return `${order.role}${gaps}-${order.attempt}`;
}
