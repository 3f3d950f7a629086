import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { transitionProblem } from "../../model/gap-transition.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { decide } from "../answers/decide.ts";
import { changeByUser, unblock } from "../gap-events.ts";
import { currentRound } from "../queries.ts";
import { splitGap } from "../split-gap.ts";
import type { State } from "../state.ts";
import type { Command } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";

/** The gaps of the next round, in the person's words (SPEC 4.1). */
export function chooseGaps(state: State, gaps: readonly GapId[]): CommandResult {
  const unknown = gaps.find((id) => !state.gaps.has(id));
  if (unknown !== undefined) return refuse(`there is no gap ${unknown}`);
  const closed = gaps.find((id) => !["OPEN", "NEEDS_REVISION"].includes(state.gaps.get(id)?.state ?? ""));
  if (closed !== undefined) return refuse(`${closed} is ${state.gaps.get(closed)?.state}: it cannot be worked on`);
  return done([{ type: "gaps_chosen", gaps }], `the next round works on ${gaps.join(", ")}`);
}

export function addGap(state: State, command: Extract<Command, { type: "gap-add" }>): CommandResult {
  const unknown = command.dependsOn.find((id) => !state.gaps.has(id));
  if (unknown !== undefined) return refuse(`there is no gap ${unknown}`);
  if (command.title.trim() === "") return refuse("a gap needs a title that says what is missing");
  const id = gapIdMint([...state.gaps].map((gap) => gap.id)).next(command.category);
  const round = currentRound(state);
  const gap: Gap = {
    id,
    title: command.title,
    text: command.text,
    severity: command.severity,
    severityBy: "user",
    state: "OPEN",
    origin: "user",
    round,
    changedInRound: round,
    places: [],
    dependsOn: command.dependsOn,
    parts: [],
    flags: [],
  };
  return done([{ type: "gap_added", gap }], `added ${id}`);
}

export function setGapSeverity(
  state: State,
  command: Extract<Command, { type: "gap-severity" }>,
  now: string,
): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return refuse(`there is no gap ${command.gap}`);
  const { severity, reason } = command;
  const decision = decide(state, now, {
    type: "severity",
    title: `${gap.id} is ${severity}`,
    gaps: [gap.id],
    decision: `${gap.id} is ${severity}, no longer ${gap.severity}`,
    rationale: reason,
  });
  return done(
    [decision, { type: "gap_severity_set", gap: gap.id, severity, by: "user", why: reason }],
    `${gap.id} is ${severity}`,
  );
}

export function splitByUser(
  state: State,
  command: Extract<Command, { type: "gap-split" }>,
  now: string,
): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return refuse(`there is no gap ${command.gap}`);
  const problem = transitionProblem(gap, "SUPERSEDED", "user");
  if (problem !== undefined) return refuse(problem);
  if (command.parts.length < 2) return refuse("a split needs at least two parts");
  if (command.parts.some((part) => part.title.trim() === "")) return refuse("each part needs a title");
  const { ids, decision, split } = splitGap(state, gap, { parts: command.parts, why: command.reason }, now);
  return done([decision, ...dropSlot(state, gap), split], `split into ${ids.join(", ")}`);
}

type GapCommand = Extract<
  Command,
  { type: "gap-defer" | "gap-resume" | "gap-unblock" | "gap-reopen" | "gap-wont-fix" }
>;

const TARGET: Readonly<Record<GapCommand["type"], GapState>> = {
  "gap-defer": "USER_DEFERRED",
  "gap-resume": "OPEN",
  "gap-unblock": "OPEN",
  "gap-reopen": "NEEDS_REVISION",
  "gap-wont-fix": "WONT_FIX",
};

const DECISION_TYPE: Readonly<Record<GapCommand["type"], string>> = {
  "gap-defer": "deferral",
  "gap-resume": "resumption",
  "gap-unblock": "forced-unblock",
  "gap-reopen": "reopening",
  "gap-wont-fix": "wont-fix",
};

export function changeGapState(state: State, command: GapCommand, now: string): CommandResult {
  const gap = state.gaps.get(command.gap);
  if (!gap) return refuse(`there is no gap ${command.gap}`);
  if (command.type === "gap-unblock") return forceUnblock(state, gap, command.reason, now);
  const to = TARGET[command.type];
  const problem = transitionProblem(gap, to, "user");
  if (problem !== undefined) return refuse(problem);
  const reason = command.type === "gap-resume" ? "taken up again" : command.reason;
  const decision = decide(state, now, {
    type: DECISION_TYPE[command.type],
    title: `${gap.id} is ${to}`,
    gaps: [gap.id],
    decision: `${gap.id} goes from ${gap.state} to ${to}`,
    rationale: reason,
  });
  return done([decision, ...dropSlot(state, gap), changeByUser(gap.id, to, reason)], `${gap.id} is ${to}`);
}

function forceUnblock(state: State, gap: Gap, reason: string, now: string): CommandResult {
  const events = unblock(state, gap.id, reason, true);
  if (events.length === 0) return refuse(`${gap.id} is not BLOCKED`);
  const decision = decide(state, now, {
    type: "forced-unblock",
    title: `${gap.id} goes on`,
    gaps: [gap.id],
    decision: `${gap.id} goes on although its blocker stands`,
    rationale: reason,
  });
  return done([decision, ...events], `${gap.id} goes on`);
}

/** A gap that the running round works on leaves it. */
function dropSlot(state: State, gap: Gap): SessionEvent[] {
  const isAssigned = state.round?.slots.some((slot) => slot.gap === gap.id && !slot.dropped) ?? false;
  return isAssigned ? [{ type: "slot_dropped", gap: gap.id, failed: false, why: "taken out by the person" }] : [];
}
