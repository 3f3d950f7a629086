import { describe, expect, it } from "vitest";
import type { GapId } from "../../model/ids.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import { assembleSpec } from "./assemble.ts";
import { readInventory } from "./inventory.ts";
import type { SpecPart } from "./spec-part.ts";

const NOTHING = { limitations: [], traceability: [] };

interface Given {
  readonly gap?: GapId;
  readonly target?: string;
  readonly mode?: "replace" | "append";
  readonly text?: string;
  readonly sections?: SpecPart["sections"];
}

function part({ gap = "GAP-AA-001", target, mode = "append", text, sections = [] }: Given): SpecPart {
  const specTexts = text === undefined ? [] : [{ ...(target === undefined ? {} : { target }), mode, text }];
  return { gap, title: `Title of ${gap}`, text: "", places: [], specTexts, sections };
}

/** A resolution of a gap as the inventory reads it from the source. */
function resolved(source: string, given: Given): SpecPart {
  const seed = readInventory(source).find((one) => given.gap === undefined || one.id === given.gap);
  if (!seed) throw new Error("the source states no such gap");
  return { ...part({ ...given, gap: seed.id }), title: seed.title, text: seed.text, places: seed.places };
}

/** The spec without what is put behind the source. */
function assembled(source: string, ...parts: SpecPart[]): string {
  const { text } = assembleSpec(source, parts, NOTHING);
  return text.slice(0, text.lastIndexOf("\n## Known Limitations"));
}

describe("placing at a target (SPEC 12)", () => {
  const source = "# S\n\n## Errors\n\nOld words.\n\n---\n\n### Codes\n\nThe codes.\n\n## Next\n\nMore.\n";

  it("appends below what the heading says, before its sections and rules", () => {
    const text = assembled(source, part({ target: "Errors", text: "New words." }));
    expect(text).toBe(source.replace("Old words.\n", "Old words.\n\nNew words.\n"));
  });

  it("replaces what the heading says, and keeps the heading and its sections", () => {
    const text = assembled(source, part({ target: "## Errors", mode: "replace", text: "New words." }));
    expect(text).toBe(source.replace("Old words.", "New words."));
  });

  it("puts a text with a heading of its own behind the sections, one level below its target", () => {
    const text = assembled(source, part({ target: "Errors", text: "# Retries\n\nThree.\n\n## Why\n\nSo." }));
    expect(text).toContain("The codes.\n\n### Retries\n\nThree.\n\n#### Why\n\nSo.\n\n## Next");
  });

  it("does not say a heading twice", () => {
    const text = assembled(source, part({ target: "Errors", mode: "replace", text: "#### Errors\n\nNew words." }));
    expect(text).toBe(source.replace("Old words.", "New words."));
  });

  it("replaces a section below where the text has one of the same name", () => {
    const text = assembled(
      source,
      part({ target: "Errors", mode: "replace", text: "New.\n\n#### Codes\n\nOther codes.\n\n#### Limits\n\nFive." }),
    );
    expect(text).toContain("## Errors\n\nNew.\n\n---\n\n### Codes\n\nOther codes.\n\n### Limits\n\nFive.\n\n## Next");
    expect(text).not.toContain("The codes.");
  });

  it("applies several resolutions on one target in the order of their ids, and loses none", () => {
    const second = part({ gap: "GAP-BB-002", target: "Errors", mode: "replace", text: "Two." });
    const first = part({ gap: "GAP-AA-009", target: "Errors", mode: "replace", text: "One." });
    const third = part({ gap: "GAP-BB-010", target: "Errors", text: "Three." });
    expect(assembled(source, third, second, first)).toBe(source.replace("Old words.", "One.\n\nTwo.\n\nThree."));
  });

  it.each(["errors", "**Errors**", "2. Errors", "Errors [PARTIAL]", "S > Errors"])(
    "finds the heading by %s",
    (target) => {
      expect(assembled(source, part({ target, text: "New words." }))).toContain("Old words.\n\nNew words.");
    },
  );

  it("finds a numbered heading by its number or its words", () => {
    const numbered = "# S\n\n## 4.3 Gaps\n\nA.\n\n## 4.4 Gaps\n\nB.\n";
    expect(assembled(numbered, part({ target: "§4.4", text: "X." }))).toContain("B.\n\nX.");
    expect(assembled(numbered, part({ target: "4.4 gaps", text: "X." }))).toContain("B.\n\nX.");
  });

  it("of two headings of one name takes the one around the gap", () => {
    const twice = "# S\n\n## A\n\n### Notes\n\nx\n\n## B\n\n### Notes\n\nTODO: decide the size of it\n";
    const text = assembled(twice, resolved(twice, { target: "Notes", text: "Five." }));
    expect(text).toBe("# S\n\n## A\n\n### Notes\n\nx\n\n## B\n\n### Notes\n\nFive.\n");
  });

  it("finds a heading that an earlier resolution brought in", () => {
    const first = part({ target: "Errors", text: "## Retries\n\nThree.\n\n## Limits\n\nFive." });
    const second = part({ gap: "GAP-BB-001", target: "Retries", text: "With a pause." });
    const { text, placements } = assembleSpec(source, [second, first], NOTHING);
    expect(text).toContain("### Retries\n\nThree.\n\nWith a pause.\n\n### Limits");
    const placed = placements.find((placement) => placement.gap === "GAP-BB-001");
    expect(placed?.heading).toBe("Retries");
    expect(text.split("\n")[(placed?.line ?? 0) - 1]).toBe("With a pause.");
  });
});

