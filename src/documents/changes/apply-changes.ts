import type { Change, Spec } from "../../model/change.ts";
import { findFormSyntax } from "./form-syntax.ts";
import { applyHunks, type Hunk } from "./hunk.ts";
import { locateChanges } from "./locate-changes.ts";
import { overlap } from "./overlaps.ts";
import type { ChangeProblem } from "./problem.ts";

export type ApplyResult =
  | { readonly ok: true; readonly spec: Spec; readonly hunks: readonly Hunk[] }
  | { readonly ok: false; readonly problems: readonly ChangeProblem[] };

/** Applies the changes of one document together, all of them or none (SPEC 5). They refer to the spec as given. */
export function applyChanges(spec: Spec, changes: readonly Change[]): ApplyResult {
  const { hunks, problems } = locateChanges(spec, changes);
  const all = [...problems, ...findFormSyntax(spec, changes), ...findOverlaps(hunks).map(({ problem }) => problem)];
  if (all.length > 0) return { ok: false, problems: all.sort((a, b) => a.change - b.change) };
  return { ok: true, spec: applyHunks(spec, hunks), hunks };
}

/** A problem of the later hunk for each pair that overlaps. */
export function findOverlaps<Any extends Hunk>(hunks: readonly Any[]): { hunk: Any; problem: ChangeProblem }[] {
  return hunks.flatMap((hunk, index) =>
    hunks
      .slice(0, index)
      .filter((other) => overlap(other, hunk))
      .map((other) => ({
        hunk,
        problem: { change: hunk.change, reason: "overlap", message: overlapSaid(hunk, other) },
      })),
  );
}

function overlapSaid(hunk: Hunk, other: Hunk): string {
  return `Change ${hunk.change}: it touches words that change ${other.change} touches too. Make one change of the two, or quote less.`;
}
