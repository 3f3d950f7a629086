import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withAppendix } from "../documents/stated/appendix.ts";
import { check } from "./check.ts";
import { FINDING_TYPES } from "./finding.ts";
import { RULES } from "./registry.ts";

const SPEC = "# X\n\n## 1. A\n\nThe limit is TBD.\n\n## 2. B\n\nSee section 9.\n";

describe("check", () => {
  test("gives rule, type, severity, span, subject, related places, message and fix, in the order of the document", () => {
    const [first, second, ...more] = check(SPEC);
    expect(first).toEqual({
      rule: "explicit-marker",
      type: "explicit-marker",
      severity: "MEDIUM",
      line: 5,
      column: 14,
      endLine: 5,
      endColumn: 17,
      subject: "TBD",
      related: [],
      message: '"The limit is TBD." is still unresolved.',
      fix: expect.any(String),
    });
    expect(second).toMatchObject({ rule: "dangling-place", line: 9, column: 5, endColumn: 14, subject: "section 9" });
    expect(more).toEqual([]);
  });

  test("reports a row once, and tells its cells apart where they say the same", () => {
    const found = check("# X\n\n## L\n\n| A | B | C |\n|---|---|---|\n| x | TBD | TBD |\n| y | 1 | 1 |\n");
    expect(found.map(({ column, related }) => [column, ...related.map((other) => other.column)])).toEqual([[7, 13]]);
  });

  test("a rule is switched by its id, a finding type by its name, and all at once", () => {
    const rules = (switches: Record<string, boolean | "LOW">): string[] =>
      check(SPEC, { rules: switches }).map(({ rule }) => rule);
    expect(rules({ "explicit-marker": false })).toEqual(["dangling-place"]);
    expect(rules({ "dangling-ref": false })).toEqual(["explicit-marker"]);
    expect(rules({ all: false, "dangling-ref": true })).toEqual(["dangling-place"]);
  });

  test("a switch can change the severity; the rule's wins over its type's", () => {
    const [finding] = check(SPEC, {
      rules: { "dangling-ref": "HIGH", "dangling-place": "LOW", "explicit-marker": false },
    });
    expect(finding?.severity).toBe("LOW");
  });

  test("every finding type has a rule, every rule an id of its own; wording is judged only where it is asked for", () => {
    expect(new Set(RULES.map(({ type }) => type))).toEqual(new Set(FINDING_TYPES));
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(RULES.filter(({ offByDefault }) => offByDefault).map(({ type, severity }) => [type, severity])).toEqual([
      ["vague", "LOW"],
    ]);
  });

  test("SPEC 12: the appendix of a finished spec is not read, and the lines below it keep their number", () => {
    const appendix = "## Open points\n\n- GAP-OQ-002 (MEDIUM, USER_DEFERRED): Are guests allowed?";
    const text = withAppendix("# X\n\n## A\n\nThe limit is set.\n", appendix);
    expect(check(text)).toEqual([]);
    expect(check(`${text}\n## B\n\nThe fee is TBD.\n`).map(({ line }) => line)).toEqual([17]);
  });

  const PIECES = [
    ...["# A", "## 1 B", "## 1 C", "- **FR-001**: It must.", "- FR-009", "| From | To |", "|---|---|", "| a | b |"],
    ...["```mermaid", "stateDiagram", "a --> b: c", "```", "> quote", "TODO", "See section 4.", "[a](#b)", "**", "`"],
    ...["## Edge Cases", "- What if?", "## Glossary", "- **A_B**: x", "THE A_C SHALL", "- **WHEN** x", "- **THEN** y"],
    ...["status (a, b, c)", "The two fields:", "Option A", "Option B", "", "\u0000", "’", "[^1]", "5.1 A b is the c."],
  ];

  test("whatever the text, it ends, and every place is one of the text's", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 30 }), (pieces) => {
        const text = pieces.join("\n");
        const lines = text.split(/\r\n?|\n/);
        for (const { related, ...at } of check(text)) {
          for (const { line, column, endLine, endColumn } of [at, ...related]) {
            expect(line).toBeGreaterThan(0);
            expect(endLine).toBeGreaterThanOrEqual(line);
            expect(endLine).toBeLessThanOrEqual(lines.length);
            expect(column).toBeGreaterThan(0);
            expect(endLine > line || endColumn >= column).toBe(true);
          }
        }
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test.each([
    ["brackets", "[".repeat(50_000)],
    ["open code", "`a".repeat(25_000)],
    ["stars", "*".repeat(50_000)],
    ["one long item", `- ${"status (a, b ".repeat(4_000)}`],
    ["one long sentence", `- The system MUST ${"keep 5 files and ".repeat(4_000)}`],
    ["words in capitals", `THE ${"Aaa ".repeat(12_000)}SHALL`],
    ["numbers", `${"1.".repeat(25_000)} x`],
    ["an enum without an end", `\`\`\`\nenum A {${" a,\n".repeat(10_000)}`],
    ["quotation marks", `status of ${'"a", '.repeat(10_000)}`],
    ["given", `${"Given when ".repeat(6_000)}`],
    ["spaces in a diagram", `\`\`\`mermaid\nstateDiagram\na --> b\nstate a${" ".repeat(50_000)}x\n\`\`\``],
    ["a number with lines under it", `- Timeout: 1${"_".repeat(50_000)}x`],
    ["alternatives", `- Storage: ${"a or ".repeat(10_000)}b?`],
    ["choices that are open", `${"a or b, (".repeat(6_000)} undecided`],
    ["headings of ids", `${"## R1 R2 R3 ".repeat(20)}\n\n`.repeat(150)],
    ["options", `Option A${" or".repeat(15_000)}`],
    ["spaces behind a colon", `- Storage:${" ".repeat(50_000)}a or b`],
    ["questions about markers", `${"what TBD? ".repeat(5_000)}`],
    ["a limit of many words", `The ${"upload ".repeat(8_000)}limit is 5 MB.`],
  ])("%s take no longer than their length", (_name, text) => {
    const start = performance.now();
    check(`# X\n\n${text}\n`, { rules: { all: true } });
    expect(performance.now() - start).toBeLessThan(1_500);
  });
});
