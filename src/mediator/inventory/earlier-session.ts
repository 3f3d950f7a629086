import { occursIn } from "../../documents/changes/occurs.ts";
import { joinFiles, placesOf } from "../../documents/layouts/join-files.ts";
import type { Spec } from "../../model/change.ts";
import { newGap } from "../../model/change-gap.ts";
import { defined } from "../../model/defined.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { splitLines } from "../../model/split-lines.ts";
import { isDone } from "../ledger-events.ts";
import { gapsStillOpen, liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { linesOf } from "./find-gaps.ts";

/** A gap that an earlier session on the spec left open, read from that session's journal. */
export interface LeftOpen {
  readonly gap: Gap;
  /** Its passages, or else the words it quotes, as far as they were in the spec when that session ended. */
  readonly words: readonly string[];
}

/** Open gaps, open issues on settled gaps, and blockers that the User accepted (SPEC 12). */
export function leftOpenIn(state: State): LeftOpen[] {
  const { text, atEnd = text } = state.spec;
  const first = splitLines(joinFiles(state.spec.first));
  const issues = liveIssues(state);
  const gaps = gapsStillOpen(state).map((gap) => withIssues(gap, issues));
  const others = issues.filter(({ gap }) => isDone(state, gap)).map((issue) => gapOf(issue));
  const { result, blockers } = state.finalReview;
  return [...gaps, ...others, ...(result === "accepted" ? blockers : [])].map((gap) => {
    const passages = gap.places.map(({ line, endLine }) => first.slice(line - 1, endLine).join("\n"));
    const standing = [passages, gap.quotations ?? []].map((all) => all.filter((words) => stands(atEnd, words)));
    return { gap, words: standing.find((words) => words.length > 0) ?? [] };
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
  return left.flatMap(({ gap, words }) => {
    const standing = words.filter((quotation) => stands(source, quotation));
    if (words.length > 0 && standing.length === 0) return [];
    const places = standing.flatMap((passage) => placesOf(text, passage));
    if (found.some((other) => isSame(gap, other))) return [];
    const { title, severity, severityBy, origin, label, quotations, why, finding, stated } = gap;
    const id = mint.claim(gap.id) ? gap.id : mint.next(parseGapId(gap.id)?.category ?? "");
    const rest = defined({ label, quotations, why, finding, stated });
    return [newGap(0, { id, title, text: gap.text, severity, severityBy, origin, places, ...rest })];
  });
}

/** A gap that an earlier session settled in a passage that is still there: kept, edited, or with words added below it. */
export interface SettledBefore {
  readonly gap: Pick<Gap, "title" | "finding" | "stated">;
  /** The passage's lines, after an edit the new ones; a gap may stand on any of them. */
  readonly lines: readonly string[];
  /** In a list of open points an edited line is an answer and no open point. */
  readonly edited?: boolean;
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
      standing.map(({ kind, passage, text }) => {
        const edited = kind === "edit";
        return { gap, edited, lines: (edited ? text : passage).split("\n").map((line) => line.trim()) };
      }),
    );
  });
}

export function withoutSettled(gaps: readonly Gap[], before: readonly SettledBefore[], source: string): readonly Gap[] {
  const lines = splitLines(source);
  const isSettled = (gap: Gap, at: number) => {
    const line = lines[at - 1]?.trim() ?? "";
    return before.some(({ gap: earlier, lines: settled, edited }) => {
      return settled.includes(line) && (edited ? isListed(gap) && !line.includes("?") : isSame(earlier, gap));
    });
  };
  // A gap with two passages, or a block of labels, may have its answer on any line.
  return gaps.filter((gap) => !gap.places.flatMap(linesOf).some((at) => isSettled(gap, at)));
}

/** Whether the gap is open only because it stands in a list of open points, and not because of a marker. */
function isListed({ finding, stated }: Gap): boolean {
  return finding === undefined ? stated === "question" || stated === "item" : finding.type === "open-question";
}

/** Whether two gaps are the same: the same finding, or else the same title. */
function isSame(a: SettledBefore["gap"], b: SettledBefore["gap"]): boolean {
  // A marker that an answer left there was found by the checks before, and is now stated by the source.
  if (a.finding?.type === "explicit-marker" && b.stated === "marker") return true;
  if (a.finding === undefined || b.finding === undefined) return a.title === b.title;
  return a.finding.type === b.finding.type && a.finding.subject === b.finding.subject;
}
