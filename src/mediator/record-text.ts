import type { SeverityCounts } from "../model/counting.ts";
import { SEVERITIES } from "../model/severity.ts";
import type { UsageRecord } from "../model/usage.ts";
import { roundFolder } from "./session-paths.ts";

/** What every record begins with: from where it was made, and how to change what it shows (SPEC 2). */
export function recordHeader(seq: number): string {
  return `<!-- whetstone: entry ${seq} of journal.jsonl. Edits here are not read: use whetstone gap|flag|answer. -->`;
}

/** Three digits, from 001 (SPEC 2). */
export function roundName(round: number): string {
  return String(round).padStart(3, "0");
}

export function roundLink(round: number): string {
  return `[${roundName(round)}](${roundFolder(round)}/log.md)`;
}

export function sum(counts: SeverityCounts): number {
  let total = 0;
  for (const severity of SEVERITIES) total += counts[severity];
  return total;
}

/** `1 CRITICAL, 3 HIGH`, or the word for none. */
export function bySeverity(counts: SeverityCounts, none = "none"): string {
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  );
  return parts.length === 0 ? none : parts.join(", ");
}

/** A net with its sign. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number);
}

/** `1 234 567`: with a space, which no locale reads as a fraction. */
export function wholeNumber(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(?:\d{3})+$)/g, " ");
}

export function percentage(part: number, whole: number): string {
  return whole === 0 ? "-" : `${Math.round((100 * part) / whole)} %`;
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 1 ? 4 : 2)}`;
}

/** `2 h 05 min`, `3 min 20 s`, `12 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Columns of a table that have numbers. */
export function numbers(...names: readonly string[]) {
  return names.map((name) => ({ name, numbers: true }) as const);
}

/** A heading with what stands under it; nothing where that is empty. */
export function section(heading: string, body: string): string {
  return body === "" ? "" : `${heading}\n\n${body}`;
}

/** Lines below each other; empty ones are left out. */
export function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n");
}

/** Blocks of markdown with a blank line between them; empty ones are left out. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** `~1 200` where the agent told none and they are estimated (SPEC 15.4a). */
export function tokenText(number: number, { estimated }: Pick<UsageRecord, "estimated">): string {
  return `${estimated ? "~" : ""}${wholeNumber(number)}`;
}
