import { expect, it } from "vitest";
import { diffSections } from "./diff-sections.ts";

it("finds nothing between texts that differ only in line ends and blank lines", () => {
  expect(diffSections("# A\n\nx\n\n## B\n", "# A\r\nx\r\n## B")).toEqual([]);
});

it("names what is added, changed and removed by the headings above it", () => {
  const changes = diffSections("lead\n# A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n", "# A\n\nx\n\n## B\n\nnew\n\n## D\n\nw\n");
  expect(changes).toEqual([
    { path: "A > B", kind: "changed", line: 5, before: "y", after: "new" },
    { path: "A > D", kind: "added", line: 9, before: "", after: "w" },
    { path: "", kind: "removed", line: 1, before: "lead", after: "" },
    { path: "A > C", kind: "removed", line: 10, before: "z", after: "" },
  ]);
});

it("tells headings of one name apart by their order", () => {
  const changes = diffSections("# N\n\na\n\n# N\n\nb\n", "# N\n\na\n\n# N\n\nc\n");
  expect(changes).toMatchObject([{ path: "N", line: 5, before: "b", after: "c" }]);
});
