import { describe, expect, test } from "vitest";
import { count } from "../../../test/support/check-rule.ts";
import { openList } from "./open-list.ts";

describe("open-list", () => {
  test.each([
    "The locker reports temperature, humidity, etc. to the backend.",
    "The app supports German, French and so on.",
    "Allowed formats are PNG, JPEG or similar.",
    "The courier can filter by date, status, depot and more.",
    "The portal runs on Chrome, Firefox and similar browsers.",
    "The backend accepts CSV, XML, and other formats.",
    "Payment methods include, but are not limited to, cards and vouchers.",
    "Roles are admin, courier, guest and others.",
    "The kinds are `gift`, `loan`, `sale`, ...",
    "Colours are red, green, blue, …",
    "Couriers pay with card, cash or any other means.",
    "The report has weight, size, sender and various other details.",
    "The label shows name, street, town, or equivalent.",
    "Doctors can filter by room, day, insurance, among others.",
  ])("finds a list without an end: %s", (words) => {
    expect(count(openList, words)).toBe(1);
  });

  test.each([
    ["the list is complete", "The app lists colours: red, green and blue."],
    ["it is a path", "The file is /etc/locker.toml or ~/.config/locker.toml."],
    ["it is an example of a closed rule", "Parcel numbers, for example `P-1001`, have 4 digits."],
    ["more is a comparison", "The locker accepts 20 kg and more than one label."],
    ["the dots stand in a series", "The slots 1, 2, ..., 40 are on the left."],
    ["the dots are a pause", "The display shows a text ... and the courier waits."],
    ["the rest is one thing", "The app lists red, green and the other colour of the flag."],
    ["one or more is a number", "The box has red, green, and one or more labels."],
    ["it is a question", "Which of PNG, JPEG, etc. are allowed?"],
  ])("stays silent when %s", (_, words) => {
    expect(count(openList, words)).toBe(0);
  });
});
