import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { FinalReviewReading } from "../gate/read-final-review.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";

/** Where blockers of the final review are numbered: they are about how the whole fits together. */
const CATEGORY = "WHOLE";

/** READY, or what keeps the spec from it (SPEC 12). */
export function finalReviewEvents(state: State, review: FinalReviewReading): SessionEvent[] {
  if (review.type === "problem") {
    return [{ type: "final_review_read", ready: false, message: review.message, blockers: [] }];
  }
  if (review.ready) {
    return [{ type: "final_review_read", ready: true, message: "READY_FOR_TERMINATION", blockers: [] }];
  }
  const mint = gapIdMint([...state.gaps].map((gap) => gap.id));
  const round = currentRound(state);
  const blockers = review.blockers.map(
    (blocker): Gap => ({
      id: mint.next(CATEGORY),
      title: blocker.title.slice(0, 300),
      text: blocker.text.slice(0, 6_000),
      severity: blocker.severity === "CRITICAL" ? "CRITICAL" : "HIGH",
      severityBy: "reviewer",
      state: "OPEN",
      origin: "final-review",
      round,
      changedInRound: round,
      places: [],
      dependsOn: [],
      ...(blocker.quotations.length === 0 ? {} : { quotations: blocker.quotations }),
      parts: [],
      flags: [],
    }),
  );
  return [{ type: "final_review_read", ready: false, message: "NOT_READY", blockers }];
}
