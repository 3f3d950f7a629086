import { occursIn } from "../../documents/changes/occurs.ts";
import { newGap } from "../../model/change-gap.ts";
import { simplestGap } from "../../model/counting.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import type { UndoneArchive } from "../../model/rollback.ts";
import { settleBound } from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { giveContext, splitGap } from "../ledger-events.ts";
import { currentRound } from "../queries.ts";
import type { PendingRollback, State } from "../state.ts";
import { type RoundAnalysis, undoneGaps } from "./analyse-undone.ts";
import type { Adjustment } from "./patterns.ts";
import { isSure } from "./request-rollback.ts";
import { gapsBesides } from "./rollback-question.ts";

/** What was written to disk before the rounds are undone. */
export interface Archived {
  readonly analyses: readonly RoundAnalysis[];
  readonly archives: readonly UndoneArchive[];
  /** Documents of undone attempts that are used again, so that they are not paid for twice. */
  readonly prepared: readonly { readonly gap: GapId; readonly text: string; readonly from: string }[];
}

/** The origin of a document that the undone round itself wrote. */
export const KEPT = "kept from the undone attempt";

/** AUTO_RETRY repeats only the gaps with a sure pattern; the round's work on these others is kept (SPEC 13.5). */
export function keptGaps({ by, retry, to }: PendingRollback, analyses: readonly RoundAnalysis[]): GapId[] {
  const sure = analyses.flatMap(({ record }) => record.patterns.filter(isSure));
  if (by !== "mediator" || retry.way !== "adjusted" || sure.length === 0) return [];
  const works = analyses.find(({ record }) => record.round === to + 1)?.works ?? [];
  const good = works.filter(({ gap, resolution }) => resolution && !sure.some((pattern) => pattern.gap === gap));
  return good.map(({ gap }) => gap);
}

/** The events that undo rounds and continue the work, in one step: all or nothing (SPEC 13.1). */
export function rolledBackEvents(state: State, pending: PendingRollback, done: Archived): SessionEvent[] {
  const { retry, policy: _, ...facts } = pending;
  const { analyses, archives, prepared } = done;
  const adjustments = appliedAdjustments(pending, analyses);
  const known = (restored: State) => undoneGaps(analyses).filter((gap) => restored.gaps.has(gap));
  const context = retry.context?.trim() ?? "";
  const rolledBack: SessionEvent = {
    type: "rounds_rolled_back",
    ...facts,
    archives,
    mode: state.config.rollback.mode,
    way: retry.way,
    analyses: analyses.map(({ record }) => record),
    rootCauses: analyses.flatMap(({ causes }) => causes),
    // The User's adjustments stay verbatim; the Mediator's name the pattern that they are for.
    adjustments: adjustments.map(({ source, gaps, text }) => {
      return (source === "the User" ? text : `${source}, ${gaps.join(", ")}: ${text}`).slice(0, 1000);
    }),
  };
  return collect(
    state,
    () => [rolledBack],
    (restored) => gapsOfUser(state, restored),
    (restored) => commentsOfUser(state, restored),
    (restored) => continueWork(restored, pending, known(restored), prepared),
    (restored) => {
      const given = { gaps: known(restored), text: context, when: "given with a rollback" };
      return context === "" ? [] : giveContext(restored, given);
    },
    // After a split the prompts of the parts include the adjustments of the whole gap.
    (restored) =>
      adjustments
        .map(({ gaps, text, source }) => ({ gaps: gaps.filter((gap) => restored.gaps.has(gap)), text, source }))
        .filter(({ gaps }) => gaps.length > 0)
        .map((adjustment) => ({ type: "adjustment_added", ...adjustment })),
  );
}

