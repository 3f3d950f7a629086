import { describe, expect, it } from "vitest";
import { scopeOf } from "./read-scope.ts";

describe("the scope of a spec (SPEC 3.5a)", () => {
  it("is the first words of its overview, and what it leaves out", () => {
    const spec = [
      "# Shop",
      "## 1. Overview",
      "### Name",
      "A shop for books.",
      "More of it.\n",
      "## 2. Rules",
      "Many.\n",
      "## 7. Out of Scope (mocked)",
      "- Payment\n",
      "- Chat",
      "",
      "---",
    ].join("\n");
    expect(scopeOf(spec)).toBe("A shop for books.\nMore of it.\n\nOut of Scope (mocked):\n- Payment\n- Chat");
  });

  it("is what stands below the title where there is no overview, without facts of the document", () => {
    const facts =
      "**Status**: Draft\n**Input**: A shop for books, with a till for every branch and a stock that all of them share";
    expect(scopeOf(`# Shop\n\n${facts}\n\n## Rules\n\nMany.\n`)).toBe(facts.split("\n")[1]);
  });

  it("is the whole list where the overview is one", () => {
    const spec = "# Shop\n\n## Goals\n\n- Sell books\n- Sell maps\n\n## Non-goals\n\n- Chat\n";
    expect(scopeOf(spec)).toBe("- Sell books\n- Sell maps\n\nNon-goals:\n- Chat");
    expect(scopeOf(spec.replace("## Non", "### Non")), "what is left out stands below it").toBe(scopeOf(spec));
  });

  it("is not the name alone", () => {
    expect(scopeOf("# Shop\n\n## Overview\n\n### Name\n\n**Book Barn**\n\n### Type\n\nA shop for books.\n")).toBe(
      "A shop for books.",
    );
  });

  it.each(["Initial Scope", "Scope of the pilot", "MVP scope"])("stands below %s", (title) =>
    expect(scopeOf(`# Shop\n\n## ${title}\n\nBooks alone.\n`)).toBe("Books alone."),
  );

  it("does not stand below Future scope", () => expect(scopeOf("# Shop\n\n## Future scope\n\nMaps.\n")).toBe(""));

  it("is empty where the spec says neither, and never long", () => {
    expect(scopeOf("# Shop\n\n## Rules\n\nMany.\n")).toBe("");
    expect(scopeOf(`# Shop\n\n## Non-goals\n\n${"- x\n".repeat(2000)}`).length).toBeLessThan(1300);
  });

  it("passes over who owns the document, and takes the reason where nothing else says what it is about", () => {
    const text = "# Lockers\n\nOwner: Mira (product), draft 3.\n\n## Why\n\nResidents miss deliveries.\n";
    expect(scopeOf(text)).toBe("Residents miss deliveries.");
  });
});
