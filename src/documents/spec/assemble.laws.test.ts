import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GapId } from "../../model/ids.ts";
import type { Heading } from "../markdown/block.ts";
import { allSections, parseMarkdown } from "../markdown/markdown.ts";
import { assembleSpec } from "./assemble.ts";
import { findSection } from "./find-section.ts";
import { readInventory } from "./inventory.ts";
import type { SpecPart } from "./spec-part.ts";

/** Each block is its own, so that a line of the source is known again in the spec. */
const block = fc.constantFrom<(n: number) => string>(
  (n) => `# Title ${n}`,
  (n) => `## Section ${n}`,
  (n) => `### Part ${n} [PARTIAL]`,
  (n) => `Setext ${n}\n======`,
  () => "## Notes",
  (n) => `Paragraph ${n} says this.\nAnd that.`,
  (n) => `Sentence ${n}. TODO: choose value ${n} of it. Last ${n}.`,
  () => "TBD",
  (n) =>
    `- item ${n}\n- GAP-AA-${String((n % 900) + 1).padStart(3, "0")}: gap ${n}\n  more of it\n  - TODO: nested value ${n} of it`,
  (n) => `| ID | Gap |\n|--|--|\n| GAP-BB-${String((n % 900) + 1).padStart(3, "0")} | open ${n} |\n| x | TBD |`,
  (n) => `\`\`\`\n# not a heading ${n}\nTODO\n\`\`\``,
  (n) => `> quote ${n}\n> FIXME: quoted ${n}`,
  (n) => `    code ${n}`,
  (n) => `### GAP-HH-${String((n % 900) + 1).padStart(3, "0")}: Heading ${n}\n\nIts story ${n}.`,
  () => "---",
  (n) => `<!-- comment ${n} -->`,
);