/** The gaps that the User added in the undone rounds: they stay, as they were added. */
function gapsOfUser(state: State, restored: State): SessionEvent[] {
  const added = state.gaps.filter(({ id, origin }) => origin === "user" && !restored.gaps.has(id));
  const isKnown = (id: GapId) => restored.gaps.has(id) || added.some((gap) => gap.id === id);
  return added.map(({ id, title, text, severity, severityBy, origin, quotations, dependsOn }): SessionEvent => {
    const facts = { id, title, text, severity, severityBy, origin, dependsOn: dependsOn.filter(isKnown) };
    return { type: "gap_added", gap: newGap(currentRound(restored), { ...facts, ...defined({ quotations }) }) };
  });
}

/** The User's comments of the undone rounds stay where the words that they are about are there again. */
function commentsOfUser(state: State, restored: State): SessionEvent[] {
  const raised = state.issues.filter(({ id, by }) => by === "user" && !restored.issues.has(id));
  return collect(
    restored,
    ...raised
      .filter((issue) => isAboutText(restored, issue))
      .map((issue) => (current: State) => {
        const { lastWord: _, lastAnswer: __, decided: ___, ...said } = issue;
        const again: Issue = { ...said, state: "OPEN", notFixedInARow: 0, unansweredIn: [] };
        return settleBound(current, issue.gap, [{ type: "issue_raised", issue: again }]);
      }),
  );
}

function isAboutText({ gaps, spec }: State, { gap, quotations }: Issue): boolean {
  return gaps.has(gap) && quotations.every((words) => occursIn(spec.text, words));
}

function appliedAdjustments({ retry, reason, by }: PendingRollback, analyses: readonly RoundAnalysis[]): Adjustment[] {
  const adjust = (source: Adjustment["source"], text: string): Adjustment => {
    return { source, gaps: undoneGaps(analyses), text, confidence: "HIGH" };
  };
  const byUser = retry.adjustments.map((text) => adjust("the User", text));
  if (retry.way === "same" || retry.way === "attempt") return byUser;
  const whose = by === "user" ? "the User's words" : "the Mediator's words";
  const undone = adjust("reason", `An earlier attempt at this gap was undone. The reason, in ${whose}: ${reason}`);
  return [...analyses.flatMap(({ adjustments }) => adjustments), undone, ...byUser];
}

function continueWork(
  restored: State,
  pending: PendingRollback,
  gaps: readonly GapId[],
  prepared: Archived["prepared"],
): SessionEvent[] {
  switch (pending.retry.way) {
    case "ask":
    case "same":
    case "context":
      return [];
    case "adjusted":
    case "attempt":
      return reusePrepared(restored, prepared, gaps);
    case "narrow": {
      const simplest = simplestGap(restored.gaps.pick(gaps));
      return simplest ? chooseNext([simplest.id]) : [];
    }
    case "next":
      return chooseNext(gapsBesides(restored, gaps).map(({ id }) => id));
    case "split":
      return splitEvents(restored, pending);
  }
}

function chooseNext(gaps: readonly GapId[]): SessionEvent[] {
  return gaps.length === 0 ? [] : [{ type: "gaps_chosen", gaps }];
}

/** Uses prepared documents again: an earlier attempt alone, or kept work together with the gaps to be rewritten. */
function reusePrepared(restored: State, prepared: Archived["prepared"], gaps: readonly GapId[]): SessionEvent[] {
  const known = prepared.filter(({ gap }) => restored.gaps.has(gap));
  const documents = known.map((document): SessionEvent => ({ type: "document_prepared", ...document }));
  const ownAlone = known.every(({ from }) => from !== KEPT);
  return [...documents, ...chooseNext(ownAlone ? known.map(({ gap }) => gap) : gaps)];
}

function splitEvents(restored: State, { retry, reason, policy }: PendingRollback): SessionEvent[] {
  const { gap: id, parts = [] } = retry.split ?? {};
  const gap = id && restored.gaps.get(id);
  if (!gap || parts.length < 2) return [];
  const { ids, decision, split } = splitGap(restored, gap, { parts, why: reason, policy });
  return [decision, split, ...chooseNext(ids.slice(0, 1))];
}
