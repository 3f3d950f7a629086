import { describe, expect, test } from "vitest";
import type { Change, ChangeBatch, ChangeKind, MergeOverlap, Spec } from "../../model/change.ts";
import { followChanges, rebase, resolveOverlap } from "./rebase.ts";
import { replay } from "./replay.ts";

const TEXT = `# Cache

## Expiry

An entry expires after a while. It is then removed by the sweeper, which runs every minute.

## Limits

- At most 10,000 entries.
- At most 64 kB for each of the entries.

## Open Questions

- How long does an entry live?
`;

function spec(text: string): Spec {
  return [{ path: "spec.md", text }];
}

function change(kind: ChangeKind, old: string, now = "", place = "", number = 1): Change {
  return { number, kind, place, old, new: now };
}

function batches(...changes: Change[]): ChangeBatch[] {
  return changes.map((item, index) => ({
    round: index + 1,
    sets: [{ gap: `GAP-CACHE-00${index + 1}`, changes: [item] }],
  }));
}

const EXPIRES = change(
  "replace",
  "An entry expires after a while.",
  "An entry expires 15 minutes after its last write.",
);

function rebased(newest: string, ...changes: Change[]) {
  const accepted = batches(...changes);
  const result = rebase(spec(TEXT), spec(newest), accepted);
  expect(replay(spec(newest), result.batches)).toEqual({ spec: result.spec, failed: [] });
  return { ...result, accepted, text: result.spec[0]?.text };
}