describe("placing at the gap's place (SPEC 12)", () => {
  it("puts one line in the place of a marker that is all there is", () => {
    const source = "# S\n\n## Backfill\n\nTBD\n\n## Next\n";
    expect(assembled(source, resolved(source, { text: "Ten nights." }))).toBe(source.replace("TBD", "Ten nights."));
  });

  it("puts one line in the place of the sentence with the marker", () => {
    const source = "# S\n\nIt takes 3 days. Rounding: TODO confirm\nwith Finance. It ends.\n";
    const text = assembled(source, resolved(source, { text: "Cents are rounded down." }));
    expect(text).toBe("# S\n\nIt takes 3 days. Cents are rounded down. It ends.\n");
  });

  it("puts longer texts behind the paragraph, and cuts the sentence out", () => {
    const source = "# S\n\nIt takes 3 days. TODO: rounding. It ends.\n\nOther.\n";
    const text = assembled(source, resolved(source, { text: "- a\n- b" }));
    expect(text).toBe("# S\n\nIt takes 3 days. It ends.\n\n- a\n- b\n\nOther.\n");
  });

  it("fills a cell with a short answer, and points to a long one", () => {
    const source = "# S\n\n## Keys\n\n| Key | Default |\n|--|--|\n| `ttl` | TBD |\n";
    expect(assembled(source, resolved(source, { text: "60 s" }))).toContain("| `ttl` | 60 s |");
    const text = assembled(source, resolved(source, { text: "Sixty seconds.\n\nNever more." }));
    expect(text).toContain('| `ttl` | see "Keys" |\n\nSixty seconds.\n\nNever more.\n');
  });

  it("puts the resolutions of a table of gaps below it under their titles, and drops their rows", () => {
    const source =
      "# S\n\n## Gaps\n\n| ID | Gap |\n|--|--|\n| GAP-AA-001 | Port? |\n| GAP-AA-002 | Host? |\n\nNote.\n\n## Next\n";
    const one = resolved(source, { gap: "GAP-AA-001", text: "Port 80.\n\nAlways." });
    expect(assembled(source, one)).toBe(
      "# S\n\n## Gaps\n\n| ID | Gap |\n|--|--|\n| GAP-AA-002 | Host? |\n\nNote.\n\n### Port?\n\nPort 80.\n\nAlways.\n\n## Next\n",
    );
    const both = assembled(source, one, resolved(source, { gap: "GAP-AA-002", text: "Any." }));
    expect(both).not.toContain("| ID |");
    expect(both).toContain("### Host?\n\nAny.");
  });

  it("replaces the description below a heading that begins with the gap, and keeps the heading", () => {
    const source = "# S\n\n### GAP-AA-001: Retention\n\nHow long?\n\n## Next\n";
    const text = assembled(source, resolved(source, { text: "Ten years.\n\nThen gone." }));
    expect(text).toContain("### GAP-AA-001: Retention\n\nTen years.\n\nThen gone.\n");
    expect(text).not.toContain("How long?");
  });

  it("keeps other gaps that are stated within such a description", () => {
    const source = "# S\n\n### GAP-AA-001: Retention\n\nHow long?\n\nTODO: ask Legal about Austria.\n";
    const text = assembled(source, resolved(source, { gap: "GAP-AA-001", text: "Ten years." }));
    expect(text).toBe("# S\n\n### GAP-AA-001: Retention\n\nTODO: ask Legal about Austria.\n\nTen years.\n");
  });

  it("keeps what a heading with the gap's id in it says besides", () => {
    const source = "# S\n\n### Retention (GAP-AA-001)\n\nKept 10 years in Austria.\n";
    const text = assembled(source, resolved(source, { text: "Elsewhere five." }));
    expect(text).toContain("Kept 10 years in Austria.\n\nElsewhere five.\n");
  });

  it("takes the statement out wherever it stands when the text goes to a target", () => {
    const source = "# S\n\n## Errors\n\nx\n\n## Open questions\n\n- OQ-001: Which code?\n";
    const text = assembled(source, resolved(source, { target: "Errors", text: "Code 5." }));
    expect(text).toBe(
      "# S\n\n## Errors\n\nx\n\nCode 5.\n\n## Open questions\n\nAll of it is settled: see Traceability.\n",
    );
  });

  it("leaves no hole where a paragraph stood", () => {
    const source = "# S\n\n## Errors\n\nx\n\n## B\n\nOne.\n\nTODO: name the code.\n\nTwo.\n";
    const text = assembled(source, resolved(source, { target: "Errors", text: "Code 5." }));
    expect(text).toContain("One.\n\nTwo.\n");
  });

  it("does not take an indented block that follows into a list of its own", () => {
    const source = "# S\n\nTODO: name the codes.\n\n    code\n";
    const text = assembled(source, resolved(source, { text: "- a\n- b" }));
    expect(parseMarkdown(text).blocks.at(-1)).toMatchObject({ type: "code", text: "code\n" });
  });

  it("keeps what only mentions the gap", () => {
    const source = "# S\n\n- GAP-AA-001: Which code?\n\nPhase 2 comes after GAP-AA-001.\n";
    expect(assembled(source, resolved(source, { text: "Code 5." }))).toBe(
      "# S\n\n- Code 5.\n\nPhase 2 comes after GAP-AA-001.\n",
    );
  });
});

