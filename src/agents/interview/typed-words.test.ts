import { describe, expect, it } from "vitest";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import { passageQuestion } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import { lineWith } from "../../model/line-with.ts";
import { passageAnswers } from "../../model/passage-answer.ts";
import { ask } from "./ask.ts";
import { passagesOf } from "./passage.ts";

/** The line with what was typed, or why it is opened to be written. */
function shown(line: string, typed: string) {
  const source = ["# Shop", "", "## Cart", "", line, ""].join("\n");
  const gaps = findGaps(source, {});
  const [gap] = gaps;
  if (gap === undefined) throw new Error(`nothing is open in ${line}`);
  const brief = { source, draft: source, gaps, issues: [], decisions: [], changes: [] };
  const session = { specPath: "spec.md" };
  const spec = { first: [], source: [] };
  const state = { gaps: new Map([[gap.id, gap]]), session, spec, questionCount: 0, records: [] };
  const question = passageQuestion(state as unknown as State, gap.id, ask(gap, passagesOf(brief, gap), source));
  if (question.options[0]?.id !== "fill") return lineWith(question, typed);
  const answer = { question: question.id, options: ["fill"], fields: { fill: typed }, via: "terminal" as const };
  const edits = passageAnswers(question, answer);
  return edits === "later" ? undefined : { text: edits[0]?.text };
}

