import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFiles } from "../e2e/run-cli.ts";
import { lastingFolder } from "../support/temporary-folder.ts";
import { at, type Entry, interviewed, openInterview } from "./support/interview.ts";

// SPEC 16.4, 14, 12: without a model the person's words are written as they are, in their place, and nothing else is.

const SENTENCE = "- **FR-001**: The depot MUST keep a parcel for TBD before it goes back.";
const ITEM = "- **FR-003**: TBD";
const ROW = "| small | TBD   |";
const QUESTION = "- What happens when a shelf is full?";
const SEVEN = "A parcel MUST be held for 7 days.";
const TEN = "A parcel MUST be held for 10 days.";

const SOURCE = `# Depot

Owner: TBD

## Storage

${SENTENCE}
- **FR-002**: The depot MUST label each  shelf, \`A-1\` to *Z-9*.
${ITEM}

| Size  | Price |
| ----- | ----- |
${ROW}
| large | 5 EUR |

## Closing hours

TBD

## Edge Cases

${QUESTION}

## Errors

## Limits

${SEVEN}

## Notes

${TEN}

The end, with  two spaces & a \\* star.\u0020\u0020
`;

const LABEL_AT = at(SOURCE, "Owner: TBD");
const SENTENCE_AT = at(SOURCE, SENTENCE);
const ITEM_AT = at(SOURCE, ITEM);
const ROW_AT = at(SOURCE, ROW);
const ALONE_AT = at(SOURCE, "\nTBD\n").replace(/\d+$/, (line) => String(Number(line) + 1));
const QUESTION_AT = at(SOURCE, QUESTION);
const EMPTY_AT = at(SOURCE, "## Errors");
const SEVEN_AT = at(SOURCE, SEVEN);
const TEN_AT = at(SOURCE, TEN);

const KEPT_FOR_14 = SENTENCE.replace("TBD", "14 days");

/** All of them answered; then the spec is finished. */
const ALL: readonly Entry[] = [
  { about: LABEL_AT, fill: "The *depot* lead" },
  { about: SENTENCE_AT, edit: KEPT_FOR_14 },
  { about: ITEM_AT, fill: "The depot MUST weigh  each parcel." },
  { about: ROW_AT, fill: "3 EUR" },
  { about: ALONE_AT, fill: "From 22:00 to 06:00." },
  { about: QUESTION_AT, add: "The parcel goes to the next shelf." },
  { about: EMPTY_AT, add: "A failed scan is repeated.\n\nThen  the clerk types the code." },
  { about: TEN_AT, edit: "A parcel MUST be held for 7 days." },
];
const FINISHED = SOURCE.replace("Owner: TBD", "Owner: The *depot* lead")
  .replace(SENTENCE, KEPT_FOR_14)
  .replace(ITEM, "- **FR-003**: The depot MUST weigh  each parcel.")
  .replace(ROW, "| small | 3 EUR   |")
  .replace("\nTBD\n", "\nFrom 22:00 to 06:00.\n")
  .replace(QUESTION, `${QUESTION}\n  - The parcel goes to the next shelf.`)
  .replace("## Errors\n", "## Errors\n\nA failed scan is repeated.\n\nThen  the clerk types the code.\n")
  .replace(TEN, SEVEN);

/** Sessions that several tests look at, and none goes on with. */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const finished = once(() => interviewed(SOURCE, ALL));
const unattended = once(async () => {
  const person = await openInterview(SOURCE);
  return { ...person, ...(await person.run("refine", "depot.md", "--yes")) };
});

/** One answer to the whole source. */
const answered = (entry: Entry) => interviewed(SOURCE, [entry]);