describe("an author's edit", () => {
  test("outside the changes is taken over, and the changes stay as they are", () => {
    const newest = TEXT.replace("10,000", "20,000");
    const { batches: next, accepted, overlaps, text } = rebased(newest, EXPIRES);
    expect({ next, overlaps }).toEqual({ next: accepted, overlaps: [] });
    expect(text).toBe(newest.replace(EXPIRES.old, EXPIRES.new));
  });

  test("of other words of a quoted line is merged, and the change restated in the author's words", () => {
    const whole = change(
      "replace",
      "An entry expires after a while. It is then removed by the sweeper, which runs every minute.",
      "An entry expires 15 minutes after its last write. It is then removed by the sweeper, which runs every minute.",
    );
    const { overlaps, text } = rebased(TEXT.replace("every minute", "every second"), whole);
    expect(overlaps).toEqual([]);
    expect(text).toContain(
      "An entry expires 15 minutes after its last write. It is then removed by the sweeper, which runs every second.",
    );
  });

  test("what is added at the end of the file stands behind what the author put there", () => {
    const newest = `${TEXT}\nOne more rule.\n`;
    const { overlaps, text } = rebased(newest, change("add-at-end", "", "The last rule."));
    expect(overlaps).toEqual([]);
    expect(text).toBe(`${newest}\nThe last rule.\n`);
  });

  test("of a heading changes nothing for words that stand once, nor for those that it told apart", () => {
    const newest = TEXT.replace("## Limits", "## Bounds");
    expect(
      rebased(newest, change("replace", "- At most 10,000 entries.", "- At most 5 entries.", "Limits")),
    ).toMatchObject({ overlaps: [] });
    const { overlaps, text } = rebased(newest, change("add-at-end", "", "- At most 8 writes.", "Limits"));
    expect(overlaps).toEqual([]);
    expect(text).toBe(newest.replace("of the entries.\n", "of the entries.\n- At most 8 writes.\n"));
  });

  test("that moves a whole section moves its changes", () => {
    const section = TEXT.slice(TEXT.indexOf("## Expiry"), TEXT.indexOf("## Limits"));
    const newest = `${TEXT.replace(section, "")}\n${section}`;
    const { overlaps, text } = rebased(newest, EXPIRES, change("replace", "15 minutes", "20 minutes"));
    expect(overlaps).toEqual([]);
    expect(text).toBe(newest.replace(EXPIRES.old, EXPIRES.new.replace("15", "20")));
  });

  test("that says what the change says makes it unnecessary", () => {
    const {
      batches: next,
      overlaps,
      text,
    } = rebased(
      TEXT.replace(EXPIRES.old, EXPIRES.new).replace("of the entries.\n", "of the entries.\n- At most 8 writes.\n"),
      EXPIRES,
      change("add-at-end", "", "- At most 8 writes.", "Limits"),
    );
    expect(overlaps).toEqual([]);
    expect(next.flatMap(({ sets }) => sets.flatMap(({ changes }) => changes))).toEqual([]);
    expect(text?.match(/8 writes/g)).toHaveLength(1);
  });

  test("of the same words is asked about, with the three versions", () => {
    const newest = TEXT.replace("after a while", "after an hour");
    const { batches: next, overlaps, text } = rebased(newest, EXPIRES);
    expect(text).toBe(newest);
    expect(next[0]?.sets[0]).toEqual({ gap: "GAP-CACHE-001", changes: [] });
    expect(overlaps).toMatchObject([{ batch: 0, set: 0, change: 1, file: "spec.md" }]);
    expect(overlaps[0]?.base).toContain("after a while.");
    expect(overlaps[0]?.theirs).toContain("after an hour.");
    expect(overlaps[0]?.ours).toContain("15 minutes after its last write.");
  });

  test("of words beside those of the change is asked about", () => {
    const half = change("replace", "64 kB", "128 kB");
    expect(rebased(TEXT.replace("64 kB", "64 MB"), half).overlaps).toHaveLength(1);
  });

  test("that deletes what the change is about is asked about", () => {
    const { overlaps } = rebased(
      TEXT.replace("- At most 10,000 entries.\n", ""),
      change("add-after", "- At most 10,000 entries.", "- More."),
    );
    expect(overlaps).toHaveLength(1);
  });

  test("of the changed words does not let the change jump to the same words elsewhere", () => {
    const twice = "# A\n\n## Intake\n\nParcels are kept.\n\n## Storage\n\nParcels are kept.\n";
    const keeps = batches(change("replace", "Parcels are kept.", "Parcels are kept for 15 days.", "Storage"));
    const edited = twice.replace("## Storage\n\nParcels are kept.", "## Storage\n\nParcels lie on shelves.");
    const result = rebase(spec(twice), spec(edited), keeps);
    expect(result.overlaps).toHaveLength(1);
    expect(result.spec).toEqual(spec(edited));
  });

  test("that says the words of a change in another section does not make it unnecessary", () => {
    const text = "# A\n\n## Intake\n\nOne.\n\n## Storage\n\nEach parcel has one shelf.\n";
    const adds = batches(change("add-after", "Each parcel has one shelf.", "A day is 24 hours.", "Storage"));
    const edited = text.replace("One.", "One. A day is 24 hours.");
    expect(rebase(spec(text), spec(edited), adds).spec[0]?.text).toContain("one shelf.\n\nA day is 24 hours.\n");
  });

  test("of a file that is gone, or new, is no fault", () => {
    const two = [...spec(TEXT), { path: "b.md", text: "words of b\n" }];
    const accepted = batches(change("replace", "words of b", "more words of b"), EXPIRES);
    const gone = rebase(two, spec(TEXT), accepted);
    expect(gone.overlaps).toMatchObject([{ batch: 0, file: "spec.md", theirs: "" }]);
    expect(gone.spec[0]?.text).toContain("15 minutes");
    const added = rebase(two, [...two, { path: "c.md", text: "c\n" }], accepted);
    expect(added).toMatchObject({ overlaps: [], spec: [{}, { text: "more words of b\n" }, { text: "c\n" }] });
    expect(rebase(two, [], accepted)).toMatchObject({ spec: [], overlaps: [{}, {}] });
  });
});

