import { describe, expect, it } from "vitest";
import { interviewed } from "../../../../test/support/interviewed.ts";

const spec = (...lines: string[]) => `# Invoices\n\n## Duties\n\n${lines.join("\n")}\n`;
const machine = (...lines: string[]) =>
  ["# Invoices", "", "```mermaid", "stateDiagram-v2", "  [*] --> Draft", ...lines, "```", ""].join("\n");
const questions = (...lines: string[]) =>
  `# Lists\n\n## User stories\n\n- As a member, I want every change of a list to be seen by all.\n\n## Requirements\n\n- A member can add items to a list.\n- A member can tick items.\n\n## Open items\n\n${lines.join("\n")}\n`;

interface Case {
  readonly name: string;
  readonly category: string;
  readonly source: string;
  readonly answer: string;
  readonly lines: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: "a list that is given again as a whole",
    category: "LIST",
    source: spec("Reminders MUST go out by email, push etc."),
    answer: "email, push and in-app inbox",
    lines: ["Reminders MUST go out by email, push and in-app inbox."],
  },
  {
    name: "a list that is given again, behind other words",
    category: "LIST",
    source: spec("As a lead, I want to export reports as CSV, XLSX etc."),
    answer: "CSV, XLSX and PDF",
    lines: ["As a lead, I want to export reports as CSV, XLSX and PDF."],
  },
  {
    name: "a list that is complete",
    category: "LIST",
    source: spec("Reminders MUST go out by email, push etc."),
    answer: "nothing else",
    lines: ["Reminders MUST go out by email and push."],
  },
  {
    name: "a final state, said of itself",
    category: "STATE",
    source: machine("  Draft --> Approved : lead approves"),
    answer: "Approved is a final state",
    lines: ["  Approved --> [*]"],
  },
  {
    name: "a trigger that keeps its prepositions",
    category: "STATE",
    source: machine(
      "  Draft --> Approved : lead approves",
      "  Approved --> [*]",
      "  OnHold --> Draft : lead releases it",
    ),
    answer: "from Draft, when the lead puts it on hold",
    lines: ["  Draft --> OnHold : the lead puts it on hold"],
  },
  {
    name: "a way out, with the state in the middle",
    category: "STATE",
    source: machine("  Draft --> OnHold : lead puts it on hold", "  Draft --> Approved : ok", "  Approved --> [*]"),
    answer: "OnHold goes back to Draft when the lead takes it up",
    lines: ["  OnHold --> Draft : the lead takes it up"],
  },
  {
    name: "a sentence about one of two qualities",
    category: "NUMBER",
    source: spec("The app MUST be scalable and user-friendly."),
    answer: "It must import 5,000 invoices per hour",
    lines: ["The app MUST be user-friendly. It MUST import 5,000 invoices per hour."],
  },
  {
    name: "a sentence about an adverb",
    category: "VAGUE",
    source: spec("The importer MUST quickly load the file and notify the lead."),
    answer: "A file of 10 MB must be loaded within 5 seconds.",
    lines: ["The importer MUST load the file and notify the lead. A file of 10 MB MUST be loaded within 5 seconds."],
  },
  {
    name: "a sentence that says it all again",
    category: "VAGUE",
    source: spec("The importer MUST quickly load the file and notify the lead."),
    answer: "The importer must load the file and notify the lead within 5 seconds",
    lines: ["The importer MUST load the file and notify the lead within 5 seconds."],
  },
  {
    name: "a clause in the place of a quality",
    category: "VAGUE",
    source: spec("| Goal | Target |", "| --- | --- |", "| Reading | OCR must be good enough |"),
    answer: "98 % of the fields are read right",
    lines: ["| Reading | OCR must be such that 98 % of the fields are read right |"],
  },
  {
    name: "a cell that asks",
    category: "TBD",
    source: spec("| Goal | Target |", "| --- | --- |", "| Duplicates | found by TBD by what key |"),
    answer: "supplier number, invoice number and date",
    lines: ["| Duplicates | found by supplier number, invoice number and date |"],
  },
  {
    name: "a link without its heading, and a sentence",
    category: "REF",
    source: spec("- **FR-001**: The system MUST read each invoice by the [field mapping](#field-mapping)."),
    answer: "It is the table of the tax office.",
    lines: ["- **FR-001**: The system MUST read each invoice by the field mapping. It is the table of the tax office."],
  },
  {
    name: "a link without its heading, and a place",
    category: "REF",
    source: spec("- **FR-001**: The system MUST read each invoice by the [field mapping](#field-mapping)."),
    answer: "the table of the tax office",
    lines: ["- **FR-001**: The system MUST read each invoice by the field mapping (the table of the tax office)."],
  },
  {
    name: "a preposition that stands there already",
    category: "TBD",
    source: spec("Ticked items MUST be deleted by the app after TBD."),
    answer: "after 90 days",
    lines: ["Ticked items MUST be deleted by the app after 90 days."],
  },
  {
    name: "another preposition than the one that stands there",
    category: "TBD",
    source: spec("Ticked items MUST be deleted by the app after TBD."),
    answer: "within 90 days",
    lines: ["Ticked items MUST be deleted by the app within 90 days."],
  },
  {
    name: "an open item with a box and a name",
    category: "SRC",
    source: questions("- [ ] Which currencies? @dana"),
    answer: "EUR, USD and CHF",
    lines: ["- The currencies are EUR, USD and CHF."],
  },
  {
    name: "a yes with more",
    category: "SRC",
    source: questions("- [ ] Is there an audit log?"),
    answer: "Yes. Every change MUST be written to it by the app.",
    lines: ["- There MUST be an audit log. Every change MUST be written to it by the app."],
  },
  {
    name: "a bare yes",
    category: "SRC",
    source: questions("- [ ] Is there an audit log?"),
    answer: "yes",
    lines: ["- There MUST be an audit log."],
  },
  {
    name: "a bound, behind what it is of",
    category: "NUMBER",
    source: spec("An admin MUST limit the number of pending invites."),
    answer: "at most 100 per team",
    lines: ["An admin MUST limit the number of pending invites to at most 100 per team."],
  },
];

describe.each(CASES)("an answer in the person's own words: $name", ({ category, source, answer, lines }) => {
  it("reads as a sentence of the document", () => {
    expect(interviewed(source, category).say(answer).lines).toEqual(lines);
  });
});