describe.concurrent("an answer without a model (SPEC 16.4)", () => {
  it("is written into its own place letter for letter, and the source stays as it is", async () => {
    const { code, read, told, spec } = await finished();
    expect(code, told).toBe(0);
    expect(read("depot_v1.0.md")).toBe(FINISHED);
    expect(spec).toBe(FINISHED);
    expect(read("depot.md")).toBe(SOURCE);
  });

  it("edits a passage verbatim, with its markup and its spaces", async () => {
    const line = "- **FR-001**: The *depot*  keeps `parcels` for 14 days — [always](a.md), §2 & $1.";
    expect((await answered({ about: SENTENCE_AT, edit: line })).spec).toBe(SOURCE.replace(SENTENCE, () => line));
  });

  it("leaves bullet and id of a passage that an edit leaves out", async () => {
    const { spec } = await answered({ about: SENTENCE_AT, edit: "The depot MUST keep a parcel for 14 days." });
    expect(spec).toBe(SOURCE.replace(SENTENCE, "- **FR-001**: The depot MUST keep a parcel for 14 days."));
  });

  it("is refused with its line and the reason, and nothing is written (SPEC 14)", async () => {
    const refused: readonly (readonly [Entry, string])[] = [
      [{ about: SENTENCE_AT, edit: SENTENCE.replace("for", "for at most") }, '"TBD" is still there'],
      [{ about: SENTENCE_AT, edit: "14 days" }, "an edit replaces the whole passage"],
      [{ about: ITEM_AT, fill: "tbd" }, '"tbd" leaves it open'],
      [{ about: ROW_AT, edit: "| small | 3 | EUR |" }, "a row with 2 cells"],
      [{ about: QUESTION_AT, edit: QUESTION }, "changes nothing"],
      [{ about: EMPTY_AT, add: "?" }, '"?" leaves it open'],
    ];
    const { code, stderr, spec, questions } = await interviewed(
      SOURCE,
      refused.map(([entry]) => entry),
    );
    expect(code).toBe(3);
    expect(spec).toBe(SOURCE);
    expect(await questions()).toHaveLength(ALL.length);
    for (const [index, [{ about }, reason]] of refused.entries()) {
      const report = stderr.split("\n").find((line) => line.startsWith(`answers.yaml:${index + 1}: `));
      expect(report).toContain(`not used for ${about}: `);
      expect(report).toContain(reason);
    }
  });

  it("replaces exactly the marker, whatever the words are", async () => {
    const words = "14 days, or as the *sender* says";
    expect((await answered({ about: SENTENCE_AT, fill: words })).spec).toBe(
      SOURCE.replace(SENTENCE, SENTENCE.replace("TBD", words)),
    );
  });

  // docs/interview.md: "the answer is the line as it should read": what hangs on it stays.
  it("in one line for an item of several keeps the other lines, or is refused", async () => {
    const { spec } = await interviewed(
      "# Depot\n\n- The red TBD rings.\n  - It rings twice.\n- The label TBD is printed.\n\n  Nobody signs it.\n",
      [
        { about: "depot.md:3", edit: "- The red bell rings." },
        { about: "depot.md:5", edit: "- The label A4 is printed." },
      ],
    );
    expect(spec).toContain("  - It rings twice.\n");
    expect(spec).toContain("  Nobody signs it.\n");
  });

  it("adds a requirement below the passage, with the next id of the layout", async () => {
    const { spec } = await answered({ about: SENTENCE_AT, add: "The depot MUST  ring *twice*." });
    expect(spec).toBe(SOURCE.replace(SENTENCE, `${SENTENCE}\n- **FR-004**: The depot MUST  ring *twice*.`));
  });

  it("adds a requirement below the passage, with the id that is missing", async () => {
    const spec =
      "# Depot\n\n## Storage\n\n- **FR-001**: The depot MUST ring as FR-009 says.\n- **FR-002**: It MUST stop.\n";
    const person = await interviewed(spec, [{ about: "depot.md:5", add: "The depot MUST  ring *twice*." }]);
    expect(person.spec).toBe(spec.replace("says.\n", "says.\n- **FR-009**: The depot MUST  ring *twice*.\n"));
    expect(await person.questions()).toEqual([]);
  });

  it("adds a requirement with the id that was shown, and never with one that the spec names for something else", async () => {
    const spec =
      "# Depot\n\n## Storage\n\n- **FR-001**: The depot MUST wait TBD.\n- **FR-002**: It MUST ring as FR-003 says.\n";
    const person = await interviewed(spec, [{ about: "depot.md:5", add: "It MUST stop." }]);
    expect(person.spec).toContain(spec.replace("TBD.\n", "TBD.\n- **FR-004**: It MUST stop.\n"));
  });

  it("means the same by fill and add in a place of its own", async () => {
    const words = "Every day,  from 22:00.";
    const [filled, added] = await Promise.all([
      answered({ about: ALONE_AT, fill: words }),
      answered({ about: ALONE_AT, add: words }),
    ]);
    expect(filled.spec).toBe(SOURCE.replace("\nTBD\n", `\n${words}\n`));
    expect(added.spec).toBe(filled.spec);
  });

  it("that keeps changes no byte, settles the gap, and writes no next version", async () => {
    const keeps = ALL.map(({ about }) => ({ about: about ?? "", keep: true }));
    const { code, spec, has, status, told } = await interviewed(SOURCE, keeps);
    expect(code, told).toBe(0);
    expect(spec).toBe(SOURCE);
    expect(has("depot_v1.0.md")).toBe(false);
    expect((await status()).questions).toEqual([]);
  });

  it("strikes the passage and nothing else, wherever it stands", async () => {
    const struck: readonly (readonly [string, string])[] = [
      [LABEL_AT, "Owner: TBD\n\n"],
      [SENTENCE_AT, `${SENTENCE}\n`],
      [ROW_AT, `${ROW}\n`],
      [QUESTION_AT, `${QUESTION}\n\n`],
      [EMPTY_AT, "## Errors\n\n"],
      [TEN_AT, `${TEN}\n\n`],
    ];
    const { spec, stdout } = await interviewed(
      SOURCE,
      struck.map(([about]) => ({ about, strike: true })),
    );
    expect(spec).toBe(struck.reduce((text, [, passage]) => text.replace(passage, ""), SOURCE));
    for (const [, passage] of struck) expect(stdout).toContain(`  - ${passage.trim()}\n`);
  });

  it("that puts off leaves the passage, and the next version lists it in its appendix", async () => {
    const { code, read, spec, stdout } = await interviewed(SOURCE, [
      ...ALL.filter(({ about }) => about !== ROW_AT),
      { about: ROW_AT, later: true },
    ]);
    const expected = FINISHED.replace("| small | 3 EUR   |", ROW);
    expect(code).toBe(0);
    expect(spec).toBe(expected);
    expect(read("depot_v1.0.md").startsWith(expected)).toBe(true);
    expect(read("depot_v1.0.md").slice(expected.length)).toMatch(
      /^\n<!--.*-->\n[\s\S]*small, Price: TBD[\s\S]*<!--.*-->\n$/,
    );
    expect(stdout).toContain(`${ROW_AT}, section "Storage"`);
  });

  it("names a missing term in one line of the glossary", async () => {
    const source =
      "# Shop\n\n## Glossary\n\n- **Order_Service**: takes orders.\n- **Price_List**: all prices.\n\n## Rules\n\n" +
      "The Order_Service reads the Price_List.\n\nThe Order_Service calls the Stock_Keeper.\n\nThe Stock_Keeper answers at once.\n";
    const person = await openInterview(source);
    await person.refine([], "--yes");
    const [question] = await person.questions();
    const line = "- **Stock_Keeper**: counts  what is left.";
    const done = await person.run("answer", question?.id ?? "", "--field", "add=counts  what is left.");
    expect(done.code, done.stderr).toBe(0);
    await person.run("resume");
    expect(person.working()).toBe(source.replace("all prices.\n", `all prices.\n${line}\n`));
  });
});

