import type { Table, TableRow } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import type { FieldName } from "../outline/fields.ts";
import { type Head, readHead } from "../words/head.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import { saysNone } from "../words/none-words.ts";
import { severityPhrase } from "../words/severity-words.ts";
import { statusOf } from "../words/status-words.ts";
import { statusAtStart, titleAsName } from "./fates.ts";
import type { Scope } from "./scope.ts";
import type { Unit } from "./unit.ts";

type Column = "id" | "title" | "severity" | "location" | "impact" | "suggestion" | "status" | "gap" | "count" | "other";

/** What the header of a column promises. */
function columnOf(header: string): Column {
  const name = plainText(header)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#/ ]+/gu, " ")
    .trim();
  if (
    /^(?:#|id|no|nr|num|number|ref|issue id|issue no|issue #|finding id|label|issue ref|round \d+ issue|r\d+ issue|previous issue|prior issue|earlier issue)$/u.test(
      name,
    )
  )
    return "id";
  if (/^(?:severity|priority|sev|level|sev level|severity rating)$/u.test(name)) return "severity";
  if (/^(?:count|total|number of issues|issues count)$/u.test(name)) return "count";
  if (
    /^(?:status|state|now|resolved|fixed|addressed|verdict|result|outcome|current status|resolution|resolution status|verified|assessment status)\b/u.test(
      name,
    )
  )
    return "status";
  if (/^(?:location|section|where|line|lines|place|reference|file)\b/u.test(name)) return "location";
  if (/^(?:impact|risk|why|consequence|effect|why it matters)\b/u.test(name)) return "impact";
  if (
    /^(?:what (?:i|we) would|what to do|suggestion|suggested|recommendation|recommended|fix|action|proposed fix|remedy|required action|required change)\b/u.test(
      name,
    )
  )
    return "suggestion";
  if (/^(?:gap|gap id|affected gap)$/u.test(name)) return "gap";
  if (
    /^(?:issue|issues|title|description|summary|finding|problem|concern|details?|what|comment|observation|defect|note)\b/u.test(
      name,
    )
  )
    return "title";
  return "other";
}

/** A table that rates the proposal lists no issues: there, high is good. */
const QUALITY = /^\W*(?:aspect|criteri(?:on|a)|dimension|quality|attribute|metric)s?\b/iu;

/** Where re-checks stand, the column of statuses is known by its cells if its name tells nothing. */
function columnsOf(table: Table, scope: Scope): Column[] {
  // A second column of titles says more about them.
  const columns = table.header.cells
    .map(columnOf)
    .map((column, index, all) => (column === "title" && all.indexOf(column) < index ? "other" : column));
  if (scope.area !== "recheck" || columns.includes("status")) return columns;
  const rows = table.rows.slice(0, 100);
  const found = columns.findIndex((column, index) => {
    const told = rows.filter(({ cells }) => statusAtStart(cells[index] ?? "") !== undefined).length;
    return index > 0 && column !== "id" && column !== "severity" && told * 2 > rows.length;
  });
  return columns.map((column, index) => (index === found ? "status" : column));
}

/** The rows of a table that lists issues, or says what became of earlier ones; none where it lists something else. */
export function tableUnits(table: Table, scope: Scope): Unit[] {
  const columns = columnsOf(table, scope);
  const at = (column: Column): number => columns.indexOf(column);
  if (QUALITY.test(plainText(table.header.cells[0] ?? ""))) return [];
  if (at("count") !== -1 || (at("id") === -1 && at("title") === -1)) return [];
  const rows = table.rows.map((row) => readRow(row, columns, table.header));
  const named = rows.filter(isNamed);
  const kind = tableKind(columns, scope, rows, named.length);
  if (kind === undefined) return isAboutEarlier(table, scope) ? titledRows(table, rows, scope) : [];
  return rows
    .filter(
      (row) => row.head.issue !== undefined || (kind === "recheck" && isNamed(row)) || isWords(row.lines[0] ?? ""),
    )
    .map((row) => ({ ...row, scope, table: kind, within: { line: table.line, endLine: table.endLine } }));
}

/** `| Previous issue | Status |`, or any table where re-checks stand. */
function isAboutEarlier({ header }: Table, scope: Scope): boolean {
  return (
    scope.area === "recheck" ||
    /^\W*(?:previous|prior|earlier|past|old|round \d+)\b[\w ]{0,12}\b(?:issues?|findings?|concerns?|comments?|points?)/iu.test(
      header.cells[0] ?? "",
    )
  );
}

/** Rows about earlier issues that are called by their titles. */
function titledRows(table: Table, rows: readonly Row[], scope: Scope): Unit[] {
  return rows.flatMap((row): Unit[] => {
    const label = titleAsName(row.lines[0] ?? "");
    const status = statusOf(row.fields.get("status") ?? "");
    if (label === "" || status === undefined || isNamed(row)) return [];
    const head: Head = { ...row.head, label, ordinal: false, status };
    const within = { line: table.line, endLine: table.endLine };
    return [{ ...row, head, scope, table: "recheck", titled: true, within, lines: ["", ...row.lines.slice(1)] }];
  });
}

