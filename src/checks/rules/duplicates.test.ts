import { describe, expect, test } from "vitest";
import { lockerSpec, run } from "../../../test/support/check-rule.ts";
import { duplicateId } from "./duplicate-id.ts";
import { duplicateRow } from "./duplicate-row.ts";
import { duplicateTerm } from "./duplicate-term.ts";

describe("duplicate-term", () => {
  test.each([
    ["A **depot** is the building where parcels are sorted.", "A depot is any place in which a courier ends the day."],
    ["A *shift* is a block of 8 hours.", "For payroll a shift is the time between two breaks."],
    ["A *business day* is the day at the store.", "For reports a business day runs from midnight to midnight."],
    ["**Freshness**: the time from commit to query.", "Freshness means the age of the oldest message."],
    ["A **detour** is the extra time on the bus.", "A detour, for these figures, is the extra distance of a bus."],
    ["**Bump**: to mark a ticket as done.", "To bump at the counter means to hand an order over."],
    ["A **cut-off** is the last minute for changes.", "In the console the *cut-off* is the time at which it closes."],
    ["A *seat* is a user who has signed in once.", "5.1 A seat is any user whom the owner has invited."],
  ])("finds a second meaning: %s <> %s", (first, second) => {
    expect(run(duplicateTerm, lockerSpec(`${first}\n\n${second}`))).toHaveLength(1);
  });

  test("a glossary and a sentence can differ, too", () => {
    expect(run(duplicateTerm, lockerSpec("A slot is the hour in which a courier comes."))).toHaveLength(1);
  });

  test.each([
    ["it says the same again", "A slot is one compartment of the locker."],
    ["it says what happens to it", "A slot is opened with a code. A slot is free after 5 days."],
    ["it is another term", "A time slot is an hour."],
    ["it says what all of them are", "Each slot is a steel box."],
    ["an insertion ends in another verb", "A slot, if it is free, opens the door."],
  ])("stays silent when %s", (_, words) => {
    expect(run(duplicateTerm, lockerSpec(words))).toEqual([]);
  });
});

describe("duplicate-id", () => {
  test("finds one id for two requirements, and not the same line again", () => {
    const text = "# X\n\n## A\n\n- **FR-001**: a\n- **FR-002**: b\n\n## B\n\n- **FR-001**: c\n- **FR-002**: b\n";
    expect(run(duplicateId, text).map(({ line }) => line)).toEqual([10]);
  });
});

describe("duplicate-row", () => {
  const table = (last: string): string =>
    `# X\n\n## Codes\n\n| Code | Meaning |\n|---|---|\n| 1 | open |\n| 2 | shut |\n| 3 | lost |\n${last}\n`;

  test("finds a key that a table explains twice, differently", () => {
    expect(run(duplicateRow, table("| 2 | blocked |"))).toHaveLength(1);
  });

  test("a repeated row, other letters and a column that groups are no duplicates", () => {
    expect(run(duplicateRow, table("| 2 | shut |"))).toEqual([]);
    expect(
      run(duplicateRow, "# X\n\n| Key | Effect |\n|---|---|\n| `g` | top |\n| `G` | end |\n| `q` | quit |\n"),
    ).toEqual([]);
    expect(run(duplicateRow, table("| 2 | a |\n| 3 | b |"))).toEqual([]);
  });
});
