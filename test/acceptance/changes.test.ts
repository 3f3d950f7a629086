import { describe, expect, it } from "vitest";
import { lines, replace } from "./support/depot.ts";
import { attempts, engineer, openDesk } from "./support/desk.ts";
import { type ChangeWords, proposal } from "./support/documents.ts";

// SPEC 5: exact edits, from the Engineer's document to the finished spec.

const KEEP = "GAP-KEEP-001";
const SOURCE = `---
title: Depot
owner: "store team"
---

# Depot

First line with a hard break,  
second line of the paragraph.

## Intake

| Limit | Value |
| :--- | ---: |
| Weight | 30 kg |
| Parcels per day | 400 |

Text below the table, with \`code\` and a [link](https://example.com/a?b=1&c=2).

## Storage

Parcels are kept until they are fetched. Each parcel has one shelf.

\`\`\`\`markdown
\`\`\`text
shelf: A-1
\`\`\`
\`\`\`\`

* first item
* second item

---

## Handing out

### Errors

A parcel that is not found is reported.

## Returns

### Errors

A parcel that is not found is reported.

## Notes

- ${KEEP} (HIGH): How long a parcel is kept is not said.
- The colour of a label is left to the printer.
`;

/** Each with what it makes of the source. */
const EDITS: readonly { readonly change: ChangeWords; readonly from: string; readonly to: string }[] = [
  {
    change: replace(
      "Depot",
      "First line with a hard break,\nsecond line of the paragraph.",
      "First line with a hard break,  \nsecond line of one paragraph.",
    ),
    from: "second line of the paragraph.",
    to: "second line of one paragraph.",
  },
  {
    change: { kind: "add after", in: "Intake", old: "| Weight | 30 kg |", new: "| Length | 2 m |" },
    from: "| Weight | 30 kg |\n",
    to: "| Weight | 30 kg |\n| Length | 2 m |\n",
  },
  {
    change: replace("Storage", "until they are fetched", "for 15 days"),
    from: "until they are fetched",
    to: "for 15 days",
  },
  {
    change: replace("Storage", "```text\nshelf: A-1\n```", "```text\nshelf: A-1\nrow: 2\n```"),
    from: "shelf: A-1\n",
    to: "shelf: A-1\nrow: 2\n",
  },
  {
    change: { kind: "add at the end", in: "Storage", new: "* third item" },
    from: "* second item\n",
    to: "* second item\n* third item\n",
  },
  {
    change: replace(
      "Returns > Errors",
      "A parcel that is not found is reported.",
      "A return without a label is refused.",
    ),
    from: "## Returns\n\n### Errors\n\nA parcel that is not found is reported.",
    to: "## Returns\n\n### Errors\n\nA return without a label is refused.",
  },
  {
    change: { kind: "remove", in: "Notes", old: `- ${KEEP} (HIGH): How long a parcel is kept is not said.` },
    from: `- ${KEEP} (HIGH): How long a parcel is kept is not said.\n`,
    to: "",
  },
  {
    change: { kind: "add at the end", in: "Notes", new: "- A label is 10 cm wide." },
    from: "left to the printer.\n",
    to: "left to the printer.\n- A label is 10 cm wide.\n",
  },
];

const ALL = proposal({ gap: KEEP, changes: EDITS.map(({ change }) => change) });
const RESULT = EDITS.reduce((text, { from, to }) => text.replace(from, to), SOURCE);
const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const unended = (text: string) => text.replace(/\r?\n$/, "");

describe.concurrent("replace, add after, add at the end and remove", () => {
  it.each([
    ["a file with line feeds", (text: string) => text],
    ["a file with CRLF line ends", crlf],
    ["a file without a final newline", unended],
    ["a file with CRLF and without a final newline", (text: string) => unended(crlf(text))],
  ])("reach spec.md and the finished spec, and leave every other byte alone: %s", async (_, form) => {
    const desk = await openDesk({ files: { "depot.md": form(SOURCE) }, turns: [engineer(1, KEEP, ALL)] });
    await desk.refine(0);
    expect(desk.session("spec.md")).toBe(form(RESULT));
    expect(desk.read("depot_v1.0.md")).toBe(form(RESULT));
    expect(desk.read("depot.md")).toBe(form(SOURCE));
    expect(desk.session("source.md")).toBe(form(SOURCE));
    expect((await desk.expecting(0, "export")).stdout).toBe(form(RESULT));
  });

  it("leave the gap's own line where no change removes it", async () => {
    const document = proposal({ gap: KEEP, changes: [replace("Storage", "until they are fetched", "for 15 days")] });
    const desk = await openDesk({ files: { "depot.md": SOURCE }, turns: [engineer(1, KEEP, document)] });
    await desk.refine(0);
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace("until they are fetched", "for 15 days"));
  });
});

