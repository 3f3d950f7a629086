import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import { collect } from "../collect.ts";
import { simplestGap } from "../questions/round-questions.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import { splitGap } from "../split-gap.ts";
import type { PendingRollback, State } from "../state.ts";
import type { Adjustment } from "./analysis/adjustments.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";
import { rootCauses } from "./analysis/root-cause.ts";
import { asksForCause } from "./request-rollback.ts";
import { rollbackQuestion } from "./rollback-question.ts";
import { archiveName } from "./rollback-targets.ts";
import { failedAttempts, rootCauseQuestion } from "./root-cause-question.ts";

/** The person is asked how to go on: from the second rollback of a round on with its likely cause (SPEC 13.7, 13.9). */
export function askHow(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): SessionEvent[] {
  const question = asksForCause(state, pending.to)
    ? rootCauseQuestion(state, pending, analyses)
    : rollbackQuestion(state, pending, analyses);
  return [{ type: "question_asked", question }];
}

/** What stands on the disk before the rounds are undone. */
export interface Archived {
  readonly analyses: readonly RoundAnalysis[];
  /** Documents of an earlier attempt that is taken up again, by gap. */
  readonly prepared: readonly { readonly gap: GapId; readonly text: string }[];
}

/**
 * The one step by which rounds are undone: the restore, and how the work goes on, happen together or not at all
 * (SPEC 13.1).
 */
export function rolledBackEvents(state: State, pending: PendingRollback, done: Archived, now: string): SessionEvent[] {
  const adjustments = appliedAdjustments(pending, done.analyses);
  const assigned = done.analyses[0]?.record.gaps.map((gap) => gap.gap) ?? [];
  return collect(
    state,
    now,
    (current) => [rolledBack(current, pending, done.analyses, adjustments)],
    (restored) => wayOn(restored, pending, assigned, done, now),
    (restored) => adjustmentEvents(restored, pending, adjustments, assigned),
  );
}

function rolledBack(
  state: State,
  pending: PendingRollback,
  analyses: readonly RoundAnalysis[],
  adjustments: readonly Adjustment[],
): SessionEvent {
  const { to, reason, by, retry } = pending;
  return {
    type: "rounds_rolled_back",
    to,
    archives: analyses.map(({ record: { round, attempt } }) => ({ round, attempt, path: archiveName(round, attempt) })),
    reason,
    by,
    mode: state.config.rollback.mode,
    way: retry.way,
    analyses: analyses.map((one) => one.record),
    rootCauses: asksForCause(state, to) ? rootCauses(failedAttempts(state, pending, analyses)) : [],
    adjustments: [
      ...adjustments.map((one) => `${one.source}: ${one.gaps.join(", ")}`),
      ...retry.adjustments.map((text) => text.slice(0, 200)),
    ],
  };
}

/** `same` adds nothing; an attempt that is taken up again is not written anew. */
function appliedAdjustments({ retry }: PendingRollback, analyses: readonly RoundAnalysis[]): readonly Adjustment[] {
  if (retry.way === "same" || retry.way === "attempt") return [];
  return analyses.flatMap((one) => one.adjustments);
}

function wayOn(
  restored: State,
  { retry, reason }: PendingRollback,
  assigned: readonly GapId[],
  { prepared }: Archived,
  now: string,
): SessionEvent[] {
  const own = assigned.filter((gap) => restored.gaps.has(gap));
  switch (retry.way) {
    case "ask":
    case "same":
    case "adjusted":
      return [];
    case "narrow": {
      const simplest = simplestGap(own.flatMap((id) => restored.gaps.get(id) ?? []));
      return simplest ? [{ type: "gaps_chosen", gaps: [simplest.id] }] : [];
    }
    case "context":
      return [{ type: "gap_context_given", gaps: own, text: retry.context ?? "" }];
    case "next": {
      const others = assignableGaps(restored).filter((gap) => !own.includes(gap.id));
      const gaps = others.slice(0, restored.config.parallelGaps).map((gap) => gap.id);
      return gaps.length === 0 ? [] : [{ type: "gaps_chosen", gaps }];
    }
    case "split":
      return splitEvents(restored, retry, reason, now);
    case "attempt":
      return takenUp(restored, prepared, retry.attempt ?? 0);
  }
}

function splitEvents(
  restored: State,
  { split: wish }: PendingRollback["retry"],
  why: string,
  now: string,
): SessionEvent[] {
  const gap = wish && restored.gaps.get(wish.gap);
  if (!gap || !wish || wish.parts.length < 2) return [];
  const { ids, decision, split } = splitGap(restored, gap, wish.parts, why, now);
  return [decision, split, { type: "gaps_chosen", gaps: ids.slice(0, 1) }];
}

function takenUp(restored: State, prepared: Archived["prepared"], attempt: number): SessionEvent[] {
  const known = prepared.filter((one) => restored.gaps.has(one.gap));
  if (known.length === 0) return [];
  return [
    ...known.map(
      (one): SessionEvent => ({ type: "document_prepared", ...one, from: `attempt ${attempt}, from its archive` }),
    ),
    { type: "gaps_chosen", gaps: known.map((one) => one.gap) },
  ];
}

/** After a split they hold for the parts, whose prompts take those of the whole along. */
function adjustmentEvents(
  restored: State,
  { retry }: PendingRollback,
  adjustments: readonly Adjustment[],
  assigned: readonly GapId[],
): SessionEvent[] {
  const known = (gaps: readonly GapId[]) => gaps.filter((gap) => restored.gaps.has(gap));
  const own = known(assigned);
  const said = retry.adjustments.map(
    (text): SessionEvent => ({ type: "adjustment_added", gaps: own, text, source: "the person" }),
  );
  const recommended = adjustments
    .filter((one) => known(one.gaps).length > 0)
    .map(
      (one): SessionEvent => ({
        type: "adjustment_added",
        gaps: known(one.gaps),
        text: one.text,
        source: one.source,
      }),
    );
  return [...recommended, ...said];
}
