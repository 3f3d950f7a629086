import { describe, expect, it } from "vitest";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { passageQuestion } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import { lineWith } from "../../model/line-with.ts";
import { ask } from "./ask.ts";
import { passagesOf } from "./passage.ts";

/** The passage as it is shown once words were typed; `undefined` where the line is opened to be edited. */
function shown(line: string, typed: string): string | undefined {
  const source = ["# Shop", "", "## Cart", "", line, ""].join("\n");
  const gaps = findGaps(source, {});
  const [gap] = gaps;
  if (gap === undefined) throw new Error(`nothing is open in ${line}`);
  const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
  const spec = { first: [], source: [] };
  const state = {
    gaps: new Map([[gap.id, gap]]),
    session: { specPath: "spec.md" },
    spec,
    questionCount: 0,
    records: [],
  };
  const question = passageQuestion(state as unknown as State, gap.id, ask(gap, passagesOf(brief, gap), source));
  return lineWith(question, typed);
}

describe("words typed at a marker inside a line keep every other word of it (SPEC 16.4)", () => {
  it.each<[string, string, string]>([
    // The sentence needs words in the marker's place.
    ["- It MUST keep data for [NEEDS CLARIFICATION: how long?].", "90 days", "- It MUST keep data for 90 days."],
    [
      "- Lists [NEEDS CLARIFICATION: how many?] completed sessions",
      "the 50 newest",
      "- Lists the 50 newest completed sessions",
    ],
    ["- At least [TODO: confirm with ops] concurrent users", "20", "- At least 20 concurrent users"],
    [
      "- It throws [NEEDS CLARIFICATION: error or warning?] naming the id",
      "an error",
      "- It throws an error naming the id",
    ],
    ["- ??? latency is acceptable", "250ms", "- 250ms latency is acceptable"],
    ["- The debug server (port: ???) is off.", "4711", "- The debug server (port: 4711) is off."],
    ["- Images have max. ??? MB each", "5 MB", "- Images have max. 5 MB each"],
    ["- Who approves it? TBD", "Design (Mara)", "- Who approves it? Design (Mara)"],
    [
      "- **When** they call [NEEDS CLARIFICATION: which endpoints exactly?], **Then** it fails.",
      "an admin endpoint",
      "- **When** they call an admin endpoint, **Then** it fails.",
    ],
    ["- It makes a new tenant ID [NEEDS CLARIFICATION: v4 or v7?].", "v4", "- It makes a new tenant ID: v4."],
    [
      "- It lists user and package directories, [TBD: sorted how?]",
      "sorted by name",
      "- It lists user and package directories, sorted by name",
    ],
    [
      "- [NEEDS CLARIFICATION: Who cleans the lockers]",
      "The staff cleans the lockers.",
      "- The staff cleans the lockers.",
    ],
    [
      "- [NEEDS CLARIFICATION: colours, e.g. red and blue, with Tom]",
      "red and white",
      "- colours, e.g. red and blue, with Tom: red and white",
    ],
    [
      "- Does it move files? [NEEDS CLARIFICATION: ask Ana]",
      "Yes, since 1.30.",
      "- Does it move files? Yes, since 1.30.",
    ],
    [
      "- One list per room. A person MAY be on at most ??? lists a day. Guests SHALL NOT wait.",
      "A person MAY be on at most three lists a day.",
      "- One list per room. A person MAY be on at most three lists a day. Guests SHALL NOT wait.",
    ],
    ["- Concurrent session limits (limit: ???)", "3 per user", "- Concurrent session limits (limit: 3 per user)"],
    [
      "- Colors follow [TODO: name the palette], unless NO_COLOR is set.",
      "the Solarized palette",
      "- Colors follow the Solarized palette, unless NO_COLOR is set.",
    ],
    ["- Teacher profiles are ??? (deleted or anonymized).", "anonymized", "- Teacher profiles are anonymized."],
    ["- Macros are TODO (ask @nrc whether they are in scope).", "out of scope", "- Macros are out of scope."],
    ["- It polls every ??? seconds.", "5 s", "- It polls every 5 seconds."],
    [
      "- Feedback falls by 60% within [TBD: how soon?] after rollout.",
      "Within 3 months.",
      "- Feedback falls by 60% within 3 months after rollout.",
    ],
    [
      "- It moves to warn-by-default in [NEEDS CLARIFICATION: which release?].",
      "In Rust 1.30.",
      "- It moves to warn-by-default in Rust 1.30.",
    ],
    // It needs none: what is typed is set off from it.
    [
      "- It MUST support roles and permissions [NEEDS CLARIFICATION: which roles?].",
      "admin and user",
      "- It MUST support roles and permissions: admin and user.",
    ],
    [
      "- It returns [NEEDS CLARIFICATION: 200 with the profile or 204?].",
      "200 with the profile",
      "- It returns (200 with the profile or 204? 200 with the profile).",
    ],
    [
      "- Duplication falls by at least 70% [NEEDS CLARIFICATION: measured with which tool?].",
      "jscpd",
      "- Duplication falls by at least 70%: jscpd.",
    ],
    [
      "- Fields are masked (TODO: show/hide toggle?).",
      "Yes, with a toggle.",
      "- Fields are masked (show/hide toggle? Yes, with a toggle).",
    ],
    ["- Mail: email and/or SMS (to be decided)", "Both.", "- Mail: email and/or SMS (Both)"],
    ["- Panels (collapsible? TBD) show details.", "yes", "- Panels (collapsible? yes) show details."],
    // A marker that is a sentence of its own keeps what it asks.
    [
      "It loads presets. [NEEDS CLARIFICATION: Are presets fetched or bundled?]",
      "bundled",
      "It loads presets. (Are presets fetched or bundled? bundled)",
    ],
    [
      "It shows links. [TODO: which quick links do we show?]",
      "Timetable and support.",
      "It shows links. (which quick links do we show? Timetable and support)",
    ],
    // Sentences never replace what the author wrote.
    [
      "- It logs attempts [NEEDS CLARIFICATION: for how long are they kept?]",
      "They are kept for 90 days.",
      "- It logs attempts (for how long are they kept? They are kept for 90 days)",
    ],
    [
      "- [NEEDS CLARIFICATION: exact brand colors]",
      "See the brand sheet.",
      "- exact brand colors: See the brand sheet.",
    ],
    // Unless they say it anew.
    [
      "- **AND** the token expires after TBD minutes",
      "The token expires after 30 minutes.",
      "- **AND** The token expires after 30 minutes.",
    ],
    [
      "- **FR-1**: It keeps data for TBD. Ana sees it.",
      "It keeps data for 2 years.",
      "- **FR-1**: It keeps data for 2 years. Ana sees it.",
    ],
    ["- Which fee holds is to be decided.", "The higher fee holds.", "- The higher fee holds."],
    [
      "- Reports have PDF or CSV format, TODO: which one is the default?",
      "PDF",
      "- Reports have PDF or CSV format (which one is the default? PDF)",
    ],
    ["**[TODO: name of this block]:** It holds drafts.", "Draft Handling", "**Draft Handling:** It holds drafts."],
    ["- Mail arrives in [TBD with ops] seconds.", "30", "- Mail arrives in 30 seconds."],
    [
      "- No bugs for at least [NEEDS CLARIFICATION: how many releases?]",
      "two releases",
      "- No bugs for at least two releases",
    ],
    [
      "- Refund window management [NEEDS CLARIFICATION: does the window start at delivery or at payment?]",
      "at delivery",
      "- Refund window management (does the window start at delivery or at payment? at delivery)",
    ],
    [
      "- Warmth checks (every 5 questions, [NEEDS CLARIFICATION: may Admins switch this off?]).",
      "no",
      "- Warmth checks (every 5 questions, may Admins switch this off? no).",
    ],
    // Every word that was typed stays.
    ["- It delivers via email or S3 (to be decided)", "S3 only", "- It delivers via email or S3 (S3 only)"],
    [
      "- Discounts apply to members. TBD.",
      "Members get 10% off.",
      "- Discounts apply to members. Members get 10% off.",
    ],
    [
      "- We must decide about logs. TBD.",
      "Logs are kept 7 days.",
      "- We must decide about logs. Logs are kept 7 days.",
    ],
    // A choice.
    ["- Grades are shown (letter grades or percentages?).", "letter grades", "- Grades are shown (letter grades)."],
    ["- Sorted (newest first or oldest first, TBD).", "newest first", "- Sorted (newest first)."],
  ])("%s + %s", (line, typed, expected) => expect(shown(line, typed)).toBe(expected));

  it.each<[string, string]>([
    ["- **Window [TBD]:** Clients cancel free of charge.", "It is 24 hours."],
    ["- It is built for [NEEDS CLARIFICATION: debug builds only?]:", "No, for all builds."],
    [
      "- Rejection returns to the previous gate (or to G1, to be decided)",
      "The previous one, always, without any exception. G1 never.",
    ],
    ["- Grades are shown (letter grades or percentages?).", "both"],
    ["- It keeps data for TBD.", "one\ntwo"],
    ["- See Table 7 for the fees.", "there are no fees, remove that part"],
    ["- Refunds: either automatic or manual by an admin (to be decided)", "manual by an admin"],
    ["- It marks them idle and notifies the lead [TODO: really?]", "no, do not notify the lead"],
    ["- It meets accessibility standards (TBD, probably WCAG 2.1 AA)", "WCAG 2.1 AA"],
    ["- It logs attempts for [NEEDS CLARIFICATION: how long?]", "They are kept for 90 days."],
    ["- The sidebar is [NEEDS CLARIFICATION: hidden or collapsed to icons?].", "It collapses to icons."],
    ["- It locks the section (or maybe only warns, TBD)", "only warns, does not lock"],
    ["- TODO decide whether the name is unique", "It is unique per user."],
    ["- TODO: list the colours, e.g. red and blue, with Tom.", "Red, blue and white"],
    ["- TODO: write this story with Priya, incl. photos", "As a borrower, I report damage."],
    ["- Keys are rotated by the admin TBD", "Admin rights are needed for this."],
    ["- Cancel within TBD days of delivery.", "Logs are kept for 7 days."],
    ["- Grades are percentages or letter grades (to be decided)", "letter grades"],
    ["- The job is run every [NEEDS CLARIFICATION: on every PR or nightly?]", "on every PR"],
  ])("%s + %s is for the person to fit in: the line is opened", (line, typed) =>
    expect(shown(line, typed)).toBeUndefined(),
  );
});
