import { describe, expect, test } from "vitest";
import { count, places, run } from "../../../test/support/check-rule.ts";
import { undefinedJargon } from "./undefined-jargon.ts";
import { unknownAcronym } from "./unknown-acronym.ts";

describe("unknown-acronym", () => {
  test("finds an acronym that is explained nowhere, once", () => {
    expect(count(unknownAcronym, "The backend calls the ZRT unit. The ZRT unit answers.")).toBe(1);
  });

  test.each([
    ["it is well known", "The API speaks JSON over TLS with a UUID."],
    ["it is written out before", "The Zone Routing Table (ZRT) is a list. The ZRT has 4 rows."],
    ["it is written out behind", "The ZRT (zone routing table) has 4 rows."],
    ["its words stand in the document", "The Zone Routing Table has 4 rows. The ZRT is read once."],
    ["a sentence says what it stands for", "ZRT stands for zone routing table. The ZRT is read once."],
    ["it is a literal", "The state is `ZRT`. In ZRT the door is locked."],
    ["it is a word in capitals", "The door MUST be LOCKED and the state is PAUSED."],
    ["it is a known one with a number", "The app uses HTTP2 and SHA256."],
    ["it is the series of an id", "- **ZRT-001** one\n- **ZRT-002** two\n\nThe ZRT rules apply."],
  ])("stays silent when %s", (_, words) => {
    expect(count(unknownAcronym, words)).toBe(0);
  });

  test("a glossary explains, wherever it stands", () => {
    const text = "# X\n\n## A\n\nThe ZRT is read.\n\n## Glossary\n\n| Term | Meaning |\n|---|---|\n| ZRT | a table |\n";
    expect(run(unknownAcronym, text)).toEqual([]);
  });
});

describe("undefined-jargon", () => {
  test.each([
    "Heavy parcels go through the silver gate.",
    "The courier asks the night-owl desk for a new code.",
    "The fee is taken from the dragon pool.",
    "Unpaid parcels are listed under the backend's amber shelf.",
    "The locker writes to the cold-rail.",
    "Slots are given out by the lattice method.",
    "Each scan is added to the label passport.",
    "Late parcels follow the heron rule, and the courier waits.",
    "The fee depends on the zebra factor.",
    "Parcels of tier-B senders wait.",
  ])("finds a coined name: %s", (words) => {
    expect(count(undefinedJargon, words)).toBe(1);
  });

  test.each([
    ["it is defined", "The *silver gate* is the door for heavy parcels. Heavy parcels go through the silver gate."],
    ["it is introduced", "A door that we call the silver gate is wide. Heavy parcels go through the silver gate."],
    ["it is meant literally", "The red lamp blinks, and the green text is bold."],
    ["it describes", "Whether this is allowed is a grey area."],
    ["it says which one in the plain way", "The app follows the retry policy, the price list and the new plan."],
    ["it is explained where it stands", "Slots are given out by the lattice method (first come, first served)."],
    ["the grade is listed", "Parcels of tier-B senders wait.\n\n| Tier | Who |\n|---|---|\n| Tier B | new senders |"],
    ["it says what was done", "The app shows the chosen feed and the torn list."],
    ["it is described", "The boiling curve of water is known, and the optional mode is off."],
    ["its word has its own place in the document", "A heron is a courier on foot. Late parcels follow the heron rule."],
    ["every engineer knows it", "The app uses the dark mode, the round-robin policy and the write-ahead log."],
    ["the parts tell", "The app keeps the read-only flag, the sign-in page and the user-defined name."],
  ])("stays silent when %s", (_, words) => {
    expect(count(undefinedJargon, words)).toBe(0);
  });

  test("a term is reported where it first stands, once", () => {
    const text = "# X\n\n## A\n\nIt goes to the grey ring.\n\nThe grey ring is full.\n";
    expect(places(undefinedJargon, text)).toEqual(["5: It goes to the grey ring."]);
  });
});