describe("lines added below a line", () => {
  const QUESTIONS = "## Open Questions\n\n1. Which formats?\n2. Who may export?\n";
  const CSV = change("add-after", "1. Which formats?", "   - CSV and JSON.");
  const merged = (before: string, after: string, ...changes: Change[]) => {
    const { spec: result, overlaps } = rebase(spec(before), spec(after), batches(...changes));
    return { text: result[0]?.text, overlaps };
  };

  test.each([
    ["at its end", "1. Which formats? CSV."],
    ["at its end, without a space", "1. Which formats?(CSV)"],
    ["at its beginning", "1. For reports: Which formats?"],
    ["in its midst", "1. Which file formats?"],
  ])("stay lines of their own whatever the author puts into it: %s", (_, line) => {
    const after = QUESTIONS.replace("1. Which formats?", line);
    const expected = after.replace(line, `${line}\n   - CSV and JSON.`);
    expect(merged(QUESTIONS, after, CSV)).toEqual({ text: expected, overlaps: [] });
    const windows = (text: string) => text.replaceAll("\n", "\r\n");
    expect(merged(windows(QUESTIONS), windows(after), CSV)).toEqual({ text: windows(expected), overlaps: [] });
  });

  test("stay so at the end of a file that has no last line end", () => {
    const before = QUESTIONS.slice(0, QUESTIONS.indexOf("\n2."));
    expect(merged(before, `${before} CSV.`, CSV).text).toBe(`${before} CSV.\n   - CSV and JSON.`);
  });

  test("stay rows below a row", () => {
    const table = "| a | b |\n| - | - |\n| x | y |\n| z | z |\n";
    const row = change("add-after", "| x | y |", "| n | m |");
    const after = table.replace("| x | y |", "| x | y and more |");
    expect(merged(table, after, row)).toEqual({
      text: after.replace("more |\n", "more |\n| n | m |\n"),
      overlaps: [],
    });
  });

  test("come before items that the author added there", () => {
    const after = QUESTIONS.replace("formats?", "formats?\n2. Which sizes?");
    expect(merged(QUESTIONS, after, CSV).text).toContain("formats?\n   - CSV and JSON.\n2. Which sizes?\n");
  });

  test("are asked about where the author answered the question below it, without the author's next item", () => {
    const after = QUESTIONS.replace("formats?", "formats?\n   - CSV.\n2. Which sizes?");
    const { text, overlaps } = merged(QUESTIONS, after, CSV);
    expect(text).toBe(after);
    const versions = {
      base: "1. Which formats?",
      ours: "1. Which formats?\n   - CSV and JSON.",
      theirs: "1. Which formats?\n   - CSV.",
    };
    expect(overlaps).toMatchObject([versions]);
  });

  test.each([
    ["for the change", (overlap: MergeOverlap) => overlap.ours, "## Fees\n\nThe fee is 5.\n"],
    ["for the author", (overlap: MergeOverlap) => overlap.theirs, "## Fees\n\nThere is no fee.\n"],
  ])("are asked about where the author filled the same empty section, and a choice %s stands", (_, chosen, section) => {
    const before = `## Fees\n\n${QUESTIONS}`;
    const after = before.replace("## Fees\n", "## Fees\n\nThere is no fee.\n");
    const { text, overlaps } = merged(before, after, change("add-after", "## Fees", "The fee is 5."));
    expect(text).toBe(after);
    const [overlap, ...others] = overlaps;
    expect(others).toEqual([]);
    const [made] = overlap ? resolveOverlap(overlap, chosen(overlap)) : [];
    expect(replay(spec(after), made ? batches(made) : []).spec[0]?.text).toBe(`${section}\n${QUESTIONS}`);
  });

  test("are not asked about where a line that was there, edited, only slid below the question", () => {
    const before = "- Which formats?\n- Who exports?\n  - All members with a role do.\n";
    const after = "- Which formats?\n  - All members with a paid role do.\n";
    const { overlaps } = merged(before, after, change("add-after", "- Which formats?", "  - CSV."));
    expect(overlaps).toEqual([]);
  });

  test("are not asked about where the author only began a section below the heading", () => {
    const before = `## Fees\n\n${QUESTIONS}`;
    const after = before.replace("## Fees\n", "## Fees\n\n### For members\n\nNone.\n");
    const { text, overlaps } = merged(before, after, change("add-after", "## Fees", "The fee is 5."));
    expect(overlaps).toEqual([]);
    expect(text).toContain("## Fees\n\nThe fee is 5.\n\n### For members\n\nNone.\n");
  });

  test("are asked about where the author wrote another line in its place", () => {
    const after = QUESTIONS.replace("1. Which formats?", "1. Reports are spreadsheets.");
    const { text, overlaps } = merged(QUESTIONS, after, CSV);
    expect(text).toBe(after);
    expect(overlaps).toMatchObject([{ ours: "1. Reports are spreadsheets.\n   - CSV and JSON." }]);
  });

  test("are not done because another line holds their words", () => {
    const adds = change("add-after", "2. Who may export?", "Admins.");
    const after = QUESTIONS.replace("formats?", "formats? For Admins.");
    expect(merged(QUESTIONS, after, adds).text).toContain("2. Who may export?\n\nAdmins.\n");
  });
});

test("words that the author wrote in another line do not make a change unnecessary", () => {
  const fill = change("replace", "64 kB", "1 MB");
  const { overlaps } = rebased(
    TEXT.replace("64 kB", "9 kB").replace("10,000 entries.", "10,000 entries of 1 MB."),
    fill,
  );
  expect(overlaps).toHaveLength(1);
});

test("a struck line to which the author added words is asked about", () => {
  const { text, overlaps } = rebased(
    TEXT.replace("an entry live?", "an entry live? An hour."),
    change("remove", "- How long does an entry live?"),
  );
  expect(text).toContain("An hour.");
  expect(overlaps).toHaveLength(1);
});

