import type { IssueId } from "../../model/ids.ts";
import type { Block, List, ListItem, Paragraph } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { type Area, isBarePlace, placeOfFolded } from "../outline/area.ts";
import { type FieldName, fieldOfLine } from "../outline/fields.ts";
import type { OutlineHeading } from "../outline/heading.ts";
import { BOLD_LEVEL, boldLead, type OutlineNode } from "../outline/outline.ts";
import type { Lines } from "../values.ts";
import { foldHeading } from "../words/fold.ts";
import { type Head, readHead } from "../words/head.ts";
import { gapIdsIn, issueIdsIn } from "../words/ids-in-text.ts";
import { saysNone } from "../words/none-words.ts";
import { severityIn } from "../words/severity-words.ts";
import { bareVerdict } from "../words/verdict-words.ts";
import { firstLine, hasOneFate, leadsToFates, scopeOfFates, titledFate } from "./fates.ts";
import { contentColumn, dedent, isField, itemLines, opensItem, words } from "./item-lines.ts";
import { fatesInProse, namedStatuses } from "./named-statuses.ts";
import { type ProseItem, plainProse, titledProse } from "./prose-units.ts";
import { NO_SCOPE, type Scope, type Scopes } from "./scope.ts";
import { tableUnits } from "./table-units.ts";
import { fieldsOf, type Unit } from "./unit.ts";

interface Collector {
  readonly markdown: Markdown;
  readonly scopes: Scopes;
  readonly units: Unit[];
  readonly round: number | undefined;
  /** The last line of the document that has words. */
  readonly lastLine: number;
}

/** Every item of the review that may be an issue or the word on one, in the order of the document. */
export function collectUnits(markdown: Markdown, root: OutlineNode, scopes: Scopes, round: number | undefined): Unit[] {
  const collector: Collector = { markdown, scopes, units: [], round, lastLine: markdown.blocks.at(-1)?.endLine ?? 0 };
  visit(collector, root, NO_SCOPE);
  return collector.units;
}

function visit(collector: Collector, node: OutlineNode, outer: Scope): void {
  const { heading } = node;
  if (heading !== undefined) {
    if (isItem(node, heading, outer)) {
      addNode(collector, node, outer);
      return;
    }
    const about = heading.place.area === "recheck" ? issueIdsIn(withoutCode(heading.text)) : [];
    if (about.length === 1 && about[0] !== undefined) {
      addRecheck(collector, node, outer, about[0].id);
      return;
    }
  }
  const scope = collector.scopes.get(node) ?? outer;
  visitBlocks(collector, node.blocks, scope, node.children[0]?.line);
  for (const child of node.children) visit(collector, child, scope);
}

/** Whether the node as a whole is one item, rather than a place where items stand. */
function isItem(node: OutlineNode, { head, place, folded }: OutlineHeading, outer: Scope): boolean {
  if (head.issue !== undefined) return true;
  if (head.comment !== undefined) return head.comment !== "praise";
  if (head.label !== undefined && !head.ordinal) return place.area === undefined || head.rest !== "";
  if (place.severity !== undefined) return false;
  if (head.severity !== undefined && words(head.rest) >= 2) return true;
  // Among issues a heading is a title, whatever words it has: `Validation of the input is missing`.
  const isPlace = outer.area !== "issues" || isBarePlace(folded) || place.area === "recheck";
  if (place.area !== undefined && isPlace) return false;
  return (listsItems(outer) || statesSeverity(node.blocks)) && isTitle(node, head) && !holdsItems(node);
}

/** Where unnamed things are items: below a severity, or where issues or remarks are listed. */
function listsItems(scope: Scope): boolean {
  return scope.area === "issues" || scope.area === "observations" || scope.area === "concerns";
}

function isTitle(node: OutlineNode, head: Head): boolean {
  if (words(head.rest) === 0 || saysNone(head.rest) || isGapOnly(head.rest)) return false;
  if (bareVerdict(head.rest) !== undefined) return false;
  return node.heading?.level !== BOLD_LEVEL || !/:\W*$/u.test(head.rest);
}

