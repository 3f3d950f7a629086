import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { withoutCode } from "../markdown/inline.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";
import { fieldOfLine } from "../outline/fields.ts";
import type { OutlineHeading } from "../outline/heading.ts";
import { rangeFinder } from "../outline/line-ranges.ts";
import { buildOutline, descendants, type OutlineNode } from "../outline/outline.ts";
import { readNewGaps } from "../read-new-gaps.ts";
import type { Ambiguity, ReadIssue, Recheck, Reference, ReviewerDocument, Section } from "../values.ts";
import { expandRange, gapIdsIn } from "../words/ids-in-text.ts";
import { saysNoIssues, saysNone } from "../words/none-words.ts";
import { severityPhrase } from "../words/severity-words.ts";
import { condensed, isWithdrawn, readsAsBlocking } from "../words/withdrawal-words.ts";
import { keyOf, type Sorted, sortUnits } from "./classify.ts";
import { collectUnits } from "./collect-units.ts";
import { readVerdict } from "./read-verdict.ts";
import { findScopes, gapsOfHeading, type Scopes } from "./scope.ts";
import { titleOf } from "./title.ts";
import type { Unit } from "./unit.ts";

export type ReviewValues = Omit<ReviewerDocument, "role" | "references" | "citations" | "undecodable" | "empty">;

/** A review as it was understood, and the places that repair rewrites. */
export interface ReviewReading {
  readonly values: ReviewValues;
  readonly outline: OutlineNode;
  readonly scopes: Scopes;
  /** The unit that each issue was read from, by the same index. */
  readonly issueUnits: readonly Unit[];
  readonly recheckUnits: readonly Unit[];
  readonly round: number | undefined;
}

export function readReview(markdown: Markdown, givenRound?: number): ReviewReading {
  const outline = buildOutline(markdown);
  const round = givenRound ?? statedRound(outline);
  const scopes = findScopes(outline);
  const units = collectUnits(markdown, outline, scopes);
  const sorted = sortUnits(units, round);
  const itemLines = lineIndex([...sorted.raised, ...sorted.observations, ...sorted.rechecks.map(({ unit }) => unit)]);
  const { verdict, ambiguities } = readVerdict(outline, scopes, itemLines);
  const promoted = promote(sorted, verdict.value === "NEEDS_REVISION");
  const reviewed = reviewedGaps(outline, verdict.byGap);
  const gaps = new Set(reviewed.map(({ gap }) => gap));
  const issueUnits = [...promoted.raised, ...promoted.observations].toSorted((a, b) => a.line - b.line);
  const observations = new Set(promoted.observations);
  const issues = issueUnits.map((unit) => toIssue(unit, observations.has(unit), sorted.mentions, gaps));
  const recheckUnits = sorted.rechecks.map(({ unit }) => unit);
  const noIssuesFound = issues.some((issue) => issue.kind === "raised")
    ? undefined
    : findNoIssues(markdown, outline, itemLines);
  return {
    outline,
    scopes,
    issueUnits,
    recheckUnits,
    round,
    values: {
      reviewed,
      hasReviewHeading: [...descendants(outline)].some((node) => isReviewHeading(node)),
      severitySections: severitySections(markdown, outline),
      issues,
      rechecks: sorted.rechecks.map(({ unit, status }) => toRecheck(unit, status)),
      ...(noIssuesFound === undefined ? {} : { noIssuesFound }),
      verdict,
      newGaps: readNewGaps(markdown, outline, "reviewer"),
      ambiguities: [...ambiguities, ...mixedSeverities(promoted.raised)],
    },
  };
}

/** A review that wants changes and raises nothing by name or severity raises what it lists as worries or work. */
function promote(sorted: Sorted, wantsChanges: boolean): Pick<Sorted, "raised" | "observations"> {
  const worries = sorted.secondary.filter((unit) => unit.scope.area === "concerns" && unit.form !== "row");
  if (sorted.raised.length > 0 || !wantsChanges) {
    return { raised: sorted.raised, observations: [...sorted.observations, ...worries] };
  }
  const work = sorted.secondary.filter((unit) => unit.scope.area === "actions" || unit.table === "issues");
  return { raised: worries.length > 0 ? worries : work, observations: sorted.observations };
}

/** `Round 7` in one of the first headings, where nobody says which round it is. */
export function statedRound(outline: OutlineNode): number | undefined {
  for (const node of [...descendants(outline)].slice(0, 4)) {
    const match = /\bround[\s_-]{0,2}0{0,3}([1-9]\d{0,4})\b/iu.exec(node.heading?.text.slice(0, 300) ?? "");
    if (match !== null) return Number(match[1]);
  }
  return undefined;
}