describe("what has no place in the source (SPEC 12)", () => {
  it("goes to an appendix of its category, under its title", () => {
    const { text, placements } = assembleSpec("# S\n\nx\n", [part({ gap: "GAP-FLOW-002", text: "Flow." })], NOTHING);
    expect(text).toContain("x\n\n## Appendix: FLOW\n\n### Title of GAP-FLOW-002\n\nFlow.\n");
    expect(placements).toEqual([{ gap: "GAP-FLOW-002", heading: "Appendix: FLOW", line: 7 }]);
    expect(text.split("\n")[6]).toBe("### Title of GAP-FLOW-002");
  });

  it("is not lost when its target is not a heading of the source", () => {
    expect(assembled("# S\n", part({ target: "Nowhere", text: "Words." }))).toContain("## Appendix: AA");
  });
});

describe("resolutions without Spec Text (SPEC 12)", () => {
  const sections = [
    { heading: "Proposed Solution", text: "The solution." },
    { heading: "Examples", text: "An example." },
    { heading: "Trade-offs", text: "A trade-off." },
    { heading: "Response to ISSUE-R1-001", text: "A response." },
    { heading: "New Gaps Introduced", text: "None." },
  ];

  it("give Proposed Solution and Examples, never trade-offs or responses", () => {
    const text = assembled("# S\n", part({ sections }));
    expect(text).toContain("The solution.\n\n**Examples**\n\nAn example.");
    expect(text).not.toMatch(/trade-off|response|None\./i);
  });

  it("keep the headings of several parts of a solution", () => {
    const text = assembled(
      "# S\n",
      part({
        sections: [
          { heading: "1. Problem Statement", text: "A problem." },
          { heading: "2. Resolution: Focus", text: "##### Keys\n\nTab." },
          { heading: "3. Resolution: Errors", text: "Shown." },
        ],
      }),
    );
    expect(text).toContain("\n#### Focus\n\n##### Keys\n\nTab.\n\n#### Errors\n\nShown.");
    expect(text).not.toContain("A problem.");
  });

  it("take what follows the solution a level too high for a part of it", () => {
    const text = assembled(
      "# S\n",
      part({
        sections: [
          sections[0],
          { heading: "Tier 1", text: "The tier." },
          ...sections.slice(1),
          { heading: "Checks", text: "Later." },
        ].flatMap((one) => one ?? []),
      }),
    );
    expect(text).toContain("The solution.\n\n#### Tier 1\n\nThe tier.\n\n**Examples**\n\nAn example.");
    expect(text).not.toContain("Later.");
  });

  it("give what is not discussion where no section is called a solution", () => {
    const text = assembled(
      "# S\n",
      part({ sections: [{ heading: "Cleanup algorithm", text: "It cleans." }, ...sections.slice(2)] }),
    );
    expect(text).toContain("It cleans.");
    expect(text).not.toMatch(/trade-off|A response/i);
  });
});

