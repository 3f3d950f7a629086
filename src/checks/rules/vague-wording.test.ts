import { describe, expect, test } from "vitest";
import { count, lockerSpec, run } from "../../../test/support/check-rule.ts";
import { vagueWording } from "./vague-wording.ts";

describe("vague-wording", () => {
  test.each([
    "The search results must appear almost instantly.",
    "The installer should be straightforward.",
    "The layout must be pleasant on small screens.",
    "The service should degrade gracefully under load.",
    "The app should feel snappy.",
    "The locker must behave sensibly when the network is down.",
    "The backend should recover as quickly as possible.",
    "The UI shall be modern and clean.",
    "The gateway should retry where appropriate.",
    "The kiosk should respond promptly to touch.",
    "The API should follow best practices.",
    "The courier app should minimise user effort.",
    "Labels must be readable.",
    "The backend should usually accept the parcel.",
    "The portal SHOULD load fast.",
    "The client shows a suitable message.",
    "The screen is clean and uncluttered even in rush hours.",
    "Samples are kept for a suitable period and then reduced to hourly means.",
    "Couriers get polite reminders.",
    "The locker must reject suspicious codes.",
    "The on-call engineer is expected to react in a timely manner.",
  ])("finds what nobody can test: %s", (words) => {
    expect(count(vagueWording, words)).toBe(1);
  });

  test.each([
    ["a number backs it", "The locker must respond quickly, within 200 ms."],
    ["it says where the rule stands", "The app must show the appropriate text, as listed in Table 2."],
    ["the document defines the word", "A *fast* door is one that opens within 1 s. The locker must be fast."],
    ["code does not count", "The locker must support the mode `fast`."],
    ["a quotation does not count", 'The button must be labelled "Quick and easy".'],
    ["it tells how it was", "The first locker was slow and the app was not user-friendly."],
    ["it is said of something that it goes with", "The label must be consistent with the parcel list."],
    ["May is a month", "The pilot must end on 3 May 2026."],
    ["a condition is no duty", "If no suitable slot is free, the locker shows `full`."],
    ["a purpose is no duty", "To properly align the label, the courier turns the parcel."],
    ["a possibility is no duty", "A reasonable courier may be more careful."],
    ["a known term is no judgement", "The service must support a graceful shutdown."],
    ["a hedge away from the modal verb is none", "These are generally fields that the app must read."],
  ])("stays silent when %s", (_, words) => {
    expect(count(vagueWording, words)).toBe(0);
  });

  test("words in a rationale, an example and a heading explain", () => {
    const text = `# X\n\n## Must be easy to use\n\nText.\n\n## Rationale\n\nIt must be simple.\n\n## Examples\n\nIt must be robust.\n`;
    expect(run(vagueWording, text)).toEqual([]);
  });

  test("a guide describes its product and promises nothing", () => {
    const guide = "You open the door. The screen is clean and uncluttered. The app will respond quickly.";
    expect(count(vagueWording, guide)).toBe(0);
  });

  test("where duties have modal verbs a weak word in a plain statement judges nothing", () => {
    const duties = ["open", "close", "lock"].map((verb) => `The locker must ${verb} the door.`).join(" ");
    expect(count(vagueWording, `${duties} The screen is clean.`)).toBe(0);
  });

  test("a requirement with an id binds without a modal verb", () => {
    const text =
      "# X\n\n## Criteria\n\n- **SC-001**: Couriers find the app easy to use.\n- **SC-002**: It opens within 2 s.\n";
    expect(run(vagueWording, text).map(({ line }) => line)).toEqual([5]);
  });

  test("the message has the words, the fix what to do with them", () => {
    const [finding] = run(vagueWording, lockerSpec("The app must be intuitive."));
    expect(finding?.message).toContain('"intuitive"');
    expect(finding?.fix).toContain("a number");
  });

  test("a sentence over two lines is reported on the line of the word", () => {
    const [finding] = run(vagueWording, "# X\n\n## Y\n\nThe app must, on every phone,\nbe intuitive.\n");
    expect(finding?.line).toBe(6);
  });
});
