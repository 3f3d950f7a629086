import { describe, expect, test } from "vitest";
import type { Change, ChangeBatch, ChangeKind, Spec } from "../../model/change.ts";
import { applyBatch } from "./apply-changes.ts";
import { blameLines } from "./blame-lines.ts";
import { changesBetween } from "./changes-between.ts";
import { checkLaws } from "./check-laws.ts";
import { overlap } from "./hunk.ts";
import { replay } from "./replay.ts";

const SOURCE: Spec = [{ path: "spec.md", text: "# A\n\none two three\n\n- x\n- y\n" }];

function change(kind: ChangeKind, old: string, now = "", number = 1): Change {
  return { number, kind, place: "", old, new: now };
}

const FIRST: ChangeBatch = {
  round: 1,
  sets: [
    { gap: "GAP-A-001", changes: [change("replace", "two", "2"), change("add-after", "- y", "- z", 2)] },
    { gap: "GAP-B-001", decision: "DECISION-R1-001", changes: [change("add-after", "- y", "- w")] },
  ],
};
const SECOND: ChangeBatch = { round: 2, sets: [{ changes: [change("replace", "- z", "- Z")] }] };

describe("a replay", () => {
  test("applies batch after batch, insertions at one point in the order of the sets", () => {
    expect(replay(SOURCE, [FIRST, SECOND])).toEqual({
      spec: [{ path: "spec.md", text: "# A\n\none 2 three\n\n- x\n- y\n- Z\n- w\n" }],
      failed: [],
    });
  });

  test("leaves out a set that does not apply, whole, and says so", () => {
    const broken = {
      round: 1,
      sets: [{ changes: [change("remove", "- x"), change("remove", "nowhere", "", 2)] }, ...FIRST.sets],
    };
    const { spec, failed } = replay(SOURCE, [broken, SECOND]);
    expect(spec).toEqual(replay(SOURCE, [FIRST, SECOND]).spec);
    expect(failed).toMatchObject([{ batch: 0, set: 0, problems: [{ change: 2, reason: "not-found" }] }]);
  });

  test("of sets that overlap fails as a batch, at the later one", () => {
    const batch = {
      round: 1,
      sets: [{ changes: [change("replace", "one two", "1 2")] }, { changes: [change("remove", "two three")] }],
    };
    expect(applyBatch(SOURCE, batch)).toMatchObject({ ok: false, problems: [{ set: 1, reason: "overlap" }] });
  });
});

test("ranges overlap where they intersect or an insertion falls inside", () => {
  const hunk = (start: number, end: number, file = "a") => ({ change: 1, file, start, end, text: "x" });
  expect(overlap(hunk(2, 5), hunk(4, 6))).toBe(true);
  expect(overlap(hunk(2, 5), hunk(5, 6))).toBe(false);
  expect(overlap(hunk(2, 5), hunk(3, 3))).toBe(true);
  expect(overlap(hunk(2, 5), hunk(5, 5))).toBe(false);
  expect(overlap(hunk(2, 5), hunk(4, 6, "b"))).toBe(false);
  expect(overlap(hunk(3, 3), hunk(3, 3))).toBe(false);
});

test("blame tells gap, round and decision of each line, and the author's by nothing", () => {
  const [file] = blameLines(SOURCE, [FIRST, SECOND]);
  expect(file?.lines).toEqual([
    { text: "# A" },
    { text: "" },
    { text: "one 2 three", by: { round: 1, gap: "GAP-A-001", change: 1 } },
    { text: "" },
    { text: "- x" },
    { text: "- y" },
    { text: "- Z", by: { round: 2, change: 1 } },
    { text: "- w", by: { round: 1, gap: "GAP-B-001", decision: "DECISION-R1-001", change: 1 } },
  ]);
});

test("blame leaves quoted lines that a change does not touch to who wrote them", () => {
  const batch = { round: 1, sets: [{ changes: [change("replace", "- x\n- y", "- x\n- n\n- y")] }] };
  expect(blameLines(SOURCE, [batch])[0]?.lines.filter(({ by }) => by !== undefined)).toMatchObject([{ text: "- n" }]);
});

describe("the laws", () => {
  const result = replay(SOURCE, [FIRST, SECOND]).spec;
  const wrong = (edit: (text: string) => string) => result.map(({ path, text }) => ({ path, text: edit(text) }));

  test("hold for a replay", () => {
    expect(checkLaws(SOURCE, [FIRST, SECOND], result)).toEqual([]);
  });

  test("name a line of the source that is gone", () => {
    expect(
      checkLaws(
        SOURCE,
        [FIRST, SECOND],
        wrong((text) => text.replace("- x\n", "")),
      ),
    ).toEqual([
      expect.stringContaining("line 5: the result is not the source with the accepted changes"),
      expect.stringContaining("spec.md, line 5: a line of the source"),
    ]);
  });

  test("name a change that is not in the result", () => {
    const violations = checkLaws(
      SOURCE,
      [FIRST, SECOND],
      wrong((text) => text.replace("- w\n", "")),
    );
    expect(violations).toEqual([expect.stringContaining("the result"), expect.stringContaining("GAP-B-001")]);
  });

  test("name a line of the form, unless the User wrote it", () => {
    const leak = (gap?: "GAP-C-001"): ChangeBatch => ({
      round: 1,
      sets: [{ ...(gap && { gap }), changes: [change("add-after", "# A", "**Changed in:** 2")] }],
    });
    const text = replay(SOURCE, [leak()]).spec;
    expect(checkLaws(SOURCE, [leak("GAP-C-001")], text)).toEqual([
      expect.stringContaining("line 3: a line of the form"),
    ]);
    expect(checkLaws(SOURCE, [leak()], text)).toEqual([]);
  });

  test("name a set that does not apply", () => {
    const bad = { round: 1, sets: [{ changes: [change("remove", "nowhere")] }] };
    expect(checkLaws(SOURCE, [bad], SOURCE)).toEqual([expect.stringContaining("Change 1")]);
  });
});

describe("changes between two versions", () => {
  test("quote as few lines as tell the place apart", () => {
    const after = [{ path: "spec.md", text: "# A\n\none 2 three\n\n- x\n- y\n- z\n" }];
    expect(changesBetween(SOURCE, after)).toEqual([
      { number: 1, kind: "replace", place: "A", old: "one two three", new: "one 2 three" },
      { number: 2, kind: "replace", place: "A", old: "- y", new: "- y\n- z" },
    ]);
  });

  test("replace the whole text where lines do not say it", () => {
    expect(changesBetween(SOURCE, [{ path: "spec.md", text: "# A\r\n" }])).toMatchObject([
      { place: "spec.md", new: "# A\r\n" },
    ]);
  });
});
