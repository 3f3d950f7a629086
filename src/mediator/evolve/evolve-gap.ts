import { InternalError } from "../../errors/whetstone-error.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import { transitionProblem } from "../../model/gap-transition.ts";
import type { GapId } from "../../model/ids.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

type GapEvent = Extract<SessionEvent, { type: "gap_added" | "gap_changed" | "gap_severity_set" | "gap_split" }>;

export function evolveGap(state: State, event: GapEvent): State {
  switch (event.type) {
    case "gap_added":
      return { ...state, gaps: state.gaps.set(mustBeNew(state, event.gap)) };
    case "gap_changed":
      return { ...state, gaps: state.gaps.set(changed(state, event)) };
    case "gap_severity_set": {
      const gap = mustExist(state, event.gap);
      return { ...state, gaps: state.gaps.set({ ...gap, severity: event.severity, severityBy: event.by }) };
    }
    case "gap_split": {
      const whole = moved(mustExist(state, event.gap), "SUPERSEDED", currentRound(state));
      let gaps = state.gaps.set({ ...whole, parts: event.parts.map((part) => part.id) });
      for (const part of event.parts) gaps = gaps.set(mustBeNew(state, part));
      return { ...state, gaps };
    }
  }
}

function changed(state: State, event: Extract<GapEvent, { type: "gap_changed" }>): Gap {
  const gap = mustExist(state, event.gap);
  const problem = transitionProblem(gap, event.to, event.actor);
  if (problem) throw new InternalError(problem, { target: event.why });
  const next = moved(gap, event.to, currentRound(state));
  return {
    ...next,
    ...(event.blocker === undefined ? {} : { blocker: event.blocker }),
    ...(event.flag === undefined ? {} : { flags: [...new Set([...next.flags, event.flag])] }),
  };
}

function moved(gap: Gap, to: GapState, round: number): Gap {
  const { cameFrom, blocker: _, ...rest } = gap;
  const resolves = to === "ACCEPTED" || to === "RESOLVED" || to === "WONT_FIX";
  const from = gap.state === "IN_PROGRESS" || gap.state === "BLOCKED" ? cameFrom : gap.state;
  return {
    ...rest,
    state: to,
    changedInRound: round,
    flags: to === "PROPOSED" ? gap.flags : gap.flags.filter((flag) => flag !== "UNREVIEWED"),
    ...((to === "IN_PROGRESS" || to === "BLOCKED") && from !== undefined ? { cameFrom: from } : {}),
    ...(resolves && gap.resolvedInRound === undefined ? { resolvedInRound: round } : {}),
  };
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
