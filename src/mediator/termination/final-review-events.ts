import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { FinalReviewReading } from "../prompts/read-final-review.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** Where blockers of the final review are numbered. */
const CATEGORY = "FINAL";

/** READY, or blockers that become gaps and the session goes on (SPEC 12). */
export function finalReviewEvents(state: State, review: FinalReviewReading): SessionEvent[] {
  if (review.type === "problem") return [{ type: "final_review_read", ready: false, message: review.message }];
  if (review.ready) return [{ type: "final_review_read", ready: true, message: "READY_FOR_TERMINATION" }];
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const round = currentRound(state);
  const gaps = review.blockers.map((blocker): SessionEvent => {
    const gap: Gap = {
      id: mint.next(CATEGORY),
      title: blocker.title.slice(0, 200),
      text: blocker.text.slice(0, 6_000),
      severity: blocker.severity,
      severityBy: "reviewer",
      state: "OPEN",
      origin: "final-review",
      round,
      changedInRound: round,
      places: [],
      dependsOn: [],
      parts: [],
      flags: [],
    };
    return { type: "gap_added", gap };
  });
  return [{ type: "final_review_read", ready: false, message: "NOT_READY" }, ...gaps];
}
