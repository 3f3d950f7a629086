import { describe, expect, test } from "vitest";
import { count, run } from "../../../test/support/check-rule.ts";
import { passiveDuty } from "./passive-duty.ts";

describe("passive-duty", () => {
  test.each([
    "Expired codes must be removed daily.",
    "The door shall be locked after use.",
    "Photos must not be kept longer than 30 days.",
    "The label has to be scanned before the door opens.",
    "The list must be re-read.",
    "Backups must automatically be taken every night.",
    "A file that is unknown must be ignored.",
    "The weight must be reduced by 5 %.",
  ])("finds a duty that names nobody: %s", (words) => {
    expect(count(passiveDuty, words)).toBe(1);
  });

  test.each([
    ["an actor is named", "Expired codes must be removed by the backend."],
    ["it is no duty", "Health checks are not counted."],
    ["it says what data looks like", "The fields must be separated with commas and must be sorted."],
    ["the sentence has named the actor", "The backend MUST hash codes; plain ones MUST never be stored."],
    ["it is told, not demanded", "The index says which slot the parcel should be moved to."],
    ["it tells how to read the document", "The key words MUST and SHOULD are to be interpreted as in RFC 2119."],
    ["what cannot be tested comes first", "Alarms must be raised in good time."],
  ])("stays silent when %s", (_, words) => {
    expect(count(passiveDuty, words)).toBe(0);
  });

  test("where only one can act, everybody knows who does it", () => {
    const one = "# X\n\n## Y\n\nThe tool reads a file. The tool prints it. The file must be closed.\n";
    expect(run(passiveDuty, one)).toEqual([]);
    expect(run(passiveDuty, one.replace("The tool prints", "The server prints"))).toHaveLength(1);
  });
});
