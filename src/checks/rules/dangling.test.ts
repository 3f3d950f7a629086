import { describe, expect, test } from "vitest";
import { count, places, run } from "../../../test/support/check-rule.ts";
import { danglingAnchor } from "./dangling-anchor.ts";
import { danglingId } from "./dangling-id.ts";
import { danglingPlace } from "./dangling-place.ts";
import { duplicateId } from "./duplicate-id.ts";

describe("dangling-place", () => {
  test.each([
    "See section 7.4 for the lock protocol.",
    "The alarm levels are listed in Table 9.",
    "Details are in Appendix D.",
    "The flow is shown in Figure 12.",
    "The rules of chapter 12 apply.",
    'As described in the section "Lock protocol", the door opens.',
    "The retry rules are in §8.2.",
    "Follow the procedure in chart 6.",
    "The form is in Attachment 2.",
  ])("finds a place that does not exist: %s", (words) => {
    expect(count(danglingPlace, words)).toBe(1);
  });

  test.each([
    ["the section exists", "See section 1 and section 2."],
    ["the section exists by its title", 'See section "Doors".'],
    ["it is a section of a standard", "RFC 3339, section 5.6, gives the format."],
    ["it is a section of another document", "See section 4 of the operations manual."],
    ["it is a section of a file", "The order is told in `rules.md` section 9, and in rules.md §9.1."],
    ["it is the text of a link out of the document", "See [section 9](https://example.org/spec#9)."],
    ["it is the caption", "Table 9: alarm levels"],
    ["the caption exists", "Chart 6: the way of a parcel\n\nFollow chart 6. The chart has 4 boxes."],
  ])("stays silent when %s", (_, words) => {
    expect(count(danglingPlace, words)).toBe(0);
  });

  test("numbered paragraphs and numbered items can be referred to", () => {
    const text = "# X\n\n## 3 Rules\n\n3.1 The door opens. See §3.1 and §4.2.\n\n## 4 List\n\n1. one\n2. two\n";
    expect(run(danglingPlace, text)).toEqual([]);
  });

  const counted = (words: string): string =>
    `# X\n\n## Rule 1: Doors\n\nText.\n\n## Rule 2: Codes\n\n${words}\n\n## User Story 3\n\nText.\n\n## User Story 4\n\nText.\n`;

  test.each(["As in Rule 7.", "Rules 1 and 9 apply.", "See user story 12.", "It follows rule 3 of this list."])(
    "finds a number that the headings do not count to: %s",
    (words) => {
      expect(places(danglingPlace, counted(words))).toHaveLength(1);
    },
  );

  test.each([
    "As in Rule 1.",
    "Rules 1 to 2 apply.",
    "Phase 9 comes later.",
    "Rule 7 of RFC 3339 holds.",
    "One rule, 9 doors.",
  ])("stays silent where the number exists, or nothing counts so: %s", (words) => {
    expect(run(danglingPlace, counted(words))).toEqual([]);
  });

  test("what is quoted behind a pointer and begins like a heading is a section", () => {
    expect(count(danglingPlace, 'The lock is told in detail, see "Lock protocol".')).toBe(1);
    expect(count(danglingPlace, 'The lock is described under "Lock protocol".')).toBe(1);
    expect(count(danglingPlace, 'See "Doors". The courier sees "Thank you". The text is "Please wait".')).toBe(0);
    expect(count(danglingPlace, 'The text is listed in "Print" menu, see "Open" button.')).toBe(0);
  });

  test("a step behind the last one does not exist", () => {
    const text = "# X\n\n## A\n\n1. one\n2. two\n\nGo back to step 2, then to step 5.\n";
    expect(places(danglingPlace, text)).toHaveLength(1);
  });
});

describe("dangling-id", () => {
  const list = (reference: string): string =>
    `# X\n\n## R\n\n- **FR-001**: The app opens.\n- **FR-002**: The app closes (see ${reference}).\n`;

  test("finds a reference to an id of the series that nothing has", () => {
    expect(places(danglingId, list("FR-027"))).toHaveLength(1);
  });

  test.each(["FR-001", "SC-001", "UTF-8", "`FR-027`"])("stays silent for %s", (reference) => {
    expect(run(danglingId, list(reference))).toEqual([]);
  });

  test("ids head items, paragraphs, headings and rows", () => {
    const text =
      "# X\n\n### REQ-1 Open\n\nBK-1. The app opens.\n\nBK-2. The app closes.\n\n| Id | Rule |\n|---|---|\n| T-1 | a |\n| T-2 | b |\n\n" +
      "### REQ-2 Close\n\nSee REQ-1, BK-1, T-2.\n\nNot REQ-3, BK-9, T-7.\n";
    expect(run(danglingId, text).map(({ message }) => message.split(" ")[0])).toEqual(["REQ-3", "BK-9", "T-7"]);
  });
});

describe("dangling-anchor", () => {
  test("finds a link to a heading that is not there, by GitHub's anchors", () => {
    const text = "# X\n\n## A & B: c\n\n[ok](#a--b-c) [no](#a-b) [again](#a--b-c-1)\n\n## A & B: c\n\nText.\n";
    expect(places(danglingAnchor, text)).toHaveLength(1);
  });

  test("an explicit anchor counts, a link in code does not", () => {
    expect(run(danglingAnchor, '# X\n\n<a id="here"></a>\n\n[a](#here) `[b](#nowhere)`\n')).toEqual([]);
  });

  test("finds a footnote without its text", () => {
    expect(run(danglingAnchor, "# X\n\nText[^1] and text[^2].\n\n[^1]: yes\n")).toHaveLength(1);
  });
});

describe("ids of a session's records", () => {
  const LEFT = "- **GAP-TERM-001** [LOW] One thing. (DECISION-R5-001)\n- **GAP-TERM-002** [LOW] Another.\n";

  test("are not the spec's to define: a finished one quotes them", () => {
    const text = `# X\n\n- DECISION-R5-002: kept.\n- DECISION-R5-003: kept.\n\n## Known Limitations\n\n${LEFT}`;
    expect(run(danglingId, text)).toEqual([]);
    expect(run(duplicateId, `# X\n\n- **GAP-TERM-001**: is open.\n\n## Known Limitations\n\n${LEFT}`)).toEqual([]);
  });
});
