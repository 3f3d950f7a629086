import { describe, expect, it } from "vitest";
import { interviewed } from "../../../../test/support/interviewed.ts";

/** A spec of one section with these lines. */
const spec = (...lines: string[]) => `# Photos\n\n## Duties\n\n${lines.join("\n")}\n`;

interface Case {
  readonly name: string;
  readonly category: string;
  readonly source: string;
  readonly asks: string;
  /** The label of the recommended choice, and the lines that it brings; absent where no default can be defended. */
  readonly recommends?: readonly [label: string, ...lines: string[]];
  /** An answer in other words, and the lines that it brings. */
  readonly says: readonly [answer: string, ...lines: string[]];
}

const FAILING = "- **FR-001**: The app uploads the photo to the server and deletes it.";
const TABLE = "| From | Trigger | To |\n| --- | --- | --- |";

/** SPEC 16.4: for each type of finding the question, the default, and what becomes of an answer. */
const CASES: readonly Case[] = [
  {
    name: "vague: how fast",
    category: "VAGUE",
    source: spec("- **FR-001**: The service MUST answer a search quickly.", "- **FR-002**: It MUST log each search."),
    asks: 'FR-001 says: "The service MUST answer a search quickly." How fast is "quickly" here?',
    recommends: [
      "within 1 second for 95 % of the requests",
      "- **FR-001**: The service MUST answer a search within 1 second for 95 % of the requests.",
    ],
    says: ["300 ms", "- **FR-001**: The service MUST answer a search within 300 ms."],
  },
  {
    name: "vague: an adverb before its verb",
    category: "VAGUE",
    source: spec("The app shall promptly notify the operator when a file is missing."),
    asks: 'How fast is "promptly" here?',
    recommends: ["within 1 minute", "The app shall notify the operator within 1 minute when a file is missing."],
    says: ["30 seconds", "The app shall notify the operator within 30 seconds when a file is missing."],
  },
  {
    name: "vague: a way out of the duty",
    category: "VAGUE",
    source: spec("The app shall compress copied files where appropriate."),
    asks: 'When does the duty hold: what is "where appropriate"?',
    recommends: ['Strike "where appropriate"', "The app shall compress copied files."],
    says: [
      "when the disk has less than 1 GB left",
      "The app shall compress copied files when the disk has less than 1 GB left.",
    ],
  },
  {
    name: "vague: a message",
    category: "VAGUE",
    source: spec("If a field is missing, the API MUST return a meaningful error message."),
    asks: 'What exactly must hold where it says "meaningful"?',
    recommends: [
      "error message that names the cause and what to do next",
      "If a field is missing, the API MUST return an error message that names the cause and what to do next.",
    ],
    says: ["that names the field", "If a field is missing, the API MUST return an error message that names the field."],
  },
  {
    name: "vague: a time",
    category: "VAGUE",
    source: spec("The API MUST make the file available for a reasonable time."),
    asks: 'What exactly must hold where it says "reasonable"?',
    says: ["2 weeks", "The API MUST make the file available for 2 weeks."],
  },
  {
    name: "missing-number: availability",
    category: "NUMBER",
    source: spec("- **SC-001**: The API MUST have high availability."),
    asks: 'How much is "high availability", over which period?',
    recommends: [
      "an availability of 99.9 % in each calendar month",
      "- **SC-001**: The API MUST have an availability of 99.9 % in each calendar month.",
    ],
    says: ["99.5 % per quarter", "- **SC-001**: The API MUST have an availability of 99.5 % per quarter."],
  },
  {
    name: "missing-number: how often",
    category: "NUMBER",
    source: spec("The client SHALL periodically ask the server for changes."),
    asks: 'How often is "periodically"?',
    recommends: ["every 15 minutes", "The client SHALL ask the server for changes every 15 minutes."],
    says: ["2 minutes", "The client SHALL ask the server for changes every 2 minutes."],
  },
  {
    name: "missing-number: a number of things",
    category: "NUMBER",
    source: spec("The job SHALL send a digest with a sufficient number of changes."),
    asks: "How many changes?",
    says: ["5", "The job SHALL send a digest with at least 5 changes."],
  },
  {
    name: "undefined-term: into the glossary, in its form",
    category: "TERM",
    source:
      "# API\n\nEach receiver has a transport signing key.\n\n## Glossary\n\n- **member**: a person with a contract\n\n## Duties\n\nThe API MUST sign each webhook with the TSK of the receiver.\n",
    asks: 'What does "TSK" stand for?',
    recommends: ["transport signing key", "- **TSK**: transport signing key"],
    says: ["the key that signs a webhook", "- **TSK**: the key that signs a webhook"],
  },
  {
    name: "dangling-ref: another requirement that speaks of the same",
    category: "REF",
    source: spec(
      "- **FR-001**: The API MUST refuse a slot that overlaps another one, as FR-009 says.",
      "- **FR-002**: The API MUST refuse overlapping slots of the same member.",
    ),
    asks: "There is no FR-009 in the document. What is meant?",
    says: [
      "The API MUST refuse a slot that overlaps another one with status 409.",
      "- **FR-001**: The API MUST refuse a slot that overlaps another one with status 409.",
    ],
  },
  {
    name: "empty-section: errors that the document names already",
    category: "EMPTY",
    source: `${spec("- **FR-001**: The API MUST refuse an overlap with status 409.")}\n## Errors\n\n## Notes\n\nAll is said.\n`,
    asks: 'The section "Errors" is empty. What belongs there?',
    recommends: ["Only what stands elsewhere (409)", "- Status 409: see FR-001."],
    says: [
      "Status 409: the slot overlaps another one\nStatus 429: the member has used up the requests",
      "- Status 409: the slot overlaps another one.",
      "- Status 429: the member has used up the requests.",
    ],
  },
  {
    name: "empty-section: failures that the document names without a status",
    category: "EMPTY",
    source: `${spec("- **FR-001**: The app MUST refuse a photo of more than 5 MB.")}\n## Error handling\n`,
    asks: 'The section "Error handling" is empty. What belongs there?',
    recommends: [
      "Only what stands elsewhere (FR-001)",
      "What can fail is said in FR-001; there are no other cases in this version.",
    ],
    says: ["The app names the file", "The app names the file."],
  },
  {
    name: "no-failure-path: a requirement of its own, with the next id",
    category: "FAILURE",
    source: spec(FAILING, "- **FR-002**: The app MUST list the photos."),
    asks: "What happens when the app cannot upload the photo to the server?",
    recommends: [
      "Change nothing and report the error",
      "- **FR-003**: If the app cannot upload the photo to the server, it MUST leave everything as it was and report the error.",
    ],
    says: [
      "keep the photo and try again after 1 minute",
      "- **FR-003**: If the app cannot upload the photo to the server, it MUST keep the photo and try again after 1 minute.",
    ],
  },
  {
    name: "no-failure-path: a criterion among EARS criteria",
    category: "FAILURE",
    source: spec(
      "1. WHEN a member adds a photo THEN the app SHALL upload the photo to the server and delete it.",
      "2. WHEN a member opens the album THEN the app SHALL list the photos.",
    ),
    asks: "What happens when the app cannot upload the photo to the server?",
    recommends: [
      "Change nothing and report the error",
      "3. IF the app cannot upload the photo to the server THEN the app SHALL leave everything as it was and report the error.",
    ],
    says: ["keep the photo", "3. IF the app cannot upload the photo to the server THEN the app SHALL keep the photo."],
  },
  {
    name: "contradiction: the requirement weighs more than prose",
    category: "CONTRA",
    source: `${spec("- **FR-001**: The API MUST let a member cancel a reservation up to 2 hours before it begins.")}\n## Cancellation\n\nThe API MUST let a member cancel a reservation up to 24 hours before it begins.\n`,
    asks: 'FR-001 says "up to 2 hours", "Cancellation" (line 9) says "up to 24 hours". Which one holds?',
    recommends: ["up to 2 hours", "The API MUST let a member cancel a reservation up to 2 hours before it begins."],
    says: [
      "The API MUST let a member cancel up to 24 hours, and a premium member up to 2 hours before it begins.",
      "- **FR-001**: The API MUST let a member cancel up to 24 hours, and a premium member up to 2 hours before it begins.",
      "See FR-001.",
    ],
  },
  {
    name: "open-list",
    category: "LIST",
    source: spec("The program MUST write the formats CSV, JSON, etc."),
    asks: "What else belongs to the list?",
    recommends: ["Only CSV, JSON", "The program MUST write the formats CSV and JSON."],
    says: ["PDF, XML", "The program MUST write the formats CSV, JSON, PDF and XML."],
  },
  {
    name: "duplicate-definition: the next free id",
    category: "DOUBLE",
    source: spec("- **FR-001**: The API MUST log each call.", "- **FR-001**: The API MUST count each call."),
    asks: "FR-001 is given to two requirements",
    recommends: ["FR-002", "- **FR-002**: The API MUST count each call."],
    says: ["FR-010", "- **FR-010**: The API MUST count each call."],
  },
  {
    name: "state-no-exit: a state that waits goes back to where it came from",
    category: "STATE",
    source: spec(
      TABLE,
      "| Waiting | first part arrives | Receiving |",
      "| Receiving | last part arrives | Stored |",
      "| Receiving | connection breaks | Suspended |",
      "",
      "Waiting is the initial state. Stored is final.",
    ),
    asks: "The state Suspended is entered and never left. What leads out of it, and where to?",
    recommends: ["connection is back, to Receiving", "| Suspended | connection is back | Receiving |"],
    says: ["final", "Waiting is the initial state. Stored is final. Suspended is a terminal state."],
  },
  {
    name: "state-nondeterministic: no state is cut off",
    category: "STATE",
    source:
      "# Reader\n\n```mermaid\nstateDiagram-v2\n  [*] --> Idle\n  Idle --> Fetching : r\n  Fetching --> Idle : end\n  Fetching --> Offline : end\n  Offline --> Idle : net is back\n```\n",
    asks: 'In Fetching, "end" leads to Idle on line 7 and to Offline on line 8. Which one is it?',
    recommends: ["Always to Offline"],
    says: [
      "Idle if nothing is new, Offline otherwise",
      "  Fetching --> Idle : end [if nothing is new]",
      "  Fetching --> Offline : end [otherwise]",
    ],
  },
  {
    name: "state-undefined: a name that is nearly the same",
    category: "STATE",
    source: `# Reader\n\nThe states are Idle, Fetching and Offline.\n\n| From | To | Trigger |\n| --- | --- | --- |\n| Idle | Fetching | r |\n| Fetching | Idle | done |\n| Fetching | Offlin | no network |\n| Fetching | Offline | key pressed |\n| Offline | Idle | network is back |\n`,
    asks: "A transition uses the state Offlin, which is not among the states of the document. What is meant?",
    recommends: ["Offline is meant", "| Fetching | Offline | no network |"],
    says: ["Idle", "| Fetching | Idle | no network |"],
  },
  {
    name: "state-unreachable",
    category: "STATE",
    source:
      "# Reader\n\n```mermaid\nstateDiagram-v2\n  [*] --> Idle\n  Idle --> Fetching : r\n  Fetching --> Idle : done\n  Broken --> Idle : Esc\n```\n",
    asks: "No transition leads into the state Broken. From which state, and on what, is it entered?",
    says: ["Fetching, no network", "  Fetching --> Broken : no network"],
  },
  {
    name: "a marker with what the author has in mind",
    category: "CLARIFY",
    source: spec(
      "- **FR-001**: System MUST authenticate users via [NEEDS CLARIFICATION: method not specified - password, passkey, one-time code?].",
    ),
    asks: "FR-001 leaves open: method not specified - password, passkey, one-time code?",
    says: ["a passkey", "- **FR-001**: System MUST authenticate users via a passkey."],
  },
  {
    name: "a marker in the place of a number",
    category: "TBD",
    source: spec("The system SHALL NOT send more than TBD mails per member and day."),
    asks: 'says: "The system SHALL NOT send more than TBD mails per member and day." How many mails?',
    says: ["at most 5 mails", "The system SHALL NOT send more than 5 mails per member and day."],
  },
  {
    name: "a marker in a cell",
    category: "TBD",
    source: spec("| Limit | Value |", "| --- | --- |", "| file size | TBD |", "| files per day | 100 |"),
    asks: "leaves open: file size: Value. What holds?",
    recommends: ["10 MB", "| file size | 10 MB |"],
    says: ["25 MB", "| file size | 25 MB |"],
  },
  {
    name: "an open question of two answers",
    category: "OQ",
    source: `${spec("- **FR-001**: The service MUST list the devices of a member.")}\n## Open Questions\n\n- Should a removed device count towards the limit of the member?\n`,
    asks: "leaves open: Should a removed device count towards the limit of the member?",
    says: ["yes", "- **FR-002**: A removed device MUST count towards the limit of the member."],
  },
  {
    name: "an open question that a phrase answers",
    category: "OQ",
    source: `${spec("The job SHALL send the digest to each member.")}\n## Open Questions\n\n- At which hour is the digest sent?\n`,
    asks: "leaves open: At which hour is the digest sent?",
    says: ["07:00 UTC", "The digest SHALL be sent at 07:00 UTC."],
  },
  {
    name: "vague: a time zone is no time",
    category: "VAGUE",
    source: spec("- **FR-001**: System MUST display times in an appropriate time zone."),
    asks: 'What exactly must hold where it says "appropriate"?',
    recommends: ["UTC", "- **FR-001**: System MUST display times in UTC."],
    says: [
      "System MUST display times in the time zone of the team.",
      "- **FR-001**: System MUST display times in the time zone of the team.",
    ],
  },
  {
    name: "no-failure-path: EARS with a name and a comma",
    category: "FAILURE",
    source: spec(
      "1. WHEN an application is complete, THE Permit_System SHALL query the vehicle register and record the owner.",
      "2. WHEN the fee is paid, THE Permit_System SHALL issue the permit.",
    ),
    asks: "What happens when the Permit_System cannot query the vehicle register?",
    recommends: [
      "Change nothing and report the error",
      "3. IF the Permit_System cannot query the vehicle register, THEN THE Permit_System SHALL leave everything as it was and report the error.",
    ],
    says: [
      "ask a clerk",
      "3. IF the Permit_System cannot query the vehicle register, THEN THE Permit_System SHALL ask a clerk.",
    ],
  },
  {
    name: "a marker that asks how long before",
    category: "CLARIFY",
    source: spec(
      "- **FR-001**: System MUST send reminders before an appointment begins [NEEDS CLARIFICATION: how long before?].",
    ),
    asks: "FR-001 leaves open: how long before?",
    says: ["2 hours", "- **FR-001**: System MUST send reminders 2 hours before an appointment begins."],
  },
  {
    name: "a section that is still to be written",
    category: "TBD",
    source: `${spec("- **FR-001**: The app MUST refuse a photo of more than 5 MB.")}\n## Error handling\n\nTBD\n`,
    asks: 'The section "Error handling" is still to be written. What belongs there?',
    recommends: [
      "Only what stands elsewhere (FR-001)",
      "What can fail is said in FR-001; there are no other cases in this version.",
    ],
    says: [
      "The app names the file; The app keeps the photo",
      "- The app names the file.",
      "- The app keeps the photo.",
    ],
  },
  {
    name: "an open question of a document with criteria",
    category: "OQ",
    source:
      "# Permits\n\n### Requirement 1: Apply for a permit\n\n**User Story:** As a resident, I want a permit.\n\n#### Acceptance Criteria\n\n1. WHEN a resident applies, THE Permit_System SHALL store the application.\n2. WHEN the fee is paid, THE Permit_System SHALL issue the permit.\n\n## Open Questions\n\n- Do we need to support company cars?\n",
    asks: "leaves open: Do we need to support company cars?",
    recommends: ["No, not in this version", "3. THE Permit_System SHALL NOT support company cars."],
    says: ["yes", "3. THE Permit_System SHALL support company cars."],
  },
  {
    name: "an edge case of two at once",
    category: "SRC",
    source: spec(
      "- **FR-001**: System MUST list rooms.",
      "- **FR-002**: System MUST list members.",
      "",
      "### Edge Cases",
      "",
      "- What happens when two members book the same room at the same time?",
    ),
    asks: "leaves open: What happens when two members book the same room at the same time?",
    recommends: [
      "The first one holds, the other is refused",
      "- If two members book the same room at the same time, the system MUST accept the one that comes first and refuse the other with an error that names the cause.",
    ],
    says: ["ask both", "- If two members book the same room at the same time, the system MUST ask both."],
  },
  {
    name: "an edge case of no kind that is known",
    category: "SRC",
    source: spec(
      "- **FR-001**: System MUST list rooms.",
      "",
      "### Edge Cases",
      "",
      "- How does system handle appointments that cross midnight?",
    ),
    asks: "leaves open: How does system handle appointments that cross midnight?",
    says: ["show them on both days", "- For appointments that cross midnight, the system MUST show them on both days."],
  },
  {
    name: "contradiction: things that are counted keep their word",
    category: "CONTRA",
    source: spec(
      "- **FR-001**: The uploader MUST try a chunk at most 3 times.",
      "- **FR-002**: The uploader MUST try a chunk at most 5 times.",
    ),
    asks: "Which one holds?",
    says: [
      "4 times",
      "- **FR-001**: The uploader MUST try a chunk at most 4 times.",
      "- **FR-002**: The uploader MUST try a chunk at most 4 times.",
    ],
  },
  {
    name: "missing-number: a bound that is not given",
    category: "NUMBER",
    source: spec("The server SHALL limit the load on the network during a campaign."),
    asks: "To how much does it limit the load?",
    says: [
      "50 messages per second",
      "The server SHALL limit the load to 50 messages per second on the network during a campaign.",
    ],
  },
  {
    name: "vague: a person who reacts",
    category: "VAGUE",
    source: spec("The on-call engineer MUST react in a timely manner."),
    asks: 'How fast is "in a timely manner" here?',
    recommends: ["within 30 minutes", "The on-call engineer MUST react within 30 minutes."],
    says: ["1 hour", "The on-call engineer MUST react within 1 hour."],
  },
  {
    name: "dangling-ref: a sentence that would say nothing without it",
    category: "REF",
    source: spec("- Fraud rules are described in Section 9.3.", "- The API MUST log each call."),
    asks: "There is no Section 9.3 in the document. What is meant?",
    says: ['section "Duties"', '- Fraud rules are described in section "Duties".'],
  },
  {
    name: "a TODO behind what it is about",
    category: "TODO",
    source: spec("Rounding of partial refunds: TODO confirm with Finance.", "", "The API MUST log each call."),
    asks: "leaves open: Rounding of partial refunds: TODO confirm with Finance. What holds?",
    says: ["half up", "Rounding of partial refunds: half up."],
  },
  {
    name: "an edge case that is only asked",
    category: "SRC",
    source: spec(
      "- **FR-001**: The system MUST write one file.",
      "",
      "### Edge Cases",
      "",
      "- What happens when an invoice is corrected while an export runs?",
    ),
    asks: "leaves open: What happens when an invoice is corrected while an export runs?",
    recommends: [
      "Change nothing and report the error",
      "- If an invoice is corrected while an export runs, the system MUST leave everything as it was and report the error.",
    ],
    says: [
      "The export holds the version at its start.",
      "- If an invoice is corrected while an export runs, the export holds the version at its start.",
    ],
  },
];

