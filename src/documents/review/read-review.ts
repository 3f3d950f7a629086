import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { withoutCode } from "../markdown/inline.ts";
import { type Markdown, textOfLines } from "../markdown/markdown.ts";
import { fieldOfLine } from "../outline/fields.ts";
import { rangeFinder } from "../outline/line-ranges.ts";
import { buildOutline, descendants, type OutlineNode } from "../outline/outline.ts";
import { readNewGaps } from "../read-new-gaps.ts";
import type { Ambiguity, ReadIssue, Recheck, ReviewerDocument, Section } from "../values.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import { severityIn } from "../words/severity-words.ts";
import { condensed, isWithdrawn, readsAsBlocking } from "../words/withdrawal-words.ts";
import { keyOf, type Sorted, sortUnits } from "./classify.ts";
import { collectUnits } from "./collect-units.ts";
import { findNoIssues } from "./no-issues.ts";
import { readVerdict } from "./read-verdict.ts";
import { isReviewHeading, reviewedGaps } from "./reviewed-gaps.ts";
import { findScopes, type Scopes } from "./scope.ts";
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
  const units = collectUnits(markdown, outline, scopes, round);
  const sorted = sortUnits(units, round);
  const itemLines = lineIndex([...sorted.raised, ...sorted.observations, ...sorted.rechecks.map(({ unit }) => unit)]);
  const { verdict, ambiguities } = readVerdict(outline, scopes, itemLines);
  const promoted = promote(sorted, verdict.value === "NEEDS_REVISION");
  const reviewed = reviewedGaps(outline, scopes, itemLines, verdict.byGap);
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
  const isRemark = observation || unit.scope.area === "observations";
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
    severity: blocking ? "HIGH" : severity.asWritten === undefined && isRemark ? "LOW" : severity.value,
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
  const field = severityIn(unit.fields.get("severity") ?? "");
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
  return candidates.size > 0 ? named.find((id) => candidates.has(id)) : named[0];
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

/** The author's words on it: not its title where more is said below, not the status again. */
function whyOf(unit: Unit): string {
  if (unit.remarks !== undefined)
    return [unit.lines[0] ?? "", ...unit.remarks].filter((words) => words !== "").join(" - ");
  const [first = "", ...below] = unit.lines;
  const said = below.flatMap((line) => {
    const field = fieldOfLine(line);
    if (field?.name === "status" || field?.name === "severity") return [];
    return field?.name === "impact" || field?.name === "rationale" ? [field.value] : [line];
  });
  const body = said.join("\n").trim();
  if (body === "") return first.trim();
  return unit.form === "heading" ? body : `${first}\n${body}`.trim();
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

function mixedSeverities(raised: readonly Unit[]): Ambiguity[] {
  return raised
    .filter((unit) => unit.scope.mixedSeverity && unit.head.severity === undefined && !unit.fields.has("severity"))
    .map((unit) => ({
      kind: "severity",
      line: unit.line,
      message: `"${unit.scope.severityAsWritten}" names more than one severity; the worse one is taken for this issue.`,
    }));
}
