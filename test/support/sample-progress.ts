import type { Shown } from "../../src/cli/progress/render-progress.ts";
import type { State } from "../../src/mediator/state.ts";
import type { SessionEvent } from "../../src/model/events.ts";
import { gapId } from "../../src/model/ids.ts";
import type { Severity } from "../../src/model/severity.ts";
import { makeGap } from "./make-gap.ts";
import { minute, paperSession } from "./paper-session.ts";
import { type RunFacts, roundRecord, runEvents } from "./session-events.ts";

const GAPS: readonly Severity[] = ["CRITICAL", "HIGH", "HIGH", "HIGH", "HIGH", "LOW", "LOW"];

/** When the sample session began, in milliseconds; its runs begin two minutes later. */
export const BEGAN = Date.parse(minute(0));

/** The third round of a session whose Engineer works, for tests of the picture. */
export function sampleProgress(changes: Partial<State> = {}, runs: readonly SessionEvent[] = [started()]): Shown {
  const story = paperSession({
    gaps: GAPS.map((severity, index) => makeGap({ id: gapId("FLOW", index + 1), severity })),
  });
  story.record({ type: "round_opened", round: 3, assigned: ["GAP-FLOW-001"], carriedOver: [] });
  const state = story.record(...runs);
  const sample: State = {
    ...state,
    session: { ...state.session, name: "pathspec", initialGaps: 12 },
    limits: { ...state.limits, maxRounds: 12 },
    records: [roundRecord(1, { openAtEnd: 10 }), roundRecord(2, { openAtEnd: 7 })],
  };
  return { state: { ...sample, ...changes }, startedAt: BEGAN, characters: new Map() };
}

/** A run of it that goes on. */
export function started(facts: Partial<RunFacts> & { readonly name?: string } = {}): SessionEvent {
  const { name = "command", ...rest } = facts;
  const [event] = runEvents({ run: "R3-engineer-GAP-FLOW-001-1", gaps: ["GAP-FLOW-001"], ...rest });
  if (event?.type !== "run_started") throw new Error("a run begins with run_started");
  return { ...event, agent: name };
}
