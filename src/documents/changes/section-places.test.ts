import fc from "fast-check";
import { expect, it } from "vitest";
import { viewOf } from "./file-view.ts";
import { applyHunks } from "./hunk.ts";
import { sectionsIn } from "./section-places.ts";

const SPEC = `---
title: Notes
---
Opening words.

# Notes

Text of *notes*.

## Search

- First
- Second

  more of it

\`\`\`
# no heading
\`\`\`

### Results

| a | b |
| - | - |
| 1 | 2 |

## Limits

Last words.
`;

const PIECES = [
  "",
  "x",
  "\n",
  "\n\nA paragraph.\n",
  "\n- item\n",
  "\n## Heading\n\nText",
  "\n```\n",
  "\n```\ncode\n```\n",
  "\n===\n",
  "\n<div>\n",
  "<!-- ",
  "\n> quoted\n",
  "# ",
];

it("the sections of a changed file are those that reading it whole gives", () => {
  const place = fc.nat({ max: SPEC.length });
  const edit = fc.record({ at: place, gone: fc.nat({ max: 30 }), text: fc.constantFrom(...PIECES) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      let end = 0;
      const hunks = edits
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, gone, text }, change) => {
          const start = Math.max(at, end);
          end = Math.min(SPEC.length, start + gone);
          return { change, file: "notes.md", start: Math.min(start, end), end, text };
        });
      const [made] = applyHunks([{ path: "notes.md", text: SPEC }], hunks);
      if (made === undefined) throw new Error("no file");
      expect(sectionsIn(viewOf(made))).toEqual(sectionsIn(viewOf({ ...made })));
    }),
    { numRuns: 500 },
  );
});