/** A session of one gap whose Engineer gives these documents one after the other. */
async function tried(code: number, ...documents: readonly string[]) {
  const turns = attempts((document, attempt) => engineer(1, KEEP, document, attempt), ...documents);
  const desk = await openDesk({ files: { "depot.md": SOURCE }, turns });
  await desk.refine(code);
  return desk;
}

const changing = (...changes: readonly ChangeWords[]) => proposal({ gap: KEEP, changes });
const GOOD = changing(replace("Storage", "until they are fetched", "for 15 days"));
const NOT_FOUND = "Returns > Errors";

describe.concurrent("a change that does not apply (SPEC 5, CHANGE_DOES_NOT_APPLY)", () => {
  it("is tried again, with the words that were looked for and the nearest passage in the notice", async () => {
    const wrong = "Parcels are held until they are fetched. Each parcel has its shelf.";
    const desk = await tried(0, changing(replace("Storage", wrong, "Parcels are kept for 15 days.")), GOOD);
    const passage = "Parcels are kept until they are fetched. Each parcel has one shelf.";
    const [first, second] = [desk.prompt(1, `engineer-${KEEP}`), desk.prompt(1, `engineer-${KEEP}`, 2)];
    expect(second.split(wrong), "in the notice, and in the document that failed").toHaveLength(3);
    expect(second.split(passage).length).toBeGreaterThan(first.split(passage).length);
    expect(desk.log(1)).toContain("CHANGE_DOES_NOT_APPLY");
    expect(desk.session("spec.md")).toBe(SOURCE.replace("until they are fetched", "for 15 days"));
  });

  it("is one whose words occur twice, until the heading named with it tells the place apart", async () => {
    const refused = replace("Errors", "A parcel that is not found is reported.", "It is refused.");
    const desk = await tried(0, changing(refused), changing({ ...refused, in: NOT_FOUND }));
    expect(desk.log(1)).toContain("CHANGE_DOES_NOT_APPLY");
    const [before = "", after = ""] = SOURCE.split("## Returns");
    expect(desk.session("spec.md")).toBe(
      `${before}## Returns${after.replace("A parcel that is not found is reported.", "It is refused.")}`,
    );
  });

  it("is one of two that overlap in one document, and nothing of that document is applied", async () => {
    const overlapping = changing(
      replace("Storage", "kept until they are fetched", "held for 9 days"),
      replace("Storage", "until they are fetched. Each parcel", "for 9 days. Every parcel"),
    );
    const desk = await tried(0, overlapping, GOOD);
    expect(desk.session("spec.md")).toBe(SOURCE.replace("until they are fetched", "for 15 days"));
  });

  it("is one that would put the form's own syntax into the spec", async () => {
    const leaking = replace(
      "Storage",
      "until they are fetched",
      'for 15 days.\n\n**Change 2: remove** in "Notes"\n\nThey are then',
    );
    const desk = await tried(0, changing(leaking), GOOD);
    expect(desk.log(1)).toContain("CHANGE_DOES_NOT_APPLY");
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE.replace("until they are fetched", "for 15 days"));
  });

  it("ends after three attempts with a question, and the working spec is the source", async () => {
    const wrong = changing(replace("Storage", "Nobody wrote this sentence.", "Nor this one."));
    const desk = await tried(3, wrong, wrong, wrong);
    expect(desk.calls()).toHaveLength(3);
    expect((await desk.questions()).map(({ kind }) => kind)).toEqual(["role-failed"]);
    expect(desk.session("spec.md")).toBe(SOURCE);
  });
});

describe.concurrent("a resolution without a change (SPEC 5, NO_CHANGE)", () => {
  it("fails, also where it says that none is needed and quotes words that the spec does not have", async () => {
    const desk = await tried(
      0,
      proposal({ gap: KEEP, instead: "The rule is clear enough to be built." }),
      proposal({ gap: KEEP, instead: 'No change needed: the spec says "Parcels are kept for ever".' }),
      proposal({ gap: KEEP, instead: 'No change needed: the spec says "Each parcel has one shelf."' }),
    );
    expect(desk.calls().filter(({ role }) => role === "engineer")).toHaveLength(3);
    expect(desk.log(1)).toContain("NO_CHANGE");
    expect(desk.read("depot_v1.0.md")).toBe(SOURCE);
    expect(desk.session("traceability.md")).toContain(KEEP);
  });
});

describe.concurrent("a change of a section that ends with a rule or a table", () => {
  it("adds behind the last line of text, with a blank line where no list or table goes on", async () => {
    const desk = await tried(
      0,
      changing(
        { kind: "add at the end", in: "Storage", new: "A shelf holds 12 parcels." },
        { kind: "add at the end", in: "Handing out", new: "The counter opens at 8:00." },
      ),
    );
    const spec = desk.session("spec.md");
    expect(spec).toContain("* second item\n\nA shelf holds 12 parcels.\n\n---\n");
    expect(spec).toContain("is reported.\n\nThe counter opens at 8:00.\n\n## Returns\n");
    expect(lines(spec)).toHaveLength(lines(SOURCE).length + 2);
  });
});
