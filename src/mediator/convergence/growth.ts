import { wordCount } from "../../documents/spec/word-count.ts";
import type { Change, Spec } from "../../model/change.ts";
import type { GapId } from "../../model/ids.ts";
import { candidateOf } from "../spec/candidate.ts";
import type { State } from "../state.ts";

/**
 * What grew to more than twice its length since something was last accepted (SPEC 11), in words for a person: a
 * resolution, or the spec with all that is proposed. What stays within the budget of its gaps is no growth.
 */
export function growthOf(state: State, round: number): string[] {
  const pending = [...state.proposals].filter(({ id }) => isPending(state, id));
  const resolutions = pending
    .filter((proposal) => proposal.round === round && proposal.previous !== undefined)
    .map(({ id, changes, previous }) => ({
      what: id,
      from: added(previous?.changes ?? []),
      to: added(changes),
      gaps: 1,
    }));
  const { spec } = candidateOf(
    state,
    pending.map(({ id }) => id),
  );
  const from = wordCount(state.spec.text);
  // A further word takes two characters at least: a spec that is hardly longer need not be counted.
  const to = charsIn(spec) - charsIn(state.spec.text) < 2 * from ? from : wordCount(spec);
  const whole = { what: "The spec", from, to, gaps: pending.length };
  return [...resolutions, whole]
    .filter(({ from, to, gaps }) => to > 2 * from && to - from > gaps * state.config.maxWordsPerGap)
    .map(({ what, from, to }) => `${what} grew from ${from} words to ${to} while nothing was closed.`);
}

function charsIn(spec: Spec): number {
  return spec.reduce((sum, { text }) => sum + text.length, 0);
}

const PENDING: ReadonlySet<string> = new Set(["PROPOSED", "NEEDS_REVISION"]);

function isPending(state: State, gap: GapId): boolean {
  return PENDING.has(state.gaps.get(gap)?.state ?? "");
}

function added(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + (change.new.match(/\S+/gu)?.length ?? 0), 0);
}
