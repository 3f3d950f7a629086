import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GapId } from "../../model/ids.ts";
import type { LineEdit } from "../values.ts";
import { assembleSpec } from "./assemble.ts";
import type { SpecPart } from "./spec-part.ts";

function part(gap: string, edits: readonly LineEdit[], more: Partial<SpecPart> = {}): SpecPart {
  const text = edits.map(({ after }) => after.join("\n")).join("\n\n");
  return {
    gap: gap as GapId,
    title: "A title",
    text: "What is missing.",
    places: [],
    specTexts: [{ mode: "edit", text, edits }],
    sections: [],
    mends: true,
    ...more,
  };
}

const edit = (before: string, after: string): LineEdit => ({ before: before.split("\n"), after: after.split("\n") });

/** The spec without what closes it. */
function assembled(source: string, ...parts: SpecPart[]): string {
  return assembleSpec(source, parts, { limitations: [], traceability: [] }).text.split("\n## Known")[0] ?? "";
}

const SOURCE = "# Title\n\n## Limits\n\n- FR-1: fast\n- FR-2: small\n\n| a | b |\n|---|---|\n| x | y |\n";

describe("a Spec Text that edits", () => {
  test("changes its lines where they stand and nothing else", () => {
    const text = assembled(SOURCE, part("GAP-NUM-001", [edit("- FR-1: fast", "- FR-1: within 5 s")]));
    expect(text).toBe(SOURCE.replace("fast", "within 5 s"));
  });

  test("may repeat code that stands in the line, whatever it holds", () => {
    const source = "# Title\n\nIt writes `job-<id>.log`.\n";
    const after = "It writes `job-<id>.log`. If `job-<id>.log` is there, it stops.";
    expect(assembled(source, part("GAP-NUM-001", [edit("It writes `job-<id>.log`.", after)]))).toBe(
      `# Title\n\n${after}\n`,
    );
  });

  test("inserts behind a line that stays", () => {
    const text = assembled(SOURCE, part("GAP-NUM-001", [edit("| x | y |", "| x | y |\n| v | w |")]));
    expect(text).toBe(SOURCE.replace("| x | y |\n", "| x | y |\n| v | w |\n"));
  });

  test("adds a row to the table though another adds a paragraph behind the same row", () => {
    const paragraph = part("GAP-NUM-001", [edit("| x | y |", "| x | y |\n\nThat is all.")]);
    const row = part("GAP-NUM-002", [edit("| x | y |", "| x | y |\n| v | w |")]);
    expect(assembled(SOURCE, paragraph, row)).toBe(
      SOURCE.replace("| x | y |\n", "| x | y |\n| v | w |\n\nThat is all.\n"),
    );
  });

  test("is traced to the section and the line where it stands", () => {
    const edits = [edit("- FR-2: small", "- FR-2: at most 5 MB")];
    const { placements, text } = assembleSpec(SOURCE, [part("GAP-NUM-001", edits)], {
      limitations: [],
      traceability: [],
    });
    expect(placements).toEqual([{ gap: "GAP-NUM-001", heading: "Limits", line: 6 }]);
    expect(text.split("\n")[5]).toBe("- FR-2: at most 5 MB");
  });

  test("goes on from what another one wrote, whichever comes first", () => {
    const first = part("GAP-NUM-002", [edit("- FR-1: fast", "- FR-1: within 5 s")]);
    const second = part("GAP-NUM-001", [edit("- FR-1: within 5 s", "- FR-1: within 5 s, measured at the client")]);
    const expected = SOURCE.replace("fast", "within 5 s, measured at the client");
    expect(assembled(SOURCE, first, second)).toBe(expected);
    expect(assembled(SOURCE, second, first)).toBe(expected);
  });

  test("takes the lines nearest to the gap's place where they stand twice", () => {
    const source = "# T\n\n## A\n\nfast\n\n## B\n\nfast\n";
    const place = { heading: "B", line: 9, endLine: 9 };
    const text = assembled(source, part("GAP-NUM-001", [edit("fast", "5 s")], { places: [place] }));
    expect(text).toBe("# T\n\n## A\n\nfast\n\n## B\n\n5 s\n");
  });

  test("keeps CRLF line ends", () => {
    const source = SOURCE.replaceAll("\n", "\r\n");
    const text = assembled(source, part("GAP-NUM-001", [edit("- FR-1: fast", "- FR-1: 5 s\n- FR-3: 6 s")]));
    expect(text).toContain("- FR-1: 5 s\r\n- FR-3: 6 s\r\n- FR-2: small\r\n");
  });

  test.each([
    ["whose lines are nowhere", edit("- FR-9: fast", "- FR-9: within 5 s"), "within 5 s"],
    ["that would take a heading away", edit("## Limits", "Limits of 5 s"), "Limits of 5 s"],
    ["that opens a fence", edit("- FR-1: fast", "```\nfive seconds"), "five seconds"],
    ["that hides what follows", edit("- FR-1: fast", "<!-- five seconds"), "five seconds"],
  ])("one %s is appended, and the source stays whole", (_, change, words) => {
    const specTexts = [{ mode: "edit" as const, text: change.after.join("\n"), edits: [change], target: "Limits" }];
    const text = assembled(SOURCE, part("GAP-NUM-001", [], { specTexts }));
    for (const line of SOURCE.split("\n")) expect(text.split("\n")).toContain(line);
    expect(text).toContain(words);
  });

  test("replaces a marker line, and clears what states the gap elsewhere", () => {
    const source = "# T\n\n## A\n\nTODO: the limit\n\n## Open Questions\n\n- TODO: the limit\n";
    const places = [
      { heading: "A", line: 5, endLine: 5 },
      { heading: "Open Questions", line: 9, endLine: 9 },
    ];
    const text = assembled(
      source,
      part("GAP-TODO-001", [edit("TODO: the limit", "The limit is 5.")], {
        places,
        text: "TODO: the limit",
        mends: false,
      }),
    );
    expect(text).toContain("## A\n\nThe limit is 5.\n");
    expect(text).not.toContain("TODO");
  });

  test("edits of different lines do not hang on their order, and every other line stays", () => {
    const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.boolean()), (words, chosen) => {
        const source = `# T\n\n${words.join("\n\n")}\n`;
        const edited = words.filter(() => chosen.next().value);
        const parts = edited.map((word, index) =>
          part(`GAP-NUM-${String(index + 1).padStart(3, "0")}`, [edit(word, `${word} 1`)]),
        );
        const expected = `# T\n\n${words.map((word) => (edited.includes(word) ? `${word} 1` : word)).join("\n\n")}\n`;
        expect(assembled(source, ...parts)).toBe(expected);
        expect(assembled(source, ...parts.toReversed())).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });
});

