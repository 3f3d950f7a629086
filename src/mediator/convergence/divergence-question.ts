import type { RoundRecord } from "../../model/convergence.ts";
import { isNewIn, isOpen, openBySeverity } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdsIn } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { namesOf } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { decide, decideGaps, giveContext } from "../ledger-events.ts";
import { type Answered, endOrPause, field, makeQuestion, option, pauseOption, type Ways } from "../make-question.ts";
import { currentRound, divergenceWarnings, liveIssues } from "../queries.ts";
import { bySeverity } from "../record-text.ts";
import { requestRollback, rollbackTargets } from "../rollback/request-rollback.ts";
import type { State } from "../state.ts";
import { growthOf } from "./close-round.ts";

/** The divergence warning, with evidence and options (SPEC 11). */
export function divergenceQuestion(state: State): Question {
  const last = state.records.at(-1);
  const big = "The subject really is this complex.";
  const gates = "You first confirm what is still open.";
  const suggested = spawnedGaps(state).map((gap) => gap.id);
  return makeQuestion(state, {
    kind: "divergence",
    text: `${warning(last)} How do you want to continue?`,
    evidence: last ? evidence(state, last) : [],
    options: [
      option("narrow", "Narrow the scope", "Defer the gaps you name.", "Work continues on the rest.", "gaps"),
      option("accept-complexity", "Accept the complexity", big, "The warning is reset, and work continues."),
      ...(state.gaps.filter(isOpen).some(({ severity }) => severity === "CRITICAL") ? [CRITICAL_FIRST] : []),
      option("context", "Add context", "Your words go into every prompt.", "The next round uses them.", "context"),
      ...(rollbackTargets(state).length > 0 ? [UNDO_ROUNDS] : []),
      pauseOption(),
      option("force-complete", "End the session", gates, "The spec is written."),
    ],
    fields: [
      field("gaps", "Gaps to defer", {
        initial: suggested.join(", "),
        ids: state.gaps.filter((gap) => DEFERRABLE.has(gap.state)).map(({ id }) => id),
      }),
      field("context", "Context for the prompts", { long: true }),
    ],
  });
}

const DEFERRABLE: ReadonlySet<Gap["state"]> = new Set(["OPEN", "NEEDS_REVISION", "PROPOSED", "BLOCKED"]);

/** A divergence warning may be answered with a rollback (SPEC 13.5). */
const ARCHIVED = "They are archived and analyzed; then you choose how to continue.";
const UNDO_ROUNDS = option("rollback", "Undo rounds", "One or more; you will see how far back you can go.", ARCHIVED);

const ALONE = "The next round works on nothing else.";
const CRITICAL_FIRST = option("critical-first", "CRITICAL gaps first", ALONE, "The others wait one round.");

/** Gaps that rounds added and no open gap depends on: the first candidates for deferral (SPEC 11). */
function spawnedGaps(state: State): Gap[] {
  const needed = new Set([...state.gaps].flatMap((gap) => (isOpen(gap) ? gap.dependsOn : [])));
  return state.gaps.filter(
    (gap) =>
      (gap.state === "OPEN" || gap.state === "NEEDS_REVISION") &&
      (gap.origin === "engineer" || gap.origin === "reviewer") &&
      gap.severity !== "CRITICAL" &&
      !needed.has(gap.id),
  );
}

function warning(last: RoundRecord | undefined): string {
  const { round = 0, cause, weightedNet = 0, flatCount = 0 } = last ?? {};
  const causes: Readonly<Record<NonNullable<RoundRecord["cause"]>, string>> = {
    "new-critical": "a new CRITICAL gap appeared.",
    weight: `the open gaps weigh ${-weightedNet} more than before.`,
    growth: "the text keeps growing, but no gap gets closed.",
    stall: `${flatCount} rounds in a row closed no more gaps than they opened.`,
  };
  return `Round ${round}: ${cause ? causes[cause] : "the work is not converging."}`;
}

