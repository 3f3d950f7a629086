import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../documents/changes/apply-changes.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import { isQuestion } from "./ask.ts";
import { type CarriedOut, carryOut } from "./carry-out.ts";
import { glossaryIn } from "./line-edit.ts";
import { type Passage, passagesOf } from "./passage.ts";

const LIST = `# Booking

## Requirements

- **FR-001**: A member reserves a room.
- **FR-002**: A member cancels up to TBD
  before the slot begins.
  - The slot is then free.
- **FR-009**: A door screen shows the next slot.

## Edge Cases

- What happens when two members reserve at once?
- The clock changes.

## Errors

## Limits

| ID   | Limit          | Value    |
| ---- | -------------- | -------- |
| L-01 | Rooms          | 40       |
| L-02 | Slots a member | 5 a week |

The service keeps data for 30 days. It is
kept in two places.

The same line.

The same line.
`;

const lineOf = (text: string) => LIST.split("\n").findIndex((line) => line.includes(text)) + 1;
const SERVICE = lineOf("The service keeps");

const GAP = { id: "GAP-X-001", title: "", places: [], origin: "check" } as unknown as Gap;

function passageAt(source: string, line: number, endLine = line, draft = source): Passage | undefined {
  const place = { heading: "", line, endLine };
  const gap = { ...GAP, places: [place] };
  const brief = { source, draft, gaps: [gap], issues: [], decisions: [], changes: [] };
  return passagesOf(brief, gap)[0];
}

function carried(source: string, line: number, kind: PassageAnswer["kind"], text = "", endLine = line): CarriedOut {
  const passage = passageAt(source, line, endLine);
  const answers = [{ kind, passage: passage?.text ?? "", text }];
  const isAnswer = passage !== undefined && isQuestion(GAP, passage);
  return carryOut({ draft: source, known: source, passages: passage ? [passage] : [], answers, isAnswer, from: 1 });
}

/** What the spec reads with an answer. */
function result(source: string, line: number, kind: PassageAnswer["kind"], text = "", endLine = line): string {
  const made = carried(source, line, kind, text, endLine);
  if (made.type !== "changes") throw new Error(made.type);
  const applied = applyChanges([{ path: "spec.md", text: source }], made.changes);
  if (!applied.ok) throw new Error(applied.problems.map(({ message }) => message).join("\n"));
  return applied.spec[0]?.text ?? "";
}

/** The lines that are new, and those that are gone. */
function difference(before: string, after: string): { added: string[]; gone: string[] } {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return { added: now.filter((line) => !old.includes(line)), gone: old.filter((line) => !now.includes(line)) };
}

