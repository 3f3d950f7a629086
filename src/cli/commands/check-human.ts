import type { Finding } from "../../checks/finding.ts";
import type { Rule } from "../../checks/rule.ts";
import { bySeverity } from "../../mediator/record-text.ts";
import type { SeverityCounts } from "../../model/counting.ts";
import { plural } from "../../model/plural.ts";
import type { Severity } from "../../model/severity.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { aligned } from "../wrap-line.ts";
import type { CheckedSpec } from "./check-input.ts";

const MAX_LINES = 3;
const MAX_QUESTIONS = 12;
const MAX_COLUMNS = 160;

export function findingLines({ file, text, findings }: CheckedSpec, paint: Paint): string[] {
  if (findings.length === 0) return [];
  const lines = splitLines(text);
  return findings.flatMap((finding) => [...linesOfFinding(file, finding, lines, paint), ""]);
}

function linesOfFinding(file: string, finding: Finding, lines: readonly string[], paint: Paint): string[] {
  const { line, column, endLine, severity, rule, message, fix, related } = finding;
  const width = String(Math.min(endLine, line + MAX_LINES - 1)).length;
  const gutter = " ".repeat(width);
  const shown = lines.slice(line - 1, Math.min(endLine, line + MAX_LINES - 1));
  const quoted = finding.questions === undefined ? MAX_LINES : MAX_QUESTIONS;
  const hidden = related.length - quoted;
  return [
    `${paint.bold(`${file}:${line}:${column}`)}  ${colourOf(severity, paint)(severity)}  ${visibleLine(message)}  ${paint.dim(rule)}`,
    ...shown.map((source, index) => `  ${paint.dim(`${String(line + index).padStart(width)} |`)} ${asWritten(source)}`),
    ...(endLine >= line + MAX_LINES ? [`  ${paint.dim(`${gutter} | …`)}`] : []),
    ...related.slice(0, quoted).map((place) => {
      const words = visibleLine(lines[place.line - 1] ?? "", MAX_COLUMNS).trim();
      return `  ${paint.dim(`${gutter} = also ${file}:${place.line}:${place.column} |`)} ${words}`;
    }),
    ...(hidden > 0 ? [`  ${paint.dim(`${gutter} = and in ${plural(hidden, "more place")}`)}`] : []),
    `  ${paint.dim(`${gutter} =`)} ${paint.green("fix:")} ${visibleLine(fix)}`,
  ];
}

/** With its leading spaces, because columns count from the start of the line. */
function asWritten(line: string): string {
  const shown = visibleText(line).trimEnd();
  return shown.length <= MAX_COLUMNS ? shown : visibleLine(line, MAX_COLUMNS);
}

function colourOf(severity: Severity, paint: Paint): (text: string) => string {
  return { CRITICAL: paint.red, HIGH: paint.red, MEDIUM: paint.yellow, LOW: paint.cyan }[severity];
}

/** "5 findings (2 HIGH, 3 MEDIUM) in 1 spec."; `verdict` says what that means for the exit code. */
export function summaryLine(checked: readonly CheckedSpec[], verdict = ""): string {
  const findings = checked.flatMap((spec) => spec.findings);
  const specs = plural(new Set(checked.map(({ belongsTo, file }) => belongsTo ?? file)).size, "spec");
  const known = checked.reduce((sum, spec) => sum + spec.known.length, 0);
  const settled = checked.flatMap((spec) => spec.settled ?? []).length;
  const besides = [
    known === 0 ? "" : ` ${plural(known, "is", "are")} accepted in the baseline.`,
    settled === 0 ? "" : ` ${plural(settled, "is", "are")} kept or answered in a session.`,
  ].join("");
  if (findings.length === 0) return `No ${known + settled === 0 ? "" : "new "}findings in ${specs}.${besides}`;
  const points = countPoints(findings);
  const open = points === findings.length ? "" : ` with ${plural(points, "open point")}`;
  return `${plural(findings.length, "finding")}${open} (${bySeverity(countFindings(findings))}) in ${specs}${verdict}.${besides}`;
}

/** The number of gaps a session would have: each open question of a list of edge cases counts. */
export function countPoints(findings: readonly Finding[]): number {
  return findings.reduce((sum, { questions, related }) => sum + (questions === undefined ? 1 : related.length), 0);
}

const MOST_NAMED = 3;

/** "Passed over, as other versions of specs: specs/a.md, specs/a_v1.0.md. …" */
export function passedOverLine(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMED;
  const named = `${paths.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `Passed over, as other versions of specs: ${named}. To check one, name it.`;
}

/** Why findings do not fail the command. */
export function passedWords(passed: Severity | "NONE" | undefined): string {
  if (passed === undefined) return "";
  return passed === "NONE" ? " (--fail-on NONE)" : `, none at or above ${passed} (--fail-on)`;
}

export function countFindings(findings: readonly Finding[]): SeverityCounts {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

export function surveyLines(checked: readonly CheckedSpec[]): string[] {
  const sum = (of: "ungrounded" | "lesser") => checked.reduce((all, { survey }) => all + (survey?.[of] ?? 0), 0);
  const [ungrounded, lesser] = [sum("ungrounded"), sum("lesser")];
  return [
    ...(ungrounded === 0 ? [] : [`Dropped from the survey for quoting words that are not in the spec: ${ungrounded}.`]),
    ...(lesser === 0 ? [] : [`Left out of the survey as less severe: ${lesser}.`]),
  ];
}

type ListedRule = Pick<Rule, "id" | "type" | "summary"> & { readonly severity: Severity | null };

export function ruleLines(rules: readonly ListedRule[], paint: Paint): string[] {
  const rows = aligned(rules.map(({ id, type, severity, summary }) => [id, type, severity ?? "off", summary]));
  return rows.map((cells, index) => {
    return rules[index]?.severity === null ? paint.dim(cells.join("  ")) : cells.join("  ");
  });
}
