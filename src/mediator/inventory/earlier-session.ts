import { foldedWords, occursIn } from "../../documents/changes/occurs.ts";
import { joinFiles, placesInFiles } from "../../documents/layouts/joined-files.ts";
import type { Spec } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { splitLines } from "../../model/split-lines.ts";
import { isDone } from "../ledger-events.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";

/** Something that an earlier session on a spec left open: it is taken from its records, not from what it wrote. */
export interface LeftOpen {
  readonly gap: Gap;
  /** Passages and quoted words that it is about and that stood in the spec when that session ended. */
  readonly words: readonly string[];
  readonly passages: readonly { readonly text: string; readonly heading: string }[];
}

/** Open gaps, issues that are open on others, and blockers that the User let stand (SPEC 12). */
export function leftOpenIn(state: State): LeftOpen[] {
  const first = joinFiles(state.spec.first).split(LINE_END);
  const issues = liveIssues(state).filter(isUnsettled);
  const gaps = state.gaps.filter(isOpen).map((gap) => withIssues(gap, issues));
  const others = issues.filter(({ gap }) => isDone(state, gap)).map((issue) => gapOf(issue));
  const { result, blockers } = state.finalReview;
  return [...gaps, ...others, ...(result === "accepted" ? blockers : [])].map((gap) => {
    const all = gap.places.map(({ heading, line, endLine }) => {
      return { heading, text: first.slice(line - 1, endLine).join("\n") };
    });
    const passages = all.filter(({ text }) => stands(state.spec.text, text));
    const quoted = (gap.quotations ?? []).filter((words) => stands(state.spec.text, words));
    return { gap, passages, words: [...passages.map(({ text }) => text), ...quoted] };
  });
}

const LINE_END = /\r\n|\r|\n/;

function stands(spec: Spec, words: string): boolean {
  return words.trim() !== "" && occursIn(spec, words);
}

function withIssues(gap: Gap, issues: readonly Issue[]): Gap {
  const own = issues.filter((issue) => issue.gap === gap.id);
  if (own.length === 0) return gap;
  const quotations = [...(gap.quotations ?? []), ...own.flatMap((issue) => issue.quotations)];
  return { ...gap, text: [gap.text, ...own.map(({ text }) => text)].join("\n\n").slice(0, 6_000), quotations };
}

function gapOf({ gap, title, text, severity, quotations, by }: Issue): Gap {
  const severityBy = by ?? "reviewer";
  return newGap(0, { id: gap, title, text, severity, severityBy, origin: severityBy, quotations });
}

/** What was left open and is not found in the source anyway. Where the author has changed the words, it is theirs. */
export function takeUp(left: readonly LeftOpen[], found: readonly Gap[], source: Spec): Gap[] {
  const text = joinFiles(source);
  const lines = text.split(LINE_END);
  const inFile = placesInFiles(text);
  const mint = gapIdMint(found.map(({ id }) => id));
  return left.flatMap(({ gap, words, passages }) => {
    if (words.length > 0 && !words.some((each) => stands(source, each))) return [];
    const places = passages.flatMap((passage) => placesOf(passage, lines)).map(inFile);
    // What the text itself says is open, and what the checks find in it, was looked for there.
    if ((gap.origin === "source" && places.length > 0) || (gap.finding !== undefined && words.length > 0)) return [];
    const { title, severity, severityBy, origin, label, quotations, why, finding, stated } = gap;
    const id = mint.claim(gap.id) ? gap.id : mint.next(parseGapId(gap.id)?.category ?? "");
    const rest = defined({ label, quotations, why, finding, stated });
    return [newGap(0, { id, title, text: gap.text, severity, severityBy, origin, places, ...rest })];
  });
}

function placesOf({ text, heading }: LeftOpen["passages"][number], lines: readonly string[]): SourcePlace[] {
  const own = text.split("\n");
  const at = lines.findIndex((_, index) => own.every((line, offset) => lines[index + offset]?.trim() === line.trim()));
  return at === -1 ? [] : [{ heading, line: at + 1, endLine: at + own.length }];
}

