import { describe, expect, it } from "vitest";
import { engineer, openDesk, reviewer } from "./support/desk.ts";
import { proposal, review } from "./support/documents.ts";

// SPEC 2, 12: layouts that people already have. Their spec folders hold their files and nothing of ours.

const GAP = "GAP-FORMAT-001";
const SPEC_KIT = `# Feature Specification: Export

## Requirements

### Functional Requirements

- **FR-001**: System MUST write one file per month.
- **FR-002**: System MUST accept the formats that the office uses.

## Success Criteria

- **SC-001**: 95 % of the exports end within 1 minute.

## Notes

- ${GAP} (HIGH): Which formats the office uses is not said.
`;
const OPENSPEC = `## ADDED Requirements

### Requirement: Digest

The system SHALL send a digest in the format that the office uses.

#### Scenario: One message

- **WHEN** one message has come
- **THEN** the digest names it

<!-- a comment of the author's -->

- ${GAP} (HIGH): Which format the office uses is not said.
`;
const REQUIREMENTS = `# Requirements

### Requirement 1

#### Acceptance Criteria

1. WHEN a member selects a photo THEN the system SHALL store it.

- ${GAP} (HIGH): Which formats are accepted is not said.
`;
const DESIGN = "# Design\n\n## Formats\n\nThe service accepts photos.\n";

const changes = (place: string, old: string, text: string) =>
  proposal({ gap: GAP, changes: [{ kind: "replace", in: place, old, new: text }] });

describe.concurrent("Spec Kit", () => {
  it("keeps the session outside its spec folders, and writes in place with the ids as they were", async () => {
    const desk = await openDesk({
      files: { "specs/001-export/spec.md": SPEC_KIT, "specs/001-export/plan.md": "# Plan\n" },
      spec: "specs/001-export",
      turns: [engineer(1, GAP, changes("Functional Requirements", "the formats that the office uses", "CSV and JSON"))],
    });
    await desk.refine(0, "--in-place");
    expect(desk.files("specs")).toEqual(["specs/001-export/plan.md", "specs/001-export/spec.md"]);
    expect(desk.read("specs/001-export/spec.md")).toBe(
      SPEC_KIT.replace("the formats that the office uses", "CSV and JSON"),
    );
    expect(desk.files().filter((path) => path.endsWith("journal.jsonl"))).toHaveLength(1);
    expect((await desk.expecting(0, "status", "specs/001-export")).stdout).toContain("finished");
  });

  it("says what is left open where it is written into the person's files", async () => {
    const desk = await openDesk({
      files: { "specs/001-export/spec.md": SPEC_KIT },
      spec: "specs/001-export",
      turns: [
        engineer(1, GAP, changes("Functional Requirements", "the formats that the office uses", "CSV and JSON")),
        reviewer(
          1,
          review({ gap: GAP, low: [{ id: "ISSUE-R1-001", title: "No encoding is said", quotes: ["CSV and JSON"] }] }),
        ),
      ],
    });
    await desk.refine(0);
    expect((await desk.expecting(0, "status", "specs/001-export")).stdout).toContain("  Refine it further: ");
    const exported = await desk.expecting(0, "export", "specs/001-export", "--in-place");
    expect(exported.stderr).toMatch(/Left open:\n {2}- ISSUE-R1-001 \(LOW, on .*\): No encoding is said\n/);
    expect(desk.read("specs/001-export/spec.md")).toContain("CSV and JSON");
  });

  it("tells the Engineer the next free requirement id", async () => {
    const desk = await openDesk({
      files: { "specs/001-export/spec.md": SPEC_KIT },
      spec: "specs/001-export",
      turns: [],
    });
    await desk.refine(3);
    expect(desk.calls()[0]?.prompt).toContain("FR-003");
  });
});

describe.concurrent("OpenSpec", () => {
  it("a change refined in place keeps nothing of ours below openspec/", async () => {
    const path = "openspec/changes/add-digest/specs/digest/spec.md";
    const desk = await openDesk({
      files: { [path]: OPENSPEC, "openspec/changes/add-digest/proposal.md": "# Why\n" },
      spec: "openspec/changes/add-digest",
      turns: [engineer(1, GAP, changes("Digest", "the format that the office uses", "plain text"))],
    });
    await desk.refine(0, "--in-place");
    expect(desk.files("openspec")).toEqual(["openspec/changes/add-digest/proposal.md", path]);
    expect(desk.read(path)).toBe(OPENSPEC.replace("the format that the office uses", "plain text"));
  });
});

describe.concurrent("Kiro", () => {
  it("changes name their file, and each file of the working spec and of the result keeps its name", async () => {
    const desk = await openDesk({
      files: {
        ".kiro/specs/upload/requirements.md": REQUIREMENTS,
        ".kiro/specs/upload/design.md": DESIGN,
        ".kiro/specs/upload/tasks.md": "# Tasks\n",
      },
      spec: ".kiro/specs/upload",
      turns: [engineer(1, GAP, changes("design.md > Formats", "accepts photos", "accepts PNG and JPEG"))],
    });
    await desk.refine(0);
    const result = DESIGN.replace("accepts photos", "accepts PNG and JPEG");
    expect(desk.files(".kiro").filter((path) => /journal|status\.md|sessions/.test(path))).toEqual([]);
    const [working] = desk.files().filter((path) => path.endsWith("/spec/design.md"));
    expect(working && desk.read(working)).toBe(result);
    expect(working && desk.read(working.replace("design.md", "requirements.md"))).toBe(REQUIREMENTS);
    const [written] = desk.files().filter((path) => path.endsWith("upload_v1.0/design.md"));
    expect(written && desk.read(written)).toBe(result);
    expect(desk.read(".kiro/specs/upload/design.md")).toBe(DESIGN);
  });

  it("in place each file gets its part, and nothing else changes", async () => {
    const desk = await openDesk({
      files: { ".kiro/specs/upload/requirements.md": REQUIREMENTS, ".kiro/specs/upload/design.md": DESIGN },
      spec: ".kiro/specs/upload",
      turns: [engineer(1, GAP, changes("design.md > Formats", "accepts photos", "accepts PNG and JPEG"))],
    });
    await desk.refine(0, "--in-place");
    expect(desk.files(".kiro")).toEqual([".kiro/specs/upload/design.md", ".kiro/specs/upload/requirements.md"]);
    expect(desk.read(".kiro/specs/upload/design.md")).toBe(DESIGN.replace("accepts photos", "accepts PNG and JPEG"));
    expect(desk.read(".kiro/specs/upload/requirements.md")).toBe(REQUIREMENTS);
  });
});
