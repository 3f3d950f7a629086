import { foldedWords } from "../../documents/changes/occurs.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";
import type { State } from "../state.ts";
import { FINDING_CATEGORIES } from "./finding-category.ts";

/** Categories of what the source marks itself. */
const MARKERS: ReadonlySet<string> = new Set(["TBD", "TODO", "FIXME", "CLARIFY"]);

/** What an earlier session on a spec settled, and where: a passage that was kept or written anew, or words added below it. */
export interface SettledBefore {
  readonly gap: Pick<Gap, "id" | "title" | "finding">;
  /** The passage's first line. */
  readonly line: string;
  /** What was added below it: the gap is settled only in a text that has these words. */
  readonly added?: string;
  /** What it reads now: an answer that stands where open points are listed is no open point. */
  readonly edited?: string;
}

/** What the User answered so that the passage stands as it was: it would be found again in the next version (SPEC 16.4). */
export function settledIn({ decisions, gaps }: Pick<State, "decisions" | "gaps">): SettledBefore[] {
  return decisions.flatMap(({ gaps: ids, passages = [] }) => {
    const standing = passages.filter(({ kind, passage }) => kind !== "strike" && passage !== "");
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
  const lines = source.split(/\r\n|\r|\n/);
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
function isListed({ id, finding }: Gap): boolean {
  const category = parseGapId(id)?.category;
  return finding === undefined ? category === "OQ" || category === "SRC" : finding.type === "open-question";
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
  const [before, now] = [parseGapId(a.id)?.category ?? "", parseGapId(b.id)?.category ?? ""];
  // What an answer left marked was found by the checks, which call every marker so.
  if (before === FINDING_CATEGORIES["explicit-marker"] && MARKERS.has(now)) return true;
  if (before !== now) return false;
  // The interview's Reviewer names the line behind what was found.
  if (a.title.startsWith(b.title)) return true;
  return a.finding !== undefined && b.finding !== undefined && wordsOf(a.finding) === wordsOf(b.finding);
}

function wordsOf({ subject, words }: NonNullable<Gap["finding"]>): string {
  return [subject, ...words].join("\n");
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").trim();
}
