import type { Decision } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import { transitionProblem } from "../../model/gap-transition.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { decide } from "../decide.ts";
import { openConflictOn } from "../disagreement/open-conflicts.ts";
import { collect } from "../evolve/evolve.ts";
import { changeByUser, inputEvents, takeOut } from "../ledger-events.ts";
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
    decisions.map((archived) => ({
      ...archived,
      archive: archives.find(({ round }) => round === archived.decision.round)?.path ?? "",
      rolledBackAt: at,
      ...defined({
        reapplied: state.decisions.find(({ origin }) => origin === archived.decision.id)?.id,
        problem: goneProblem(state, archived),
      }),
    })),
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

interface ReapplyWish {
  readonly decision: DecisionId;
  /** Other words than it had. */
  readonly text?: string;
  readonly rationale?: string;
}

/** What follows from applying it again, under a new id that names its origin; or why it is refused. */
export function reapplyDecision(
  state: State,
  { decision: wanted, text, rationale }: ReapplyWish,
  now: string,
): { readonly events: readonly SessionEvent[]; readonly id: DecisionId } | { readonly problem: string } {
  const all = archivedDecisions(state);
  const found = all.find(({ decision }) => decision.id === wanted);
  if (!found) {
    const known = all.map(({ decision }) => decision.id).join(", ") || "none";
    return { problem: `${wanted} is no archived decision (archived: ${known})` };
  }
  if (found.reapplied !== undefined) return { problem: `it is applied again already, as ${found.reapplied}` };
  if (found.problem !== undefined) return { problem: found.problem };
  const { id: origin, ...words } = found.decision;
  const recorded = decide(state, now, {
    ...words,
    origin,
    issues: words.issues.filter((issue) => !found.lostIssues.includes(issue) && state.issues.has(issue)),
    ...(text === undefined ? {} : { title: visibleLine(text, 80), decision: text, severities: [] }),
    ...defined({ rationale }),
  });
  const { decision } = recorded;
  const events = collect(
    state,
    now,
    () => [recorded],
    (current) => consequences(current, decision, now),
  );
  return { events, id: decision.id };
}

/** What the decision did to gaps and issues then, as far as it can be done now. Its words bind prompts in any case. */
function consequences(state: State, decision: Decision, now: string): SessionEvent[] {
  const { id, type, gaps, issues } = decision;
  const why = `${id} applies ${decision.origin} again`;
  const to = MOVES_TO[type];
  if (to !== undefined) {
    const movable = gaps.filter((gap) => canMove(state, gap, to));
    return movable.flatMap((gap) => [...takeOut(state, gap, why), changeByUser(gap, to, why)]);
  }
  switch (type) {
    case "input":
    case "assumption":
      return collect(state, now, ...gaps.map((gap) => (current: State) => giveInput(current, gap, now)));
    case "context":
      return [{ type: "gap_context_given", gaps, text: decision.decision }];
    case "severity":
      return (decision.severities ?? []).map((set) => ({ type: "gap_severity_set", ...set, by: "user", why }));
    case "waiver":
      return moveIssues(state, decision, "WAIVED", why);
    case "conflict": {
      const open = issues.filter((issue) => openConflictOn(state, issue) !== undefined);
      return [
        ...open.map((issue): SessionEvent => ({ type: "conflict_closed", issue, state: "decided", decision: id })),
        ...moveIssues(state, decision, decision.option?.startsWith("B") ? "WAIVED" : "OPEN", why),
      ];
    }
    default:
      return [];
  }
}

/** What the gap waits for is there. */
function giveInput(state: State, id: GapId, now: string): SessionEvent[] {
  const { state: stands, blocker } = state.gaps.get(id) ?? {};
  return stands === "BLOCKED" && blocker?.type === "USER_INPUT" ? inputEvents(state, id, now) : [];
}

function moveIssues(state: State, { issues, decision }: Decision, to: "WAIVED" | "OPEN", why: string): SessionEvent[] {
  return issues.flatMap((id): SessionEvent[] => {
    const issue = state.issues.get(id);
    if (!issue || issueTransitionProblem(issue, to) !== undefined) return [];
    return [{ type: "issue_changed", issue: id, to, why, ...(to === "OPEN" ? { decided: decision } : {}) }];
  });
}