describe.concurrent("of two passages that contradict each other (SPEC 16.4)", () => {
  it("an edit changes the one whose place is named, here the second", async () => {
    const { spec } = await answered({ about: TEN_AT, edit: "A parcel MUST be held for 7 working days." });
    expect(spec).toBe(SOURCE.replace(TEN, "A parcel MUST be held for 7 working days."));
  });

  // docs/interview.md: "the one whose place is named".
  it("an edit changes the one whose place is named, here the first", async () => {
    const { spec } = await answered({ about: SEVEN_AT, edit: TEN });
    expect(spec).toBe(SOURCE.replace(SEVEN, TEN));
  });

  it("strike-2 and edit-2 of an answer by the gap's id mean the second in the order of the file", async () => {
    const about = "GAP-NOTES-001";
    const [struck, edited] = await Promise.all([
      answered({ about, option: "strike-2" }),
      answered({ about, "edit-2": SEVEN }),
    ]);
    expect(struck.spec).toBe(SOURCE.replace(`${TEN}\n\n`, ""));
    expect(edited.spec).toBe(SOURCE.replace(TEN, SEVEN));
    // The record has the name that the question gave it.
    expect(struck.read("sessions/depot/decisions.md")).toContain("- option: Strike passage 2\n");
    expect(edited.read("sessions/depot/decisions.md")).toContain("- option: Edit passage 2\n");
  });

  it("edit-2 means the second also where the answer names its place", async () => {
    const twelve = "A parcel MUST be held for 12 days.";
    expect((await answered({ about: TEN_AT, "edit-2": twelve })).spec).toBe(SOURCE.replace(TEN, twelve));
  });

  it("strike-2 means the second also where the answer names its place", async () => {
    expect((await answered({ about: TEN_AT, option: "strike-2" })).spec).toBe(SOURCE.replace(`${TEN}\n\n`, ""));
  });
});

describe.concurrent("bytes that no answer names (SPEC 12)", () => {
  const unchanged = async (source: string, finished: string) => {
    const { code, read, told } = await interviewed(source, ALL);
    expect(code, told).toBe(0);
    expect(read("depot_v1.0.md")).toBe(finished);
  };

  it("stay in a file with CRLF, and what is written ends its lines as the file does", () =>
    unchanged(SOURCE.replaceAll("\n", "\r\n"), FINISHED.replaceAll("\n", "\r\n")));

  it("stay without a final line end", () => unchanged(SOURCE.trimEnd(), FINISHED.trimEnd()));

  it("stay where the answered passage itself ends the file without a line end", async () => {
    const source = "# Depot\n\n## Hours\n\nIt opens at 8.\n\n## Owner\n\nTBD";
    const filled = await interviewed(source, [{ about: "depot.md:9", fill: "The lead." }]);
    expect(filled.read("depot_v1.0.md")).toBe(source.replace("TBD", "The lead."));
  });

  it("stay where an empty section ends the file without a line end, also with CRLF", async () => {
    const source = "# Depot\r\n\r\nText.\r\n\r\n## Errors";
    const { spec } = await interviewed(source, [{ about: "depot.md:5", add: "One.\n\nTwo." }]);
    expect(spec).toBe(`${source}\r\n\r\nOne.\r\n\r\nTwo.`);
  });

  it("stay in a passage that reads like the one that is named", async () => {
    const takes = "It takes TBD days.\n";
    const { spec } = await interviewed(`# Depot\n\n${takes}\n## Other\n\n${takes}`, [
      { about: "depot.md:7", edit: "It takes 5 days." },
    ]);
    expect(spec).toBe(`# Depot\n\n${takes}\n## Other\n\nIt takes 5 days.\n`);
  });

  it("stay around a passage of several lines, which is edited as a whole", async () => {
    const passage = "The depot keeps  parcels\r\nfor TBD days, and then\r\nsends them back.";
    const source = `# Depot\r\n\r\n${passage}\r\n\r\nMore.\r\n`;
    const edit = "The depot keeps  parcels\nfor 14 days, and then\nsends them back.";
    const { spec, told } = await interviewed(source, [{ about: "depot.md:3", edit }]);
    expect(spec, told).toBe(source.replace("TBD", "14"));
  });

  it("stay in front matter, code, comments, tabs, trailing spaces and a byte order mark", async () => {
    const strange = `\uFEFF---\ntitle: "TBD"\n---\n\n# Depot\t\n\n<!-- TODO: nothing -->\n\n\`\`\`\nTBD\t  \n\`\`\`\n\n\n\n*\tone   \n*\ttwo\\\n\tthree\n\n1)  x\u00A0y\n\n${SENTENCE}\n\n\n[a]: <b c> 'd'\n\n\n`;
    const { code, read, told } = await interviewed(strange, [{ about: at(strange, SENTENCE), edit: KEPT_FOR_14 }]);
    expect(code, told).toBe(0);
    expect(read("depot_v1.0.md")).toBe(strange.replace(SENTENCE, KEPT_FOR_14));
  });
});

/** Answers as people type them. */
const NATURAL = [
  ...["14 days", "30", "3.5 %", "the courier", "none"],
  "Every parcel goes back to the sender.",
  "Returns are free of charge as long as the label is on the parcel",
  "The shelf is cleared at night. The courier gets a mail. Nobody else is told.",
  "**at most** `5`, see [the list](prices.md)",
  "3 | 4",
  "Größe ≤ 5 €, naïve — “quoted” 🚚",
  "十四日間保管する",
  "<b>at most</b> 5",
  "# 5",
  "- 5 days",
  "$& and $1 \\n",
  'it\'s "as is": yes',
  ...["yes", "n/a", "leave it", "not needed, remove it"],
];
/** These say that nothing is decided. */
const LEFT_OPEN = ["tbd", "TBD", "to be decided", "?"];
const WORDS = [...NATURAL, ...LEFT_OPEN];

type Outcome = "unchanged" | "written";

interface Place {
  readonly name: string;
  readonly about: string;
  readonly key: "fill" | "add" | "edit";
  /** What stands there in the source. */
  readonly text: string;
  readonly written: (words: string) => string;
}

/** Whoever types the bullet of a list item, too, means the one that is there. */
const bare = (words: string) => words.replace(/^- /, "");

