import type { Severity } from "../../model/severity.ts";
import type { VerdictValue } from "../values.ts";

/** The severity sections of the Reviewer's form (SPEC 5). */
export const SEVERITY_HEADINGS: Readonly<Record<Severity, string>> = {
  CRITICAL: "Critical Issues",
  HIGH: "High Priority",
  MEDIUM: "Medium Priority",
  LOW: "Low Priority / Nits",
};

export const EARLIER_ISSUES = "Earlier Issues";
export const NEW_GAPS = "New Gaps";

/** A verdict in the one form that is written back. */
export function verdictLine(value: VerdictValue): string {
  return `**Verdict:** ${value}`;
}

/** The first line of an issue: `- **ISSUE-R2-001** (H1): title`. */
export function issueLine(id: string | undefined, label: string | undefined, words: string): string {
  const name = id ?? "ISSUE";
  const own = label === undefined || label === id ? "" : ` (${label})`;
  return `- **${name}**${own}:${words === "" ? "" : ` ${words}`}`;
}

export function observationLine(label: string | undefined, words: string): string {
  return issueLine("OBSERVATION", label, words);
}

/** Lines below a bullet, moved under it. Blank lines stay blank. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line.trim() === "" ? "" : `  ${line}`));
}

/** A row of the table of earlier issues. */
export function earlierRow(name: string, status: string, why: string): string {
  return `| ${name} | ${status} | ${why} |`;
}

export const EARLIER_HEADER: readonly string[] = ["| Issue | Status | Why |", "| --- | --- | --- |"];

/** Words for one cell of a table: one line, bars escaped, bounded. */
export function cell(text: string, longest = 300): string {
  const line = text.replace(/\s+/g, " ").replace(/\\?\|/g, "\\|").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
