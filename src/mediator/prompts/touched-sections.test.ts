import { describe, expect, it } from "vitest";
import { indexSource } from "./source-index.ts";
import { touchedSections } from "./touched-sections.ts";

const index = indexSource(`# Service

It stores things.

## 1. Upload

An upload is sent in parts.

### 1.1 Parts

Each part has a checksum.

### 1.2 Gaps

- GAP-UP-001: What a broken part does.
- GAP-UP-002: Who may upload.
- GAP-UP-003: How long parts are kept.

## 2. Download

A download streams the bytes of the file. The retry budget is three.

## 3. Audit

Each request is written to the audit log with its retry count and its user.
`);

function touch(facts: { title?: string; text?: string; line?: number }, options = {}) {
  const places = facts.line === undefined ? [] : [{ heading: "", line: facts.line, endLine: facts.line }];
  const gap = { title: facts.title ?? "", text: facts.text ?? "", places };
  return touchedSections(index, gap, options).map(
    ({ section, by, only }) => `${by} ${section.heading}${only ? " (only)" : ""}`,
  );
}

describe("touchedSections", () => {
  it("takes the section in which the gap stands", () => {
    expect(touch({ title: "The retry count of the audit log", line: 11 })).toEqual(["place 1.1 Parts"]);
  });

  it("takes the sections that its text names by number", () => {
    expect(touch({ text: "Section 2 and § 3 differ." })).toEqual(["reference 2. Download", "reference 3. Audit"]);
  });

  it("takes of a list of gaps only its own line, then what shares its words, then what stands around the list", () => {
    expect(touch({ title: "What a broken part does to the checksum", line: 15 })).toEqual([
      "place 1.2 Gaps (only)",
      "keywords 1.1 Parts",
      "structure 1. Upload",
    ]);
  });

  it("finds a gap without a place by its words, best first", () => {
    expect(touch({ title: "Retry count in the audit", text: "Is the retry budget of a download counted?" })).toEqual([
      "keywords 2. Download",
      "keywords 3. Audit",
    ]);
  });

  it("falls back on the places of gaps near it when an omission has no words in the source", () => {
    const related = [{ heading: "2. Download", line: 21, endLine: 21 }];
    expect(touch({ title: "Backups", text: "Nothing about backups." }, { related })).toEqual(["structure 2. Download"]);
    expect(touch({ title: "Backups", text: "Nothing about backups." })).toEqual([]);
  });

  it("looks for words besides the place when asked to look wide", () => {
    expect(touch({ title: "The retry count of the audit log", line: 11 }, { wide: true })).toContain(
      "keywords 3. Audit",
    );
  });
});
