import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { placesOf } from "../../documents/layouts/join-files.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, gapId } from "../../model/ids.ts";
import { repeatedGap } from "./repeated-gap.ts";

// The passages and titles are those of a session with models on a spec in Spec Kit's layout.
const SOURCE = `# Feature Specification: Modern Resort Reservation System

### Edge Cases
- What happens when all dates are fully booked for a requested period?

### Functional Requirements
- **FR-004**: System MUST present a calendar-style reservation interface with clearly marked available and reserved dates
- **FR-005**: System MUST highlight reserved slots with visual indicators (stamps or marks)
- **FR-009**: System MUST provide user authentication via email/password login to access dashboard features
- **FR-011**: System MUST track reservation payments, service charges, and refunds as financial data for expense/earnings calculations

### Key Entities
- **Reservation**: Represents a booking with date, user, and status information
`;

const gap = (id: string, title: string, quotation: string, facts: Partial<Gap> = {}) =>
  makeGap({ id: id as GapId, title, places: placesOf(SOURCE, quotation), origin: "engineer", round: 1, ...facts });
const known = (title: string, quotation: string, facts: Partial<Gap> = {}) =>
  gap("GAP-KNOWN-001", title, quotation, { parent: "GAP-EDGE-001", ...facts });
const found = (title: string, quotation: string, facts: Partial<Gap> = {}) =>
  gap("GAP-FOUND-001", title, quotation, { parent: "GAP-EDGE-002", ...facts });
const repeats = (later: Gap, earlier: Gap) => repeatedGap(later, [earlier], SOURCE.split("\n"))?.id;

const FR_004 = "calendar-style reservation interface with clearly marked available and reserved dates";
const FR_005 = "highlight reserved slots with visual indicators";
const FR_011 = "track reservation payments, service charges, and refunds";
const ENTITY = "Represents a booking with date, user, and status information";
const STATED = "What happens when all dates are fully booked for a requested period?";
const WHAT =
  "What is reserved (the whole resort, a room, a slot of a day) and thus when a date counts as reserved is not said.";
const WHETHER = "Whether a date is reserved as a whole or per room or slot is not said.";

describe("a gap that repeats another in other words (SPEC 16.1)", () => {
  it("is about the same passage and has the words that the other brings to it", () => {
    expect(repeats(found(WHETHER, FR_004), known(WHAT, FR_004))).toBe("GAP-KNOWN-001");
    expect(repeats(found(WHAT, FR_004), known(WHETHER, FR_004))).toBe("GAP-KNOWN-001");
  });

  it("is never about a gap that the source states there: whoever names another one has read it", () => {
    const survey = { origin: "survey", round: 0 } as const;
    const stated = gap("GAP-KNOWN-001", STATED, STATED, { origin: "source", round: 0 });
    const title = "What the guest sees when every date of the requested period is fully booked.";
    expect(repeats(gap("GAP-FOUND-001", title, STATED, survey), stated)).toBeUndefined();
  });

  it.each([
    [
      "other words that are not of the passage",
      found("Who records a payment, service charge or refund, and where, is not said.", FR_011),
      known(
        "Which of payments, service charges and refunds are expenses and which are earnings, for guests and for staff, is not said.",
        FR_011,
      ),
    ],
    [
      "one word in common",
      found("Who may cancel a reservation, until when, and what is refunded is not said.", ENTITY),
      known("The values of a reservation's status, and which of them keep a date reserved, are not said.", ENTITY),
    ],
    ["another passage", found(WHETHER, FR_005), known(WHAT, FR_004)],
    ["an author who names both", found(WHETHER, FR_004), known(WHAT, FR_004, { parent: "GAP-EDGE-002" })],
    ["its own parent", found(WHETHER, FR_004, { parent: "GAP-KNOWN-001" }), known(WHAT, FR_004)],
    ["a gap that is settled", found(WHETHER, FR_004), known(WHAT, FR_004, { state: "ACCEPTED" })],
  ])("does not with %s", (_, later, earlier) => {
    expect(repeats(later, earlier)).toBeUndefined();
  });
});

it("notes each pair that is not merged under an id of its own", () => {
  const gaps = [1, 2, 3].map((number) => makeGap({ id: gapId("FLOW", number) }));
  const session = paperSession({
    gaps,
    reviewerDigest: (digest, round) => ({
      ...digest,
      ...(round === 1 ? { duplicates: [1, 2].map((n) => ({ gap: gapId("FLOW", n), of: gapId("FLOW", 3) })) } : {}),
    }),
  });
  session.run();
  const ids = session.state.recent.flatMap(({ notes }) => notes).map(({ id }) => id);
  expect(ids).toEqual(["NOTE-R1-001", "NOTE-R1-002"]);
});
