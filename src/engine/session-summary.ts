import { questionsNow } from "../mediator/make-question.ts";
import { currentRound, gapsStillOpen, hasBegun, isInterview, parkedGaps } from "../mediator/queries.ts";
import { JOURNAL } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { isCounted, openBySeverity } from "../model/counting.ts";
import type { Files } from "../ports/files.ts";
import { noSession, readState } from "./session-store.ts";

export type SessionSummary = ReturnType<typeof summaryOf>;

/** What a list of sessions shows. */
export function summaryOf(state: State) {
  return {
    name: state.session.name,
    stop: state.stop,
    hasBegun: hasBegun(state),
    /** No model works, so rounds are not mentioned. */
    isInterview: isInterview(state),
    round: currentRound(state),
    maxRounds: state.limits.maxRounds,
    /** The number of gaps, open or not, without the parked and the superseded ones. */
    gaps: state.gaps.filter(isCounted).length,
    open: openBySeverity(gapsStillOpen(state)),
    parked: parkedGaps(state).length,
    // While a rollback is pending, no other question can be answered.
    questions: (state.rollback ? questionsNow(state) : state.questions).map(({ id, header, text }) => ({
      id,
      header,
      text,
    })),
    at: state.at,
  };
}

/** Returns summaries; a journal is read once for each of its lengths. */
export function summaryReader(): (files: Files) => Promise<SessionSummary> {
  const known = new Map<string, { readonly bytes: number | undefined; readonly summary: SessionSummary }>();
  return async (files) => {
    const bytes = (await files.stat(JOURNAL))?.bytes;
    const before = known.get(files.root);
    if (before?.bytes === bytes && before) return before.summary;
    const state = await readState(files);
    if (!state) throw noSession(files.root);
    const summary = summaryOf(state);
    known.set(files.root, { bytes, summary });
    return summary;
  };
}
