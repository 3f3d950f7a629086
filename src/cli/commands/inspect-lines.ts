import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { aligned } from "../wrap-line.ts";
import type { InspectReport } from "./inspect-report.ts";

/** Limits for text that an agent wrote, and for lists. */
const MOST_WORDS = 300;
const MOST_WHAT = 60;
const MOST_ROWS = 200;
const MOST_REPAIRS = 12;

/** A line number of the document, a label, and text; several texts go on lines of their own. */
export type Row = readonly [line: number | null, what: string, words: string | readonly string[]];
type Table = readonly [heading: string, rows: readonly Row[], most?: number];

/** The report for a person: the content by kind with line numbers, the repairs, then the gate's result. */
export function inspectLines(report: InspectReport, paint: Paint): string[] {
  const { file, role, gate } = report;
  const judgement = gate.success ? paint.green("passes") : paint.red(gate.failureType ?? "fails");
  const tables = [...contentTables(report), ...warningTables(report, paint)];
  return [
    `${paint.bold(file)} ${paint.dim(`(${role})`)}`,
    ...tables.flatMap((table) => tableLines(table, paint)),
    "",
    `${paint.bold("Gate:")} ${judgement}`,
    `  ${visibleLine(gate.message)}`,
  ];
}

function contentTables(report: InspectReport): Table[] {
  const { blocked, rechecked, verdicts, newGaps, outOfScope, unread } = report;
  return [
    ["Resolutions", report.resolutions.map(resolutionRow)],
    ["Changes", report.changes.map(changeRow)],
    ["Asks for input", blocked.map(({ kind, gap, reason, line }) => [line, kind, joined(gap, reason)])],
    ["Answers to issues", report.responses.map(responseRow)],
    ["Disagreements", report.disagreements.map(({ issue, line, ok }) => [line, issue, ok ? "" : REFUSED])],
    ["Issues raised", issueRows(report, "raised")],
    ["Issues withdrawn", issueRows(report, "withdrawn")],
    ["Earlier issues, checked again", rechecked.map(({ id, status, why, line }) => [line, status, joined(id, why)])],
    ["Verdicts", verdicts.map(({ gap, value, line }) => [line, value, gap])],
    ["New gaps", newGaps.map((gap) => [gap.line, gap.severity, joined(gap.id ?? gap.label, gap.title)])],
    ["Out of scope", outOfScope.map(({ gap, reason, line }) => [line, gap, reason])],
    ["Repairs, by lines of the file", report.repairs.map(repairRow), MOST_REPAIRS],
    ["Unread", unread.map(({ line, expected, text }) => [line, `expected: ${expected}`, text])],
  ];
}

const REFUSED = "not valid: see the gate";

/** Warnings grouped by type: seven resolutions without a section are one problem. */
function warningTables({ gate: { warnings } }: InspectReport, paint: Paint): Table[] {
  return [...new Set(warnings.map(({ type }) => type))].map((type) => {
    const matching = warnings.filter((warning) => warning.type === type);
    return [`Warning ${paint.yellow(type)}`, matching.map(({ line, message }) => [line, "", message])];
  });
}

type Item<K extends keyof InspectReport> = InspectReport[K] extends readonly (infer I)[] ? I : never;

function resolutionRow({ gap, line, confidence, sections, chars, noChange }: Item<"resolutions">): Row {
  const words = `confidence ${confidence ?? "not stated"} · ${chars} characters · ${sections.join(", ") || "no sections"}`;
  return [line, gap, noChange === null ? words : [words, `no change needed: "${visibleLine(noChange)}"`]];
}

function changeRow({ number, kind, place, gap, line, applies, problem }: Item<"changes">): Row {
  const outcome = applies === null ? null : applies ? "applies" : problem;
  return [line, `${number} ${kind}`, joined(place === "" ? null : `in "${place}"`, gap, outcome)];
}

function responseRow({ issue, line, changedIn, alreadyIn }: Item<"responses">): Row {
  const changed = changedIn.length === 0 ? null : `changed in ${changedIn.join(", ")}`;
  const already = alreadyIn === null ? null : `already in "${alreadyIn}"`;
  return [line, issue, joined(changed, already) || "names neither a change nor words"];
}

function issueRows({ issues }: InspectReport, wanted: Item<"issues">["kind"]): Row[] {
  const matching = issues.filter(({ kind }) => kind === wanted);
  return matching.map(({ id, label, title, severity, gap, line, grounded }) => {
    const note = wanted === "raised" && grounded === false ? "quotes no words of the spec" : null;
    return [line, severity, joined(id ?? label, title, gap, note)];
  });
}

function repairRow({ kind, line, from, to }: Item<"repairs">): Row {
  return [line, kind, from === "" ? `+ ${visibleLine(to)}` : [visibleLine(from), `→ ${visibleLine(to)}`]];
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

/** A list with a heading and aligned columns; an empty one is left out. */
export function tableLines([heading, rows, most = MOST_ROWS]: Table, paint: Paint): string[] {
  if (rows.length === 0) return [];
  const cells = rows.slice(0, most).flatMap(([line, what, words]) => {
    const [first = "", ...rest] = [words].flat().map((text) => visibleLine(text, MOST_WORDS));
    const place = line === null ? "" : `line ${line}`;
    return [[place, visibleLine(what, MOST_WHAT), first], ...rest.map((text) => ["", "", text])];
  });
  const lines = aligned(cells).map(([place = "", what = "", words = ""]) => {
    return `  ${paint.dim(place)}  ${colourOf(what.trim(), paint)(what)}  ${words}`.trimEnd();
  });
  const more = rows.length > most ? [paint.dim(`  and ${rows.length - most} more: --json lists all`)] : [];
  return ["", `${paint.bold(heading)} ${paint.dim(`(${rows.length})`)}`, ...lines, ...more];
}

function colourOf(word: string, paint: Paint): (text: string) => string {
  if (/^(?:CRITICAL|HIGH|NOT_FIXED|NEEDS_REVISION)$/.test(word)) return paint.red;
  if (/^(?:MEDIUM|PARTLY)$/.test(word)) return paint.yellow;
  return /^(?:RESOLVED|APPROVED)$/.test(word) ? paint.green : (text) => text;
}
