import type { Severity } from "../../model/severity.ts";
import type { Block } from "../markdown/block.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { rangeFinder, startFinder } from "../outline/line-ranges.ts";
import { BOLD_LEVEL, descendants, type OutlineNode } from "../outline/outline.ts";
import { indented, issueLine, observationLine, SEVERITY_HEADINGS } from "../review/form.ts";
import type { ReviewReading } from "../review/read-review.ts";
import type { Unit } from "../review/unit.ts";
import type { ReadIssue } from "../values.ts";
import type { Patch } from "./patch.ts";
import type { PlannedItem, ReviewPlan } from "./review-plan.ts";

/** Something between items that changes which section the next item stands in. */
type Turn =
  | { readonly type: "heading"; readonly line: number; readonly severity: Severity | undefined }
  /** Words that are no issue, and would be read as one below a severity heading. */
  | { readonly type: "other"; readonly line: number; readonly endLine: number; readonly bold?: string };

/**
 * Each issue becomes a bullet in a section of its severity. Where it stands in none, one is opened before it; what is
 * no issue and comes after is closed off from it.
 */
export function repairItems(patch: Patch, markdown: Markdown, reading: ReviewReading, plan: ReviewPlan): void {
  const turns = findTurns(reading.outline, plan);
  const groups = groupRows(plan.items);
  let open: Severity | undefined;
  let opened = false;
  let at = 0;
  const pass = (line: number): void => {
    for (let turn = turns[at]; turn !== undefined && turn.line < line; turn = turns[at]) {
      at++;
      if (turn.type === "heading") {
        open = turn.severity;
        opened = false;
      } else if (opened) {
        closeOff(patch, turn);
        open = undefined;
        opened = false;
      }
    }
  };
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    pass(first.unit.line);
    const lines: string[] = [];
    for (const item of group) {
      if (item.issue.severity !== open) {
        if (lines.length > 0) lines.push("");
        lines.push(`### ${SEVERITY_HEADINGS[item.issue.severity]}`, "");
        open = item.issue.severity;
        opened = true;
      }
      lines.push(...(asWritten(markdown, item) ?? bullet(patch, item)));
    }
    place(patch, markdown, group, lines);
  }
  pass(Number.POSITIVE_INFINITY);
}

/** Rows of one table are written together, where the table stood. */
function groupRows(items: readonly PlannedItem[]): PlannedItem[][] {
  const groups: PlannedItem[][] = [];
  for (const item of items) {
    const last = groups[groups.length - 1];
    const same = last?.[0]?.unit.within !== undefined && last[0].unit.within.line === item.unit.within?.line;
    if (same) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function place(patch: Patch, markdown: Markdown, group: readonly PlannedItem[], lines: readonly string[]): void {
  const [first] = group;
  if (first === undefined) return;
  const { within } = first.unit;
  const line = within?.line ?? first.unit.line;
  const endLine = within?.endLine ?? first.unit.endLine;
  const kept = within === undefined ? [] : otherRows(markdown, within, group);
  const before =
    (markdown.lines[line - 2] ?? "").trim() !== "" &&
    (lines[0]?.startsWith("#") === true || first.unit.form !== "item");
  const after = (markdown.lines[endLine] ?? "").trim() !== "" && first.unit.form !== "item";
  const kind = first.issue.kind === "observation" ? "observation" : "issue-form";
  patch.replace(kind, line, endLine, [...(before ? [""] : []), ...kept, ...lines, ...(after ? [""] : [])]);
}

/** A table that also lists other things keeps these. */
function otherRows(
  markdown: Markdown,
  table: { line: number; endLine: number },
  group: readonly PlannedItem[],
): string[] {
  const rows = new Set(group.map(({ unit }) => unit.line));
  const lines: string[] = [];
  for (let line = table.line; line <= table.endLine; line++)
    if (!rows.has(line)) lines.push(markdown.lines[line - 1] ?? "");
  return lines.length > 2 ? [...lines, ""] : [];
}

/** An issue that is a bullet of the form already stays to the letter. */
function asWritten(markdown: Markdown, { unit, id }: PlannedItem): string[] | undefined {
  const first = markdown.lines[unit.line - 1] ?? "";
  if (id === undefined || unit.form !== "item" || !first.startsWith(`- **${id}**`)) return undefined;
  return markdown.lines.slice(unit.line - 1, unit.endLine);
}

function bullet(patch: Patch, { unit, issue, id }: PlannedItem): string[] {
  const [first = "", ...below] = unit.lines;
  const words = unit.head.struck && first !== "" ? `~~${first}~~` : first;
  const label = labelFor(unit, issue, id);
  const line = issue.kind === "observation" ? observationLine(label, words) : issueLine(id, label, words);
  if (id !== undefined && id !== issue.id) patch.note("issue-id", unit.line, issue.id ?? issue.label ?? "", id);
  const body = indented(below);
  while (body.length > 0 && body[body.length - 1] === "") body.pop();
  if (body.length > 0 && body[0] !== "" && unit.form === "heading") body.unshift("");
  return [line, ...body];
}

/** The author's own name for it, also an id that had to change. */
function labelFor(unit: Unit, issue: ReadIssue, id: string | undefined): string | undefined {
  if (issue.id !== undefined && issue.id !== id) return issue.id;
  return unit.head.ordinal ? undefined : unit.head.label;
}

function findTurns(outline: OutlineNode, plan: ReviewPlan): Turn[] {
  const units = plan.items.map(({ unit }) => ({
    line: unit.within?.line ?? unit.line,
    endLine: unit.within?.endLine ?? unit.endLine,
  }));
  const find = rangeFinder(units);
  const isItem = (line: number): boolean => find(line) !== undefined;
  const holdsItem = startFinder(units);
  const turns: Turn[] = [];
  for (const node of [outline, ...descendants(outline)]) {
    if (node.heading !== undefined && !isItem(node.line)) turns.push(headingTurn(node, node.heading.level, plan));
    for (const { line, endLine } of node.blocks.flatMap(listed)) {
      if (!isItem(line) && !holdsItem(line, endLine)) turns.push({ type: "other", line, endLine });
    }
  }
  return turns.toSorted((a, b) => a.line - b.line);
}

/** The items of a list one by one, since some of them may be issues and others not; a table as a whole. */
function listed(block: Block): readonly { readonly line: number; readonly endLine: number }[] {
  return block.type === "list" ? block.items : block.type === "table" ? [block] : [];
}

function headingTurn(node: OutlineNode, level: number, plan: ReviewPlan): Turn {
  const section = plan.sections.get(node);
  if (level < BOLD_LEVEL || section !== undefined)
    return { type: "heading", line: node.line, severity: section?.severity };
  return {
    type: "other",
    line: node.line,
    endLine: node.heading?.endLine ?? node.line,
    bold: node.heading?.text ?? "",
  };
}

/** A bold line becomes the heading that it stands for; before anything else one is put. */
function closeOff(patch: Patch, turn: Extract<Turn, { type: "other" }>): void {
  const words = turn.bold?.replace(/^\*\*(.*)\*\*[\s:]*$/u, "$1").replace(/:$/, "");
  if (words === undefined || words === turn.bold) patch.insert("section-end", turn.line, ["### Continued"]);
  else patch.replace("bold-heading", turn.line, turn.endLine, [`### ${words}`]);
}
