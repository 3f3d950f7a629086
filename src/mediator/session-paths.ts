import type { RunName } from "./effect.ts";

/** Where things stand in the session folder (SPEC 2). Forward slashes on every system. */

export const JOURNAL = "journal.jsonl";
export const SOURCE = "source.md";
export const STATUS = "status.md";
export const DECISIONS = "decisions.md";
export const DRAFT = "draft.md";
export const LOCK = "lock.json";

/** Where files stand before they are renamed into place; what a dead process left there is nothing. */
export const TEMPORARY = ".tmp";
/** Where things lie that somebody put into the folder while only we might; they stay until a person takes them away. */
export const ASIDE = "aside";
/** Where other processes leave commands. */
export const INBOX = "inbox";

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

export function scratchFolder(order: RunName): string {
  return `.scratch/${order.id}`;
}

/** Where an agent that writes files may put its document. */
export function documentPath(order: RunName): string {
  return `${scratchFolder(order)}/document.md`;
}

export function backupPath(file: "status" | "decisions", round: number): string {
  return `${file}_backup_round_${round}.md`;
}

function runName(order: RunName): string {
  const gaps = order.role === "engineer" ? order.gaps.map((gap) => `-${gap}`).join("") : "";
  return `${order.role}${gaps}-${order.attempt}`;
}
