import { describe, expect, it } from "vitest";
import { areRelated, frameworkHome } from "./framework-home.ts";

const file = (path: string) => frameworkHome({ path, kind: "file", files: [path.split("/").at(-1) ?? ""] });
const folder = (path: string, ...files: string[]) => frameworkHome({ path, kind: "folder", files });

describe("where the session of a framework's spec is kept (SPEC 12)", () => {
  it.each([
    ["/p/openspec/specs/search/spec.md", "openspec.specs.search"],
    ["/p/openspec/changes/add-digest/specs/search/spec.md", "openspec.changes.add-digest.specs.search"],
    ["/p/openspec/changes/add-digest/design.md", "openspec.changes.add-digest.design"],
    ["/p/.kiro/specs/upload/design.md", "kiro.specs.upload.design"],
    ["/p/specs/001-login/spec.md", "specs.001-login"],
  ])("%s: in the project, by its path", (path, name) => {
    expect(file(path)).toMatchObject({ root: "/p", name });
  });

  it("a folder has the name of its path, however many files it holds", () => {
    expect(folder("/p/openspec/changes/x", "specs/a/spec.md", "design.md")?.name).toBe("openspec.changes.x");
    expect(folder("/p/openspec/changes/x", "specs/a/spec.md")?.name).toBe("openspec.changes.x");
    expect(folder("/p/.kiro/specs/upload", "requirements.md", "design.md")?.name).toBe("kiro.specs.upload");
    expect(folder("/p/specs/001-login", "spec.md")).toEqual(file("/p/specs/001-login/spec.md"));
  });

  it("the whole tree is named after it, from the project too", () => {
    expect(folder("/p/openspec", "specs/a/spec.md", "specs/b/spec.md")).toMatchObject({ root: "/p", name: "openspec" });
    expect(folder("/p/specs", "001-login/spec.md")).toMatchObject({ root: "/p", name: "specs" });
    expect(folder("/p", "specs/001-login/spec.md")).toMatchObject({ root: "/p", name: "specs" });
  });

  it("a spec elsewhere has none, whatever it is called", () => {
    expect(file("/p/specs/pathspec.md")).toBeUndefined();
    expect(file("/p/openspec/README.md")).toBeUndefined();
    expect(file("/p/001-login/spec.md")).toBeUndefined();
    expect(folder("/p", "a.md", "openspec/specs/a/spec.md")).toBeUndefined();
    expect(folder("/p/docs")).toBeUndefined();
  });

  it("a change and a spec in it are related, two changes are not", () => {
    expect(areRelated("openspec.changes.x", "openspec.changes.x.specs.a")).toBe(true);
    expect(areRelated("openspec.changes.x.specs.a", "openspec.changes.x")).toBe(true);
    expect(areRelated("openspec.changes.x", "openspec.changes.x-two")).toBe(false);
  });
});