describe("what stands at the end (SPEC 12)", () => {
  it("lists limitations by severity with the User's words, and traces every gap", () => {
    const { text } = assembleSpec("# S\n\n## A\n\nx\n", [part({ target: "A", text: "y" })], {
      limitations: [
        { gap: "GAP-BB-001", title: "Low | one", severity: "LOW", kind: "open" },
        {
          gap: "GAP-CC-001",
          title: "High one",
          severity: "HIGH",
          kind: "accepted risk",
          words: "We know.\n# And mean it",
          decision: "DECISION-R4-001",
        },
      ],
      traceability: [
        {
          gap: "GAP-AA-001",
          label: "OQ-1",
          title: "Port",
          state: "RESOLVED",
          round: 3,
          decisions: ["DECISION-R2-001"],
        },
      ],
    });
    expect(text).toContain(
      "## Known Limitations\n\n- **GAP-CC-001** [HIGH, accepted risk] High one (DECISION-R4-001)\n\n  > We know.\n  > # And mean it\n\n- **GAP-BB-001** [LOW, open] Low \\| one\n",
    );
    expect(text).toContain("| GAP-AA-001 (OQ-1) | Port | A | RESOLVED | 3 | DECISION-R2-001 |\n");
  });

  it("does not repeat a heading that the source has", () => {
    const { text } = assembleSpec("# S\n\n## Known Limitations\n\nSlow.\n", [], NOTHING);
    expect(text).toContain("## Known Limitations (this version)");
  });

  it("keeps the source's line ends", () => {
    const { text } = assembleSpec("# S\r\n\r\n## A\r\n\r\nx\r\n", [part({ target: "A", text: "y\n\nz" })], NOTHING);
    expect(text).not.toMatch(/[^\r]\n/);
  });
});

describe("the parts of a split gap, which share its place (SPEC 3.1, 12)", () => {
  it.each([
    ["a list item", "# S\n\n## A\n\n- GAP-AA-001 (HIGH): The size is not said.\n- Kept.\n"],
    ["a paragraph", "# S\n\n## A\n\nGAP-AA-001: The size is not said.\n\nKept.\n"],
    ["a TODO in a sentence", "# S\n\n## A\n\nA file is small. TODO: how small?\n\nKept.\n"],
  ])("all stand in the spec where it was stated as %s", (_what, source) => {
    const whole = resolved(source, { text: "At most 50 MB." });
    const first = { ...whole, gap: `${whole.gap}a` as GapId };
    const second = {
      ...resolved(source, { text: "At most 100 files." }),
      gap: `${whole.gap}b` as GapId,
      title: "Count",
    };
    const text = assembled(source, first, second);
    for (const words of ["At most 50 MB.", "At most 100 files.", "Kept.", "## A"]) expect(text).toContain(words);
    expect(text).not.toMatch(/TODO|is not said/);
  });
});
