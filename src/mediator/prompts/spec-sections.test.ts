import { describe, expect, it } from "vitest";
import { LONG_SOURCE, specOf } from "../../../test/support/sample-session.ts";
import { chosenSections, isShownWhole, type Subject, sharedView } from "./spec-sections.ts";

const SPEC = specOf(LONG_SOURCE);
const NOTHING: Subject = { quotations: [], headings: [], changes: [], words: "" };

function chosen(subject: Partial<Subject>, tokens = 1000): string[] {
  const text = chosenSections(SPEC, { ...NOTHING, ...subject }, tokens);
  return [...text.matchAll(/^(.+):\n\n```markdown$/gm)].map((match) => match[1] ?? "");
}

describe("a spec that does not fit (SPEC 15.4)", () => {
  it("is shown whole up to the budget, and by its outline and definitions above it", () => {
    expect(isShownWhole(SPEC, 24_000)).toBe(true);
    expect(chosenSections(SPEC, { ...NOTHING, headings: ["2.1 Conflicts"] }, 24_000)).toBe("");
    expect(sharedView(SPEC, 1000)).toContain("  43. Annex 40\n```");
    expect(sharedView(SPEC, 1000)).toContain("- **Device**");
  });

  it.each<[string, Partial<Subject>, string]>([
    ["that a gap stands in", { headings: ["2.2 Deleted notes"] }, "Notes service > 2. Sync > 2.2 Deleted notes"],
    [
      "that holds a quotation, white space and markup folded",
      { quotations: ["A  text has at\nmost 64 KiB"] },
      "Notes service > 3. Limits",
    ],
    [
      "that a change touches",
      { changes: [{ number: 1, kind: "remove", place: "", old: "Results come quickly.", new: "" }] },
      "Notes service > 1. Notes > 1.1 Search",
    ],
    ["that is named by its heading", { words: "As Deleted Notes says" }, "Notes service > 2. Sync > 2.2 Deleted notes"],
    [
      "that is named by its number",
      { words: "Section 2.1 leaves it open." },
      "Notes service > 2. Sync > 2.1 Conflicts",
    ],
    ["that holds an id that is named", { words: "FR-002 has no failure case." }, "Notes service > 3. Limits"],
  ])("shows the section %s", (_, subject, path) => {
    expect(chosen(subject)).toContain(path);
  });

  it("shows of sections of one name the one whose parent the place names", () => {
    const text = `# R\n\n## A\n\n### Criteria\n\nOne.\n\n## B\n\n### Criteria\n\nTwo.\n\n## Rest\n\n${"Words. ".repeat(500)}\n`;
    const shown = chosenSections(specOf(text), { ...NOTHING, headings: ["B > Criteria"] }, 100);
    expect(shown).toContain("Two.");
    expect(shown).not.toContain("One.");
  });

  it("never cuts or drops what the task is about, whatever the budget", () => {
    const headings = ["1.1 Search", "2.1 Conflicts", "2.2 Deleted notes", "3. Limits", "4. Annex 1", "5. Annex 2"];
    expect(chosen({ headings }, 100)).toHaveLength(headings.length);
  });
});