function lineIndex(units: readonly Unit[]): (line: number) => boolean {
  const find = rangeFinder(units);
  return (line) => find(line) !== undefined;
}

function toIssue(
  unit: Unit,
  observation: boolean,
  mentions: ReadonlyMap<string, readonly Unit[]>,
  reviewed: ReadonlySet<GapId>,
): ReadIssue {
  const { head } = unit;
  const text = unit.lines.join("\n").trim();
  const severity = severityOf(unit, mentions.get(keyOf(unit) ?? "") ?? []);
  const gap = gapOf(unit, reviewed);
  const words = condensed(text);
  const blocking = severity.asWritten === undefined && (unit.scope.demanded || readsAsBlocking(words));
  const withdrawn = !observation && (head.struck || isWithdrawn(words) || isSettled(unit));
  const field = (name: "location" | "impact" | "suggestion") => {
    const value = unit.fields.get(name);
    return value === undefined || value === "" ? {} : { [name]: value };
  };
  return {
    line: unit.line,
    endLine: unit.endLine,
    ...(head.issue === undefined ? {} : { id: head.issue }),
    ...(head.label === undefined ? {} : { label: head.label }),
    title: titleOf(unit),
    text,
    severity: blocking ? "HIGH" : severity.value,
    ...(severity.asWritten === undefined ? {} : { severityAsWritten: severity.asWritten }),
    readsAsBlocking: blocking,
    ...(gap === undefined ? {} : { gap }),
    kind: observation ? "observation" : withdrawn ? "withdrawn" : "raised",
    ...field("location"),
    ...field("impact"),
    ...field("suggestion"),
  };
}

/** Raised and, in the same breath, done with. */
function isSettled(unit: Unit): boolean {
  return (
    unit.head.status === "RESOLVED" ||
    /^(?:withdrawn|retracted|resolved|closed)\b/iu.test(unit.fields.get("status")?.replace(/[*_]/g, "") ?? "")
  );
}

