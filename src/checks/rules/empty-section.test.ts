import { describe, expect, test } from "vitest";
import { places, run } from "../../../test/support/check-rule.ts";
import { emptyAnnouncement } from "./empty-announcement.ts";
import { emptySection } from "./empty-section.ts";

describe("empty-section", () => {
  test("finds a heading without content", () => {
    expect(places(emptySection, "# X\n\nText.\n\n## A\n\n## B\n\nText.\n")).toEqual(["5: ## A"]);
  });

  test.each([
    "TBD",
    "_TBD after the pilot_",
    "???",
    "To be written.",
    "(to follow)",
    "Details to follow.",
    "This section will be written by the security team.",
    "Coming soon.",
    "<!-- describe the limits -->",
    "| Role | Right |\n|---|---|",
    "| Role | Right |\n|---|---|\n| | |\n| TBD | - |",
    "-\n-",
  ])("finds a section that holds only a placeholder: %s", (body) => {
    expect(run(emptySection, `# X\n\n## A\n\n${body}\n\n## B\n\nText.\n`)).toHaveLength(1);
  });

  test.each([
    "None.",
    "N/A",
    "Nothing is out of scope.",
    "TBD: how long are records kept?",
    "- TBD: the fee.",
    "- To be decided: who pays.",
    "| Role | Right |\n|---|---|\n| admin | - |",
  ])("takes an answer as content: %s", (body) => {
    expect(run(emptySection, `# X\n\n## A\n\n${body}\n`)).toEqual([]);
  });

  test("a heading whose sections carry the text is not empty, and a title needs no text", () => {
    expect(run(emptySection, "# X\n\n## A\n\n### B\n\nText.\n")).toEqual([]);
    expect(run(emptySection, "# X\n")).toEqual([]);
  });

  test("the settings at the head of a file are no section", () => {
    expect(run(emptySection, "---\ntitle: x\n---\n\n# X\n\nText.\n")).toEqual([]);
  });
});

describe("empty-announcement", () => {
  test("finds an announcement that nothing follows", () => {
    const text = "# X\n\n## A\n\nThe following limits apply:\n\n## B\n\nThe following limits apply:\n\n- 5 kg\n";
    expect(places(emptyAnnouncement, text)).toEqual(["5: The following limits apply:"]);
  });

  test("finds a table of which only the header stands there", () => {
    const text = "# X\n\n## A\n\nThe rights depend on the role.\n\n| Role | Right |\n|---|---|\n\n## B\n\nText.\n";
    expect(places(emptyAnnouncement, text)).toEqual(["7: | Role | Right |"]);
  });

  test("a label with a colon announces nothing", () => {
    expect(run(emptyAnnouncement, "# X\n\n## A\n\nOwner: the team:\n")).toEqual([]);
  });
});
