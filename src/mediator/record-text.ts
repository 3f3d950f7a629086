import type { SeverityCounts } from "../model/counting.ts";
import { pausedText } from "../model/in-words.ts";
import { SEVERITIES } from "../model/severity.ts";
import type { UsageRecord } from "../model/usage.ts";
import { roundFolder } from "./session-paths.ts";
import type { StopState } from "./state.ts";

/** The text of a record (SPEC 2): a header with its journal entry and checksum, the title and the parts. */
export function recordFile(seq: number, title: string, ...parts: readonly (string | undefined)[]): string {
  const text = `\n\n${blocks(`# ${title}`, ...parts)}\n`;
  const header = `<!-- whetstone: entry ${seq} of journal.jsonl, sum ${checksum(text)}. Edits to this file are not read; use whetstone gap|flag|answer. -->`;
  return `${header}${text}`;
}

/** The header of a record, which is left out on a screen. */
export const RECORD_HEADER = /^<!-- whetstone: [^\n]{0,300} -->\n{0,2}/;

/** Whether a record is unchanged since some version of this program rendered it; line ends may differ. */
export function isAsRendered(record: string): boolean {
  const text = record.replaceAll("\r\n", "\n");
  const sum = /^<!-- whetstone: entry \d{1,15} of journal\.jsonl, sum ([0-9a-f]{8})\. /.exec(text)?.[1];
  return sum !== undefined && sum === checksum(text.slice(text.indexOf("\n")));
}

/** FNV-1a with 32 bits: it finds edits and needs no library. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

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

/** `1 CRITICAL, 3 HIGH`; `none` if all counts are 0. */
export function bySeverity(counts: SeverityCounts, none = "none"): string {
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  );
  return parts.length === 0 ? none : parts.join(", ");
}

export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number);
}

/** `1 234 567`: with spaces, because a comma or a point is a decimal sign in some locales. */
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

/** Why a session is not running, in words; `undefined` if it is. */
export function stopWords(stop: StopState): string | undefined {
  switch (stop.type) {
    case "running":
      return undefined;
    case "paused":
      return pausedText(stop.reason);
    case "finish-requested":
      return "you asked to end";
    case "ending":
      return "ending";
    case "ended":
      return `${stop.type}: ${stop.termination}`;
  }
}

/** A table under a head like `Gap | #Rounds`, `#` for numbers; `empty` without rows. A row may be rendered text. */
export function table(head: string, rows: readonly (string | readonly (string | number)[])[], empty = ""): string {
  const rules = head.split(" | ").map((name) => (name.startsWith("#") ? "--:" : "---"));
  const lines = [rules, ...rows].map((row) => (typeof row === "string" ? row : tableRow(row)));
  return rows.length === 0 ? empty : [`| ${head.replaceAll("#", "")} |`, ...lines].join("\n");
}

/** One line of a table. The cells are markdown: the caller escapes what comes from outside. */
export function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A list `- name: words`; facts without words are left out. */
export function facts(...named: readonly (readonly [name: string, words: string | number | undefined])[]): string {
  return lines(...named.map(([name, words = ""]) => (words === "" ? "" : `- ${name}: ${words}`)));
}

/** Records show this many of the last rounds in full (SPEC 17). */
export const FULL_ROUNDS = 10;

export function section(heading: string, body: string): string {
  return body === "" ? "" : `${heading}\n\n${body}`;
}

export function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n");
}

/** Joins blocks of markdown with blank lines; empty ones are left out. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** `~1 200` if the agent reported no tokens and they are estimated (SPEC 15.4a). */
export function tokenText(number: number, { estimated }: Pick<UsageRecord, "estimated">): string {
  return `${estimated ? "~" : ""}${wholeNumber(number)}`;
}