/** In the order of the file. */
const PLACES: readonly Place[] = [
  { name: "behind a label", about: LABEL_AT, key: "fill", text: "Owner: TBD\n\n", written: (w) => `Owner: ${w}\n\n` },
  {
    name: "in a sentence",
    about: SENTENCE_AT,
    key: "edit",
    text: `${SENTENCE}\n`,
    written: (w) => `- **FR-001**: ${bare(w)}\n`,
  },
  {
    name: "in an item",
    about: ITEM_AT,
    key: "fill",
    text: `${ITEM}\n`,
    written: (w) => `- **FR-003**: ${w}\n`,
  },
  {
    name: "in a cell",
    about: ROW_AT,
    key: "fill",
    text: `${ROW}\n`,
    written: (w) => `| small | ${w.replaceAll("|", "\\|")}   |\n`,
  },
  { name: "in a paragraph of its own", about: ALONE_AT, key: "fill", text: "\nTBD\n", written: (w) => `\n${w}\n` },
  {
    name: "below a question",
    about: QUESTION_AT,
    key: "add",
    text: `${QUESTION}\n\n`,
    written: (w) => `${QUESTION}\n  - ${bare(w)}\n\n`,
  },
  {
    name: "in an empty section",
    about: EMPTY_AT,
    key: "add",
    text: "## Errors\n\n",
    written: (w) => `## Errors\n\n${w}\n\n`,
  },
  { name: "in one of two passages", about: TEN_AT, key: "edit", text: `${TEN}\n\n`, written: (w) => `${w}\n\n` },
];

/** What became of each place, if every other byte is the source's. */
function outcomes(spec: string, words: string, source = SOURCE, places = PLACES): readonly Outcome[] | undefined {
  const [place, ...others] = places;
  if (place === undefined) return spec === source ? [] : undefined;
  const start = source.indexOf(place.text);
  if (!spec.startsWith(source.slice(0, start))) return undefined;
  const forms = { unchanged: place.text, written: place.written(words) };
  for (const outcome of ["unchanged", "written"] as const) {
    if (!spec.startsWith(forms[outcome], start)) continue;
    const rest = outcomes(
      spec.slice(start + forms[outcome].length),
      words,
      source.slice(start + place.text.length),
      others,
    );
    if (rest !== undefined) return [outcome, ...rest];
  }
  return undefined;
}

/** The same words at every place. */
async function everywhere(words: string) {
  const done = await interviewed(
    SOURCE,
    PLACES.map(({ about, key }) => ({ about, [key]: words })),
  );
  const reports = done.stderr.split("\n").filter((line) => line.startsWith("answers.yaml:"));
  return {
    words,
    spec: done.spec,
    stdout: done.stdout,
    became: outcomes(done.spec, words),
    reports,
    questions: await done.questions(),
  };
}

const natural = once(() => Promise.all(WORDS.map(everywhere)));

describe("natural words (SPEC 16.4)", () => {
  it("leave every byte of the author's that they do not take the place of", async () => {
    for (const { words, spec, became } of await natural()) expect(became, `${words}\n${spec}`).toBeDefined();
  });

  for (const [index, { name, about }] of PLACES.entries())
    it(`standing ${name} are written verbatim, or refused with the reason`, async () => {
      for (const { words, became, reports, questions } of await natural()) {
        const outcome = became?.[index];
        const refusal = reports.find((line) => line.startsWith(`answers.yaml:${index + 1}: not used for ${about}: `));
        const asked = questions.some((question) => question.about.includes(about));
        expect(refusal === undefined, `${words}: ${refusal}`).toBe(!asked);
        expect(outcome, words).toBe(refusal === undefined ? "written" : "unchanged");
      }
    });

  it("that were taken are not asked about again", async () => {
    for (const { words, became, questions } of await natural()) {
      // A heading as answer leaves an empty section, which is another question.
      if (!became?.includes("written") || words.startsWith("#")) continue;
      const refused = PLACES.filter((_place, index) => became[index] === "unchanged").map(({ about }) => about);
      expect(questions.flatMap(({ about }) => about.filter((one) => !one.startsWith("GAP-"))).sort(), words).toEqual(
        refused.sort(),
      );
      expect(questions, words).toHaveLength(refused.length);
    }
  });

  it("that leave it open are never written", async () => {
    for (const { words, became } of await natural())
      if (LEFT_OPEN.includes(words)) expect(became, words).not.toContain("written");
  });

  it("are taken in every place of their own", async () => {
    for (const { words, became } of await natural()) {
      if (!NATURAL.includes(words)) continue;
      const refused = PLACES.filter(({ key }, index) => key !== "edit" && became?.[index] !== "written");
      expect(
        refused.map(({ name }) => name),
        words,
      ).toEqual([]);
    }
  });
});

describe.concurrent("an answer stands where its question is asked (SPEC 16.4)", () => {
  it("of lines with labels at the line that was found", async () => {
    const source = "# Log\n\n**Branch**: `003-log`\n**Created**: [DATE]\n**Status**: Draft\n\n## Text\n\nIt logs.\n";
    const { spec } = await interviewed(source, [{ about: "depot.md:4", fill: "2026-11-18" }]);
    expect(spec).toBe(source.replace("[DATE]", "2026-11-18"));
  });

  it("of a heading in its title, and the empty section is asked about next", async () => {
    const source = "# Trip\n\n## Stories\n\n### Story 3 - TBD (P3)\n\n## Rules\n\nIt ends.\n";
    const { spec, questions } = await interviewed(source, [
      { about: "depot.md:5", edit: "### Story 3 - Search receipts (P3)" },
    ]);
    expect(spec).toContain("### Story 3 - Search receipts (P3)\n");
    expect((await questions()).map(({ text }) => text).join()).toContain("is empty. What should it say?");
  });

  it("of an empty requirement, which may lack its criteria still", async () => {
    const filled = "#### Acceptance Criteria\n\n1. WHEN it starts THEN the system SHALL greet.\n";
    const source = `# App\n\n## Requirements\n\n### Requirement 1: Start\n\n${filled}\n### Requirement 2: Stop\n`;
    const { questions } = await interviewed(source, [{ about: "depot.md:11", add: "It stops." }]);
    expect((await questions()).map(({ text }) => text).join()).toContain("has no acceptance criteria");
  });
});

