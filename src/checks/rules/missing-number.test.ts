import { describe, expect, test } from "vitest";
import { count } from "../../../test/support/check-rule.ts";
import { missingNumber } from "./missing-number.ts";
import { vagueWording } from "./vague-wording.ts";

describe("missing-number", () => {
  test.each([
    "The backend must support many concurrent couriers.",
    "The locker must have low power consumption.",
    "The backend keeps the logs for a limited time.",
    "The courier app must poll the backend regularly.",
    "Response times must be short.",
    "The locker must tolerate long outages.",
    "The queue must not grow too long.",
    "The backend must cap the size of a photo.",
    "The locker sends a heartbeat at regular intervals.",
    "After several failed attempts the locker blocks the code.",
    "The app must limit the number of retries.",
    "The backend must be highly available.",
    "The locker must keep a minimal battery reserve.",
    "Query nodes need enough memory.",
    "The job skips very old parcels.",
    "The service must add negligible latency.",
    "The backend uses more memory on large sites.",
    "The beep must be loud enough to be heard in the street.",
    "The door must stay open long enough for the courier to step back.",
    "The pilot ends with a marked drop in lost parcels.",
    "The backend purges old codes at night.",
    "Large photos are rejected by the backend.",
    "After a certain time the door closes.",
    "The number of lost parcels must fall noticeably.",
    "The backend must handle peak loads on Monday mornings.",
    "The locker beeps when the weight is above a threshold, and for a fixed period the door stays shut.",
  ])("finds a quantity that is claimed and not given: %s", (words) => {
    expect(count(missingNumber, words)).toBe(1);
  });

  test.each([
    ["the number stands there", "The backend must be highly available: 99.9 % per month."],
    ["the bound is given", "The app must limit the number of retries to 5."],
    ["a comparison has its other side", "The new format uses more memory than the old one."],
    ["it is a condition", "When memory is low and many files are open, the app closes the map."],
    ["it is denied", "The client does not need enough memory for all parcels."],
    ["the part of the sentence has its number", "The pilot ends with a marked drop in lost parcels, by 5 %."],
    ["it is another use of enough", "Oddly enough the courier waits, and that is clear enough for all."],
    ["it is no decision by size", "The backend replaces old codes with new ones."],
    ["somebody sets it", "The door closes after a period that the operator sets."],
    ["it is the size that is told", "The backend rejects a large photo as one above 5 MB."],
    ["it is a name", "The queue must have the label High Priority."],
    ["it is a question of how many", "The counter must tell how many attempts were made."],
    ["it is one or more", "An item must be repeated one or more times."],
    ["a purpose is no bound", "The size must be checked to reduce memory."],
    ["it is only possible", "Small parcels can be very light."],
  ])("stays silent when %s", (_, words) => {
    expect(count(missingNumber, words)).toBe(0);
  });

  test("one sentence gets one finding: the number, or the word that cannot be tested", () => {
    const number = "The app uses more memory, which is acceptable.";
    expect([count(missingNumber, number), count(vagueWording, number)]).toEqual([1, 0]);
    const word = "Many files must load quickly.";
    expect([count(missingNumber, word), count(vagueWording, word)]).toEqual([0, 1]);
  });
});