function isGapOnly(text: string): boolean {
  const ids = gapIdsIn(text);
  return ids.length > 0 && words(text.replace(/\([^()]{0,60}\)/g, "")) <= ids.length * 3 + 1;
}

/** `Severity: High` in the first lines: whatever stands over them is an issue. */
function statesSeverity(blocks: readonly Block[]): boolean {
  return blocks.slice(0, 2).some((block) => {
    const inner = block.type === "list" ? block.items.slice(0, 4).flatMap((item) => item.blocks[0] ?? []) : [block];
    return inner.some(
      (one) => one.type === "paragraph" && SEVERITY.test(one.text) && linesOf(one).some(isSeverityLine),
    );
  });
}

const SEVERITY = /severity|priority/iu;

function linesOf({ text }: Paragraph): string[] {
  return text.slice(0, 2000).split("\n");
}

function isSeverityLine(line: string): boolean {
  const field = SEVERITY.test(line.slice(0, 60)) ? fieldOfLine(line) : undefined;
  return field?.name === "severity" && severityIn(field.value) !== undefined;
}

/** A heading over named items is a group of them. */
function holdsItems(node: OutlineNode): boolean {
  const inner = node.children.some((child) => {
    const head = child.heading?.head;
    if (head === undefined) return false;
    return head.issue !== undefined || (head.label !== undefined && !head.ordinal) || head.severity !== undefined;
  });
  return inner || node.blocks.some(listsNamedItems);
}

function listsNamedItems(block: Block): boolean {
  if (block.type !== "list") return false;
  return block.items.slice(0, 3).some((item) => {
    const head = readHead(firstLine(item));
    return head.issue !== undefined || (head.label !== undefined && !head.ordinal) || head.severity !== undefined;
  });
}

function addNode(collector: Collector, node: OutlineNode, outer: Scope): void {
  const { heading } = node;
  if (heading === undefined) return;
  const inner = innerItems(node);
  const end = inner[0] === undefined ? node.endLine : inner[0].line - 1;
  const { head } = heading;
  const lines = [head.rest, ...ownLines(collector, heading.endLine, end).slice(1)];
  const form = heading.level === BOLD_LEVEL ? "bold" : "heading";
  const endLine = heading.endLine + lines.length - 1;
  collector.units.push({
    form,
    line: heading.line,
    endLine,
    head,
    scope: scopeOfItem(outer, heading),
    lines,
    fields: fieldsOf(lines),
    indent: 0,
  });
  for (const child of inner) addNode(collector, child, outer);
}

/** `## Verification Against ISSUE-R1-028` */
function addRecheck(collector: Collector, node: OutlineNode, outer: Scope, issue: IssueId): void {
  const { heading } = node;
  if (heading === undefined) return;
  const lines = [heading.text, ...ownLines(collector, heading.endLine, node.endLine).slice(1)];
  const head: Head = { ...readHead(""), issue, rest: heading.text };
  const scope: Scope = { ...(collector.scopes.get(node) ?? outer), area: "recheck" };
  const endLine = heading.endLine + lines.length - 1;
  collector.units.push({
    form: "heading",
    line: heading.line,
    endLine,
    head,
    scope,
    lines,
    fields: fieldsOf(lines),
    indent: 0,
  });
}

/** `### ISSUE-R1-002` one level too deep below `## ISSUE-R1-001` is an issue of its own. */
function innerItems(node: OutlineNode): OutlineNode[] {
  return node.children.flatMap((child) => (child.heading?.head.issue !== undefined ? [child] : innerItems(child)));
}

function scopeOfItem(outer: Scope, { place }: OutlineHeading): Scope {
  return place.area === "recheck" && outer.area === undefined ? { ...outer, area: "recheck" } : outer;
}

