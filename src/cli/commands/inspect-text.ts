import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import type { InspectReport } from "./inspect-report.ts";
import { type MakeTable, type Row, tableMaker, wrap } from "./inspect-table.ts";

const MOST_REPAIRS = 12;

/** A report for a person: what is there, by kind, each with its line; then the repairs; last the judgement. */
export function inspectLines(report: InspectReport, paint: Paint, columns: number): string[] {
  const width = Math.max(60, columns);
  const table = tableMaker(paint, width);
  return [
    `${paint.bold(report.file)} ${paint.dim(`(${report.role})`)}`,
    ...table("Resolutions", resolutionRows(report)),
    ...table("Asks for input", blockedRows(report)),
    ...table("Answers to issues", responseRows(report)),
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
    ...warningLines(report, paint, table),
    "",
    ...gateLines(report, paint, width),
  ];
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

/** An issue is often answered in several places: one row for each issue. */
function responseRows({ responses }: InspectReport): Row[] {
  const places = new Map<string, number[]>();
  for (const { issue, line } of responses) {
    const there = places.get(issue ?? "an issue without a name");
    if (there === undefined) places.set(issue ?? "an issue without a name", [line]);
    else there.push(line);
  }
  return [...places].map(([issue, [first = 0, ...others]]) => [
    first,
    issue,
    others.length === 0 ? "" : `and line ${[...new Set(others)].join(", ")}`,
  ]);
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
      joined(id ?? label, title, gap, kind === "raised" && anchored === false ? "not anchored" : null),
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
    from === "" ? `+ ${visibleLine(to)}` : [visibleLine(from), `→ ${visibleLine(to)}`],
  ]);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

function gateLines({ gate }: InspectReport, paint: Paint, columns: number): string[] {
  const judgement = gate.success ? paint.green("passes") : paint.red(gate.failureType ?? "fails");
  const message = wrap(visibleLine(gate.message), columns - 2).map((line) => `  ${line}`);
  return [`${paint.bold("Gate:")} ${judgement}`, ...message];
}

/** Warnings by their type: seven resolutions without a section are one finding, not seven. */
function warningLines({ gate }: InspectReport, paint: Paint, table: MakeTable): string[] {
  const types = [...new Set(gate.warnings.map((warning) => warning.type))];
  return types.flatMap((type) => {
    const rows = gate.warnings.filter((warning) => warning.type === type);
    return table(
      `Warning ${paint.yellow(type)}`,
      rows.map(({ line, message }) => [line, "", message]),
    );
  });
}