describe.concurrent("a question (SPEC 14, 16.4)", () => {
  it("is not asked twice in a session, and answers one by one give the bytes of an answers file", async () => {
    const person = await openInterview(SOURCE);
    await person.run("refine", "depot.md", "--yes");
    const asked = await person.questions();
    expect(new Set(asked.map(({ text }) => text)).size).toBe(asked.length);
    for (const { about, ...answer } of ALL) {
      const id = asked.find((question) => question.about.includes(`${about}`))?.id ?? "";
      const [field = "", words] = Object.entries(answer)[0] ?? [];
      // By its id, the second of two passages is edit-2.
      const done = await person.run("answer", id, "--field", `${about === TEN_AT ? "edit-2" : field}=${words}`);
      expect(done.code, done.stderr).toBe(0);
    }
    expect((await person.run("resume")).code).toBe(0);
    expect(await person.questions()).toEqual([]);
    expect(person.read("depot_v1.0.md")).toBe(FINISHED);
  });

  it("is answered by the command that `answer ID` shows, with the line to change", async () => {
    const person = await openInterview(SOURCE);
    await person.run("refine", "depot.md", "--yes");
    const id = (await person.questions()).find(({ about }) => about.includes(SENTENCE_AT))?.id ?? "";
    expect((await person.run("status")).stdout).toContain(`${id}  ${SENTENCE_AT}: ${SENTENCE}`);
    const { stdout } = await person.run("answer", id);
    expect(stdout).toContain(
      `whetstone answer ${id} and one of\n  --field fill="…"  Replace "TBD"\n  --field edit="${SENTENCE}"`,
    );
    expect((await person.run("answer", id, "--field", "fill=14 days")).code).toBe(0);
    await person.run("resume");
    expect(person.working()).toBe(SOURCE.replace(SENTENCE, KEPT_FOR_14));
  });

  it("stands with the reason where answer gives it words that do not fit, and nothing is recorded", async () => {
    const person = await unattended();
    const asked = await person.questions();
    const id = asked.find(({ about }) => about.includes(SENTENCE_AT))?.id ?? "";
    const refused = await person.run("answer", id, "--field", "edit=14 days");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("an edit replaces the whole passage: ");
    expect(await person.questions()).toEqual(asked);
  });

  it("that was kept or answered is not asked when the result is refined; what was put off is", async () => {
    const kept = [SENTENCE_AT, QUESTION_AT, ALONE_AT];
    const person = await openInterview(SOURCE);
    const entries = ALL.map((entry) =>
      kept.includes(`${entry.about}`) ? { about: `${entry.about}`, keep: true } : entry,
    );
    const first = await person.refine(
      entries.map((entry) => (entry.about === ROW_AT ? { about: ROW_AT, later: true } : entry)),
    );
    expect(first.code, first.stderr).toBe(0);
    const again = await person.run("refine", "depot_v1.0.md", "--yes");
    expect(again.code).toBe(3);
    expect(again.stdout).toContain("0 of 1 settled, 1 open:");
    expect(again.stdout).toContain(`depot_v1.0.md:${ROW_AT.split(":")[1]}, section "Storage": | small | TBD`);
  });

  it("about two passages that were kept is not asked when the result is refined", async () => {
    const person = await interviewed(
      SOURCE,
      ALL.map((entry) => (entry.about === TEN_AT ? { about: TEN_AT, keep: true } : entry)),
    );
    expect((await person.run("refine", "depot_v1.0.md", "--yes")).stdout).not.toContain(SEVEN);
  });

  it("that was answered in full leaves nothing to ask in the result", async () => {
    const person = await finished();
    const again = await person.run("refine", "depot_v1.0.md", "--yes");
    expect(again.code, again.stdout).toBe(0);
    expect(person.has("depot_v1.1.md")).toBe(false);
    expect(person.read("depot_v1.0.md")).toBe(FINISHED);
  });

  // SPEC 16.4: the checks look at the changed lines, and the passage itself stands as it was.
  it("is not asked again about a passage to which a requirement was added", async () => {
    const { questions } = await answered({ about: SENTENCE_AT, add: "The depot MUST ring twice." });
    expect((await questions()).filter(({ text }) => text.startsWith(`${SENTENCE_AT}, `))).toEqual([]);
  });

  it("that is put off is put off with the other markers of its passage, and is asked once, whatever is written around it", async () => {
    const source = SOURCE.replace(SEVEN, "It is held for TBD days,\nand the fee is TBD EUR.").replace(
      QUESTION,
      `${QUESTION}\n\n- TODO pick a depot`,
    );
    const person = await interviewed(source, [
      { about: at(source, "It is held for TBD"), later: true },
      { about: at(source, "- TODO pick"), later: true },
      { about: at(source, QUESTION), add: "It waits." },
      { about: at(source, "## Errors"), strike: true },
    ]);
    const asked = JSON.stringify(await person.questions());
    for (const words of ["and the fee is", "TODO pick"]) expect(asked).not.toContain(words);
  });

  it("with options below it is settled by its answer, in this session and in the next", async () => {
    const source =
      "# Depot\n\nIt holds parcels.\n\n## Open Questions\n\n### OQ-1 · The key\n\n**Option A — flat**\n- Simple.\n\n**Option B — long**\n- Safe.\n";
    const person = await interviewed(source, [{ about: at(source, "### OQ-1"), add: "Option B, the long one." }]);
    expect(await person.questions(), person.told).toEqual([]);
    expect((await person.run("refine", "depot_v1.0.md", "--yes")).code).toBe(0);
  });

  it("stays open where words were added below a marker that stays: in what is listed, in check and in the next session", async () => {
    const words = "The depot MUST ring twice.";
    const person = await interviewed(
      SOURCE,
      ALL.map((entry) => (entry.about === SENTENCE_AT ? { about: SENTENCE_AT, add: words } : entry)),
    );
    expect(person.spec).toContain(`${SENTENCE}\n`);
    expect(person.spec).toContain(words);
    expect(person.stdout).toContain("7 of 8 settled, 1 open:");
    expect(person.read("depot_v1.0.md").split("## Left open")[1]).toContain("FR-001");
    expect((await person.status()).gaps.filter(({ state }) => state === "USER_DEFERRED")).toHaveLength(1);
    expect((await person.run("check", "depot_v1.0.md")).stdout).toContain("depot_v1.0.md:7");
    expect((await person.run("refine", "depot_v1.0.md", "--yes")).stdout).toContain("0 of 1 settled, 1 open:");
  });

  // FR-010 with 20 kg and with 30 kg: a contradiction, and an id used twice.
  it("about two lines is one question", async () => {
    const person = await openInterview(
      "# Depot\n\n## Limits\n\n- **FR-010**: The depot MUST refuse parcels over 20 kg.\n- **FR-010**: The depot MUST refuse parcels over 30 kg.\n",
    );
    await person.run("refine", "depot.md", "--yes");
    expect(await person.questions()).toHaveLength(1);
  });
});