/** Own words first: in the head, a field, a column; then the section; then what the name says; else MEDIUM (SPEC 3.6). */
function severityOf(unit: Unit, others: readonly Unit[]): { value: Severity; asWritten?: string } {
  const { head, scope } = unit;
  if (head.severity !== undefined && !head.severityFromLabel) return stated(head.severity, head.severityAsWritten);
  const field = severityPhrase(
    (unit.fields.get("severity") ?? "").replace(/[*_`]/g, "").split(/[.,;|(–—]/u, 1)[0] ?? "",
  );
  if (field !== undefined) return stated(field.severity, field.asWritten);
  if (scope.severity !== undefined) return stated(scope.severity, scope.severityAsWritten);
  if (head.severity !== undefined) return stated(head.severity, head.label);
  const other = others.find((one) => one.head.severity !== undefined || one.scope.severity !== undefined);
  if (other !== undefined) {
    return stated(
      other.head.severity ?? other.scope.severity ?? "MEDIUM",
      other.head.severityAsWritten ?? other.scope.severityAsWritten,
    );
  }
  return { value: "MEDIUM" };
}

function stated(value: Severity, asWritten: string | undefined): { value: Severity; asWritten?: string } {
  return asWritten === undefined ? { value } : { value, asWritten };
}

/** A field says it, or the section, or the place that the issue names; else it is about the one gap under review. */
function gapOf(unit: Unit, reviewed: ReadonlySet<GapId>): GapId | undefined {
  const field = gapIdsIn(unit.fields.get("gap") ?? "")[0]?.id;
  if (field !== undefined) return field;
  if (unit.scope.gaps.length === 1) return unit.scope.gaps[0];
  const candidates = unit.scope.gaps.length > 0 ? new Set(unit.scope.gaps) : reviewed;
  if (candidates.size === 1) return [...candidates][0];
  const places = [unit.fields.get("location") ?? "", unit.lines[0] ?? ""];
  const named = places.flatMap((place) => gapIdsIn(withoutCode(place.slice(0, 2000))).map(({ id }) => id));
  return named.find((id) => candidates.has(id));
}

function toRecheck(unit: Unit, status: Recheck["status"]): Recheck {
  const { issue, label } = unit.head;
  return {
    line: unit.line,
    endLine: unit.endLine,
    ...(issue === undefined ? {} : { issue }),
    ...(label === undefined || issue !== undefined ? {} : { label }),
    status,
    why: whyOf(unit),
  };
}

function whyOf(unit: Unit): string {
  if (unit.remarks === undefined) return unit.lines.join("\n").trim();
  return [unit.lines[0] ?? "", ...unit.remarks].filter((words) => words !== "").join(" - ");
}

/** The gaps under review: in the headings of reviews, in the lines that say what is reviewed, in per-gap verdicts. */
function reviewedGaps(outline: OutlineNode, byGap: ReviewerDocument["verdict"]["byGap"]): Reference[] {
  const found = new Map<GapId, number>();
  const add = (gap: GapId, line: number) => {
    if (!found.has(gap)) found.set(gap, line);
  };
  const title = outline.children[0];
  for (const node of descendants(outline)) {
    const { heading } = node;
    if (heading === undefined) continue;
    const ids =
      isReviewHeading(node) || node === title
        ? gapIdsIn(withoutCode(heading.text)).map(({ id }) => id)
        : gapsOfReviewOf(heading);
    for (const id of ids.slice(0, 200)) add(id, heading.line);
  }
  for (const { gap, line } of focusGaps(outline)) add(gap, line);
  for (const { gap, line } of byGap) add(gap, line);
  return [...found].map(([gap, line]) => ({ gap, line }));
}

function gapsOfReviewOf(heading: OutlineHeading): GapId[] {
  return /\breview\b/u.test(heading.folded) ? gapsOfHeading(heading) : [];
}

function focusGaps(outline: OutlineNode): Reference[] {
  const early = [outline, ...[...descendants(outline)].slice(0, 3)];
  return early.flatMap((node) =>
    node.blocks.slice(0, 6).flatMap((block) => {
      if (block.type !== "paragraph" || block.text.length > 4000) return [];
      return block.text.split("\n").flatMap((line, index) => {
        const field = fieldOfLine(line);
        if (field?.name !== "gap") return [];
        const value = withoutCode(field.value);
        return expandRange(value, gapIdsIn(value)).map((gap) => ({ gap, line: block.line + index }));
      });
    }),
  );
}

/** `## Review: …`, `## GAP-… Review`, `# Reviewer Assessment - Round 4`. */
export function isReviewHeading(node: OutlineNode): boolean {
  const text = node.heading?.folded ?? "";
  return (
    (node.heading?.level ?? 9) <= 3 &&
    /^(?:re-?)?review(?:er|ers)?\b(?!ed)|\breview(?:\s*[:(]|$)|^assessment of gap-/u.test(text)
  );
}

function severitySections(markdown: Markdown, outline: OutlineNode): Section[] {
  const sections: Section[] = [];
  for (const node of descendants(outline)) {
    const { heading } = node;
    if (heading === undefined || heading.place.severity === undefined) continue;
    const text = textOfLines(markdown, heading.endLine + 1, node.endLine).trim();
    sections.push({
      line: node.line,
      endLine: node.endLine,
      heading: heading.text,
      level: heading.level,
      chars: text.length,
      text,
    });
  }
  return sections;
}

/** The statement that nothing was found, with the scope below it (SPEC 7). */
function findNoIssues(
  markdown: Markdown,
  outline: OutlineNode,
  isItemLine: (line: number) => boolean,
): ReviewerDocument["noIssuesFound"] {
  for (const node of [outline, ...descendants(outline)]) {
    const heading = node.heading;
    const place = heading === undefined ? undefined : heading.place;
    if (
      heading !== undefined &&
      (saysNoIssues(heading.text) || listsNone(node, place?.area, place?.severity !== undefined))
    ) {
      return {
        line: node.line,
        endLine: node.endLine,
        text: markdown.lines
          .slice(node.line - 1, node.endLine)
          .join("\n")
          .trim(),
      };
    }
    for (const block of node.blocks) {
      if (block.type === "paragraph" && !isItemLine(block.line) && saysNoIssues(block.text)) {
        return { line: block.line, endLine: block.endLine, text: block.text };
      }
    }
  }
  return undefined;
}

/** `## New Issues` over `None.` */
function listsNone(node: OutlineNode, area: string | undefined, severe: boolean): boolean {
  if (area !== "issues" || severe || node.children.length > 0) return false;
  const block = node.blocks.find((one) => one.type !== "rule");
  const text = block?.type === "paragraph" ? block.text : block?.type === "list" ? listText(block) : "";
  return (
    text !== "" && saysNone(text) && !/\b(?:critical|high|medium|low|major|minor|blocking)\b/iu.test(text.slice(0, 80))
  );
}

function listText(block: {
  readonly items: readonly { readonly blocks: readonly { readonly type: string; readonly text?: string }[] }[];
}): string {
  return block.items.length === 1 ? (block.items[0]?.blocks[0]?.text ?? "") : "";
}

function mixedSeverities(raised: readonly Unit[]): Ambiguity[] {
  return raised
    .filter((unit) => unit.scope.mixedSeverity && unit.head.severity === undefined && !unit.fields.has("severity"))
    .map((unit) => ({
      kind: "severity",
      line: unit.line,
      message: `"${unit.scope.severityAsWritten}" names more than one severity; the worse one is taken for this issue.`,
    }));
}