function visitBlocks(
  collector: Collector,
  blocks: readonly Block[],
  outer: Scope,
  firstChild: number | undefined,
): void {
  const scope = scopeOfFates(blocks, outer);
  const titled = titledProse(scope.area === "recheck" ? blocks.filter(hasOneFate) : blocks, scope, firstChild);
  const from = titled[0]?.line ?? Number.POSITIVE_INFINITY;
  const to = titled[titled.length - 1]?.endLine ?? 0;
  const before = collector.units.length;
  let previous: Block | undefined;
  for (const block of blocks) {
    const listed: Scope = leadsToFates(previous, block, outer) ? { ...outer, area: "recheck" } : outer;
    previous = block;
    if (block.line >= from && block.line <= to && (scope.area !== "recheck" || hasOneFate(block))) continue;
    if (block.type === "list") visitList(collector, block, scopeOfFates([block], listed));
    else if (block.type === "table") collector.units.push(...tableUnits(block, listed));
    else if (block.type === "paragraph" && outer.severity === undefined) addFates(collector, block, scope);
  }
  const found = titled.length > 0 || collector.units.length > before;
  for (const item of found ? titled : plainProse(blocks, scope, firstChild)) addProse(collector, item, scope);
}

/** `Earlier: ISSUE-R1-001 fixed. ISSUE-R1-004 still open.` */
function addFates(collector: Collector, paragraph: Paragraph, scope: Scope): void {
  const said = scope.area === "recheck" ? namedStatuses(paragraph.text) : fatesInProse(paragraph, collector.round);
  addSaid(collector, paragraph, said, { ...scope, area: "recheck" });
}

function addSaid(collector: Collector, place: Lines, said: ReturnType<typeof namedStatuses>, scope: Scope): void {
  for (const { head } of said) collector.units.push(statusUnit(place, head, scope));
}

function statusUnit({ line, endLine }: Lines, head: Head, scope: Scope): Unit {
  const fields = new Map<FieldName, string>();
  return { form: "item", line, endLine, head, scope, lines: [head.rest], fields, indent: 0 };
}

function addProse(collector: Collector, { line, endLine }: ProseItem, scope: Scope): void {
  const raw = ownLines(collector, line, endLine);
  const head = readHead(raw[0] ?? "");
  if (words(head.rest) < (scope.area === "recheck" ? 1 : 2)) return;
  const lines = [head.rest, ...raw.slice(1)];
  collector.units.push({
    form: "paragraph",
    line,
    endLine: line + raw.length - 1,
    head,
    scope,
    lines,
    fields: fieldsOf(lines),
    indent: 0,
  });
}

/** Where only an item with a full id means anything. */
const QUIET: readonly (Area | undefined)[] = ["aside", "summary", "verdict", "new-gaps"];

function visitList(collector: Collector, list: List, scope: Scope): void {
  const quiet = QUIET.includes(scope.area);
  for (const item of list.items) {
    const first = firstLine(item);
    if (quiet && !first.includes("ISSUE-R")) continue;
    if (scope.area === "recheck" && addStatuses(collector, item, first, scope)) continue;
    if (addRunIn(collector, item, first, scope)) continue;
    const titled = scope.area === "recheck" ? titledFate(first) : undefined;
    if (titled !== undefined) {
      collector.units.push({ ...statusUnit(item, titled, scope), titled: true });
      continue;
    }
    const head = readHead(first);
    const group = groupOf(item, head, first, scope);
    if (group !== undefined) {
      for (const block of item.blocks) if (block.type === "list") visitList(collector, block, group);
    } else if (isListed(item, head, first, scope)) addItem(collector, item, head, list.ordered, scope);
  }
}

/** `- H-1 fixed. H-2 and M-1 still open.`: a word on each. One that is named as usual is an item as usual. */
function addStatuses(collector: Collector, item: ListItem, first: string, scope: Scope): boolean {
  const said = namedStatuses(first);
  const usual = readHead(first);
  if (said.length === 0 || (said.length === 1 && (usual.issue !== undefined || usual.label !== undefined)))
    return false;
  addSaid(collector, item, said, scope);
  return true;
}

