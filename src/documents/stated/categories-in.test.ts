import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/markdown.ts";
import { categoriesIn } from "./categories-in.ts";

function categoryBelow(...headings: string[]): string {
  const text = `${headings.join("\n\n")}\n\nSome words.\n`;
  return categoriesIn(parseMarkdown(text))(text.split("\n").length - 1);
}

describe("the category of what is found on a line (SPEC 3.1)", () => {
  it.each([
    ["## Permissions of guests", "PERM"],
    ["## 4.2 The fees", "FEES"],
    ["### Requirement: Reset a password", "RESET"],
    ["## Größe", "GROSSE"],
    ["## OAuth2", "OAUTH"],
    ["## Functional", "FUNCTIONAL"],
    ["## Organizations", "ORGAN"],
  ])("%s gives %s", (heading, category) => {
    expect(categoryBelow("# Shop", heading)).toBe(category);
  });

  it("comes from the heading above where its own says nothing, or only that something is open", () => {
    expect(categoryBelow("# Shop", "## Payment", "### 2.1")).toBe("PAYMENT");
    expect(categoryBelow("# Shop", "## Open Questions")).toBe("SHOP");
  });

  it("passes over words that most headings of the level share", () => {
    const stories = ["### User Story 1 - Browse", "### User Story 2 - Pay", "### User Story 3 - Return a book"];
    expect(categoryBelow("# Shop", ...stories)).toBe("RETURN");
  });

  it("is never a severity, which an id would contradict", () => {
    expect(categoryBelow("# High Performance Sync")).toBe("PERF");
    expect(categoryBelow("# Highlighting")).toBe("HIGHLIGHTI");
  });

  it("is that of the title before the first section, and SPEC where no heading has a word", () => {
    expect(categoriesIn(parseMarkdown("Before.\n\n# Shop\n"))(1)).toBe("SHOP");
    expect(categoryBelow("# 仕様")).toBe("SPEC");
  });
});