/** What an earlier session on a spec settled, and where: a passage that was kept or written anew, or words added below it. */
export interface SettledBefore {
  readonly gap: Pick<Gap, "title" | "finding" | "stated">;
  /** The passage's first line. */
  readonly line: string;
  /** What was added below it: the gap is settled only in a text that has these words. */
  readonly added?: string;
  /** What it reads now: an answer that stands where open points are listed is no open point. */
  readonly edited?: string;
}

/** What the User answered so that the passage stands as it was: it would be found again in the next version (SPEC 16.4). */
export function settledIn({ decisions, gaps }: Pick<State, "decisions" | "gaps">): SettledBefore[] {
  const replaced = replacedDecisions(decisions);
  const holding = decisions.filter(({ id }) => !replaced.has(id));
  return holding.flatMap(({ gaps: ids, passages = [] }) => {
    const standing = passages.filter(({ kind, passage, open }) => kind !== "strike" && passage !== "" && !open);
    const settled = ids.flatMap((id) => gaps.get(id) ?? []);
    return settled.flatMap((gap) =>
      standing.map(({ kind, passage, text }) => ({
        ...{ gap, line: firstLine(passage) },
        ...(kind === "add" ? { added: text } : kind === "edit" ? { edited: text } : {}),
      })),
    );
  });
}

export function withoutSettled(gaps: readonly Gap[], before: readonly SettledBefore[], source: string): readonly Gap[] {
  if (before.length === 0) return gaps;
  const lines = splitLines(source);
  return gaps.filter((gap) => {
    // Of two passages, and of a block of labels, the answer may be about any line.
    return !gap.places.flatMap(linesAt).some((at) => {
      const line = lines[at - 1]?.trim() ?? "";
      const isAnswered = ({ added }: SettledBefore) => added === undefined || isAdded(added, gap, lines, at);
      return before.some((each) =>
        each.edited === undefined
          ? each.line === line && isSame(each.gap, gap) && isAnswered(each)
          : isWritten(each.edited, line) && isListed(gap),
      );
    });
  });
}

function linesAt({ line, endLine }: SourcePlace): number[] {
  return Array.from({ length: endLine - line + 1 }, (_, offset) => line + offset);
}

/** An answer in place of an open point: its bullet and its id may have been put before it. */
function isWritten(edited: string, line: string): boolean {
  const words = foldedWords(firstLine(edited));
  return words !== "" && !edited.includes("?") && ` ${foldedWords(line)}`.endsWith(` ${words}`);
}

/** It is open because of the list that it stands in, and not because of a marker. */
function isListed({ finding, stated }: Gap): boolean {
  return finding === undefined ? stated === "question" || stated === "item" : finding.type === "open-question";
}

/** Whether the words end a line below the passage, in its section; what explains a term stands in the glossary. */
function isAdded(added: string, { finding }: Gap, lines: readonly string[], passage: number): boolean {
  const words = foldedWords(added.trimEnd().split("\n").at(-1) ?? "");
  const below = lines.slice(passage);
  const next = below.findIndex((line) => /^#{1,6}\s/.test(line));
  const where = finding?.type === "undefined-term" ? lines : below.slice(0, next === -1 ? undefined : next);
  return words !== "" && where.some((line) => ` ${foldedWords(line)}`.endsWith(` ${words}`));
}

/** The same finding in the same words, or under the same title. */
function isSame(a: SettledBefore["gap"], b: SettledBefore["gap"]): boolean {
  // What an answer left marked was found by the checks.
  if (a.finding?.type === "explicit-marker" && b.stated === "marker") return true;
  if (a.finding === undefined || b.finding === undefined) return a.title === b.title;
  return a.finding.type === b.finding.type && (messageOf(a) === messageOf(b) || wordsOf(a) === wordsOf(b));
}

function messageOf({ title, finding }: SettledBefore["gap"]): string {
  return finding?.message ?? title;
}

function wordsOf({ finding }: SettledBefore["gap"]): string {
  return [finding?.subject, ...(finding?.words ?? [])].join("\n");
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").trim();
}
