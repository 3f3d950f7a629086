import { describe, expect, test } from "vitest";
import { check } from "./check.ts";
import type { FindingType } from "./finding.ts";

/** A spec of a field that no word list was made for, around the words that a test is about. */
function meterSpec(words: string): string {
  return `# Meter reading service

The collector talks to the gateway. The gateway stores readings. The operator sees them in the console.

## 1. Terms

- **reading**: one value of one meter with a time.
- **round**: all readings of one district in one night.

## 2. Behaviour

${words}

## 3. Answers

The gateway MUST answer within 2 s. If a call fails, the collector logs it.
`;
}

function typesIn(words: string): FindingType[] {
  return check(meterSpec(words)).map(({ type }) => type);
}

/** Each kind of defect in other words, so that a rule is held to what makes the defect and not to one way to say it. */
const DEFECTS: Partial<Record<FindingType, readonly string[]>> = {
  "undefined-term": [
    "Readings that fail twice are put on the back shelf by the gateway.",
    "Old readings move to the quiet store after the round.",
    "Disputed values are settled with the harbour formula.",
    "The gateway sends late rounds through the slow lane.",
    "Districts on the violet plan are exempt.",
    "The value is passed to the NRV filter.",
    "Corrections use the PKD code of the month.",
    "Meters of the spring cohort are read first.",
    "The collector checks each reading against the mirror set.",
    "The estimate follows the carousel scheme.",
    "Missing values are filled from the twin feed.",
    "The gateway prices them through the DXR table.",
    "| `score` | float | no | GQI of the last month |",
    "Requests above the limit of the safe-harbour budget get 429.",
    "Repeat visits are charged to the orphan account.",
  ],
  "missing-number": [
    "The gateway MUST offer low latency to the console.",
    "The console must load large districts without using too much memory.",
    "The gateway removes stale readings from time to time.",
    "The collector skips very small rounds.",
    "The gateway SHALL limit the number of open connections per collector.",
    "The gateway must cause minimal overhead on each call.",
    "The collector MUST shorten notes so that they are not too long.",
    "The gateway MUST cope with a high number of meters.",
    "Storage nodes need sufficient disk space.",
    "The gateway shall be highly available.",
    "The collector MUST warn the operator early when the battery runs down.",
    "An operator who enters too many wrong codes is locked out.",
    "The gateway MUST respond fast enough under peak load.",
    "The gateway retries a few times and then gives up.",
    "The collector waits a short while before it dials again.",
    "The lock opens after a while.",
    "The gateway MUST keep backups long enough.",
    "The battery MUST last long.",
    "The gateway throttles collectors that send too often.",
    "Alarms are repeated at regular intervals.",
    "The gateway SHALL keep the error rate low.",
    "The collector MUST NOT draw much power in standby.",
    "The gateway MUST support many collectors at the same time.",
    "Reports MUST NOT take long to generate.",
    "The gateway closes idle connections after some time.",
    "Large rounds are split into several parts.",
  ],
  contradiction: [
    "The gateway keeps raw values for 24 hours.\n\n### Retention\n\nRaw values are stored for 48 hours, then deleted.",
    "The collector tries a call 3 times.\n\n### Calls\n\nA call gets at most 5 tries before the collector gives up.",
    "The nightly round starts at 01:30.\n\n### Night\n\nThe gateway kicks off the nightly round at 02:15 so that the trams have stopped.",
    "WHILE the battery is below 25 %, the collector SHALL NOT start a round.\n\n### Power\n\nWHILE the battery is below 30 %, the collector SHALL NOT start a round.",
    "An operator session ends after 15 minutes without input.\n\n### Sessions\n\nA console session of an operator expires after 30 idle minutes.",
    "Counts are exchanged every 200 ms.\n\n### Nodes\n\nThe exchange of counts takes place once per second.",
    "The collector MUST keep sent readings for 7 days.\n\n### Clean-up\n\nThe collector MUST delete sent readings after 3 days to save space.",
    "The console MUST refresh the map every 20 s.\n\n### Map\n\nThe map is refreshed once a minute.",
    "Payment is due 14 days after issue.\n\n### Dunning\n\nA bill must be paid within 30 days of issue.",
    "The report is built each Sunday at 02:00.\n\n### Reports\n\nThe report is built each Saturday at 23:00.",
    "The collector accepts up to 4 parallel calls.\n\n### Calls\n\nThe collector serves at most 6 calls in parallel.",
    "The relay closes when the pressure is above 6 bar.\n\n### Relay\n\nAbove 8 bar of pressure the relay closes.",
    "The code has 6 digits.\n\n### Codes\n\nThe operator types the 4-digit code.",
    "| Limit | Value |\n|---|---|\n| Readings per call | 500 |\n\n### Calls\n\nThe collector sends no more than 200 readings in one call.",
    "The console is available in two languages.\n\n### Languages\n\nThe console offers three languages: English, French and Dutch.",
  ],
  "no-failure-path": [
    "The gateway asks the billing bureau to release the deposit and answers 200.",
    "The collector downloads the tariff file, unpacks it and sets the new prices.",
    "The console writes the list to a file on disk and shows its path.",
    "The gateway replaces the table of the day and marks the round as closed.",
    "WHEN the gateway sends a new key, THE COLLECTOR SHALL store it and drop the old one.",
    "When the operator signs out, the console calls `POST /bye` and the gateway deletes the session.",
    "Collectors that come back pull the current plan from two neighbours and then start to read.",
    "The collector MUST load the route for the next 3 days and store it for use without network.",
    "The gateway MUST import meters from the old register and give them the label `old`.",
    "The rebuild makes a new table, fills it from the archive, then swaps the names.",
    "The gateway shall debit the account, mark the bill as `paid` and print the receipt.",
    "The collector scans the badge, opens the door and writes the entry to the log.",
    "The gateway posts the invoice to the tax office and stores the number it gets back.",
    "The collector pairs with the meter over radio and reads its serial number.",
    "The operator uploads a spreadsheet; the gateway creates one meter per row.",
    "The gateway moves the file to the archive server and deletes the local copy.",
    "The nightly job copies all readings to the warehouse and truncates the staging table.",
    "The console exports the round as CSV and mails it to the district office.",
    "The gateway books the slot at the partner and confirms it to the customer.",
    "The collector fetches the calendar from the server every morning.",
    "On first start the collector enrols with the gateway and receives a certificate.",
  ],
  vague: [
    "The console should be pleasant to use.",
    "The gateway must handle errors gracefully.",
    "Operators must be told in a timely manner.",
    "The map must look modern.",
    "The gateway should choose a suitable district.",
    "The message must be helpful.",
    "The collector should behave sensibly without network.",
    "The console must be easy to learn.",
    "Texts must be clear and concise.",
    "The gateway must be robust.",
    "Errors should be reported properly.",
    "The report must be readable.",
    "The collector must react promptly.",
    "The console should feel responsive.",
    "The gateway uses a reasonable default.",
    "Notes must be kept short where possible.",
    "The layout must adapt well to small screens.",
    "The operator gets appropriate feedback.",
    "The console shows the most relevant meters first.",
  ],
  "open-list": [
    "The gateway accepts CSV, XML, JSON etc.",
    "The console shows date, district, value, and so on.",
    "The gateway logs logins, edits, exports and the like.",
    "Collectors, such as handhelds, tablets, vans and others, get a key.",
    "The export has columns for time, value, unit, ...",
    "The console supports keyboards, scanners and similar devices.",
    "The report lists errors, warnings and more.",
    "The gateway stores names, addresses, phone numbers, among other things.",
    "The gateway notifies the operator, the district office and other interested parties.",
    "Valid roles are reader, editor, and so forth.",
  ],
  "no-actor": [
    "Expired keys must be removed every night.",
    "The plan must be approved before the round starts.",
    "Damaged meters must be reported within 2 days.",
    "The readings shall be checked for plausibility.",
    "All exports must be archived.",
    "The key must be replaced once a year.",
    "Duplicate rows are to be merged.",
    "The seal has to be photographed.",
    "Wrong values should be corrected within one day.",
    "The cache must be cleared after the round.",
    "Keys shall be rotated each quarter.",
    "The district must be informed of a delay.",
    "Backups must be tested every month.",
  ],
  "dangling-ref": [
    "The codes are listed in Appendix C.",
    "See section 9.4 for the format.",
    "The limits are in Table 12.",
    "As shown in Figure 7, the collector waits.",
    "See the [key list](#keys).",
    "The retry rules of Chapter 14 apply.",
    "As Annex B lists, there are 4 kinds.",
    'The format is defined in the section "Wire format".',
    'See "Billing rules" above.',
  ],
  "explicit-marker": [
    "TODO: decide who signs.",
    "The limit is TBD.",
    "Colour of the map: to be decided.",
    "FIXME the order is wrong.",
    "??? which unit",
    "[NEEDS CLARIFICATION: who pays?]",
    "It is not yet clear who signs.",
    "Open question: do we need a second key?",
    "The format will be defined later.",
  ],
};

