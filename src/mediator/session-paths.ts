import type { Spec, SpecFile } from "../model/change.ts";
import type { RunName } from "./effect.ts";

/** Paths within the session folder (SPEC 2), with forward slashes on every system. */

export const JOURNAL = "journal.jsonl";
export const STATUS = "status.md";
export const DECISIONS = "decisions.md";
export const CHANGES = "changes.md";
export const TRACEABILITY = "traceability.md";
export const LOCK = "lock.json";
/** Checksums of the working spec as this program last wrote it: any other text is an edit. */
export const WRITTEN = ".written";
/** A summary of the session, for lists of sessions. */
export const SUMMARY = ".summary.json";
/** The state at some entry, so that a long journal need not be read whole. */
export const KEPT_STATE = ".state";

/** `source.md` or `spec.md`; a spec of several files keeps their names: `source/design.md` (SPEC 2). */
export function specFilePath(what: "source" | "spec", spec: Spec, { path }: SpecFile): string {
  return spec.length === 1 ? `${what}.md` : `${what}/${path}`;
}

/** Files are written here and then renamed into place; what a dead process left here is ignored. */
export const TEMPORARY = ".tmp";
/** Files that another program put into the session folder are moved here, and stay until a person removes them. */
export const ASIDE = "aside";

export function roundFolder(round: number): string {
  return `round_${String(round).padStart(3, "0")}`;
}

export function joinedPath(round: number, role: "engineer" | "reviewer"): string {
  return `${roundFolder(round)}/${role}.md`;
}

export function promptPath(order: RunName): string {
  return `${roundFolder(order.round)}/prompts/${runName(order)}.md`;
}

/** The answer as received; while it is streamed, its name ends with `.part` (SPEC 2). */
export function attemptPath(order: RunName): string {
  return `${roundFolder(order.round)}/attempts/${runName(order)}.md`;
}

export const SCRATCH = ".scratch";

/** A run's own folder. The mark makes its name hard to guess for other programs. */
export function scratchFolder({ id }: Pick<RunName, "id">, mark?: string): string {
  return `${SCRATCH}/${id}${mark === undefined ? "" : `-${mark}`}`;
}

/** Where an agent that writes files may put its document. */
export function documentPath(folder: string): string {
  return `${folder}/document.md`;
}

/** Where a record is kept as it was at the end of a round. */
export function backupPath(record: string, round: number): string {
  return record.replace(/\.md$/, `_backup_round_${round}.md`);
}

function runName(order: RunName): string {
  const gaps = order.role === "engineer" ? order.gaps.map((gap) => `-${gap}`).join("") : "";
  return `${order.role}${gaps}-${order.attempt}`;
}
