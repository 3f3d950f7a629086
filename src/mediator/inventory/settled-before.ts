import { foldedWords } from "../../documents/changes/occurs.ts";
import type { Gap } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";
import type { State } from "../state.ts";

/** What an earlier session on a spec settled, and where: a passage that was kept, or words added below it. */
export interface SettledBefore {
  readonly gap: Pick<Gap, "id" | "title" | "finding">;
  /** The passage's first line. */
  readonly line: string;
  /** What was added below it: the gap is settled only in a text that has these words. */
  readonly added?: string;
}

/** What the User answered so that the passage stands as it was: it would be found again in the next version (SPEC 16.4). */
export function settledIn({ decisions, gaps }: Pick<State, "decisions" | "gaps">): SettledBefore[] {
  return decisions.flatMap(({ gaps: ids, passages = [] }) => {
    const standing = passages.filter(({ kind, passage }) => (kind === "keep" || kind === "add") && passage !== "");
    return gaps.pick(ids).flatMap((gap) =>
      standing.map(({ kind, passage, text }) => {
        const line = (passage.split("\n", 1)[0] ?? "").trim();
        return { gap, line, ...(kind === "add" ? { added: text } : {}) };
      }),
    );
  });
}

export function withoutSettled(gaps: readonly Gap[], before: readonly SettledBefore[], source: string): readonly Gap[] {
  if (before.length === 0) return gaps;
  const lines = source.split(/\r\n|\r|\n/);
  return gaps.filter((gap) => {
    const [place] = gap.places;
    const line = place === undefined ? undefined : lines[place.line - 1]?.trim();
    if (place === undefined || line === undefined) return true;
    const isAnswered = ({ added }: SettledBefore) => added === undefined || isAdded(added, gap, lines, place.line);
    return !before.some((each) => each.line === line && isSame(each.gap, gap) && isAnswered(each));
  });
}

/** Whether the words end a line below the passage, in its section; what explains a term stands in the glossary. */
function isAdded(added: string, { finding }: Gap, lines: readonly string[], passage: number): boolean {
  const words = foldedWords(added.trimEnd().split("\n").at(-1) ?? "");
  const below = lines.slice(passage);
  const next = below.findIndex((line) => /^#{1,6}\s/.test(line));
  const where = finding?.type === "undefined-term" ? lines : below.slice(0, next === -1 ? undefined : next);
  return words !== "" && where.some((line) => ` ${foldedWords(line)}`.endsWith(` ${words}`));
}

/** The same finding in the same words, or under the same title: the interview's own Reviewer keeps no more of it. */
function isSame(a: SettledBefore["gap"], b: SettledBefore["gap"]): boolean {
  if (parseGapId(a.id)?.category !== parseGapId(b.id)?.category) return false;
  const wordsOf = ({ finding }: SettledBefore["gap"]) => finding && [finding.subject, ...finding.words].join("\n");
  return a.title === b.title || (a.finding !== undefined && wordsOf(a) === wordsOf(b));
}