/** `- **Previous issues**: ISSUE-R1-001 resolved, ISSUE-R1-002 open`, or over an inner list; `- **New issues**:` likewise. */
function addRunIn(collector: Collector, item: ListItem, first: string, scope: Scope): boolean {
  const bold = scope.severity === undefined ? boldLead(first) : undefined;
  if (bold === undefined || !PLACE.test(bold.words)) return false;
  if (!bold.words.endsWith(":") && !bold.rest.startsWith(":")) return false;
  const { area } = placeOfFolded(foldHeading(bold.words), bold.words);
  if (area !== "recheck" && area !== "issues") return false;
  const inner = { ...scope, area };
  const said = area === "recheck" ? namedStatuses(bold.rest.replace(/^:\s*/u, "")) : [];
  addSaid(collector, item, said, inner);
  for (const block of item.blocks) if (block.type === "list") visitList(collector, block, inner);
  return said.length > 0 || item.blocks.some((block) => block.type === "list");
}

const PLACE = /issue|finding|concern|comment|point|feedback|previous|earlier|resolved|re-?check/iu;

/** `- **High**` or `- GAP-FLOW-001:` over an inner list says something about the items in it. */
function groupOf(item: ListItem, head: Head, first: string, scope: Scope): Scope | undefined {
  if (!item.blocks.some((block) => block.type === "list")) return undefined;
  if (head.severity !== undefined && !head.severityFromLabel && words(head.rest) === 0 && head.issue === undefined) {
    const area = scope.area === "observations" || scope.area === "recheck" ? scope.area : "issues";
    return { ...scope, area, severity: head.severity, severityAsWritten: head.severityAsWritten ?? "" };
  }
  const gaps = gapIdsIn(first).map(({ id }) => id);
  return listsItems(scope) && gaps.length > 0 && isGapOnly(first) ? { ...scope, gaps } : undefined;
}

function isListed(item: ListItem, head: Head, first: string, scope: Scope): boolean {
  if (head.issue !== undefined) return true;
  if (scope.area === "recheck" && head.label !== undefined && !head.ordinal) return true;
  if (head.comment !== undefined) return head.comment !== "praise";
  if (words(head.rest) === 0 && item.blocks.length < 2) return false;
  if (saysNone(head.rest) || /^\d+(?:\s|$|\/)/u.test(head.rest.replace(/[*_]/g, ""))) return false;
  if ((head.label !== undefined && !head.ordinal) || head.observation) return true;
  if (head.severity !== undefined && !isField(first) && words(head.rest) >= 2) return true;
  if (statesSeverity(item.blocks) && !isField(first)) return true;
  // What is to be done is an issue only in a review that wants changes and has no other: see `promote`.
  return (listsItems(scope) || scope.area === "actions") && (!isField(first) || opensItem(first));
}

function addItem(collector: Collector, item: ListItem, read: Head, ordered: boolean, scope: Scope): void {
  const raw = ownLines(collector, item.line, item.endLine);
  const indent = contentColumn(raw[0] ?? "");
  const marker = ordered && read.label === undefined && read.issue === undefined ? item.marker.replace(/\D/g, "") : "";
  const head: Head = marker === "" ? read : { ...read, label: marker, ordinal: true };
  const lines = [head.rest, ...raw.slice(1).map((line) => dedent(line, indent))];
  collector.units.push({
    form: "item",
    line: item.line,
    endLine: item.line + raw.length - 1,
    head,
    scope,
    lines,
    fields: fieldsOf(lines),
    indent,
  });
}

/** The lines of an item from its first line on. */
function ownLines({ markdown, lastLine }: Collector, line: number, endLine: number): string[] {
  return itemLines(markdown, line, endLine, lastLine);
}
