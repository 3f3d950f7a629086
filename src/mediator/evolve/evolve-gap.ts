import { InternalError } from "../../errors/whetstone-error.ts";
import { changeGap } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { dependOnParts, supersede } from "../../model/split.ts";
import { currentRound, unsettledIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { type EventOf, type Folds, logChange } from "./folds.ts";

export const gapFolds = {
  gap_added: (state, { gap }) => ({ ...state, gaps: state.gaps.set(mustBeNew(state, gap)) }),
  gap_changed: (state, { type: _, gap: id, why, ...change }) => {
    const gap = mustExist(state, id);
    const changed = changeGap(gap, { ...change, round: currentRound(state) });
    const log = { about: id, from: gap.state, to: changed.state, why, by: change.actor };
    return logChange({ ...state, gaps: state.gaps.set(changed) }, log);
  },
  gap_severity_set: (state, { gap: id, severity, by, why }) => {
    const gap = mustExist(state, id);
    const gaps = state.gaps.set({ ...gap, severity, severityBy: by });
    return logChange({ ...state, gaps }, { about: id, from: gap.severity, to: severity, why, by });
  },
  gap_split: split,
  gap_merged: merge,
} satisfies Partial<Folds>;

function split(state: State, event: EventOf<"gap_split">): State {
  const whole = mustExist(state, event.gap);
  const parts = event.parts.map((part) => part.id);
  let gaps = state.gaps.set(supersede(whole, { parts }, currentRound(state)));
  for (const part of event.parts) gaps = gaps.set(mustBeNew(state, part));
  return { ...state, gaps: redirected(gaps, whole.id, parts), issues: moved(state, event.issues ?? []) };
}

/** What waits for the duplicate waits for the other; one that is open has to answer its issues. */
function merge(state: State, event: EventOf<"gap_merged">): State {
  const gap = mustExist(state, event.gap);
  const of = mustExist(state, event.of);
  const gaps = state.gaps.set(supersede(gap, { duplicateOf: of.id }, currentRound(state)));
  const owed = isOpen(of) ? unsettledIssues(state, gap.id) : [];
  const issues = owed.map((issue) => ({ issue: issue.id, gap: of.id }));
  const log = { about: gap.id, from: gap.state, to: "SUPERSEDED", why: event.why, by: "user" } as const;
  return logChange({ ...state, gaps: redirected(gaps, gap.id, [of.id]), issues: moved(state, issues) }, log);
}

function redirected(gaps: State["gaps"], from: GapId, to: readonly GapId[]): State["gaps"] {
  let all = gaps;
  for (const gap of gaps) {
    const changed = dependOnParts(gap, from, to);
    if (changed !== gap) all = all.set(changed);
  }
  return all;
}

function moved(state: State, moves: NonNullable<EventOf<"gap_split">["issues"]>): State["issues"] {
  let { issues } = state;
  for (const { issue: id, gap } of moves) {
    const issue = issues.get(id);
    if (issue) issues = issues.set({ ...issue, gap });
  }
  return issues;
}

function mustExist(state: State, id: GapId): Gap {
  const gap = state.gaps.get(id);
  if (!gap) throw new InternalError(`${id} is not in the inventory`);
  return gap;
}

function mustBeNew(state: State, gap: Gap): Gap {
  if (state.gaps.has(gap.id)) throw new InternalError(`${gap.id} is in the inventory already`);
  return gap;
}