describe("two edits of one line", () => {
  const LISTED = "# T\n\nStates: Idle, Busy, Asking.\n";

  test("both hold where they change different words of it", () => {
    const removes = part("GAP-STATE-001", [edit("States: Idle, Busy, Asking.", "States: Idle, Busy.")]);
    const adds = part("GAP-STATE-002", [edit("States: Idle, Busy, Asking.", "States: Idle, Busy, Asking, Closed.")]);
    const changes = part("GAP-STATE-003", [edit("States: Idle, Busy, Asking.", "States: Idle, Working, Asking.")]);
    expect(assembled(LISTED, removes, adds)).toBe("# T\n\nStates: Idle, Busy, Closed.\n");
    expect(assembled(LISTED, removes, adds, changes)).toBe("# T\n\nStates: Idle, Working, Closed.\n");
  });

  test("lines behind a line that was changed are put there", () => {
    const changes = part("GAP-STATE-001", [edit("States: Idle, Busy, Asking.", "States: Idle.")]);
    const behind = part("GAP-STATE-002", [
      edit("States: Idle, Busy, Asking.", "States: Idle, Busy, Asking.\nIdle is initial."),
    ]);
    expect(assembled(LISTED, changes, behind)).toBe("# T\n\nStates: Idle.\nIdle is initial.\n");
  });

  test("lines that two add behind one line stand in the order of their gaps", () => {
    const first = part("GAP-STATE-001", [edit("# T", "# T\none")]);
    const second = part("GAP-STATE-002", [edit("# T", "# T\ntwo")]);
    expect(assembled(LISTED, second, first)).toContain("# T\none\ntwo\n");
  });

  test("of two that change the same words the first holds, and the other is not lost", () => {
    const one = part("GAP-STATE-001", [edit("States: Idle, Busy, Asking.", "States: Idle, Working, Asking.")]);
    const other = part("GAP-STATE-002", [edit("States: Idle, Busy, Asking.", "States: Idle, Active, Asking.")]);
    const text = assembled(LISTED, one, other);
    expect(text).toContain("States: Idle, Working, Asking.");
    expect(text).toContain("States: Idle, Active, Asking.");
  });
});
