import { isOpen } from "../model/counting.ts";
import type { SessionEvent } from "../model/events.ts";
import type { GapId } from "../model/ids.ts";
import { isWorse } from "../model/severity.ts";
import { decide } from "./decide.ts";
import { gapNames } from "./gap-events.ts";
import type { State } from "./state.ts";

export interface Duplicate {
  readonly gap: GapId;
  readonly of: GapId;
}

/** Gaps that say the same as another: that one counts instead, with the worse severity (SPEC 3.2, 3.3). */
export function mergeGaps(state: State, pairs: readonly Duplicate[], reason: string, now: string): SessionEvent[] {
  if (pairs.length === 0) return [];
  const words = pairs.map(({ gap, of }) => `${gap} is a duplicate of ${of}`);
  const decision = decide(state, now, {
    type: "duplicate",
    title: pairs.length === 1 ? (words[0] ?? "") : `${pairs.length} gaps are duplicates`,
    gaps: [...new Set(pairs.flatMap(({ gap, of }) => [gap, of]))],
    decision: gapNames(words, "; "),
    rationale: reason,
  });
  const why = reason === "" ? "a duplicate" : reason;
  return [
    decision,
    ...pairs.flatMap((pair): SessionEvent[] => [...raised(state, pair), { type: "gap_merged", ...pair, why }]),
  ];
}

function raised(state: State, { gap: id, of }: Duplicate): SessionEvent[] {
  const [gap, other] = [state.gaps.get(id), state.gaps.get(of)];
  if (!gap || !other || !isOpen(other) || !isWorse(gap.severity, other.severity)) return [];
  const why = `${id}, its duplicate, is ${gap.severity}`;
  return [{ type: "gap_severity_set", gap: of, severity: gap.severity, by: "user", why }];
}