describe("words typed at a marker go in as they are, like for like (SPEC 16.4)", () => {
  it.each<[string, string, string]>([
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
    ["- Images have max. XX MB each", "5", "- Images have max. 5 MB each"],
    ["- Images load in [X] seconds each", "5 seconds", "- Images load in 5 seconds each"],
    ["- It starts on [which date?].", "1 May 2027", "- It starts on 1 May 2027."],
    ["- Images have max. ??? MB each", "5 MB", "- Images have max. 5 MB each"],
    ["- A plan costs TBD EUR a month.", "10 EUR", "- A plan costs 10 EUR a month."],
    ["- A plan costs TBD € a month.", "10 €", "- A plan costs 10 € a month."],
    ["- A plan costs TBD EUR a month.", "10", "- A plan costs 10 EUR a month."],
    ["- A plan costs $TBD a month.", "$10", "- A plan costs $10 a month."],
    ["- A plan costs TBD a month.", "10 €", "- A plan costs 10 € a month."],
    ["- The limit (TBD) is checked.", "(5 MB)", "- The limit (5 MB) is checked."],
    ["- The limit (TBD) is checked.", "5 MB (each)", "- The limit (5 MB (each)) is checked."],
    ["- Who approves it? TBD", "Design (Mara)", "- Who approves it? Design (Mara)"],
    [
      "- **When** they call [NEEDS CLARIFICATION: which endpoints exactly?], **Then** it fails.",
      "an admin endpoint",
      "- **When** they call an admin endpoint, **Then** it fails.",
    ],
    ["- It makes a new tenant ID [NEEDS CLARIFICATION: v4 or v7?].", "v4", "- It makes a new tenant ID v4."],
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
    ["- [NEEDS CLARIFICATION: colours, e.g. red and blue, with Tom]", "red and white", "- red and white"],
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
      "- It MUST support roles and permissions [NEEDS CLARIFICATION: which roles?].",
      "admin and user",
      "- It MUST support roles and permissions admin and user.",
    ],
    [
      "- It returns [NEEDS CLARIFICATION: 200 with the profile or 204?].",
      "200 with the profile",
      "- It returns 200 with the profile.",
    ],
    [
      "- Duplication falls by at least 70% [NEEDS CLARIFICATION: measured with which tool?].",
      "jscpd",
      "- Duplication falls by at least 70% jscpd.",
    ],
    ["- Mail: email and/or SMS (to be decided)", "Both.", "- Mail: email and/or SMS (Both)"],
    [
      "It shows links. [TODO: which quick links do we show?]",
      "Timetable and support.",
      "It shows links. Timetable and support.",
    ],
    ["- [NEEDS CLARIFICATION: exact brand colors]", "See the brand sheet.", "- See the brand sheet."],
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
      "- Refund window management at delivery",
    ],
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
    ["- Grades are shown (letter grades or percentages?).", "letter grades", "- Grades are shown (letter grades)."],
    ["- TODO decide whether the name is unique", "It is unique per user.", "- It is unique per user."],
    ["- TODO: list the colours, e.g. red and blue, with Tom.", "Red, blue and white", "- Red, blue and white"],
    [
      "- TODO: write this story with Priya, incl. photos",
      "As a borrower, I report damage.",
      "- As a borrower, I report damage.",
    ],
  ])("%s + %s", (line, typed, text) => expect(shown(line, typed)).toEqual({ text }));

  it.each<[string, string, string]>([
    [
      "- Feedback falls by 60% within [TBD: how soon?] after rollout.",
      "Within 3 months.",
      "the marker is only part of a sentence",
    ],
    [
      "- It moves to warn-by-default in [NEEDS CLARIFICATION: which release?].",
      "In Rust 1.30.",
      "the marker is only part of a sentence",
    ],
    ["- Fields are masked (TODO: show/hide toggle?).", "Yes, with a toggle.", '"yes" and "no" need a sentence'],
    ["- Panels (collapsible? TBD) show details.", "yes", '"yes" and "no" need a sentence'],
    [
      "It loads presets. [NEEDS CLARIFICATION: Are presets fetched or bundled?]",
      "bundled",
      "the marker stands for a whole sentence",
    ],
    [
      "- It logs attempts [NEEDS CLARIFICATION: for how long are they kept?]",
      "They are kept for 90 days.",
      "the marker is only part of a sentence",
    ],
    ["- Reports have PDF or CSV format, TODO: which one is the default?", "PDF", '"PDF" would be there twice'],
    [
      "- Warmth checks (every 5 questions, [NEEDS CLARIFICATION: may Admins switch this off?]).",
      "no",
      '"yes" and "no" need a sentence',
    ],
    ["- It delivers via email or S3 (to be decided)", "S3 only", '"S3" would be there twice'],
    ["- Sorted (newest first or oldest first, TBD).", "newest first", '"newest" would be there twice'],
    ["- **Window [TBD]:** Clients cancel free of charge.", "It is 24 hours.", "the marker is only part of a sentence"],
    [
      "- It is built for [NEEDS CLARIFICATION: debug builds only?]:",
      "No, for all builds.",
      '"yes" and "no" need a sentence',
    ],
    [
      "- Rejection returns to the previous gate (or to G1, to be decided)",
      "The previous one, always, without any exception. G1 never.",
      "no marker shows where these words go",
    ],
    [
      "- Grades are shown (letter grades or percentages?).",
      "both",
      'these words do not stand for "letter grades or percentages?"',
    ],
    ["- A plan costs TBD EUR a month.", "10 €", "the unit is not clear"],
    ["- A plan costs TBD EUR a month.", "10 dollars", "the unit is not clear"],
    ["- A plan costs € TBD a month.", "10 EUR", "the unit is not clear"],
    ["- It keeps data for TBD.", "one\ntwo", "several lines do not fit into a line"],
    ["- See Table 7 for the fees.", "there are no fees, remove that part", 'these words do not stand for "Table 7"'],
    [
      "- Refunds: either automatic or manual by an admin (to be decided)",
      "manual by an admin",
      '"manual" would be there twice',
    ],
    [
      "- It marks them idle and notifies the lead [TODO: really?]",
      "no, do not notify the lead",
      '"yes" and "no" need a sentence',
    ],
    ["- It meets accessibility standards (TBD, probably WCAG 2.1 AA)", "WCAG 2.1 AA", '"WCAG" would be there twice'],
    [
      "- It logs attempts for [NEEDS CLARIFICATION: how long?]",
      "They are kept for 90 days.",
      "the marker is only part of a sentence",
    ],
    [
      "- The sidebar is [NEEDS CLARIFICATION: hidden or collapsed to icons?].",
      "It collapses to icons.",
      "the marker is only part of a sentence",
    ],
    ["- It locks the section (or maybe only warns, TBD)", "only warns, does not lock", '"only" would be there twice'],
    [
      "- Keys are rotated by the admin TBD",
      "Admin rights are needed for this.",
      "the marker is only part of a sentence",
    ],
    ["- Cancel within TBD days of delivery.", "Logs are kept for 7 days.", "the marker is only part of a sentence"],
    ["- Grades are percentages or letter grades (to be decided)", "letter grades", '"letter" would be there twice'],
    [
      "- The job is run every [NEEDS CLARIFICATION: on every PR or nightly?]",
      "on every PR",
      '"every" would be there twice',
    ],
  ])("%s + %s opens the line, because %s", (line, typed, because) => expect(shown(line, typed)).toEqual({ because }));
});
