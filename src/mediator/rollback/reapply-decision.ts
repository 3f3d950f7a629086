import { transitionProblem } from "../../model/change-gap.ts";
import type { Decision } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapState } from "../../model/gap.ts";
import type { DecisionId, GapId, IssueId } from "../../model/ids.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { openAgain, openConflictOn } from "../disagreement/open-conflicts.ts";
import { collect } from "../evolve/evolve.ts";
import { bindIssue, changeByUser, decide, inputEvents, moveIssue, takeOut } from "../ledger-events.ts";
import type { Ways } from "../make-question.ts";
import type { State } from "../state.ts";

export type RecoverableDecision = ReturnType<typeof archivedDecisions>[number];

/** Every undone decision, oldest first, with its archive and, if it cannot be reapplied, why not (SPEC 13.3). */
export function archivedDecisions(state: State) {
  return state.rollbacks.flatMap(({ decisions, archives, at: rolledBackAt }) =>
    decisions.map((decision) => {
      const archive = archives.find(({ round }) => round === decision.round)?.path ?? "";
      const reapplied = state.decisions.find(({ origin }) => origin === decision.id)?.id;
      return { decision, archive, rolledBackAt, ...defined({ reapplied, problem: goneProblem(state, decision) }) };
    }),
  );
}

/** Types of decisions that move a gap, and the state that they move it to. */
const MOVES_TO: Readonly<Record<string, GapState | undefined>> = {
  deferral: "USER_DEFERRED",
  "wont-fix": "WONT_FIX",
  dropped: "WONT_FIX",
  parked: "PARKED",
};

function goneProblem(state: State, { gaps, type }: Decision): string | undefined {
  const gone = gaps.filter((gap) => !state.gaps.has(gap));
  if (gone.length > 0) return `it is about ${gone.join(", ")}, which no longer exists`;
  const to = MOVES_TO[type];
  const stuck = gaps.filter((gap) => to && state.gaps.get(gap)?.state !== to && !canMove(state, gap, to));
  return stuck.length === 0 ? undefined : `${stuck.join(", ")} cannot become ${to} now`;
}

function canMove(state: State, id: GapId, to: GapState): boolean {
  const gap = state.gaps.get(id);
  return gap !== undefined && transitionProblem(gap, to, "user") === undefined;
}

/** The events that reapply a decision, as it was or reworded, under a new id that names its origin; or a problem. */
export function reapplyDecision(
  state: State,
  { decision: wanted, text, rationale }: { decision: DecisionId; text?: string; rationale?: string },
) {
  const all = archivedDecisions(state);
  const found = all.find(({ decision }) => decision.id === wanted);
  if (!found) {
    const known = all.map(({ decision }) => decision.id).join(", ") || "none";
    return { problem: `${wanted} is not an archived decision (archived: ${known})` };
  }
  if (found.reapplied !== undefined) return { problem: `it was already reapplied as ${found.reapplied}` };
  if (found.problem !== undefined) return { problem: found.problem };
  const { id: origin, ...words } = found.decision;
  if (text !== undefined && words.severities !== undefined)
    return {
      problem: `${wanted} sets severities, which other words do not change`,
      fix: "Leave out --text, or set them anew with `whetstone gap severity`.",
    };
  const recorded = decide(state, {
    ...words,
    origin,
    issues: words.issues.filter((issue) => state.issues.has(issue)),
    ...(text === undefined ? {} : { title: visibleLine(text, 80), decision: text }),
    ...defined({ rationale }),
  });
  const { decision } = recorded;
  const follows = (current: State) => consequences(current, decision);
  return { id: decision.id, events: collect(state, () => [recorded], follows) };
}

/** Repeats what the decision did to gaps and issues, where that is possible now; prompts follow it in any case. */
function consequences(state: State, decision: Decision): readonly SessionEvent[] {
  const { id, type, gaps, issues } = decision;
  const why = `${id} reapplies ${decision.origin}`;
  const to = MOVES_TO[type];
  if (to !== undefined) {
    const movable = gaps.filter((gap) => canMove(state, gap, to));
    return movable.flatMap((gap) => [...takeOut(state, gap, why), changeByUser(gap, to, why)]);
  }
  const input = () => collect(state, ...gaps.map((gap) => (current: State) => giveInput(current, gap)));
  const follows: Ways = {
    input,
    assumption: input,
    context: () => [{ type: "gap_context_given", gaps, text: decision.decision }],
    severity: () => (decision.severities ?? []).map((set) => ({ type: "gap_severity_set", ...set, by: "user", why })),
    issue: () =>
      state.issues
        .pick(issues)
        .filter(isUnsettled)
        .map((issue) => bindIssue(issue, decision.decision, why)),
    waiver: () => moveIssues(state, decision, "WAIVED", why),
    conflict: () =>
      collect(
        state,
        (current) => issues.flatMap((issue) => openAgain(current, issue, decision, why)),
        (disputed) => issues.flatMap((issue) => closeAgain(disputed, issue, decision)),
        (closed) => moveIssues(closed, decision, decision.letter === "B" ? "WAIVED" : "OPEN", why),
      ),
  };
  return follows[type]?.() ?? [];
}

function closeAgain(state: State, issue: IssueId, { id, letter, positions }: Decision): SessionEvent[] {
  if (openConflictOn(state, issue) === undefined) return [];
  const rejected = letter === "B" ? undefined : positions?.engineer;
  const facts = defined({ option: letter, rejected });
  return [{ type: "conflict_closed", issue, state: "decided", decision: id, ...facts }];
}

function giveInput(state: State, id: GapId): SessionEvent[] {
  const { state: stands, blocker } = state.gaps.get(id) ?? {};
  return stands === "BLOCKED" && blocker?.type === "USER_INPUT" ? inputEvents(state, id) : [];
}

function moveIssues(state: State, { issues, decision }: Decision, to: "WAIVED" | "OPEN", why: string): SessionEvent[] {
  const decided = to === "OPEN" ? { decided: decision } : {};
  return issues.flatMap((id) => moveIssue(state.issues.get(id), to, why, decided));
}