test("a line written anew to which the author added words is asked about", () => {
  const anew = change("replace", "- How long does an entry live?", "- An entry lives for one hour.");
  expect(rebased(TEXT.replace("an entry live?", "an entry live?(Ask.)"), anew).overlaps).toHaveLength(1);
});

test("a line of a wrapped paragraph written anew to which the author added words is asked about", () => {
  const before =
    "It keeps each entry for some time\nand the sweeper, which nobody sees, runs now and then.\nIt stops then.\n";
  const after = before.replace("and the", "and then the").replace("stops then.", "stops then.(Ask.)");
  const anew = batches(change("replace", "It stops then.", "Nothing else happens."));
  const { spec: result, overlaps } = rebase(spec(before), spec(after), anew);
  expect(result).toEqual(spec(after));
  expect(overlaps).toMatchObject([{ theirs: expect.stringContaining("(Ask.)") }]);
});

describe("a change of a passage that the author removed", () => {
  const line = (id: string, whom: string, when: string) =>
    `- **${id}**: The system MUST notify the ${whom} when a parcel is ${when}.`;
  const BEFORE = [
    "# Desk\n",
    line("FR-005", "tenant", "brought"),
    line("FR-006", "courier [TBD]", "refused"),
    line("FR-007", "manager", "lost"),
    line("FR-008", "tenant again", "kept"),
    "",
  ].join("\n");
  const answer = change(
    "replace",
    line("FR-006", "courier [TBD]", "refused"),
    line("FR-006", "courier at once", "refused"),
  );
  const GONE = BEFORE.replace(`${answer.old}\n`, "");
  const merged = (before: string, after: string, made: Change) => rebase(spec(before), spec(after), batches(made));

  test.each([
    ["got its id", GONE.replace("FR-007", "FR-006")],
    ["was reworded", GONE.replace("manager when a parcel is lost", "courier when a parcel is refused or lost")],
    ["was renumbered with all that follow", GONE.replace("FR-007", "FR-006").replace("FR-008", "FR-007")],
    [
      "and only ids were renamed",
      BEFORE.replace(/- \*\*FR-005.*\n/, "")
        .replace("FR-006", "FR-005")
        .replace("FR-007", "FR-006"),
    ],
  ])("is asked about where the next requirement %s", (_, after) => {
    const { spec: result, overlaps } = merged(BEFORE, after, answer);
    expect(result).toEqual(spec(after));
    expect(overlaps).toMatchObject([{ ours: expect.stringContaining(answer.new) }]);
  });

  test("does not go into the row of another key", () => {
    const table =
      "| Name | Limit |\n| --- | --- |\n| uploads | TBD per day and user |\n| exports | 5 per day and user |\n";
    const after = table.replace(/\| uploads.*\n/, "").replace("5 per day and user", "6 per day and user");
    const made = change("replace", "| uploads | TBD per day and user |", "| uploads | 9 per day and user |");
    const { spec: result, overlaps } = merged(table, after, made);
    expect(result).toEqual(spec(after));
    expect(overlaps).toMatchObject([{ ours: expect.stringContaining("| uploads | 9 per day and user |") }]);
  });

  test("does not go to the same words under another heading", () => {
    const section = (name: string, more: string) => `### ${name}\n\nPriority: TBD\n\n${more}\n\n`;
    const before = section("Requirement 2: Export", "It writes.") + section("Requirement 3: Import", "It reads.");
    const after = section("Requirement 2: Import", "It reads files.");
    const made = change("replace", "Priority: TBD", "Priority: high", "Requirement 2: Export");
    const { spec: result, overlaps } = merged(before, after, made);
    expect(result).toEqual(spec(after));
    expect(overlaps).toHaveLength(1);
  });

  test("is not added at the end of another section", () => {
    const before = "# A\n\n## Limits\n\n- One.\n\n## Quotas\n\n- Two.\n";
    const after = before.replace("## Limits\n\n- One.\n\n## Quotas", "## Bounds");
    const { spec: result, overlaps } = merged(before, after, change("add-at-end", "", "- Ten.", "Limits"));
    expect(result).toEqual(spec(after));
    expect(overlaps).toHaveLength(1);
  });
});