function isNamed({ head }: Pick<Unit, "head">): boolean {
  return head.issue !== undefined || (head.label !== undefined && !head.ordinal);
}

type Row = Omit<Unit, "scope" | "table" | "within"> & { readonly status?: string };

function tableKind(columns: readonly Column[], scope: Scope, rows: readonly Row[], named: number): Unit["table"] {
  if (rows.length === 0) return undefined;
  const mostlyNamed = named * 2 >= rows.length;
  const stated = rows.filter(
    (row) => row.fields.has("status") && statusOf(row.fields.get("status") ?? "") !== undefined,
  );
  if (scope.area === "recheck") return mostlyNamed ? "recheck" : undefined;
  const hasStatus = columns.includes("status") && stated.length * 2 >= rows.length;
  const open = stated.every((row) => /\b(?:open|new|todo|pending)\b/iu.test(row.fields.get("status") ?? ""));
  if (hasStatus && mostlyNamed && !open) return "recheck";
  if (columns.includes("status") && !open && scope.severity === undefined) return undefined;
  const listed = scope.area === "issues" || scope.area === "observations" || scope.area === "concerns";
  const rated =
    rows.filter((row) => row.head.severity !== undefined && !row.head.severityFromLabel).length * 2 >= rows.length;
  const place = scope.area === undefined || scope.area === "verdict";
  if (columns.includes("severity") && rated && place && columns.includes("title") && !columns.includes("gap"))
    return "issues";
  if (columns.includes("severity")) return mostlyNamed || (listed && columns.includes("title")) ? "issues" : undefined;
  if (mostlyNamed && columns.includes("title") && columns.includes("id")) return listed ? "issues" : undefined;
  return listed && columns.includes("title") ? "issues" : undefined;
}

function readRow(row: TableRow, columns: readonly Column[], header: TableRow): Row {
  const cell = (column: Column): string => row.cells[columns.indexOf(column)] ?? "";
  const id = readHead(cell("id"));
  const title = readHead(cell("title"));
  const named = id.issue !== undefined || id.label !== undefined ? id : nameOnly(cell("id"), id);
  const head = mergeHeads(named, title, cell("severity"), /^\W*new\b/iu.test(cell("status")), columns);
  const fields = new Map<FieldName, string>();
  const lines = [title.rest === "" ? named.rest : title.rest];
  const remarks: string[] = [];
  row.cells.forEach((value, index) => {
    const column = columns[index] ?? "other";
    if (column === "id" || column === "title" || column === "severity" || value === "" || saysNone(value)) return;
    const field = fieldOfColumn(column);
    if (!fields.has(field)) fields.set(field, value);
    if (column !== "status" && column !== "gap") remarks.push(value);
    lines.push(`- ${plainText(header.cells[index] ?? "")}: ${value}`);
  });
  const gap = gapIdsIn(cell("gap"))[0]?.id;
  if (gap !== undefined) fields.set("gap", gap);
  return { form: "row", line: row.line, endLine: row.line, head, lines, fields, remarks, indent: 0 };
}

/** A bare number or word in an id column is the row's name. */
function nameOnly(cell: string, head: Head): Head {
  const name = plainText(cell);
  if (/^#?\d{1,3}$/.test(name)) return { ...head, label: name.replace("#", ""), ordinal: true, rest: "" };
  const whole = readHead(`${name}:`);
  return whole.issue !== undefined || whole.label !== undefined ? whole : head;
}

function mergeHeads(id: Head, title: Head, severityCell: string, isNew: boolean, columns: readonly Column[]): Head {
  const named = id.issue !== undefined || id.label !== undefined ? id : title;
  const phrase = columns.includes("severity")
    ? severityPhrase(plainText(severityCell).replace(/[^\p{L}\p{N} /()-]+/gu, " "))
    : undefined;
  const severity = phrase ?? undefined;
  const { issue, label, ordinal } = named;
  const status = id.status ?? title.status;
  const own = title.severity !== undefined && !title.severityFromLabel ? title : id.severity !== undefined ? id : title;
  return {
    ordinal: label === undefined ? false : ordinal,
    isNew: id.isNew || title.isNew || isNew,
    observation: id.observation || title.observation,
    struck: id.struck || title.struck,
    severityFromLabel: severity === undefined && own.severityFromLabel,
    rest: title.rest === "" ? named.rest : title.rest,
    ...(issue === undefined ? {} : { issue }),
    ...(label === undefined ? {} : { label }),
    ...(status === undefined ? {} : { status }),
    ...(severity !== undefined
      ? { severity: severity.severity, severityAsWritten: severity.asWritten }
      : own.severity === undefined
        ? {}
        : {
            severity: own.severity,
            ...(own.severityAsWritten === undefined ? {} : { severityAsWritten: own.severityAsWritten }),
          }),
  };
}

function fieldOfColumn(column: Column): FieldName {
  switch (column) {
    case "location":
    case "impact":
    case "suggestion":
    case "status":
    case "gap":
      return column;
    default:
      return "other";
  }
}

function isWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !saysNone(text);
}
