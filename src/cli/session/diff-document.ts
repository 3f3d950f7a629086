import { diffWordsWithSpace, type StructuredPatchHunk, structuredPatch } from "diff";
import { type DiffHunk, diffHunks } from "../../documents/changes/diff-hunks.ts";
import { replaySteps } from "../../documents/changes/replay.ts";
import type { WorkingSpec } from "../../mediator/state.ts";
import type { Change, SpecFile } from "../../model/change.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";

export interface DiffDocument extends WordCounts {
  readonly session: string;
  readonly files: readonly FileDiff[];
}

interface WordCounts {
  readonly wordsIn: number;
  readonly wordsOut: number;
}

export interface FileDiff extends WordCounts {
  readonly path: string;
  /** The exact edits that were accepted, in order, also where a later one changed their words again. */
  readonly changes: readonly AcceptedChange[];
  readonly hunks: readonly UnifiedHunk[];
}

/** `null` for what a change of the person's own hand does not have. */
export interface AcceptedChange extends Change {
  readonly round: number;
  readonly gap: GapId | null;
  readonly decision: DecisionId | null;
}

/** Lines as a unified diff has them: each begins with a blank, `-` or `+`. */
export type UnifiedHunk = { readonly heading: string } & Readonly<StructuredPatchHunk>;

/** The cost grows with the square of this; what differs more is one difference. */
const MOST_EDITS = 1500;

export function diffDocument(session: string, spec: Pick<WorkingSpec, "source" | "batches" | "text">): DiffDocument {
  const { source, text } = spec;
  const accepted = acceptedChanges(spec);
  const differences = diffHunks(source, text);
  const files = text.flatMap((after) => {
    const before = source.find(({ path }) => path === after.path) ?? { path: after.path, text: "" };
    if (before.text === after.text) return [];
    const own = differences.filter(({ file }) => file === after.path);
    const changes = accepted.filter(({ file }) => file === after.path).map(({ change }) => change);
    return [{ path: after.path, ...countWords(own), changes, hunks: unified(before, after, own) }];
  });
  const sum = (key: keyof WordCounts) => files.reduce((total, file) => total + file[key], 0);
  return { session, wordsIn: sum("wordsIn"), wordsOut: sum("wordsOut"), files };
}

interface PlacedChange {
  readonly file: string;
  readonly change: AcceptedChange;
}

function acceptedChanges({ source, batches }: Pick<WorkingSpec, "source" | "batches">): PlacedChange[] {
  return replaySteps(source, batches).flatMap(({ hunks }, index) =>
    hunks.flatMap(({ file, set, change: number }) => {
      const { round, sets } = batches[index] ?? { round: 0, sets: [] };
      const { gap = null, decision = null, changes = [] } = sets[set] ?? {};
      const accepted = changes.find((change) => change.number === number);
      return accepted === undefined ? [] : [{ file, change: { round, gap, decision, ...accepted } }];
    }),
  );
}

function countWords(hunks: readonly DiffHunk[]): WordCounts {
  let [wordsIn, wordsOut] = [0, 0];
  for (const { before, after } of hunks) {
    const [old, now] = [before.join("\n"), after.join("\n")];
    const parts = diffWordsWithSpace(old, now, { maxEditLength: MOST_EDITS }) ?? [
      { value: old, removed: true, added: false },
      { value: now, removed: false, added: true },
    ];
    for (const { value, added, removed } of parts) {
      const words = value.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      if (added) wordsIn += words;
      if (removed) wordsOut += words;
    }
  }
  return { wordsIn, wordsOut };
}

function unified(before: SpecFile, after: SpecFile, differences: readonly DiffHunk[]): UnifiedHunk[] {
  const patch = structuredPatch(before.path, after.path, before.text, after.text, "", "", {
    context: 3,
    maxEditLength: MOST_EDITS,
  });
  return (patch?.hunks ?? [whole(before, after)]).map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const first = differences.find(({ afterLine }) => newStart <= afterLine && afterLine <= newStart + newLines);
    return { heading: first?.heading ?? "", oldStart, oldLines, newStart, newLines, lines };
  });
}

/** Too much differs to compare it line by line. */
function whole(before: SpecFile, after: SpecFile): StructuredPatchHunk {
  const [old, now] = [before, after].map(({ text }) => text.replace(/\r?\n$/, "").split(/\r?\n/));
  const lines = [...(old ?? []).map((line) => `-${line}`), ...(now ?? []).map((line) => `+${line}`)];
  return { oldStart: 1, oldLines: old?.length ?? 0, newStart: 1, newLines: now?.length ?? 0, lines };
}
