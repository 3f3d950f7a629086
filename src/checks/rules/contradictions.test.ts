import { describe, expect, test } from "vitest";
import { lockerSpec, places, run } from "../../../test/support/check-rule.ts";
import { contradictingNumber } from "./contradicting-number.ts";
import { contradictingStatement } from "./contradicting-statement.ts";

/** Two statements in two sections. */
function both(first: string, second: string): string {
  return lockerSpec(`${first}\n\n### 2.1 Details\n\n${second}`);
}

describe("contradicting-number", () => {
  test.each([
    ["The locker keeps a parcel for 5 days.", "A parcel stays in the locker for at most 7 days."],
    ["The app retries a failed upload 3 times.", "After 5 failed attempts the app gives up the upload."],
    ["Codes have 6 digits.", "Each code is 8 digits long."],
    ["Sessions expire after 15 minutes of inactivity.", "A session expires after 30 minutes of inactivity."],
    ["The heartbeat is sent every 10 s.", "The locker sends a heartbeat once per minute."],
    ["The maximum parcel weight is 20 kg.", "Parcels must not exceed 25 kg in weight."],
    ["The backup runs daily at 02:00 UTC.", "The backup starts at 03:30 UTC every day."],
    ["The timeout for the lock is 5 s.", "The lock command times out after 8 s."],
    ["Audit records are kept for 10 years.", "The backend deletes audit records after 6 years."],
    [
      "The locker MUST keep a parcel for 7 calendar days and then return it to the sender.",
      "A lost code costs nothing: the locker keeps a parcel for 10 calendar days in every town.",
    ],
    [
      "IF a sensor gives no value for 60 s, THEN the locker MUST leave it out of the mean and show W-11.",
      "IF a door sensor gives no value for 120 s, THEN the locker MUST leave it out of the mean, also at night.",
    ],
    ["The closing run ends by the 21st, 04:00.", "The closing run has to end by the 21st, 06:00."],
    [
      "WHILE the battery is below 25 %, the locker MUST NOT start.",
      "WHILE the battery is below 30 %, the locker MUST NOT start.",
    ],
  ])("finds two numbers for one thing: %s <> %s", (first, second) => {
    expect(run(contradictingNumber, both(first, second))).toHaveLength(1);
  });

  test.each([
    ["who acts differs", "The app keeps drafts for 7 days.", "The server keeps drafts for 30 days."],
    ["the condition differs", "WHEN idle, the device polls every 60 s.", "WHEN charging, the device polls every 10 s."],
    ["one holds in a mode", "The door closes after 30 seconds.", "In night mode the door closes after 10 seconds."],
    ["the subject differs", "The read timeout is 5 s.", "The write timeout is 10 s."],
    ["the object differs", "The client retries an upload 3 times.", "The client retries a download 5 times."],
    [
      "it is first and second",
      "The first reminder goes out after 7 days.",
      "The second reminder goes out after 14 days.",
    ],
    ["they are code names of two things", "The limit of `read` is 50 rows.", "The limit of `write` is 10 rows."],
    ["the number is the same in another unit", "The lock holds for 2 min.", "The lock holds for 120 s."],
    [
      "the numbers are far apart",
      "The locker sends a first reminder 72 hours before the end.",
      "The locker sends one confirmation within 1 minute and no reminder.",
    ],
    ["they are ends of a range", "The field has between 1 and 3 bytes.", "The field has between 4 and 8 bytes."],
  ])("stays silent when %s", (_, first, second) => {
    expect(run(contradictingNumber, both(first, second))).toEqual([]);
  });

  test("a table can contradict a sentence, with the unit in its cell or in its header", () => {
    const cell = both(
      "A web session ends after 30 minutes.",
      "| Session | Limit |\n|---|---|\n| Web | 15 minutes |\n| Phone | 9 days |",
    );
    expect(run(contradictingNumber, cell)).toHaveLength(1);
    const header = both(
      "Payment is due 30 days after issue.",
      "| Step | Day after issue | Action |\n|---|---|---|\n| 0 | 14 | Payment is due |",
    );
    expect(run(contradictingNumber, header)).toHaveLength(1);
    const counted = both(
      "A Harbour courier may carry up to 40 parcels in one tour.",
      "| Plan | Parcels per tour |\n|---|---|\n| Harbour courier | 25 |\n| Inland courier | 10 |",
    );
    expect(run(contradictingNumber, counted)).toHaveLength(1);
  });

  test("three numbers for one thing are a series", () => {
    const text = both(
      "The tool has 3 workers.",
      "The tool has 5 workers.\n\nThe tool has 7 workers.\n\nThe tool has 9 workers.",
    );
    expect(run(contradictingNumber, text)).toEqual([]);
  });

  test("the second place is reported, and names the first", () => {
    const text = both("Codes have 6 digits.", "Each code is 8 digits long.");
    expect(places(contradictingNumber, text)[0]).toContain("8 digits");
    expect(run(contradictingNumber, text)[0]?.message).toContain("line 12");
  });
});

describe("contradicting-statement", () => {
  test.each([
    ["The backend MUST delete photos after delivery.", "The backend MUST NOT delete photos after delivery."],
    ["Couriers may open a slot without a code.", "Couriers must not open a slot without a code."],
    ["The report lists parcels newest first.", "The report lists parcels oldest first."],
    ["The relay retries failed calls.", "The relay does not retry failed calls."],
    ["The app MUST sign each parcel record.", "The app MAY sign each parcel record."],
  ])("finds a statement and its opposite: %s <> %s", (first, second) => {
    expect(run(contradictingStatement, both(first, second))).toHaveLength(1);
  });

  test.each([
    ["they are about different things", "The service MUST NOT log passwords.", "The service MUST log each login."],
    [
      "names tell them apart",
      "Clients MUST support SHA-256 digests here.",
      "Clients MAY support SHA-512 digests here.",
    ],
    ["they are labels", "Required environment parameters:", "Optional environment parameters:"],
    [
      "the conditions differ",
      "The app MUST upload photos when online.",
      "The app MUST NOT upload photos when roaming.",
    ],
  ])("stays silent when %s", (_, first, second) => {
    expect(run(contradictingStatement, both(first, second))).toEqual([]);
  });
});