describe.each(CASES)("$name", ({ category, source, asks, recommends, says }) => {
  it("is asked precisely, with the default that can be defended", () => {
    const { question, recommended, document, gap } = interviewed(source, category);
    expect(question).toContain(asks);
    expect(recommended).toBe(recommends?.[0]);
    expect(document).toMatch(new RegExp(`^## BLOCKED_NEEDS_INPUT: ${gap.id}\n`));
    if (recommended !== undefined) expect(document).toContain("(recommended)");
  });

  it("takes an answer in other words", () => {
    const [answer, ...lines] = says;
    expect(interviewed(source, category).say(answer)).toEqual({ lines, left: [] });
  });
});

describe.each(CASES.filter(({ recommends }) => recommends !== undefined))(
  "$name",
  ({ category, source, recommends }) => {
    it("is settled by its default, in the style of the document", () => {
      expect(interviewed(source, category).accept()).toEqual({ lines: recommends?.slice(1), left: [] });
    });
  },
);

describe("no-actor, where it is switched on", () => {
  it("offers who acts in the document, and writes the duty with its bearer", () => {
    const source = spec(
      "The importer MUST read each file. The importer MUST list it. The viewer MUST show it.",
      "",
      "Old files MUST be deleted after 30 days.",
    );
    const { recommended, accept, say } = interviewed(source, "ACTOR", { "no-actor": true });
    expect(recommended).toBe("the importer");
    expect(accept().lines).toEqual(["Old files MUST be deleted by the importer after 30 days."]);
    expect(say("the scheduler").lines).toEqual(["Old files MUST be deleted by the scheduler after 30 days."]);
  });
});
