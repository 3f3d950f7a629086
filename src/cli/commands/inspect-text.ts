import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import type { InspectReport } from "./inspect-report.ts";

const MOST_REPAIRS = 12;
/** Characters shown of anything that an agent wrote. */
const MOST_WORDS = 300;

/** A report for a person: what is there, by kind, each with its line; then the repairs; last the judgement. */
export function inspectLines(report: InspectReport, paint: Paint, columns: number): string[] {
  const table = tableOf(paint, Math.max(60, columns));
  return [
    `${paint.bold(report.file)} ${paint.dim(`(${report.role})`)}`,
    ...table("Resolutions", resolutionRows(report)),
    ...table("Asks for input", blockedRows(report)),
    ...table(
      "Answers to issues",
      report.responses.map(({ issue, line }) => [line, issue ?? "", ""]),
    ),
    ...table("Disagreements", disagreementRows(report)),
    ...table("Issues raised", issueRows(report, "raised")),
    ...table("Issues withdrawn", issueRows(report, "withdrawn")),
    ...table("Observations", issueRows(report, "observation")),
    ...table(
      "Earlier issues, checked again",
      report.rechecked.map(({ id, status, line }) => [line, status, id ?? ""]),
    ),
    ...table("New gaps", newGapRows(report)),
    ...table("Verdict", verdictRows(report)),
    ...table("Repairs", repairRows(report), MOST_REPAIRS),
    "",
    ...gateLines(report, paint),
  ];
}

/** A line of the document, what it is, and words about it. */
type Row = readonly [line: number, what: string, words: string];

/** A headed list whose columns line up; nothing when it is empty. */
function tableOf(paint: Paint, columns: number) {
  return (heading: string, rows: readonly Row[], most = Number.POSITIVE_INFINITY): string[] => {
    if (rows.length === 0) return [];
    const shown = rows.slice(0, most);
    const lineWidth = Math.max(...shown.map(([line]) => String(line).length));
    const whatWidth = Math.max(...shown.map(([, what]) => visibleLine(what, 40).length));
    const left = "  line ".length + lineWidth + 2 + whatWidth + 2;
    const lines = shown.flatMap(([line, what, words]) => {
      const place = paint.dim(`  line ${String(line).padStart(lineWidth)}`);
      const [first = "", ...rest] = wrap(visibleLine(words, MOST_WORDS), Math.max(30, columns - left));
      const row = `${place}  ${paintWord(visibleLine(what, 40).padEnd(whatWidth), paint)}  ${first}`;
      return [row.trimEnd(), ...rest.map((text) => " ".repeat(left) + text)];
    });
    const more = rows.length > most ? [paint.dim(`  and ${rows.length - most} more: --json lists all`)] : [];
    return ["", `${paint.bold(heading)} ${paint.dim(`(${rows.length})`)}`, ...lines, ...more];
  };
}

/** Breaks a line at blanks; a word that is too long stays whole. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function paintWord(word: string, paint: Paint): string {
  switch (word.trim()) {
    case "CRITICAL":
    case "HIGH":
    case "NOT_FIXED":
    case "NEEDS_REVISION":
      return paint.red(word);
    case "MEDIUM":
    case "UNCLEAR":
      return paint.yellow(word);
    case "RESOLVED":
    case "APPROVED":
      return paint.green(word);
    default:
      return word;
  }
}

function resolutionRows({ resolutions }: InspectReport): Row[] {
  return resolutions.map(({ gap, line, confidence, sections, chars }) => [
    line,
    gap,
    `confidence ${confidence ?? "not stated"} · ${chars} characters · ${sections.join(", ") || "no sections"}`,
  ]);
}

function blockedRows({ blocked }: InspectReport): Row[] {
  return blocked.map(({ kind, gap, reason, line }) => [line, kind, joined(gap, reason)]);
}

function disagreementRows({ disagreements }: InspectReport): Row[] {
  return disagreements.map(({ issue, line, ok }) => [
    line,
    issue ?? "no issue",
    ok ? "" : "does not hold: see the gate",
  ]);
}

function issueRows({ issues }: InspectReport, kind: string): Row[] {
  return issues
    .filter((issue) => issue.kind === kind)
    .map(({ id, label, title, severity, gap, line, anchored }) => [
      line,
      severity,
      joined(id ?? label, title, gap, anchored === false ? "not anchored" : null),
    ]);
}

function newGapRows({ newGaps }: InspectReport): Row[] {
  return newGaps.map(({ id, label, summary, severity, line }) => [line, severity, joined(id ?? label, summary)]);
}

function verdictRows({ verdict }: InspectReport): Row[] {
  if (verdict.line === null) return [];
  return [[verdict.line, verdict.value, verdict.asWritten === null ? "" : `"${verdict.asWritten}"`]];
}

function repairRows({ repairs }: InspectReport): Row[] {
  return repairs.map(({ kind, line, from, to }) => [
    line,
    kind,
    `${visibleLine(from, 60) || "(nothing)"} → ${visibleLine(to, 80)}`,
  ]);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

function gateLines({ gate }: InspectReport, paint: Paint): string[] {
  const judgement = gate.success ? paint.green("passes") : paint.red(gate.failureType ?? "fails");
  const warnings = gate.warnings.map(({ type, message, line }) => {
    const place = line === null ? "" : ` ${paint.dim(`line ${line}`)}`;
    return `  ${paint.yellow(type)}${place}  ${visibleLine(message)}`;
  });
  return [`${paint.bold("Gate:")} ${judgement}`, `  ${visibleLine(gate.message)}`, ...warnings];
}
