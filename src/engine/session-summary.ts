import { fold } from "../mediator/evolve/evolve.ts";
import { questionsNow } from "../mediator/make-question.ts";
import { currentRound, gapsStillOpen, hasBegun, isInterview, parkedGaps } from "../mediator/queries.ts";
import { SUMMARY } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { isCounted, openBySeverity } from "../model/counting.ts";
import { orUndefined } from "../model/defined.ts";
import type { SessionHome } from "../ports/session-home.ts";
import { noSession } from "./folder-home.ts";
import type { SessionStore } from "./session-store.ts";

export type SessionSummary = ReturnType<typeof summaryOf>;

/** As stored in the session folder: valid for the entries with this mark and for programs of this version. */
interface KeptSummary {
  readonly version: typeof VERSION;
  readonly mark: string | undefined;
  readonly summary: SessionSummary;
}

const VERSION = 4;

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

export async function writeSummary({ home, files, state }: SessionStore): Promise<void> {
  const kept: KeptSummary = { version: VERSION, mark: await home.mark(), summary: summaryOf(state) };
  await files.writeAtomic(SUMMARY, `${JSON.stringify(kept)}\n`);
}

/** Whether the stored summary covers the newest entry. */
export async function isSummaryCurrent({ home }: Pick<SessionStore, "home">): Promise<boolean> {
  return isCurrent(await home.mark(), await readKept(home));
}

/** Returns summaries; a journal is read only if its summary is older, and once for each mark. */
export function summaryReader(): (home: SessionHome) => Promise<SessionSummary> {
  const known = new Map<string, KeptSummary>();
  return async (home) => {
    const mark = await home.mark();
    const before = known.get(home.place);
    const kept = isCurrent(mark, before) ? before : await readKept(home);
    if (kept && isCurrent(mark, kept)) return kept.summary;
    const state = fold(await home.read());
    if (!state) throw noSession(home.place);
    const summary = summaryOf(state);
    known.set(home.place, { version: VERSION, mark, summary });
    return summary;
  };
}

function isCurrent(mark: string | undefined, kept: KeptSummary | undefined): boolean {
  return kept?.version === VERSION && kept.mark === mark;
}

async function readKept({ documents }: SessionHome): Promise<KeptSummary | undefined> {
  const text = (await documents.readText(SUMMARY)) ?? "";
  return orUndefined(() => JSON.parse(text)) ?? undefined;
}
