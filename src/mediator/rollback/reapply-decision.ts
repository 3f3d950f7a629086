import type { Decision } from "../../model/decision.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { transitionProblem } from "../../model/gap-transition.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { decide } from "../answers/decide.ts";
import { inputEvents } from "../answers/round-answers.ts";
import { collect } from "../collect.ts";
import { openConflictOn } from "../conflicts/open-conflicts.ts";
import { changeByUser } from "../gap-events.ts";
import type { ArchivedDecision, State } from "../state.ts";

/** An archived decision with where it came from (SPEC 13.3). */
export interface RecoverableDecision extends ArchivedDecision {
  /** The archives of its rollback. */
  readonly archive: string;
  readonly rolledBackAt: string;
  /** The decision that applies it again, where there is one. */
  readonly reapplied?: DecisionId;
  /** Why it cannot be applied again. */
  readonly problem?: string;
}

/** Every decision that a rollback took away, oldest first. */
export function archivedDecisions(state: State): RecoverableDecision[] {
  return state.rollbacks.flatMap(({ decisions, archives, at }) =>
    decisions.map((archived) => {
      const reapplied = state.decisions.find((one) => one.origin === archived.decision.id)?.id;
      const problem = goneProblem(state, archived);
      return {
        ...archived,
        archive: archives.find((one) => one.round === archived.decision.round)?.path ?? "",
        rolledBackAt: at,
        ...(reapplied === undefined ? {} : { reapplied }),
        ...(problem === undefined ? {} : { problem }),
      };
    }),
  );
}

/** A gap of the same id that came later is another gap; one that was settled meanwhile cannot be moved again. */
function goneProblem(state: State, { decision, lostGaps }: ArchivedDecision): string | undefined {
  const gone = decision.gaps.filter((gap) => lostGaps.includes(gap) || !state.gaps.has(gap));
  if (gone.length > 0) return `it is about ${gone.join(", ")}, which no longer exists`;
  const to = MOVES_TO[decision.type];
  const stuck = to === undefined ? [] : decision.gaps.filter((gap) => cannotMove(state, gap, to));
  return stuck.length === 0 ? undefined : `${stuck.join(", ")} cannot become ${to} now`;
}

/** Decisions that are about the state of gaps. */
const MOVES_TO: Readonly<Record<string, GapState | undefined>> = {
  deferral: "USER_DEFERRED",
  "wont-fix": "WONT_FIX",
  dropped: "WONT_FIX",
  parked: "PARKED",
};

function cannotMove(state: State, id: GapId, to: GapState): boolean {
  const gap = state.gaps.get(id);
  return !gap || (gap.state !== to && transitionProblem(gap, to, "user") !== undefined);
}

export interface ReapplyWish {
  readonly decision: DecisionId;
  /** Other words than it had. */
  readonly text?: string;
  readonly rationale?: string;
}

/** What follows from applying it again, under a new id that names its origin; or why it is refused. */
export function reapplyDecision(
  state: State,
  wish: ReapplyWish,
  now: string,
): { readonly events: readonly SessionEvent[]; readonly id: DecisionId } | { readonly problem: string } {
  const all = archivedDecisions(state);
  const found = all.find((one) => one.decision.id === wish.decision);
  if (!found) {
    const known = all.map((one) => one.decision.id).join(", ") || "none";
    return { problem: `${wish.decision} is no archived decision (archived: ${known})` };
  }
  if (found.reapplied !== undefined) return { problem: `it is applied again already, as ${found.reapplied}` };
  if (found.problem !== undefined) return { problem: found.problem };
  const recorded = decide(state, now, draft(state, found, wish));
  if (recorded.type !== "decision_recorded") return { problem: "it cannot be recorded" };
  const { decision } = recorded;
  const events = collect(
    state,
    now,
    () => [recorded],
    (current) => consequences(current, decision, now),
  );
  return { events, id: decision.id };
}

function draft(state: State, { decision, lostIssues }: ArchivedDecision, wish: ReapplyWish) {
  const { id, round: _, at: __, issues, ...words } = decision;
  return {
    ...words,
    issues: issues.filter((issue) => !lostIssues.includes(issue) && state.issues.has(issue)),
    ...(wish.text === undefined ? {} : { title: visibleLine(wish.text, 80) }),
    decision: wish.text ?? decision.decision,
    ...(wish.rationale === undefined ? {} : { rationale: wish.rationale }),
    origin: id,
  };
}

/** What the decision did to gaps and issues then, as far as it can be done now. Its words bind prompts in any case. */
function consequences(state: State, decision: Decision, now: string): SessionEvent[] {
  const to = MOVES_TO[decision.type];
  if (to !== undefined) return moveGaps(state, decision, to);
  switch (decision.type) {
    case "input":
    case "assumption":
      return collect(state, now, ...decision.gaps.map((id) => (current: State) => giveInput(current, id, now)));
    case "context":
      return [{ type: "gap_context_given", gaps: decision.gaps, text: decision.decision }];
    case "severity":
      return setSeverity(decision);
    case "waiver":
      return moveIssues(state, decision, "WAIVED");
    case "conflict":
      return [
        ...closeConflicts(state, decision),
        ...moveIssues(state, decision, decision.option?.startsWith("B") ? "WAIVED" : "OPEN"),
      ];
    default:
      return [];
  }
}

/** What the gap waits for is there. */
function giveInput(state: State, id: GapId, now: string): SessionEvent[] {
  const { state: stands, blocker } = state.gaps.get(id) ?? {};
  return stands === "BLOCKED" && blocker?.type === "USER_INPUT" ? inputEvents(state, id, now) : [];
}

function moveGaps(state: State, decision: Decision, to: GapState): SessionEvent[] {
  return decision.gaps.flatMap((id): SessionEvent[] => {
    const gap = state.gaps.get(id);
    if (!gap || transitionProblem(gap, to, "user") !== undefined) return [];
    const why = `${decision.id} applies ${decision.origin} again`;
    const working = state.round?.slots.some((slot) => slot.gap === id && !slot.dropped);
    const drop: SessionEvent = { type: "slot_dropped", gap: id, failed: false, why };
    return [...(working ? [drop] : []), changeByUser(id, to, why)];
  });
}

/** The severity that its words name; a person's other words may name none. */
function setSeverity(decision: Decision): SessionEvent[] {
  const [gap] = decision.gaps;
  const severity = SEVERITIES.find((one) => new RegExp(`\\bis ${one}\\b`).test(decision.decision));
  if (gap === undefined || severity === undefined) return [];
  return [{ type: "gap_severity_set", gap, severity, by: "user", why: `${decision.id} applies it again` }];
}

function moveIssues(state: State, decision: Decision, to: "WAIVED" | "OPEN"): SessionEvent[] {
  return decision.issues.flatMap((id): SessionEvent[] => {
    const issue = state.issues.get(id);
    if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
    const why = `${decision.id} applies ${decision.origin} again`;
    return [{ type: "issue_changed", issue: id, to, why, ...(to === "OPEN" ? { decided: decision.decision } : {}) }];
  });
}

function closeConflicts(state: State, decision: Decision): SessionEvent[] {
  return decision.issues
    .filter((issue) => openConflictOn(state, issue) !== undefined)
    .map((issue) => ({ type: "conflict_closed", issue, state: "decided", decision: decision.id }));
}
