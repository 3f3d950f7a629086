import type { SessionEvent } from "../../model/events.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { newGap } from "../../model/new-gap.ts";
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
  const blockers = review.blockers.map(({ title, text, severity, quotations }) =>
    newGap(currentRound(state), {
      id: mint.next(CATEGORY),
      title: title.slice(0, 300),
      text: text.slice(0, 6_000),
      severity: severity === "CRITICAL" ? "CRITICAL" : "HIGH",
      severityBy: "reviewer",
      origin: "final-review",
      ...(quotations.length === 0 ? {} : { quotations }),
    }),
  );
  return [{ type: "final_review_read", ready: false, message: "NOT_READY", blockers }];
}
