import { describe, expect, test } from "vitest";
import { found, marked } from "../../../test/support/check-rule.ts";

describe("missing-then", () => {
  test.each([
    ["a step", "### Scenario: rain\n\n- **WHEN** the door opens\n- **AND** it rains\n"],
    ["a step below a label", "**Acceptance Scenarios**:\n\n1. **When** the door opens\n"],
    ["a THEN with nothing behind it", "1. **Given** a door, **WHEN** it opens, **THEN**\n"],
    ["a SHALL with nothing behind it", "### Scenario: rain\n\n- **WHEN** the door opens, THE Bell SHALL\n"],
    ["one of several", "- **When** it rains, **then** it rings.\n- **When** the door opens.\n"],
    [
      "an item",
      "1. **Given** a door, **When** it opens.\n2. **Given** a door, **When** it shuts, **Then** it rings.\n",
    ],
  ])("%s without a Then", (_name, text) => expect(found("missing-then", `# X\n\n## A\n\n${text}`)).toHaveLength(1));

  test.each([
    ["steps", "- **WHEN** the door opens\n- **THEN** it rings\n"],
    ["an item", "1. **Given** a door, **When** it opens, **Then** it rings.\n"],
    ["EARS", "1. WHEN the door opens, THE Bell SHALL ring.\n"],
    ["two lines", "1. **Given** a door,\n   **When** it opens,\n   **Then** it rings.\n"],
    ["lines of a paragraph", "Given a door\nWhen it opens\nThen it rings\n"],
    ["a sentence", "When the door opens, somebody looks up.\n"],
    ["a label", "**When to use it:** always\n"],
    ["a field", "**Trigger:** The door opens.\n\n**When:** 5 minutes before.\n\n**Example:** A bell.\n"],
  ])("%s with what follows", (_name, text) => expect(found("missing-then", `# X\n\n## A\n\n${text}`)).toEqual([]));
});

describe("missing-scenario", () => {
  const whole = (name: string): string =>
    `### Requirement: ${name}\nIt SHALL.\n\n#### Scenario: x\n- **WHEN** a\n- **THEN** b\n\n`;

  test("a requirement without what the others have", () => {
    const text = `## Requirements\n\n${whole("A")}${whole("B")}### Requirement: C\nIt SHALL.\n`;
    expect(marked("missing-scenario", text)).toEqual(["17: Requirement: C"]);
    expect(found("missing-scenario", text.replace("## Requirements", "## REMOVED Requirements"))).toEqual([]);
  });

  test("Spec Kit and Kiro", () => {
    const story = (n: number, rest: string): string => `### User Story ${n} - x\n\nText.\n\n${rest}\n\n`;
    const given = "**Acceptance Scenarios**:\n\n1. **Given** a, **When** b, **Then** c";
    expect(found("missing-scenario", `# X\n\n${story(1, given)}${story(2, given)}${story(3, "")}`)).toHaveLength(1);
  });
});

describe("glossary", () => {
  const spec = (text: string): string =>
    `# X\n\n## Glossary\n\n- **Cart_Service**: keeps carts.\n- **Menu_Service**: keeps menus.\n\n## Requirements\n\n${text}\n`;

  test("terms in the glossary's own writing that it lacks are one finding", () => {
    const text = spec(
      "1. THE Cart_Service SHALL ask the Order_Service.\n2. THE Presentation_Layer SHALL show it.\n3. THE Order_Service tells the Presentation_Layer.",
    );
    expect(found("glossary-term", text)).toMatchObject([
      { line: 10, subject: "Order_Service, Presentation_Layer", related: [{ line: 11 }] },
    ]);
  });

  test("a term that one passage names is explained by it", () => {
    expect(found("glossary-term", spec("1. THE Order_Service SHALL keep orders."))).toEqual([]);
  });

  test("a glossary that lacks many is not meant to have them all", () => {
    expect(found("glossary-term", spec("The Ask_Service asks the Bid_Service, the Call_Service, Mail_Gate."))).toEqual(
      [],
    );
  });

  test("plurals, code and other writings are none", () => {
    expect(found("glossary-term", spec("All Cart_Services use `Order_Service` and snake_case."))).toEqual([]);
    expect(found("glossary-term", spec("THE Sidebar SHALL show it."))).toEqual([]);
  });

  test("one term with two meanings", () => {
    const text =
      "# X\n\n## Glossary\n\n- **Slot**: a compartment of the locker.\n- **Slot**: the hour that a courier books.\n";
    expect(found("duplicate-term", text)).toMatchObject([{ line: 6, subject: "Slot", related: [{ line: 5 }] }]);
  });

  test.each([
    "- **Slot**: a compartment of the locker.\n\n### Slot\n\nThe hour that a courier books.",
    "- **Slot**: a compartment of the locker.\n\n## Terms of couriers\n\n- **Slot**: the hour that one books.",
    "| Term | Meaning |\n|---|---|\n| Slot | |\n| Slot | a compartment of the locker |",
  ])("a heading, another glossary and a row without a meaning give no second one: %s", (text) => {
    expect(found("duplicate-term", `# X\n\n## Glossary\n\n${text}\n`)).toEqual([]);
  });
});

test("the style profile finds vague words in what binds", () => {
  const text = "# X\n\n- The page MUST load quickly.\n- A user quickly finds it.\n";
  expect(marked("vague-wording", text)).toEqual(["3: quickly"]);
});
