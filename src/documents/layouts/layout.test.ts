import { describe, expect, it } from "vitest";
import { findLayout } from "./layout.ts";

function folder(path: string, ...files: string[]) {
  const found = findLayout({ path, kind: "folder", files });
  return [found?.layout.name, ...(found?.files ?? [])];
}

function file(path: string, text = "# Spec\n"): string | undefined {
  return findLayout({ path, kind: "file", files: [path.split("/").at(-1) ?? ""], text })?.layout.name;
}

describe("the layouts that people have (SPEC 12)", () => {
  it("Spec Kit: the spec of a feature, without what is made from it", () => {
    expect(folder("/p/specs/001-login", "plan.md", "spec.md", "tasks.md")).toEqual(["Spec Kit", "spec.md"]);
    expect(folder("/p/specs", "001-login/plan.md", "001-login/spec.md", "002-logout/spec.md")).toEqual([
      "Spec Kit",
      "001-login/spec.md",
      "002-logout/spec.md",
    ]);
    expect(file("/p/specs/001-login/spec.md")).toBe("Spec Kit");
    expect(file("/p/notes.md", "## Functional Requirements\n\n- FR-001: x\n- SC-001: y\n")).toBe("Spec Kit");
  });

  it("OpenSpec: specs by capability, and the deltas and the design of a change", () => {
    expect(folder("/p/openspec", "changes/x/specs/a/spec.md", "specs/a/spec.md")).toEqual([
      "OpenSpec",
      "specs/a/spec.md",
    ]);
    expect(folder("/p/openspec/specs/a", "spec.md")).toEqual(["OpenSpec", "spec.md"]);
    expect(
      folder("/p/openspec/changes/x", "design.md", "proposal.md", "specs/a/spec.md", "specs/b/spec.md", "tasks.md"),
    ).toEqual(["OpenSpec", "specs/a/spec.md", "specs/b/spec.md", "design.md"]);
    expect(file("/p/openspec/specs/a/spec.md")).toBe("OpenSpec");
    expect(file("/p/a.md", "### Requirement: A\n\nx\n\n#### Scenario: B\n")).toBe("OpenSpec");
  });

  it("Kiro: the requirements before the design, without the tasks", () => {
    expect(folder("/p/.kiro/specs/login", "design.md", "requirements.md", "tasks.md")).toEqual([
      "Kiro",
      "requirements.md",
      "design.md",
    ]);
    expect(file("/p/.kiro/specs/login/design.md")).toBe("Kiro");
    expect(file("/p/a.md", "#### Acceptance Criteria\n\n1. WHEN x THEN the system SHALL y\n")).toBe("Kiro");
  });

  it("anything else: the file, or all files of the folder", () => {
    expect(file("/p/a.md")).toBe("a plain file");
    expect(folder("/p/docs", "a.md", "b/c.md")).toEqual(["a folder of specs", "a.md", "b/c.md"]);
    expect(findLayout({ path: "/p/empty", kind: "folder", files: [] })).toBeUndefined();
  });
});
