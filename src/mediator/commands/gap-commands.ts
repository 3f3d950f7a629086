import { countingInstead, newGap, transitionProblem } from "../../model/change-gap.ts";
import { isOpen } from "../../model/counting.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { inWords } from "../../model/in-words.ts";
import { namesOf } from "../../model/plural.ts";
import { isProblem, selectGaps } from "../../model/select-gaps.ts";
import { isBlocking } from "../../model/severity.ts";
import { changeByUser, decide, mergeGaps, setSeverities, splitGap, takeOut, unblock } from "../ledger-events.ts";
import { currentRound, unusedGapIds } from "../queries.ts";
import type { State } from "../state.ts";
import { anchorAt } from "../working-spec/anchor-at.ts";
import { type CommandOf, type CommandResult, done, refuse } from "./command.ts";

export function addGap(state: State, command: CommandOf<"gap-add">): CommandResult {
  const unknown = command.dependsOn.find((id) => !state.gaps.has(id));
  if (unknown) return noGap(unknown);
  if (command.title.trim() === "") return refuse("a gap needs a title that says what is missing");
  const anchor = command.at && anchorAt(state.spec, command.at);
  if (anchor && "problem" in anchor) return refuse(anchor.problem, anchor.fix);
  const id = unusedGapIds(state).next(command.category);
  const { title, text, severity, dependsOn } = command;
  const facts = { severityBy: "user", origin: "user", ...(anchor && { quotations: [anchor.quotation] }) } as const;
  const gap = newGap(currentRound(state), { id, title, text, severity, dependsOn, ...facts });
  return done([{ type: "gap_added", gap }], `added ${id}`);
}

export function setGapSeverity(state: State, command: CommandOf<"gap-severity">): CommandResult {
  const { severity, reason } = command;
  const gaps = namedGaps(state, command.gaps, isOpen);
  if (isProblem(gaps)) return refuse(gaps.problem);
  const set = gaps.map(({ id }) => ({ gap: id, severity }));
  return done(setSeverities(state, set, reason), `${are(gaps.map(({ id }) => id))} ${severity}`);
}

/** The gaps that the User names, or a problem; a severity selects only those that the command can be applied to. */
function namedGaps({ gaps }: State, text: string, canBe: (gap: Gap) => boolean) {
  const selected = selectGaps(text, { gaps: [...gaps], numbered: false, severityGaps: gaps.filter(canBe) });
  return isProblem(selected) ? selected : gaps.pick(selected);
}

function are(gaps: readonly GapId[]): string {
  return `${namesOf(gaps)} ${gaps.length === 1 ? "is" : "are"}`;
}

/** Merges duplicates into another gap, which counts instead (SPEC 3.2). */
export function mergeByUser(state: State, { gaps: text, of, reason = "" }: CommandOf<"gap-duplicate">): CommandResult {
  const other = state.gaps.get(of);
  if (!other) return noGap(of);
  const instead = countingInstead(other);
  if (instead.length > 0) return refuse(`${of} was replaced by ${instead.join(", ")}; name that instead`);
  const gaps = namedGaps(state, text, (gap) => isOpen(gap) && gap.id !== of);
  if (isProblem(gaps)) return refuse(gaps.problem);
  if (gaps.includes(other)) return refuse(`${of} cannot be a duplicate of itself`);
  const [problem] = gaps.flatMap((gap) => transitionProblem(gap, "SUPERSEDED", "user") ?? []);
  if (problem !== undefined) return refuse(problem);
  const pairs = gaps.map(({ id }) => ({ gap: id, of }));
  const events = [...gaps.flatMap(({ id }) => takeOut(state, id, TAKEN_OUT)), ...mergeGaps(state, pairs, reason)];
  return done(events, `${are(gaps.map(({ id }) => id))} merged into ${of}`);
}

export function splitByUser(state: State, command: CommandOf<"gap-split">): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return noGap(command.gap);
  const problem = transitionProblem(gap, "SUPERSEDED", "user");
  if (problem !== undefined) return refuse(problem);
  if (command.parts.length < 2) return refuse("a split needs at least two parts");
  if (command.parts.some((part) => part.title.trim() === "")) return refuse("each part needs a title");
  const { ids, decision, split } = splitGap(state, gap, { parts: command.parts, why: command.reason });
  return done([decision, ...takeOut(state, gap.id, TAKEN_OUT), split], `split into ${ids.join(", ")}`);
}

type StateCommand = CommandOf<"gap-defer" | "gap-park" | "gap-take" | "gap-unblock" | "gap-reopen" | "gap-wont-fix">;

/** The new state, the type of the decision, and its words in messages: `GAP-A-001 is deferred`. */
const CHANGES: Readonly<Record<StateCommand["type"], readonly [to: GapState, decision: string, words: string]>> = {
  "gap-defer": ["USER_DEFERRED", "deferral", "deferred"],
  "gap-park": ["PARKED", "parked", "parked"],
  "gap-take": ["OPEN", "taken-up", "taken up again"],
  "gap-unblock": ["OPEN", "forced-unblock", "unblocked"],
  "gap-reopen": ["NEEDS_REVISION", "reopening", "reopened"],
  "gap-wont-fix": ["WONT_FIX", "wont-fix", "closed without a resolution"],
};

const TAKEN_OUT = "taken out by the User";
const REASONS = { "gap-take": "taken up again", "gap-park": "not needed for this spec" } as const;

/** Makes one decision for all named gaps; if one of them cannot be changed, none is. */
export function changeGapStates(state: State, command: StateCommand): CommandResult {
  const [to, type, words] = CHANGES[command.type];
  const forced = command.type === "gap-unblock";
  const problemOf = (gap: Gap) => userProblem(gap, command, to);
  const gaps = namedGaps(state, command.gaps, (gap) => problemOf(gap) === undefined);
  if (isProblem(gaps)) return refuse(gaps.problem);
  const [problem] = gaps.flatMap((gap) => problemOf(gap) ?? []);
  if (problem !== undefined) return refuse(problem);
  const reason = command.type === "gap-take" ? REASONS[command.type] : (command.reason ?? REASONS["gap-park"]);
  const ids = gaps.map(({ id }) => id);
  const what = `${are(ids)} ${words}`;
  const decision = decide(state, {
    type,
    title: what,
    gaps: ids,
    decision: forced ? `${what} despite ${ids.length === 1 ? "its blocker" : "their blockers"}` : what,
    rationale: reason,
  });
  const changed = ids.flatMap((id) =>
    forced ? unblock(state, id, reason, true) : [...takeOut(state, id, TAKEN_OUT), changeByUser(id, to, reason)],
  );
  return done([decision, ...changed], what);
}

/** Why the User cannot change a gap so; parking a CRITICAL or HIGH gap needs a reason (SPEC 3.3). */
function userProblem(gap: Gap, command: StateCommand, to: GapState): string | undefined {
  if (command.type === "gap-unblock") return gap.state === "BLOCKED" ? undefined : `${gap.id} is not blocked`;
  if (command.type === "gap-take" && gap.state !== "USER_DEFERRED" && gap.state !== "PARKED") {
    return `${gap.id} is ${inWords(gap.state)}; only a deferred or parked gap can be taken up`;
  }
  const problem = transitionProblem(gap, to, "user");
  if (problem !== undefined || command.type !== "gap-park" || !isBlocking(gap.severity)) return problem;
  return command.reason === undefined ? `${gap.id} is ${gap.severity}; parking it needs a reason` : undefined;
}

function noGap(id: string): CommandResult {
  return refuse(`there is no gap ${id}`, "status.md lists all gaps.");
}