describe("neighbouring paragraphs that the author edited at once", () => {
  const SHELVES =
    "Parcels are kept on shelves. Each shelf has a label, and the desk\nscans the label. TODO: how many shelves?";
  const LARGE =
    "Large parcels are kept in the back room. Each of them has a label, and the\ndesk scans the label then.";
  const before = `# A\n\n${SHELVES}\n\n${LARGE}\n`;
  const answer = change("replace", SHELVES, SHELVES.replace("TODO: how many shelves?", "There are 12 shelves."));
  const cellar = LARGE.replace("back room", "cellar");

  test.each([
    ["above a new one", `# A\n\nOf wood.\n\n${SHELVES.replace("Each", "Every")}\n\n${cellar}\n`],
    [
      "below a new one that is like both",
      `# A\n\nSmall parcels are kept in a box. Each box has a label.\n\n${SHELVES.replace("Each", "Every")}\n\n${cellar}\n`,
    ],
  ])("are asked about: %s", (_, after) => {
    const { spec: result, overlaps } = rebase(spec(before), spec(after), batches(answer));
    expect(result).toEqual(spec(after));
    expect(overlaps).toHaveLength(1);
  });

  test("are told apart where the changed one was removed: it is offered whole", () => {
    const after = `# A\n\n${cellar}\n`;
    const { spec: result, overlaps } = rebase(spec(before), spec(after), batches(answer));
    expect(result).toEqual(spec(after));
    expect(overlaps).toMatchObject([{ ours: expect.stringContaining(`${answer.new}\n\nLarge parcels`) }]);
  });
});

test("a line to remove that the author moved is removed there", () => {
  const before = "# A\n\n- One is kept.\n- Two goes.\n- Three is kept.\n";
  const after = "# A\n\n# B\n\n- One is kept(now).\n- Two goes.\n- Three is kept   there.\n";
  const made = batches(change("add-at-end", "", "- Four.", "A"), change("remove", "- Two goes."));
  const { spec: result, overlaps } = rebase(spec(before), spec(after), made);
  expect(overlaps).toEqual([]);
  expect(result[0]?.text).not.toContain("Two goes");
});

describe("a decision", () => {
  const newest = TEXT.replace("after a while", "after an hour").replace("every minute", "every second");

  function settled(words: (overlap: { ours: string; theirs: string }) => string, ...more: Change[]) {
    const { batches: next, overlaps } = rebased(newest, EXPIRES, ...more);
    const [overlap] = overlaps;
    if (overlap === undefined) throw new Error("nothing to decide");
    const [decided] = resolveOverlap(overlap, words(overlap));
    const changes = decided === undefined ? [] : [decided];
    return { overlaps, ...replay(spec(newest), [{ round: 1, sets: [{ changes }] }, ...next.slice(1)]) };
  }

  test("for the author drops the change", () => {
    expect(settled(({ theirs }) => theirs)).toMatchObject({ spec: spec(newest), failed: [] });
  });

  test("for the change keeps the author's other words", () => {
    const { spec: result } = settled(({ ours }) => ours);
    expect(result[0]?.text).toContain(
      "15 minutes after its last write. It is then removed by the sweeper, which runs every second.",
    );
  });

  test("in own words stands in place of both", () => {
    expect(settled(() => "An entry lives for ever.").spec[0]?.text).toContain(
      "## Expiry\n\nAn entry lives for ever.\n\n## Limits",
    );
  });

  test("takes with it the later changes that built on the change", () => {
    const { overlaps, spec: result } = settled(({ ours }) => ours, change("replace", "15 minutes", "20 minutes"));
    expect(overlaps).toHaveLength(1);
    expect(result[0]?.text).toContain("20 minutes after its last write.");
  });
});

describe("a change that waits", () => {
  const limit = change("add-after", "- At most 10,000 entries.", "- At most 5 writers.", "Limits");
  const applied = (newest: string, ...changes: Change[]) => {
    const followed = followChanges(spec(TEXT), spec(newest), changes);
    return replay(spec(newest), [{ round: 1, sets: [{ gap: "GAP-CACHE-001", changes: [...followed] }] }]).spec[0]?.text;
  };

  test("adds whole lines below a line that went on meanwhile, and never into it", () => {
    const newest = TEXT.replace("10,000 entries.", "10,000 entries. The oldest goes first.");
    expect(applied(newest, limit)).toContain(
      "- At most 10,000 entries. The oldest goes first.\n- At most 5 writers.\n",
    );
  });

  test("stays the same object where it means the same, and where it clashes", () => {
    const changes = [EXPIRES, limit];
    expect(followChanges(spec(TEXT), spec(TEXT.replace("64 kB", "32 kB")), changes)).toBe(changes);
    expect(followChanges(spec(TEXT), spec(TEXT.replace(EXPIRES.old, "An entry stays.")), changes)).toBe(changes);
  });
});
