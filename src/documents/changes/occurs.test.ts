import { describe, expect, test } from "vitest";
import { findQuotation, occurs } from "./occurs.ts";

const TEXT = `# Grants

## Rules

- **FR-01**: A *Member* may \`export\` data,
  but never delete it. See [the list](https://example.com/list).

| Name | Value |
| --- | --- |
| Limit | “10,000” |

> It's a quote\\_d line …
`;

describe("quoted words occur", () => {
  test.each([
    ["as they are", "**FR-01**: A *Member* may `export` data,"],
    ["without markup and over lines", "FR-01: A Member may export data, but never delete it."],
    ["with a bullet of their own", "- A Member may export data"],
    ["with an ellipsis at the ends", "… may export data, but never ..."],
    ["with an ellipsis inside", "A Member may export … delete it. See the list"],
    ["in quote marks", '"A Member may export"'],
    ["with another kind of quote marks", 'Limit | "10,000"'],
    ["as cells of a row", "Limit “10,000”"],
    ["as a heading", "## Rules"],
    ["without an address", "See the list."],
    ["with typographic marks", "It’s a quote_d line"],
  ])("%s", (_, quotation) => expect(occurs(TEXT, quotation)).toBe(true));

  test.each([
    ["other words", "A Member may import data"],
    ["nothing", "  "],
    ["marks only", "…"],
    ["words in another order", "never delete it … A Member may export"],
  ])("and %s do not", (_, quotation) => expect(occurs(TEXT, quotation)).toBe(false));
});

test("the place of a quotation is found by file, lines and heading", () => {
  const spec = [
    { path: "a.md", text: "nothing\n" },
    { path: "b.md", text: TEXT },
  ];
  expect(findQuotation(spec, "may export data, but never")).toEqual({
    file: "b.md",
    line: 5,
    endLine: 6,
    heading: "Rules",
  });
  expect(findQuotation([{ path: "b.md", text: TEXT }], "10,000")).toMatchObject({
    line: 10,
    endLine: 10,
    heading: "Rules",
  });
  expect(findQuotation(spec, "not there")).toBeUndefined();
});