function evidence(state: State, last: RoundRecord): Evidence[] {
  const disagree = last.net > 0 !== last.weightedNet > 0 && last.net !== last.weightedNet;
  const nets = `Net ${last.net}, weighted ${last.weightedNet}${disagree ? " (they disagree: the weighted one decides)" : ""}.`;
  const resolved = state.gaps.filter((gap) => gap.resolvedInRound === last.round);
  const created = state.gaps.filter((gap) => isNewIn(gap, last.round));
  const growth = last.cause === "growth" ? growthOf(state, last.round) : [];
  const { warnings, acceptedComplexity } = divergenceWarnings(state);
  const alarms = `Earlier warnings: ${warnings - 1}; answered with "accept the complexity": ${acceptedComplexity}.`;
  return [
    { title: "This round", body: `Resolved: ${weighed(state, resolved)}. New: ${weighed(state, created)}. ${nets}` },
    { title: "Open by severity", body: bySeverity(openBySeverity(state.gaps)) },
    ...signs(state),
    ...(growth.length === 0 ? [] : [{ title: "Growth", body: growth.join("\n") }]),
    ...(warnings < 2 ? [] : [{ title: "False alarms", body: alarms }]),
  ];
}

/** `Retry limit (GAP-FLOW-001, HIGH, weight 4)`: each gap with its severity and weight. */
function weighed({ config }: State, gaps: readonly Gap[]): string {
  const named = gaps.map(
    ({ id, title, severity }) => `${title} (${id}, ${severity}, weight ${config.severityWeights[severity]})`,
  );
  return namesOf(named, ", ", 12) || "none";
}

/** Issues that tell why rounds do not converge. */
function signs(state: State): Evidence[] {
  const kinds: readonly (readonly [string, (issue: Issue) => boolean])[] = [
    ["Not fixed twice in a row", ({ notFixedInARow }) => notFixedInARow >= 2],
    ["Disputed", ({ state: now }) => now === "DISPUTED"],
    ["Raised late", ({ late }) => late],
  ];
  const lines = kinds.flatMap(([kind, is]) => {
    const named = liveIssues(state).filter(is);
    return named.length === 0 ? [] : [`- ${kind}: ${named.map(({ id, title }) => `${title} (${id})`).join(", ")}`];
  });
  return lines.length === 0 ? [] : [{ title: "Issues that stay open", body: lines.join("\n") }];
}

/** Applies the answer; afterwards the state is CONVERGING with counter 0 (SPEC 11). */
export function applyDivergence(state: State, { choice, question, field: given }: Answered): readonly SessionEvent[] {
  const reset: SessionEvent = { type: "convergence_reset", choice, criticalOnly: choice === "critical-first" };
  const gaps = gapIdsIn(given("gaps"));
  const deferred = `Scope narrowed: ${gaps.join(", ")} deferred`;
  const narrowed = { type: "divergence", title: "Narrow the scope", gaps, decision: deferred };
  const context = { gaps: [], text: given("context"), when: "divergence warning" };
  const chosen = question.options.find(({ id }) => id === choice)?.label ?? choice;
  const ways: Ways = {
    narrow: () => [...decideGaps(state, narrowed, "USER_DEFERRED", "the scope was narrowed"), reset],
    context: () => [...giveContext(state, context), reset],
    pause: () => endOrPause(state, choice, "paused at a divergence warning"),
    // No reset here: if the rollback is cancelled, the warning is given again.
    rollback: () => requestRollback(state, { rounds: 1, reason: warning(state.records.at(-1)), by: "user" }),
    "force-complete": () => [reset, ...endOrPause(state, choice, "ended from a divergence warning", "STALL_EXIT")],
  };
  const title = `Divergence in round ${currentRound(state)}`;
  const decision = { type: "divergence", title, decision: chosen, option: chosen };
  return ways[choice]?.() ?? [decide(state, decision), reset];
}
