import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { PatternFinding, UndoneArchive } from "../../model/rollback.ts";
import { giveContext } from "../answers/give-context.ts";
import { collect } from "../collect.ts";
import { simplestGap } from "../questions/round-questions.ts";
import { splitGap } from "../split-gap.ts";
import type { PendingRollback, State } from "../state.ts";
import type { Adjustment } from "./analysis/adjustments.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";
import { rootCauses } from "./analysis/root-cause.ts";
import { gapsBesides, undoneGaps } from "./gaps-of-rollback.ts";
import { asksForCause } from "./request-rollback.ts";
import { rollbackQuestion } from "./rollback-question.ts";
import { failedAttempts, rootCauseQuestion } from "./root-cause-question.ts";

/** The User is asked how to go on: from the second rollback of a round on with its likely cause (SPEC 13.7, 13.9). */
export function askHow(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): SessionEvent[] {
  const question = asksForCause(state, pending.to)
    ? rootCauseQuestion(state, pending, analyses)
    : rollbackQuestion(state, pending, analyses);
  return [{ type: "question_asked", question }];
}

/** What is on the disk before the rounds are undone. */
export interface Archived {
  readonly analyses: readonly RoundAnalysis[];
  readonly archives: readonly UndoneArchive[];
  /** Documents that are used again instead of being bought again, by gap. */
  readonly prepared: readonly { readonly gap: GapId; readonly text: string; readonly from: string }[];
}

/** In AUTO_RETRY a sure pattern costs only the gaps that show it: what the round wrote for the others is kept (SPEC 13.5). */
export function keptGaps({ by, retry, to }: PendingRollback, analyses: readonly RoundAnalysis[]): GapId[] {
  const patterns = analyses.flatMap(({ record }) => record.patterns).filter(isSure);
  const works = analyses.find(({ record }) => record.round === to + 1)?.works ?? [];
  if (by !== "mediator" || retry.way !== "adjusted" || patterns.length === 0) return [];
  return works
    .filter(({ gap, resolved }) => resolved && !patterns.some((one) => one.gap === gap))
    .map(({ gap }) => gap);
}

export function isSure({ confidence }: PatternFinding): boolean {
  return confidence === "HIGH";
}

/**
 * The one step by which rounds are undone: the restore, and how the work goes on, happen together or not at all
 * (SPEC 13.1).
 */
export function rolledBackEvents(state: State, pending: PendingRollback, done: Archived, now: string): SessionEvent[] {
  const adjustments = appliedAdjustments(pending, done.analyses);
  return collect(
    state,
    now,
    (current) => [rolledBack(current, pending, done, adjustments)],
    (restored) => wayOn(restored, pending, done, now),
    (restored) => contextEvents(restored, pending, done.analyses, now),
    (restored) => adjustmentEvents(restored, adjustments),
  );
}

function rolledBack(
  state: State,
  pending: PendingRollback,
  { analyses, archives }: Archived,
  adjustments: readonly Adjustment[],
): SessionEvent {
  const { to, reason, by, retry } = pending;
  return {
    type: "rounds_rolled_back",
    to,
    archives,
    reason,
    by,
    mode: state.config.rollback.mode,
    way: retry.way,
    analyses: analyses.map(({ record }) => record),
    rootCauses: asksForCause(state, to) ? rootCauses(failedAttempts(state, pending, analyses)) : [],
    adjustments: adjustments.map(inWords),
  };
}

/** The User's are theirs to the letter; the Mediator's say what they are against. */
function inWords({ source, gaps, text }: Adjustment): string {
  return (source === "the User" ? text : `${source}, ${gaps.join(", ")}: ${text}`).slice(0, 1000);
}

/**
 * What the next prompts say besides, for every gap of every undone round: what the analysis recommends, the reason in its
 * own words, and the User's. `same` adds nothing of the Mediator's; an attempt that is used again is not written anew.
 */
function appliedAdjustments({ retry, reason, by }: PendingRollback, analyses: readonly RoundAnalysis[]): Adjustment[] {
  const gaps = undoneGaps(analyses);
  const said = (source: Adjustment["source"], text: string): Adjustment => {
    return { source, gaps, text, confidence: "HIGH", why: "said with the rollback" };
  };
  const own = retry.adjustments.map((text) => said("the User", text));
  if (retry.way === "same" || retry.way === "attempt") return own;
  const whose = by === "user" ? "the User's words" : "the Mediator's words";
  const undone = said("reason", `An earlier attempt at this gap was undone. The reason, in ${whose}: ${reason}`);
  return [...analyses.flatMap(({ adjustments }) => adjustments), undone, ...own];
}

function wayOn(
  restored: State,
  pending: PendingRollback,
  { analyses, prepared }: Archived,
  now: string,
): SessionEvent[] {
  const own = undoneGaps(analyses).filter((gap) => restored.gaps.has(gap));
  switch (pending.retry.way) {
    case "ask":
    case "same":
    case "context":
      return [];
    case "adjusted":
    case "attempt":
      return usedAgain(restored, prepared, own);
    case "narrow": {
      const simplest = simplestGap(own.flatMap((id) => restored.gaps.get(id) ?? []));
      return simplest ? [{ type: "gaps_chosen", gaps: [simplest.id] }] : [];
    }
    case "next": {
      const gaps = gapsBesides(restored, own).map(({ id }) => id);
      return gaps.length === 0 ? [] : [{ type: "gaps_chosen", gaps }];
    }
    case "split":
      return splitEvents(restored, pending, now);
  }
}

function splitEvents(restored: State, { retry, reason, policy }: PendingRollback, now: string): SessionEvent[] {
  const gap = retry.split && restored.gaps.get(retry.split.gap);
  if (!gap || !retry.split || retry.split.parts.length < 2) return [];
  const { ids, decision, split } = splitGap(restored, gap, { parts: retry.split.parts, why: reason, policy }, now);
  return [decision, split, { type: "gaps_chosen", gaps: ids.slice(0, 1) }];
}

/** An earlier attempt is used alone; what is kept of this one goes with the gaps that are written anew. */
function usedAgain(restored: State, prepared: Archived["prepared"], own: readonly GapId[]): SessionEvent[] {
  const known = prepared.filter(({ gap }) => restored.gaps.has(gap));
  if (known.length === 0) return [];
  const anew = known.some(({ from }) => from === KEPT) ? own : known.map(({ gap }) => gap);
  return [
    ...known.map((document): SessionEvent => ({ type: "document_prepared", ...document })),
    { type: "gaps_chosen", gaps: anew },
  ];
}

/** Where a document comes from that the same round wrote before it was undone. */
export const KEPT = "kept from the undone attempt";

/** What the User says goes into the prompts whatever the way on is. */
function contextEvents(
  restored: State,
  { retry }: PendingRollback,
  analyses: readonly RoundAnalysis[],
  now: string,
): SessionEvent[] {
  const gaps = undoneGaps(analyses).filter((gap) => restored.gaps.has(gap));
  const text = retry.context?.trim() ?? "";
  return text === "" ? [] : giveContext(restored, now, { gaps, text, when: "given with a rollback" });
}

/** After a split they hold for the parts, whose prompts take those of the whole along. */
function adjustmentEvents(restored: State, adjustments: readonly Adjustment[]): SessionEvent[] {
  return adjustments.flatMap(({ gaps, text, source }): SessionEvent[] => {
    const known = gaps.filter((gap) => restored.gaps.has(gap));
    return known.length === 0 ? [] : [{ type: "adjustment_added", gaps: known, text, source }];
  });
}
