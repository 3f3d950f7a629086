import { describe, expect, test } from "vitest";
import { count, run } from "../../../test/support/check-rule.ts";
import { passiveDuty } from "./passive-duty.ts";
import { unownedDuty } from "./unowned-duty.ts";

describe("unowned-duty", () => {
  test.each([
    "Expired codes must be removed daily.",
    "The door shall be locked after use.",
    "Photos must not be stored longer than 30 days.",
    "The label has to be scanned before the door opens.",
    "The list must be re-read.",
    "Backups must automatically be written every night.",
    "A file that is unknown must be deleted.",
    "The weight must be reduced by 5 %.",
    "Damaged parcels must be reported within 2 days.",
    "After the last delivery, the list must be sent to the depot.",
    "Old labels are to be shredded every evening.",
    "Broken lockers must be taken out of service.",
    "The price list shall be reviewed twice a year.",
  ])("finds a duty that names nobody: %s", (words) => {
    expect(count(unownedDuty, words)).toBe(1);
  });

  const silent: [string, string][] = [
    ["an actor is named", "Expired codes must be removed by the backend."],
    ["it is no duty", "Health checks are not counted."],
    ["it says what data looks like", "The fields must be separated with commas and must be sorted."],
    ["the sentence has named the actor", "The backend MUST hash codes; plain ones MUST never be stored."],
    ["it is told, not demanded", "The index says which slot the parcel should be moved to."],
    ["it tells how to read the document", "The key words MUST and SHOULD are to be interpreted as in RFC 2119."],
    ["what cannot be tested comes first", "Alarms must be raised in good time."],
  ];
  const plain: [string, string][] = [
    ["it is an attitude", "Only signed labels should be trusted. Short names should be preferred."],
    ["it is care that is taken", "The seal must be taken as proof."],
    ["it is a condition", "If a label has to be printed, the locker beeps."],
    ["it is a reason", "This can take 2 s as the label must be printed."],
    ["a pronoun refers to what has been told", "It must be closed."],
    ["the list says who", "The backend does this:\n\n- Codes must be removed."],
    ["the heading says who", "### Backend server\n\nCodes must be removed."],
  ];
  test.each([...silent, ...plain])("stays silent when %s", (_, words) => {
    expect(count(unownedDuty, words)).toBe(0);
  });

  test("where only one can act, everybody knows who does it", () => {
    const one = "# X\n\n## Y\n\nThe tool reads a file. The tool prints it. The file must be closed.\n";
    expect(run(unownedDuty, one)).toEqual([]);
    expect(run(unownedDuty, one.replace("The tool prints", "The server prints"))).toHaveLength(1);
  });

  test("a guide tells its reader what to do", () => {
    expect(count(unownedDuty, "You install the app. Expired codes must be removed.")).toBe(0);
  });

  test("a document that tells its duties so throughout means it so", () => {
    const many = ["byte", "word", "block", "field"].map((noun) => `The ${noun} must be copied.`).join(" ");
    expect(count(unownedDuty, many)).toBe(0);
  });

  test.each(plain)("the wide rule, which is off by default, speaks when %s", (_, words) => {
    expect(count(passiveDuty, words)).toBeGreaterThan(0);
  });

  test.each([...silent, ["it is found already", "Expired codes must be removed daily."]])(
    "the wide rule stays silent, too, when %s",
    (_, words) => {
      expect(count(passiveDuty, words)).toBe(0);
    },
  );
});
