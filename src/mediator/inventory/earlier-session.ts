import { foldedWords, occursIn } from "../../documents/changes/occurs.ts";
import { joinFiles, placesOf } from "../../documents/layouts/join-files.ts";
import type { Spec } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { splitLines } from "../../model/split-lines.ts";
import { isDone } from "../ledger-events.ts";
import { gapsStillOpen, isInSpec, liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { linesOf } from "./find-gaps.ts";

/** A gap that an earlier session on the spec left open, read from that session's journal. */
export interface LeftOpen {
  readonly gap: Gap;
  /** Its passages, and the words it quotes, if they were still in the spec when that session ended. */
  readonly passages: readonly string[];
  readonly quoted: readonly string[];
  /** The gap was reopened although its changes are in the spec, so nothing in the text shows that it is open. */
  readonly reopened?: true;
}

/** Open gaps, open issues on settled gaps, and blockers that the User accepted (SPEC 12). */
export function leftOpenIn(state: State): LeftOpen[] {
  const { text, atEnd } = state.spec;
  const first = splitLines(joinFiles(state.spec.first));
  const issues = liveIssues(state).filter(isUnsettled);
  const gaps = gapsStillOpen(state).map((gap) => withIssues(gap, issues));
  const others = issues.filter(({ gap }) => isDone(state, gap)).map((issue) => gapOf(issue));
  const { result, blockers } = state.finalReview;
  return [...gaps, ...others, ...(result === "accepted" ? blockers : [])].map((gap) => {
    const passages = gap.places.map(({ line, endLine }) => first.slice(line - 1, endLine).join("\n"));
    const standing = (words: readonly string[]) => words.filter((quotation) => stands(atEnd ?? text, quotation));
    const facts = { gap, passages: standing(passages), quoted: standing(gap.quotations ?? []) };
    return isInSpec(state, gap.id) ? { ...facts, reopened: true } : facts;
  });
}

function stands(spec: Spec, words: string): boolean {
  return words.trim() !== "" && occursIn(spec, words);
}

function withIssues(gap: Gap, issues: readonly Issue[]): Gap {
  const onGap = issues.filter((issue) => issue.gap === gap.id);
  if (onGap.length === 0) return gap;
  const quotations = [...(gap.quotations ?? []), ...onGap.flatMap((issue) => issue.quotations)];
  return { ...gap, text: [gap.text, ...onGap.map(({ text }) => text)].join("\n\n").slice(0, 6_000), quotations };
}

function gapOf({ gap, title, text, severity, quotations, by }: Issue): Gap {
  const severityBy = by ?? "reviewer";
  return newGap(0, { id: gap, title, text, severity, severityBy, origin: severityBy, quotations });
}

/** Gaps left open earlier that are not found in the source anyway; those whose words the author changed are dropped. */
export function takeUp(left: readonly LeftOpen[], found: readonly Gap[], source: Spec): Gap[] {
  const text = joinFiles(source);
  const mint = gapIdMint(found.map(({ id }) => id));
  return left.flatMap(({ gap, quoted, passages, reopened }) => {
    const words = [...passages, ...quoted];
    if (words.length > 0 && !words.some((quotation) => stands(source, quotation))) return [];
    const places = passages.flatMap((passage) => placesOf(text, passage));
    // Gaps that the source states or the checks find would have been found again if they were still open.
    const isShown = (gap.origin === "source" && places.length > 0) || (gap.finding !== undefined && words.length > 0);
    if (isShown && (!reopened || found.some((other) => isSame(gap, other)))) return [];
    const { title, severity, severityBy, origin, label, quotations, why, finding, stated } = gap;
    const id = mint.claim(gap.id) ? gap.id : mint.next(parseGapId(gap.id)?.category ?? "");
    const rest = defined({ label, quotations, why, finding, stated });
    return [newGap(0, { id, title, text: gap.text, severity, severityBy, origin, places, ...rest })];
  });
}

/** A gap that an earlier session settled in a passage: kept or edited as a whole, or with words added below it. */
export interface SettledBefore {
  readonly gap: Pick<Gap, "title" | "finding" | "stated">;
  /** The passage's lines; a gap may stand on any of them. */
  readonly lines: readonly string[];
  /** The words added below it; the gap is settled only while the text has them. */
  readonly added?: string;
  /** The edited passage; in a list of open points it is an answer and no open point. */
  readonly edited?: string;
}

/** Answers that left the passage in the spec, where the next session would find its gap again (SPEC 16.4). */
export function settledIn({ decisions, gaps }: Pick<State, "decisions" | "gaps">): SettledBefore[] {
  const replaced = replacedDecisions(decisions);
  const onPassage = decisions.filter(({ passages, type }) => passages !== undefined || type === "reopening");
  const isReopened = (id: GapId) => onPassage.findLast((decision) => decision.gaps.includes(id))?.type === "reopening";
  const holding = decisions.filter(({ id }) => !replaced.has(id));
  return holding.flatMap(({ gaps: ids, passages = [] }) => {
    const standing = passages.filter(({ kind, passage, open }) => kind !== "strike" && passage !== "" && !open);
    const settled = ids.flatMap((id) => (isReopened(id) ? [] : (gaps.get(id) ?? [])));
    return settled.flatMap((gap) =>
      standing.map(({ kind, passage, text }) => ({
        ...{ gap, lines: passage.split("\n").map((line) => line.trim()) },
        ...(kind === "add" ? { added: text } : kind === "edit" ? { edited: text } : {}),
      })),
    );
  });
}

export function withoutSettled(gaps: readonly Gap[], before: readonly SettledBefore[], source: string): readonly Gap[] {
  if (before.length === 0) return gaps;
  const lines = splitLines(source);
  const folded = lines.map((line) => ` ${foldedWords(line)}`);
  /** Whether a line ends with these words; a bullet and an id may stand before them. */
  const isWritten = (text: string, line: string) => {
    const words = foldedWords(text);
    return words !== "" && line.endsWith(` ${words}`);
  };
  const isSettled = (gap: Gap, at: number) =>
    before.some(({ gap: earlier, lines: kept, added, edited }) => {
      if (edited !== undefined) {
        return isListed(gap) && !edited.includes("?") && isWritten(firstLine(edited), folded[at - 1] ?? "");
      }
      if (!kept.includes(lines[at - 1]?.trim() ?? "") || !isSame(earlier, gap)) return false;
      return added === undefined || folded.some((other) => isWritten(added.trimEnd().split("\n").at(-1) ?? "", other));
    });
  // A gap with two passages, or a block of labels, may have its answer on any line.
  return gaps.filter((gap) => !gap.places.flatMap(linesOf).some((at) => isSettled(gap, at)));
}

/** Whether the gap is open only because it stands in a list of open points, and not because of a marker. */
function isListed({ finding, stated }: Gap): boolean {
  return finding === undefined ? stated === "question" || stated === "item" : finding.type === "open-question";
}

/** Whether two gaps are the same: the same finding in the same words, or else the same title. */
function isSame(a: SettledBefore["gap"], b: SettledBefore["gap"]): boolean {
  // A marker that an answer left there was found by the checks before, and is now stated by the source.
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
