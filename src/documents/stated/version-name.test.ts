import { expect, it } from "vitest";
import { laterVersionName, nextVersionName } from "./version-name.ts";

it("begins with version 1.0", () => {
  expect(nextVersionName(["pathspec.md", "other_v3.0.md", "pathspec_v1.0.txt"], "pathspec")).toBe("pathspec_v1.0.md");
});

it("takes the version after the highest, whatever the letter case", () => {
  expect(nextVersionName(["a_v1.0.md", "A_v1.9.md"], "a")).toBe("a_v1.10.md");
  expect(nextVersionName(["a_v2.0.md", "a_v1.7.md"], "a")).toBe("a_v2.1.md");
});

it("takes the name literally", () => {
  expect(nextVersionName(["axb_v1.0.md"], "a.b")).toBe("a.b_v1.0.md");
});

it("finds the highest version, unless it is the file itself", () => {
  const there = ["a.md", "a_v1.2.md", "a_v1.10.md", "b_v9.0.md"];
  expect(laterVersionName(there, "a")).toBe("a_v1.10.md");
  expect(laterVersionName(there, "a_v1.2")).toBe("a_v1.10.md");
  expect(laterVersionName(there, "a_v1.10")).toBeUndefined();
  expect(laterVersionName(["a.md"], "a")).toBeUndefined();
});
