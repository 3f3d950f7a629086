import type { Decision } from "../../model/decision.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { transitionProblem } from "../../model/gap-transition.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { collect } from "../collect.ts";
import { decide } from "../decide.ts";
import { openConflictOn } from "../disagreement/open-conflicts.ts";
import { changeByUser, inputEvents, takeOut } from "../gap-events.ts";
import type { ArchivedDecision, State } from "../state.ts";

/** An archived decision with where it came from (SPEC 13.3). */
export interface RecoverableDecision extends ArchivedDecision {
  /** The archive of its round. */
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
      const { decision } = archived;
      const reapplied = state.decisions.find(({ origin }) => origin === decision.id)?.id;
      const problem = goneProblem(state, archived);
      return {
        ...archived,
        archive: archives.find(({ round }) => round === decision.round)?.path ?? "",
        rolledBackAt: at,
        ...(reapplied === undefined ? {} : { reapplied }),
        ...(problem === undefined ? {} : { problem }),
      };
    }),
  );
}

/** Decisions that are about the state of gaps. */
const MOVES_TO: Readonly<Record<string, GapState | undefined>> = {
  deferral: "USER_DEFERRED",
  "wont-fix": "WONT_FIX",
  dropped: "WONT_FIX",
  parked: "PARKED",
};

/** A gap of the same id that came later is another gap; one that was settled meanwhile cannot be moved again. */
function goneProblem(state: State, { decision, lostGaps }: ArchivedDecision): string | undefined {
  const gone = decision.gaps.filter((gap) => lostGaps.includes(gap) || !state.gaps.has(gap));
  if (gone.length > 0) return `it is about ${gone.join(", ")}, which no longer exists`;
  const to = MOVES_TO[decision.type];
  const stuck = decision.gaps.filter((gap) => to && state.gaps.get(gap)?.state !== to && !canMove(state, gap, to));
  return stuck.length === 0 ? undefined : `${stuck.join(", ")} cannot become ${to} now`;
}

function canMove(state: State, id: GapId, to: GapState): boolean {
  const gap = state.gaps.get(id);
  return gap !== undefined && transitionProblem(gap, to, "user") === undefined;
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
  const found = all.find(({ decision }) => decision.id === wish.decision);
  if (!found) {
    const known = all.map(({ decision }) => decision.id).join(", ") || "none";
    return { problem: `${wish.decision} is no archived decision (archived: ${known})` };
  }
  if (found.reapplied !== undefined) return { problem: `it is applied again already, as ${found.reapplied}` };
  if (found.problem !== undefined) return { problem: found.problem };
  const { decision } = decide(state, now, draft(state, found, wish));
  const events = collect(
    state,
    now,
    () => [{ type: "decision_recorded", decision }],
    (current) => consequences(current, decision, now),
  );
  return { events, id: decision.id };
}

function draft(state: State, { decision, lostIssues }: ArchivedDecision, { text, rationale }: ReapplyWish) {
  const { id: origin, issues, ...words } = decision;
  return {
    ...words,
    origin,
    issues: issues.filter((issue) => !lostIssues.includes(issue) && state.issues.has(issue)),
    ...(text === undefined ? {} : { title: visibleLine(text, 80), decision: text }),
    ...(rationale === undefined ? {} : { rationale }),
  };
}

/** What the decision did to gaps and issues then, as far as it can be done now. Its words bind prompts in any case. */
function consequences(state: State, decision: Decision, now: string): SessionEvent[] {
  const { type, gaps } = decision;
  const to = MOVES_TO[type];
  const why = `${decision.id} applies ${decision.origin} again`;
  if (to !== undefined) {
    const movable = gaps.filter((gap) => canMove(state, gap, to));
    return movable.flatMap((gap) => [...takeOut(state, gap, why), changeByUser(gap, to, why)]);
  }
  switch (type) {
    case "input":
    case "assumption":
      return collect(state, now, ...gaps.map((id) => (current: State) => giveInput(current, id, now)));
    case "context":
      return [{ type: "gap_context_given", gaps, text: decision.decision }];
    case "severity":
      return setSeverity(decision, why);
    case "waiver":
      return moveIssues(state, decision, "WAIVED", why);
    case "conflict":
      return [
        ...closeConflicts(state, decision),
        ...moveIssues(state, decision, decision.option?.startsWith("B") ? "WAIVED" : "OPEN", why),
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

/** The severity that its words name; a person's other words may name none. */
function setSeverity({ gaps: [gap], decision }: Decision, why: string): SessionEvent[] {
  const severity = SEVERITIES.find((name) => new RegExp(`\\bis ${name}\\b`).test(decision));
  if (gap === undefined || severity === undefined) return [];
  return [{ type: "gap_severity_set", gap, severity, by: "user", why }];
}

function moveIssues(state: State, { issues, decision }: Decision, to: "WAIVED" | "OPEN", why: string): SessionEvent[] {
  return issues.flatMap((id): SessionEvent[] => {
    const issue = state.issues.get(id);
    if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
    return [{ type: "issue_changed", issue: id, to, why, ...(to === "OPEN" ? { decided: decision } : {}) }];
  });
}

function closeConflicts(state: State, { id, issues }: Decision): SessionEvent[] {
  return issues
    .filter((issue) => openConflictOn(state, issue) !== undefined)
    .map((issue) => ({ type: "conflict_closed", issue, state: "decided", decision: id }));
}