/** What looks like a defect and is none. */
const SOUND: readonly string[] = [
  "A *fast* reading is one that takes less than 200 ms.",
  "> The old console was slow and hard to use, the operators said.",
  "The console must load a district quickly, that is within 300 ms.",
  "The gateway MUST NOT log passwords; the console MUST NOT show them.",
  'The status text is "Please try again soon".',
  "The gateway answers 404 with `too_many_rounds`.",
  "Rationale: operators found the old screen confusing, slow etc.",
  "The collector keeps raw values for 7 days. The gateway keeps them for 30 days.",
  "The first reminder is sent after 3 days, the second after 10 days.",
  "In summer the round starts at 02:00; in winter it starts at 03:00.",
  "The gateway MUST reject a round with more than 500 readings.\n\nA batch has at most 200 readings.",
  "The read timeout is 5 s.\n\nThe write timeout is 9 s.",
  "The deposit is 50 EUR for adults.\n\nThe deposit is 20 EUR for children.",
  "The operator sees the number of late meters, the time of the last round and the district.",
  "Valid kinds are gas, water and heat; there are no others.",
  "The gateway must be restarted by the operator after each update.",
  "If the upload fails, the collector tries again after 5 s, three times, and then shows the error.",
  "The collector uploads the round to the gateway. When the gateway does not answer within 10 s, it tries again.",
  "The format is described in RFC 9110, section 8.",
  "The gateway follows ISO 8601 and EN 13757-3.",
  "The console has a dark mode and the gateway keeps a dead-letter queue.",
  "The operator may add further notes.",
  "The gateway uses a large buffer of 64 MB.",
  "Many meters are old. This document does not deal with them.",
  "The gateway stores the serial number, the district code and the tariff class of each meter.",
  "The collector prints the credit note, the check digit and the postal code.",
  "The exchange rate comes from the central bank and the time zone from the district.",
  "An operator can export a round; nothing is stored on the way.",
  "The console reads its settings from `app.json`; a missing file means the defaults.",
  "When the battery is low (below 15 %), the collector warns the operator early, 30 minutes before it stops.",
  "The session ends after 15 minutes without input. The session cookie is valid for 12 hours.",
  "The gateway sends a heartbeat every 10 s. The collector reports an outage after three missed heartbeats.",
  "The code has 6 digits. The PIN has 4 digits.",
  "A meter name has at most 64 characters. A district name has at most 20 characters.",
  "The gateway rejects names longer than 64 characters. A meter name has at most 64 characters.",
  "The collector deletes sent readings after 3 days. The gateway keeps readings for 7 years.",
  "The collector keeps readings for 30 days.\n\nThe collector deletes readings after 30 days.",
  "A hold lasts 10 minutes. The operator can extend a hold by 5 minutes.",
  "The collector tries a call 3 times. The gateway tries a mail 5 times.",
  "The operator must not wait long: the list appears within 2 s.",
  "The console keeps the list short: at most 20 rows.",
  "TODO comments in scripts are ignored by the gateway.",
  "It is clear who signs: the operator.",
  "The door light is green when the door is open.",
  "The gateway leaves the field empty.",
  "The night shift uses the same console.",
  "The parking lot has a meter of its own.",
  "Each district has a cold store and a loading bay with meters.",
  "The operator opens the map view, and the console shows the street names.",
  "The gateway adds one to the counter and returns the new value.",
  "The console sorts the rows by time and shows the first 50.",
  "The collector computes the mean of the last 10 values and rounds it to two places.",
  "The operator picks a district and the console shows its meters.",
  "Readings older than 5 years are deleted by the gateway each night.",
  "The value is one of `ok`, `late` or `lost`.",
  'The term "round" is used as defined above.',
  "The gateway shall respond to the console within 2 s, and to the collector within 5 s.",
  "Alarms are sent by SMS. Reports are sent by e-mail once a week.",
  "The console logs the operator out after 30 minutes. A warning appears 5 minutes before.",
  "Backups run daily at 02:00. The clean-up runs daily at 04:00.",
  "The gateway takes part in the yearly audit of the water board.",
  "The collector checks the seal number and the meter type and shows both.",
  "The gateway must not be switched off during a round by anybody.",
  "The district office gets the report; it need not answer.",
  "Two operators may edit the same round; the later edit wins.",
];

describe("defects in other words", () => {
  for (const [type, words] of Object.entries(DEFECTS)) {
    test.each(words)(`${type}: %s`, (text) => {
      expect(typesIn(text)).toContain(type);
    });
  }
});

describe("what only looks like a defect", () => {
  test.each(SOUND)("%s", (text) => {
    expect(typesIn(text)).toEqual([]);
  });
});