describe.concurrent("what a person reads (SPEC 16.4)", () => {
  const open = (stdout: string) => [
    ...stdout.matchAll(/^ {2}[A-Z]+ {2}depot\.md:(\d+)(?:, section "(.*?)")?: (.*)$/gm),
  ];
  const lineOf = (text: string, line: string | undefined) => text.split("\n")[Number(line) - 1] ?? "";
  const squeezed = (text: string) => text.replace(/ +/g, " ").trim();
  const sectionOf = (text: string, line: string | undefined) =>
    text
      .split("\n")
      .slice(0, Number(line))
      .findLast((one) => one.startsWith("#"))
      ?.replace(/^#+ /, "");

  it("with --yes is a list of what is open, with section, line and passage; nothing is written, exit code 3", async () => {
    const { code, stdout, ...person } = await unattended();
    expect(code).toBe(3);
    expect(person.read("depot.md")).toBe(SOURCE);
    expect(person.working()).toBe(SOURCE);
    expect(person.has("depot_v1.0.md")).toBe(false);
    const listed = open(stdout).map(([, line]) => `depot.md:${line}`);
    expect(listed.sort()).toEqual(ALL.map(({ about }) => `${about}`).sort());
    for (const [, line, section, passage = ""] of open(stdout)) {
      if (`depot.md:${line}` === EMPTY_AT) expect(passage).toContain('"Errors"');
      else expect(section).toBe(sectionOf(SOURCE, line));
      if (![EMPTY_AT, TEN_AT].includes(`depot.md:${line}`)) expect(passage).toBe(squeezed(lineOf(SOURCE, line)));
    }
  });

  it("names the line of the passage that it shows, also of two that contradict each other", async () => {
    const { stdout } = await unattended();
    const two = open(stdout).find(([, , , passage]) => passage === SEVEN || passage === TEN);
    expect(two?.[3]).toBe(lineOf(SOURCE, two?.[1]));
  });

  it("names the line and the section of what an answer leaves open", async () => {
    const { stdout, spec } = await interviewed(SOURCE, [
      { about: ALONE_AT, strike: true },
      { about: EMPTY_AT, strike: true },
    ]);
    const left = open(stdout).find(([, , , passage]) => passage?.includes('"Closing hours"'));
    expect(lineOf(spec, left?.[1])).toBe("## Closing hours");
  });

  it("after refine with answers is each change as a diff with its place, and no word of rounds", async () => {
    const { stdout, told } = await finished();
    expect(stdout).toContain(`${SENTENCE_AT}  Storage\n  - ${SENTENCE}\n  + ${KEPT_FOR_14}\n`);
    expect(stdout).toContain("\n  +   - The parcel goes to the next shelf.\n");
    expect(stdout).toContain("Spec: depot_v1.0.md");
    expect(told).not.toMatch(/\bround|\bnet\b|weight|attempt|retr(y|ies)/i);
  });

  it("in whetstone diff is a patch that makes the result of the source", async () => {
    const person = await finished();
    const { stdout, code } = await person.run("diff", "sessions/depot");
    const cwd = lastingFolder();
    expect(code).toBe(0);
    await writeFiles(cwd, { "depot.md": SOURCE, "a.patch": stdout });
    execFileSync("git", ["apply", "a.patch"], { cwd });
    expect(readFileSync(join(cwd, "depot.md"), "utf8")).toBe(FINISHED);
  });

  it("tells that an answer is meant for a gap or a place that does not exist, with its line", async () => {
    const { code, stderr, spec, run } = await interviewed(SOURCE, [
      { about: "depot.md:2", fill: "nobody" },
      { about: "GAP-NONE-001", keep: true },
      { about: LABEL_AT, fill: "The lead" },
    ]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^answers\.yaml:1: not used: .*depot\.md:2$/m);
    expect(stderr).toMatch(/^answers\.yaml:2: not used: .*GAP-NONE-001$/m);
    expect(stderr).not.toContain("answers.yaml:3");
    expect(spec).toBe(SOURCE.replace("Owner: TBD", "Owner: The lead"));
    expect((await run("answer", "Q-NONE-001", "--option", "keep")).code).toBe(2);
  });

  it("goes on after a pause: resume with the other answers gives the same bytes", async () => {
    const person = await openInterview(SOURCE);
    const first = await person.refine(ALL.slice(0, 3));
    expect(first.code).toBe(3);
    expect(first.stdout).toContain("3 of 8 settled, 5 open:");
    const second = await person.resume(ALL.slice(3));
    expect(second.code, second.stderr).toBe(0);
    expect(person.read("depot_v1.0.md")).toBe(FINISHED);
  });
});

describe.concurrent("a marker in a list of gaps (SPEC 16.1)", () => {
  const HEAD = "Status: draft, Dana, 2026-11-12\nOwner: TBD";
  const LIMITS = "| Method | Path | Limit |\n| --- | --- | --- |\n| GET | /a | TBD |\n| GET | /c | ??? |";
  const MARKED = `# Bells\n\n${HEAD}\n\n## Rules\n\nIt rings. (TBD: ring again?)\n\nLanguages: TODO\n\n${LIMITS}\n`;

  it("is named in its own words, with its label, its column and both brackets", async () => {
    const { run } = await openInterview(MARKED);
    await run("refine", "depot.md", "--yes");
    const { gaps } = JSON.parse((await run("status", "--json")).stdout);
    const titles: string[] = gaps.map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual([
      "(TBD: ring again?)",
      "GET, Limit: ???",
      "GET, Limit: TBD",
      "Languages: TODO",
      "Owner: TBD",
    ]);
  });

  it("is one gap for each row, though their first cells are the same", async () => {
    const rows = LIMITS.split("\n").slice(2);
    const { code, spec } = await interviewed(`# Bells\n\n${LIMITS}\n`, [
      { about: "depot.md:5", fill: "5" },
      { about: "depot.md:6", fill: "7" },
    ]);
    expect(code).toBe(0);
    expect(spec.split("\n").slice(4, 6)).toEqual(rows.map((row, at) => row.replace(/TBD|\?{3}/, ["5", "7"][at] ?? "")));
  });
});

describe.concurrent("what the author edits during the session (SPEC 12, 16.4)", () => {
  const [FIRST, SECOND, THIRD] = ["- Who pays for a mail?", "- Do trial accounts get this?", "- What about weekends?"];
  const ASKED = `# Mails\n\n## Open questions\n\n${FIRST}\n${SECOND}\n${THIRD}\n`;
  const PAID = "  - The customer does not.";

  /** A question is answered and that is written, then the author saves another text, and the session goes on. */
  async function edited(source: string, newest: string, ...answer: readonly string[]) {
    const person = await openInterview(source);
    await person.run("refine", "depot.md", "--yes");
    if (answer.length > 0) await person.run("answer", ...answer);
    if (answer.length > 0) await person.run("resume", "--yes");
    await writeFiles(person.cwd, { "depot.md": newest });
    return { ...person, ...(await person.run("resume", "--yes")) };
  }
  const ANSWER = ["Q-MAILS-001", "--field", `add=${PAID.trim().slice(2)}`];
  const traced = (text: string, gap: string) => text.split("\n## ").find((section) => section.startsWith(`${gap}: `));

  it("is asked about with its own line alone, and strike takes out no answer to another question", async () => {
    const now = "- Do trial accounts get mails, too?";
    const { run, working, questions } = await edited(ASKED, ASKED.replace(SECOND, now), ...ANSWER);
    const asked = (await questions()).find(({ id }) => id === "Q-MAILS-002");
    expect(asked?.evidence.map(({ body }) => body)).toEqual([now]);
    await run("answer", "Q-MAILS-002", "--option", "strike");
    await run("resume", "--yes");
    expect(working()).toBe(ASKED.replace(FIRST, `${FIRST}\n${PAID}`).replace(`${SECOND}\n`, ""));
  });

  it("is its own line also where nothing of it is left", async () => {
    const now = "- And on bank holidays?";
    const { questions } = await edited(ASKED, ASKED.replace(SECOND, now), ...ANSWER);
    const asked = (await questions()).find(({ id }) => id === "Q-MAILS-002");
    expect(asked?.evidence.map(({ body }) => body)).toEqual([now]);
  });

  it("is apart from an answer that was written beside it, also when it is reopened", async () => {
    const { run, questions } = await interviewed(ASKED, [
      { about: at(ASKED, FIRST), add: "The customer does not." },
      { about: at(ASKED, SECOND), edit: "- Trial accounts get this by mail.\n- Trial accounts get this once." },
    ]);
    await run("gap", "reopen", "GAP-MAILS-002", "--reason", "to be struck");
    await run("resume", "--yes");
    const asked = (await questions()).find(({ id }) => id === "Q-MAILS-002");
    expect(asked?.evidence.map(({ body }) => body)).toEqual([
      "- Trial accounts get this by mail.\n- Trial accounts get this once.",
    ]);
  });

  it("settles what it answers, is recorded so, and is asked no more", async () => {
    const { questions, read, stdout } = await edited(ASKED, ASKED.replace(SECOND, `${SECOND} No.`), ...ANSWER);
    expect((await questions()).map(({ id }) => id)).toEqual(["Q-MAILS-003"]);
    expect(stdout).toContain("2 of 3 settled, 1 open:");
    expect(traced(read("sessions/depot/traceability.md"), "GAP-MAILS-002")).toContain(
      'The spec as it stands settles it: "Do trial accounts get this? No."',
    );
  });

  it("settles what was mended elsewhere in the file", async () => {
    const states =
      "## States\n\n`draft` is the initial state.\n\n| State | Meaning |\n| --- | --- |\n| draft | initial, new |\n| sent | gone |\n| held | waits |\n";
    const moves = "## Moves\n\n| From | Event | To |\n| --- | --- | --- |\n| draft | send | sent |\n";
    const source = `# Mails\n\n${states}\n${moves}`;
    const added = `${source}| draft | hold | held |\n| held | send | sent |\n| sent | archive | - |\n`;
    const { questions, read } = await edited(source, added);
    expect(await questions()).toEqual([]);
    const row = traced(read("sessions/depot/traceability.md"), "GAP-STATES-001");
    expect(row).toContain("The spec as it stands settles it");
  });

  it("leaves a question answered by yes or no also where more stands behind it", async () => {
    const now = `${SECOND} (sales, May)`;
    const { run, working } = await edited(ASKED, ASKED.replace(SECOND, now));
    expect(await run("answer", "Q-MAILS-002", "--field", "add=no")).toMatchObject({ code: 0 });
    await run("resume", "--yes");
    expect(working()).toContain(`${now}\n  - no\n`);
  });

  it("moves the lines that questions name", async () => {
    const newest = ASKED.replace("## Open", "All of it.\n\n## Open").replace(SECOND, `${SECOND}\n- And holidays?`);
    const { stdout, questions } = await edited(ASKED, newest);
    const about = (await questions()).map(({ about }) => about[1]);
    expect(about).toEqual([FIRST, SECOND, THIRD].map((line) => at(newest, line)));
    for (const line of [FIRST, SECOND, THIRD]) expect(stdout).toContain(`${at(newest, line)}, section`);
  });
});

describe.concurrent("what was answered, and the end", () => {
  const OPEN = "# Depot\n\n## Limits\n\n- At most TBD a day.\n- Each weighs TBD.\n";
  const TEN_A_DAY = { about: "depot.md:5", edit: "- At most 10 a day." };

  it("a question that was answered says so, with the words, and how to be asked again", async () => {
    const { run, refine } = await openInterview(OPEN);
    await refine([TEN_A_DAY]);
    for (const word of ["Q-LIMITS-001", "GAP-LIMITS-001"]) {
      const { code, stderr } = await run("answer", word, "--option", "keep");
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${word} is answered: - At most 10 a day.`)]);
      expect(stderr).toContain("whetstone gap reopen GAP-LIMITS-001");
    }
  });

  it("an answer is kept without the prompt that no model gets", async () => {
    const { cwd, refine } = await openInterview(OPEN);
    await refine([TEN_A_DAY]);
    const round = join(cwd, "sessions/depot/round_001");
    expect(readdirSync(round)).toContain("attempts");
    expect(readdirSync(round)).not.toContain("prompts");
  });

  it("the last line of --json names the questions that wait, also where nothing happens", async () => {
    const { run } = await openInterview(OPEN);
    await run("refine", "depot.md", "--yes");
    for (const words of [
      ["refine", "depot.md", "--json", "--yes"],
      ["resume", "--json"],
    ]) {
      const { code, stdout } = await run(...words);
      const last = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
      expect([code, last.type]).toEqual([3, "waiting"]);
      expect(last.questions.map(({ id }: { id: string }) => id)).toEqual(["Q-LIMITS-001", "Q-LIMITS-002"]);
    }
    expect((await run("decisions", "--archived")).stdout).toContain("No round was undone");
  });

  it("a severity that closes several gaps is confirmed", async () => {
    const { run } = await openInterview(OPEN);
    await run("refine", "depot.md", "--yes");
    const asked = await run("gap", "wont-fix", "MEDIUM", "--reason", "the law says it");
    expect([asked.code, asked.stderr]).toEqual([3, expect.stringContaining('"MEDIUM" closes 2 gaps. Nothing was')]);
    expect(asked.stderr).toContain("  MEDIUM GAP-LIMITS-002: Each weighs TBD");
    expect((await run("gap", "wont-fix", "MEDIUM", "--reason", "the law says it", "--yes")).code).toBe(0);
  });

  it("an answer given again counts once, and another one says that it replaces the first", async () => {
    const { run } = await openInterview(OPEN);
    await run("refine", "depot.md", "--yes");
    const answer = async (...words: string[]) => (await run("answer", "Q-LIMITS-001", "--option", ...words)).stderr;
    expect(await answer("later")).toContain("Q-LIMITS-001 is answered: Later.\n");
    expect(await answer("later")).toContain("Q-LIMITS-001 already has this answer.\n");
    expect(await answer("keep")).toContain(
      "Q-LIMITS-001 is answered: Keep it as it is; this replaces your earlier answer.\n",
    );
    const decisions = (await run("decisions")).stdout;
    expect(new Set(decisions.match(/DECISION-R1-\d+/g))).toEqual(new Set(["DECISION-R1-001", "DECISION-R1-002"]));
  });

  it("what words were added below a marker is taken up again, and not reopened", async () => {
    const { run, refine } = await openInterview(OPEN);
    await refine([{ about: "depot.md:6", add: "Heavy ones wait." }]);
    expect((await run("answer", "Q-LIMITS-002")).stderr).toContain("whetstone gap take GAP-LIMITS-002, then");
  });

  it("an ended session says everywhere the same way to change an answer", async () => {
    const { run, refine } = await openInterview(OPEN);
    await refine([TEN_A_DAY, { about: "depot.md:6", later: true }]);
    const way = "To change an answer, edit depot_v1.0.md. To be asked again: whetstone refine --new depot.md\n";
    const commands = [["rollback"], ["gap", "reopen", "GAP-LIMITS-001", "--reason", "x"], ["answer", "Q-LIMITS-001"]];
    for (const words of [...commands, ["answer"], ["finish"]]) {
      const { code, stderr } = await run(...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining(way)]);
    }
    expect((await run("status")).stdout).toContain(way);
  });

  it("after an export into the author's file that file is edited", async () => {
    const { run, refine } = await openInterview(OPEN);
    await refine([TEN_A_DAY, { about: "depot.md:6", later: true }]);
    await run("export", "--in-place");
    const { stdout } = await run("status");
    expect(stdout).toContain("To change an answer, edit depot.md. To be asked again: ");
  });

  it("an export names the answers that are not in the spec yet, and how they get there", async () => {
    const { run } = await openInterview(OPEN);
    await run("refine", "depot.md", "--yes");
    await run("answer", "Q-LIMITS-001", "--field", "edit=- At most 10 a day.");
    expect((await run("export", "--in-place")).stderr).toContain(
      "1 answer is not in the spec yet. Continue with: whetstone resume sessions/depot\n",
    );
  });

  it("finish --yes ends it with what is left; a status in between is in plain words", async () => {
    const { run, refine, has } = await openInterview(OPEN);
    await refine([TEN_A_DAY]);
    const asked = /whetstone answer (\S+) --option/.exec((await run("finish")).stderr)?.[1] ?? "";
    await run("answer", asked, "--option", "accept");
    await run("resume");
    expect((await run("status")).stdout).toMatch(/^depot {2}ending\n/);
    expect((await run("resume", "--yes")).code).toBe(0);
    const other = await openInterview(OPEN);
    await other.refine([TEN_A_DAY]);
    expect((await other.run("finish", "--yes")).code).toBe(0);
    expect([has("depot_v1.0.md"), other.has("depot_v1.0.md")]).toEqual([true, true]);
  });

  it("lists show the sentence that is open, at the end of a long passage too, and no figures of rounds", async () => {
    const long = `${"Each parcel is weighed at the gate by a clerk. ".repeat(5)}The shelf is TBD.`;
    const { run, refine, read } = await openInterview(`${OPEN}\n${long}\n`);
    expect((await refine([])).stdout).toContain('depot.md:8, section "Limits": The shelf is TBD\n');
    expect((await run("status")).stdout).toContain("depot.md:8: The shelf is TBD\n");
    expect(read("sessions/depot/status.md")).not.toMatch(/Convergence|CONVERGING|round 1/);
  });
});