const source = fc
  .tuple(fc.array(block, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([blocks, end, last]) => {
    const text = blocks.map((make, index) => make(index)).join("\n\n");
    return (last ? `${text}\n` : text).replace(/\n/g, end);
  });

const hostile = fc.array(
  fc.constantFrom(
    "plain words",
    "```",
    "~~~~js",
    "<!-- gone",
    "-->",
    "<pre>",
    "</pre>",
    "<script>alert(1)</script>",
    "<details>",
    "# Top",
    "###### Deep",
    "Set\n---",
    "- item",
    "   indented",
    "| a | b |\n|--|--|\n| 1 | 2 |",
    "[Section 1]: http://x",
    "`<b>` code `",
    "<?php",
    "<![CDATA[",
    "> quote\n> ```",
    "",
    "\u001b[31m",
  ),
  { minLength: 1, maxLength: 8 },
);

const specText = fc.record({
  target: fc.option(fc.constantFrom("Section 1", "Notes", "Part 2", "Title 0", "Setext 3", "Top", "Nowhere")),
  mode: fc.constantFrom<"append" | "replace">("append", "replace"),
  text: hostile.map((lines) => lines.join("\n")),
});

const session = fc.tuple(source, fc.array(specText, { maxLength: 6 }), fc.boolean()).map(([text, texts, stray]) => {
  const seeds = readInventory(text);
  const parts = texts.map((one, index): SpecPart => {
    const seed = seeds[index];
    const gap: GapId = seed?.id ?? `GAP-ZZ-${String(index + 1).padStart(3, "0")}`;
    const specTexts = [{ mode: one.mode, text: one.text, ...(one.target === null ? {} : { target: one.target }) }];
    const known = seed && !stray ? { text: seed.text, places: seed.places } : { text: "", places: [] };
    return { gap, title: `Gap ${index}`, ...known, specTexts, sections: [] };
  });
  return { text, parts };
});

const NOTHING = { limitations: [], traceability: [] };

function headings(text: string): Heading[] {
  return [...allSections(parseMarkdown(text).root)].flatMap((section) => section.heading ?? []);
}

/** Whether all of `wanted` occur in `all`, in their order. */
function missingFrom(all: readonly string[], wanted: readonly string[]): string | undefined {
  let at = 0;
  for (const one of wanted) {
    while (at < all.length && all[at] !== one) at++;
    if (at++ >= all.length) return one;
  }
  return undefined;
}

function lines(text: string): string[] {
  return text.split(/\r\n|\n/);
}

/** Lines that a resolution may change: its gap's places with their blocks, and the bodies that it replaces. */
function concerned(text: string, parts: readonly SpecPart[]): Set<number> {
  const markdown = parseMarkdown(text);
  const found = new Set<number>();
  const add = (from: number, to: number) => {
    for (let line = from; line <= to; line++) found.add(line);
  };
  for (const part of parts) {
    for (const place of part.places) {
      const around = markdown.blocks.find((one) => one.line <= place.line && place.line <= one.endLine);
      if (around?.type === "heading") add(around.endLine + 1, place.endLine);
      else add(around?.line ?? place.line, around?.endLine ?? place.endLine);
    }
    for (const { target, mode } of part.specTexts) {
      const section =
        target === undefined || mode === "append" ? undefined : findSection(markdown, target, part.places[0]?.line);
      if (!section) continue;
      add((section.heading?.endLine ?? 0) + 1, (section.sections[0]?.line ?? section.endLine + 1) - 1);
      // A text may have a section of the same name as one below: then that one is replaced too.
      for (const child of allSections(section)) {
        if (/^(?:Top|Deep|Set)/.test(child.heading?.text ?? "")) add(child.line + 1, child.endLine);
      }
    }
  }
  return found;
}

describe("the laws of assembling (SPEC 12)", () => {
  it("loses no heading of the source, nor its level", () => {
    fc.assert(
      fc.property(session, ({ text, parts }) => {
        const key = (heading: Heading) => `${heading.level} ${heading.text}`;
        const after = headings(assembleSpec(text, parts, NOTHING).text).map(key);
        expect(missingFrom(after, headings(text).map(key))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it("leaves every line that no resolution concerns as it is, in its order", () => {
    fc.assert(
      fc.property(session, ({ text, parts }) => {
        const touched = concerned(text, parts);
        const kept = lines(text).filter((line, index) => !touched.has(index + 1) && line.trim() !== "");
        expect(missingFrom(lines(assembleSpec(text, parts, NOTHING).text), kept)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it("gives the source byte for byte, and then its own sections, when nothing is resolved", () => {
    fc.assert(
      fc.property(source, (text) => {
        const spec = assembleSpec(text, [], NOTHING).text;
        expect(spec.startsWith(text)).toBe(true);
        expect(spec.slice(text.length)).toMatch(
          /^\s*#{1,6} Known Limitations\s+None\.\s+#{1,6} Traceability\s+No gap was recorded\.\s+$/,
        );
      }),
    );
  });

  it("lets no text reach beyond itself: what follows is read as it was", () => {
    fc.assert(
      fc.property(session, ({ text, parts }) => {
        const spec = parseMarkdown(assembleSpec(text, parts, NOTHING).text);
        const last = [...allSections(spec.root)].slice(-2).map((section) => section.heading?.text);
        expect(last).toEqual(["Known Limitations", "Traceability"]);
        expect(spec.blocks.at(-1)).toMatchObject({ type: "paragraph", text: "No gap was recorded." });
      }),
      { numRuns: 300 },
    );
  });

  it("shows HTML instead of obeying it", () => {
    fc.assert(
      fc.property(hostile, (words) => {
        const part: SpecPart = {
          gap: "GAP-ZZ-001",
          title: "x",
          text: "",
          places: [],
          specTexts: [{ mode: "append", text: words.join("\n") }],
          sections: [],
        };
        const spec = parseMarkdown(assembleSpec("# S\n", [part], NOTHING).text);
        const html = (blocks: typeof spec.blocks): boolean =>
          blocks.some(
            (one) =>
              one.type === "html" ||
              (one.type === "quote" && html(one.blocks)) ||
              (one.type === "list" && one.items.some((item) => html(item.blocks))),
          );
        expect(html(spec.blocks)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("places every resolution, on the line that it says", () => {
    fc.assert(
      fc.property(session, ({ text, parts }) => {
        const unique = [...new Map(parts.map((part) => [part.gap, part])).values()];
        const filled = unique.map((part) => ({
          ...part,
          specTexts: part.specTexts.map((one) => ({ ...one, text: `Words of ${part.gap}.` })),
        }));
        const spec = assembleSpec(text, filled, NOTHING);
        const rows = lines(spec.text);
        for (const part of filled) {
          expect(spec.text).toContain(`Words of ${part.gap}.`);
          const placed = spec.placements.filter((placement) => placement.gap === part.gap);
          expect(placed).toHaveLength(1);
          const around = rows.slice((placed[0]?.line ?? 0) - 1, (placed[0]?.line ?? 0) + 2).join("\n");
          expect(around).toContain(`Words of ${part.gap}.`);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is the same however often and in whatever order the parts come", () => {
    fc.assert(
      fc.property(session, ({ text, parts }) => {
        const unique = [...new Map(parts.map((part) => [part.gap, part])).values()];
        expect(assembleSpec(text, unique.toReversed(), NOTHING)).toEqual(assembleSpec(text, unique, NOTHING));
      }),
    );
  });
});
