import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import type { InspectReport } from "./inspect-report.ts";

const MOST_REPAIRS = 12;

/** A report for a person: what is there, by kind, each with its line; then the repairs; last the judgement. */
export function inspectLines(report: InspectReport, paint: Paint, columns: number): string[] {
  const width = Math.max(60, columns);
  const table = tableMaker(paint, width);
  return [
    `${paint.bold(report.file)} ${paint.dim(`(${report.role})`)}`,
    ...table("Resolutions", report.resolutions.map(resolutionRow)),
    ...table("Changes", report.changes.map(changeRow)),
    ...table(
      "Asks for input",
      report.blocked.map(({ kind, gap, reason, line }) => [line, kind, joined(gap, reason)]),
    ),
    ...table("Answers to issues", report.responses.map(responseRow)),
    ...table("Disagreements", report.disagreements.map(disagreementRow)),
    ...table("Issues raised", issueRows(report, "raised")),
    ...table("Issues withdrawn", issueRows(report, "withdrawn")),
    ...table(
      "Earlier issues, checked again",
      report.rechecked.map(({ id, status, why, line }) => [line, status, joined(id, why)]),
    ),
    ...table(
      "Verdicts",
      report.verdicts.map(({ gap, value, line }) => [line, value, gap]),
    ),
    ...table(
      "New gaps",
      report.newGaps.map(({ id, label, title, severity, line }) => [line, severity, joined(id ?? label, title)]),
    ),
    ...table(
      "Out of scope",
      report.outOfScope.map(({ gap, reason, line }) => [line, gap, reason]),
    ),
    ...table("Repairs, by lines of the file", report.repairs.map(repairRow), MOST_REPAIRS),
    ...table(
      "Unread",
      report.unread.map(({ line, expected, text }) => [line, `expected: ${expected}`, text]),
    ),
    ...warningLines(report, paint, table),
    "",
    ...gateLines(report, paint, width),
  ];
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
  return [line, issue ?? "an issue without a name", joined(changed, already) || "names no change and no words"];
}

function disagreementRow({ issue, line, ok }: Item<"disagreements">): Row {
  return [line, issue ?? "no issue", ok ? "" : "does not hold: see the gate"];
}

function issueRows({ issues }: InspectReport, kind: Item<"issues">["kind"]): Row[] {
  return issues
    .filter((issue) => issue.kind === kind)
    .map(({ id, label, title, severity, gap, line, grounded }) => [
      line,
      severity,
      joined(id ?? label, title, gap, kind === "raised" && grounded === false ? "quotes no words of the spec" : null),
    ]);
}

function repairRow({ kind, line, from, to }: Item<"repairs">): Row {
  return [line, kind, from === "" ? `+ ${visibleLine(to)}` : [visibleLine(from), `→ ${visibleLine(to)}`]];
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

/** Characters shown of anything that an agent wrote, and rows of anything that it lists. */
const MOST_WORDS = 300;
const MOST_ROWS = 200;
const MOST_WHAT = 40;

/** A line of the document, what stands there, and words about it; several of them stand below each other. */
type Row = readonly [line: number | null, what: string, words: string | readonly string[]];

/** Makes headed lists whose columns line up; an empty one is left out. */
type MakeTable = (heading: string, rows: readonly Row[], most?: number) => string[];

function tableMaker(paint: Paint, columns: number): MakeTable {
  return (heading, rows, most = MOST_ROWS) => {
    if (rows.length === 0) return [];
    const shown = rows.slice(0, most);
    const places = shown.map(([line]) => (line === null ? "" : `line ${line}`));
    const whats = shown.map(([, what]) => visibleLine(what, MOST_WHAT));
    const placeWidth = widest(places);
    const whatWidth = widest(whats);
    const left = [placeWidth, whatWidth].filter((width) => width > 0).reduce((sum, width) => sum + width + 2, 2);
    const lines = shown.flatMap(([, , words], index) => {
      const place = paint.dim(padStart(places[index] ?? "", placeWidth));
      const what = paintWord((whats[index] ?? "").padEnd(whatWidth), paint);
      const [first = "", ...rest] = lay(words, Math.max(30, columns - left));
      const cells = [placeWidth > 0 ? place : "", whatWidth > 0 ? what : "", first].filter((cell) => cell !== "");
      return [`  ${cells.join("  ")}`.trimEnd(), ...rest.map((text) => " ".repeat(left) + text)];
    });
    const more = rows.length > most ? [paint.dim(`  and ${rows.length - most} more: --json lists all`)] : [];
    return ["", `${paint.bold(heading)} ${paint.dim(`(${rows.length})`)}`, ...lines, ...more];
  };
}

/** `line 7` under `line 123`: the numbers end at the same column. */
function padStart(place: string, width: number): string {
  return place === "" ? " ".repeat(width) : `line ${place.slice(5).padStart(width - 5)}`;
}

function widest(cells: readonly string[]): number {
  return cells.reduce((width, cell) => Math.max(width, cell.length), 0);
}

function lay(words: Row[2], width: number): string[] {
  if (typeof words === "string") return wrap(visibleLine(words, MOST_WORDS), width);
  return words.map((text) => visibleLine(text, width));
}

/** Breaks a line at blanks; a word that is too long stays whole. */
export function wrap(text: string, width: number): string[] {
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
    case "PARTLY":
      return paint.yellow(word);
    case "RESOLVED":
    case "APPROVED":
      return paint.green(word);
    default:
      return word;
  }
}
