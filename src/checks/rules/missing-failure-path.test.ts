import { describe, expect, test } from "vitest";
import { count, run } from "../../../test/support/check-rule.ts";
import { missingFailurePath } from "./missing-failure-path.ts";

describe("missing-failure-path", () => {
  test.each([
    "The locker downloads the new firmware from the backend and restarts.",
    "When the courier scans the label, the app sends the code to the backend and opens the door.",
    "The backend exports the day's parcels to the billing system and marks them as `billed`.",
    "The app uploads the photo and deletes it from the phone.",
    "`POST /parcels` registers a parcel with the carrier and returns 201.",
    "The backend copies the archive to the second site, then removes the original.",
    "WHEN the server sends a key, THE DEVICE SHALL store it in place of the old one and confirm with code 0.",
    "The backend must import the open parcels from the old system on the night of the switch.",
    "When a parcel is fetched, the backend posts its number to the callback URL.",
    "1. The courier app uploads the photo to the backend.\n2. The backend shows it to the sender.",
    "The app signs the courier in with the account of the depot and loads the tour.",
    "The importer reads the scanned labels, recognises the text and creates a parcel per label.",
    "Nodes that rejoin pull the current counts from two other nodes and then begin to take traffic.",
  ])("finds steps that only go well: %s", (words) => {
    expect(count(missingFailurePath, words)).toBe(1);
  });

  test.each([
    ["the unit tells the failure", "The app uploads the photo and deletes it; if the upload fails, it retries."],
    [
      "the section tells it",
      "The app uploads the photo and shows it.\n\nWhen the upload times out, the app keeps the photo.",
    ],
    [
      "a step of the list tells it",
      "1. The app uploads the photo to the backend.\n2. The backend shows it.\n3. A failed upload is repeated.",
    ],
    [
      "the items are requirements and no steps",
      "1. The app must store the photo in the archive.\n2. The backend must show it.",
    ],
    ["it is one small step", "The app uploads the photo."],
    ["the transfer's failure is told", "The backend exports the list to the depot.\n\nA failed export is repeated."],
    ["nothing crosses a boundary", "The courier scans the label and the app shows the slot number."],
    ["it is only possible", "A courier may upload a photo and add a note."],
    ["it is forbidden", "The app must not upload the photo and delete it."],
    ["they are nouns", "Two requests with one key and all incoming calls count as one."],
    ["it is a user story", "As a courier I upload a photo and see it."],
  ])("stays silent when %s", (_, words) => {
    expect(count(missingFailurePath, words)).toBe(0);
  });

  test("a section named after the step, or below it, can tell the failure", () => {
    const named =
      "# X\n\n## Flow\n\nThe app uploads the photo and shows it.\n\n## Upload\n\nA failed upload is retried once.\n";
    expect(run(missingFailurePath, named)).toEqual([]);
    const below =
      "# X\n\n## Flow\n\nThe app sends the code and opens the door.\n\n### Doors\n\nIf the door is jammed, the app warns.\n";
    expect(run(missingFailurePath, below)).toEqual([]);
  });

  test("a happy path says by its name what it leaves out", () => {
    expect(run(missingFailurePath, "# X\n\n## Happy path\n\nThe app sends the code and opens the door.\n")).toEqual([]);
  });
});