describe("edit: what is saved is the change, letter for letter (SPEC 16.4)", () => {
  it("replaces the passage and nothing else", () => {
    const now = result(LIST, 5, "edit", "- **FR-001**: A member reserves one room for one slot.");
    expect(now).toBe(LIST.replace("A member reserves a room.", "A member reserves one room for one slot."));
  });

  it("shows a hard-wrapped item without what is nested in it, which an edit leaves", () => {
    const text = "- **FR-002**: A member cancels up to TBD\n  before the slot begins.";
    expect(passageAt(LIST, 6, 7)?.text).toBe(text);
    const now = result(LIST, 6, "edit", "- **FR-002**: A member cancels before it.");
    expect(now).toBe(LIST.replace(text, "- **FR-002**: A member cancels before it."));
  });

  it("takes what was written as it is, also without its bullet", () => {
    expect(result(LIST, 5, "edit", "No item.")).toBe(
      LIST.replace("- **FR-001**: A member reserves a room.", "No item."),
    );
  });

  it("changes a row of a table, and a wrapped paragraph", () => {
    const row = result(LIST, lineOf("L-02"), "edit", "| L-02 | Slots a member | 7 a week |");
    expect(row).toBe(LIST.replace("| L-02 | Slots a member | 5 a week |", "| L-02 | Slots a member | 7 a week |"));
    const now = result(LIST, SERVICE, "edit", "The service keeps data for 30 days.", SERVICE + 1);
    expect(difference(LIST, now).added).toEqual(["The service keeps data for 30 days."]);
  });

  it("quotes lines around a passage that stands there twice", () => {
    const now = result(LIST, lineOf("The same line.") + 2, "edit", "Another line.");
    expect(now).toBe(`${LIST.slice(0, LIST.lastIndexOf("The same line."))}Another line.\n`);
  });

  it("keeps the line ends of the file", () => {
    const crlf = LIST.replaceAll("\n", "\r\n");
    const now = result(crlf, 6, "edit", "- **FR-002**: A member cancels\n  up to 2 hours before.", 7);
    expect(now).toContain("cancels\r\n  up to 2 hours before.\r\n  - The slot is then free.");
    expect(now.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("shows a sentence with its paragraph, and a line of an item with the item", () => {
    const source = "# X\n\nOne. The limit is TBD here. The size\nis TBD for guests.\n\n- An item\n  that is TBD\n";
    expect(passageAt(source, 4)?.text).toBe("One. The limit is TBD here. The size\nis TBD for guests.");
    expect(passageAt(source, 7)?.text).toBe("- An item\n  that is TBD");
  });

  it.each([
    ["-   Who pays?", "The buyer.", "-   Who pays?\n    - The buyer."],
    ["* Who pays?", "- The buyer pays.", "* Who pays?\n  * The buyer pays."],
    ["- Who ships? It is\n  best to wait.", "The shop.", "- Who ships? It is\n  best to wait.\n  - The shop."],
  ])("puts an answer within its question, with or without a bullet: %j", (item, words, both) => {
    expect(result(`# X\n\n${item}\n- Else?\n`, 3, "add", words)).toBe(`# X\n\n${both}\n- Else?\n`);
  });

  it("is impossible where the passage reads otherwise by now", () => {
    const answers = [{ kind: "edit" as const, passage: "A line that is gone.", text: "Another." }];
    expect(carryOut({ draft: LIST, known: LIST, isAnswer: false, passages: [], answers, from: 1 })).toEqual({
      type: "impossible",
    });
  });
});

describe("add: the person's words below the passage, in the layout's form", () => {
  it("takes the next free id, behind what is nested in the item", () => {
    const now = result(LIST, 6, "add", "A late cancellation is charged.", 7);
    expect(now).toContain("  - The slot is then free.\n- **FR-010**: A late cancellation is charged.\n- **FR-009**");
  });

  it("takes an id that the person gives", () => {
    const now = result(LIST, 5, "add", "**FR-020**: It is charged.");
    expect(now).toContain("\n- **FR-020**: It is charged.\n- **FR-002**");
  });

  it("answers a question within it", () => {
    const now = result(LIST, lineOf("What happens"), "add", "The first one gets it.");
    expect(now).toContain("at once?\n  - The first one gets it.\n- The clock changes.");
  });

  it("adds to a numbered list behind its last item, so that no number changes or stands twice", () => {
    const list = "# X\n\n1. A member books.\n2. A member cancels.\n3. A member pays.\n";
    expect(result(list, 4, "add", "A guest looks on.")).toBe(`${list}4. A guest looks on.\n`);
    const asked = "# X\n\n1. Who books?\n2. Who pays?\n";
    expect(result(asked, 3, "add", "Members do.")).toBe("# X\n\n1. Who books?\n   - Members do.\n2. Who pays?\n");
  });

  it.each([
    ["- **Courier_App**: An app.", "- **Pay_Gate**: Takes money."],
    ["- **Courier_App:** An app.", "- **Pay_Gate:** Takes money."],
    ["- _Courier_: An app.", "- _Pay_Gate_: Takes money."],
    ["- Courier_App – an app.", "- Pay_Gate – Takes money."],
  ])("explains a term as its neighbours do: %s", (line, added) => {
    const draft = `# X\n\n## Glossary\n\n${line}\n`;
    expect(glossaryIn(draft)?.entry("Pay_Gate", "Takes money.")).toBe(added);
  });

  it("fills an empty section", () => {
    const now = result(LIST, lineOf("## Errors"), "add", "A failed payment frees the slot.\n\n- Twice at most.");
    expect(now).toContain("## Errors\n\nA failed payment frees the slot.\n\n- Twice at most.\n\n## Limits");
  });

  it("keeps a number that an answer begins with", () => {
    const source = "# X\n\n- How many retries?\n";
    expect(result(source, 3, "add", "3. After that it fails.")).toBe(`${source}  - 3. After that it fails.\n`);
  });

  it("gives an answer to a question no id of its own", () => {
    const source = "# X\n\n**Q7**: Which currency?\n";
    expect(result(source, 3, "add", "Euro.")).toBe(`${source}\nEuro.\n`);
  });

  it("answers within an item that is listed as an open question", () => {
    const list = "# X\n\n- Payment provider\n- Who pays?\n";
    const passages = [passageAt(list, 3)].flatMap((passage) => passage ?? []);
    const answers = [{ kind: "add" as const, passage: "- Payment provider", text: "Stripe" }];
    expect(carryOut({ draft: list, known: list, passages, answers, isAnswer: true, from: 1 })).toMatchObject({
      changes: [{ kind: "add-after", old: "- Payment provider", new: "  - Stripe" }],
    });
  });

  it("adds whole rows to a table, and nothing that has other cells", () => {
    expect(result(LIST, lineOf("L-01"), "add", "| L-07 | Doors | 3 |")).toContain("\n| L-07 | Doors | 3 |\n| L-02");
    expect(carried(LIST, lineOf("L-01"), "add", "Open doors")).toEqual({ type: "impossible" });
  });

  it("makes a paragraph of its own below a paragraph", () => {
    const now = result(LIST, SERVICE, "add", "Backups are encrypted.", SERVICE + 1);
    expect(now).toContain("kept in two places.\n\nBackups are encrypted.\n\nThe same line.");
  });

  it("explains a term in the form of the glossary", () => {
    const list = "# A\n\nThe TSK signs it.\n\n## Glossary\n\n- **slot**: a stretch of time\n- **room**: a place\n";
    const passage = passageAt(list, 3);
    const answers = [{ kind: "add" as const, passage: passage?.text ?? "", text: "the transport signing key" }];
    const made = carryOut({
      draft: list,
      known: list,
      isAnswer: false,
      passages: passage ? [passage] : [],
      answers,
      term: "TSK",
      from: 1,
    });
    expect(made).toMatchObject({ changes: [{ new: "- **TSK**: the transport signing key" }] });
  });

  it.each([
    [
      "## Rules\n\n- **R1**: One.\n\n## Out of scope\n\n- Refunds.\n",
      "- **R1**: One.\n\nOnly the owner.\n\n## Out of scope",
    ],
    ["## Rules\n\nOne.\n\n## Glossary\n\n- **slot**: a time\n", "One.\n\nOnly the owner."],
    ["## Rules\n\nOne.\n\n## Limits\n\n| A | B |\n|---|---|\n| 1 | 2 |\n", "| 1 | 2 |\n\nOnly the owner."],
    ["## Scope\n\n### In scope\n\n- A\n\n### Out of scope\n\n- B\n", "- A\n\nOnly the owner.\n\n### Out"],
  ])("is a paragraph where something is stated for a gap that stands nowhere: %j", (sections, reads) => {
    const draft = `# Booking\n\n${sections}`;
    const answers = [{ kind: "add" as const, passage: "", text: "Only the owner." }];
    const made = carryOut({ draft, known: draft, isAnswer: false, passages: [], answers, from: 1 });
    if (made.type !== "changes") throw new Error(made.type);
    const applied = applyChanges([{ path: "spec.md", text: draft }], made.changes);
    expect(applied.ok && applied.spec[0]?.text).toContain(reads);
  });

  it("stands at the end of the spec for a gap that stands nowhere", () => {
    const answers = [{ kind: "add" as const, passage: "", text: "Only the owner may cancel." }];
    const made = carryOut({
      ...{ draft: "# A\n\n- **R1**: One.\n- **R2**: Two.\n", known: "", isAnswer: false },
      ...{ passages: [], answers, from: 1 },
    });
    expect(made).toMatchObject({ changes: [{ kind: "add-after", new: "Only the owner may cancel." }] });
  });
});

describe("keep and strike", () => {
  it("keep changes nothing, and quotes the passage", () => {
    expect(carried(LIST, 5, "keep")).toEqual({ type: "kept", quotation: "**FR-001**: A member reserves a room." });
  });

  it("strike takes the passage out, with what is nested in it", () => {
    const now = result(LIST, 6, "strike", "", 7);
    expect(difference(LIST, now)).toEqual({
      added: [],
      gone: ["- **FR-002**: A member cancels up to TBD", "  before the slot begins.", "  - The slot is then free."],
    });
  });
});

describe("a passage that another answer changed", () => {
  it("is shown as it reads now", () => {
    const draft = LIST.replace("A member reserves a room.", "A member reserves one room.").replace(
      "\n## Edge",
      "\nNew.\n\n## Edge",
    );
    expect(passageAt(LIST, 5, 5, draft)?.text).toBe("- **FR-001**: A member reserves one room.");
    const question = lineOf("What happens");
    expect(passageAt(LIST, question, question, draft)?.line).toBe(question + 2);
    expect(passageAt(LIST, question, question, LIST.replace(/- What happens.*\n/, ""))).toBeUndefined();
  });
});

describe("the interview writes no word of its own (SPEC 16.4)", () => {
  const lines = [...LIST.split("\n").keys()].map((at) => at + 1).filter((line) => passageAt(LIST, line) !== undefined);
  const answer = fc.record({
    kind: fc.constantFrom("edit" as const, "add" as const),
    line: fc.constantFrom(...lines),
    text: fc.oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.constantFrom(
        "30 days",
        "yes",
        "- a\n- b",
        "| a | b | c |",
        "```\ncode\n```",
        "# Heading",
        "  indented",
        "a\n\nb",
      ),
    ),
  });

  it("whatever the answer is: new words are the passage's, the person's, or the layout's next id", () => {
    fc.assert(
      fc.property(answer, ({ kind, line, text }) => {
        if (text.trim() === "") return;
        const made = carried(LIST, line, kind, text);
        if (made.type !== "changes") return;
        const allowed = `${LIST} ${text} FR-010 L-03`;
        // What is added takes nothing away, to the byte.
        const applied = applyChanges([{ path: "spec.md", text: LIST }], made.changes);
        const now = applied.ok ? (applied.spec[0]?.text ?? "").split("\n") : [];
        const passage = passageAt(LIST, line)?.text.split("\n") ?? [];
        const before = LIST.split("\n").filter((each) => kind === "add" || !passage.includes(each));
        expect(before.filter((each) => !now.includes(each))).toEqual([]);
        for (const change of made.changes) {
          for (const word of change.new.match(/[\p{L}\p{N}]+/gu) ?? []) expect(allowed).toContain(word);
          expect(foldLines(change.new)).toContain(foldLines(text.replace(/^[\s#>-]*/, "")));
        }
        expect(applied.ok).toBe(true);
      }),
      { seed: 42, numRuns: 500 },
    );
  });

  function foldLines(text: string): string {
    return text.replace(/\s+/g, " ").trim();
  }
});

describe("add: at a passage in a block of code", () => {
  const DIAGRAM = "# X\n\n```mermaid\nstateDiagram-v2\n    failed --> dead\n    a --> b\n```\n\nMore.\n";

  it("stands in it, indented as its neighbour", () => {
    const now = result(DIAGRAM, 5, "add", "dead --> failed: retry\ndead --> [*]");
    expect(now).toBe(DIAGRAM.replace("dead\n", "dead\n    dead --> failed: retry\n    dead --> [*]\n"));
  });
});
