import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "./check.ts";
import { FINDING_TYPES } from "./finding.ts";
import { RULES } from "./registry.ts";

const SPEC = "# X\n\n## A\n\nThe app must be intuitive.\n\n## B\n\nSee section 9.\n";

describe("check", () => {
  test("gives rule, type, severity, place, message and fix, in the order of the document", () => {
    const findings = check(SPEC);
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
      ["vague-wording", 5],
      ["dangling-place", 9],
    ]);
    expect(Object.keys(findings[0] ?? {}).sort()).toEqual([
      "endLine",
      "fix",
      "line",
      "message",
      "rule",
      "severity",
      "type",
    ]);
  });

  test("a rule is switched by its id, a finding type by its name, and all at once", () => {
    const rules = (switches: Record<string, boolean | "LOW">): string[] =>
      check(SPEC, { rules: switches }).map(({ rule }) => rule);
    expect(rules({ "vague-wording": false })).toEqual(["dangling-place"]);
    expect(rules({ "dangling-ref": false })).toEqual(["vague-wording"]);
    expect(rules({ all: false, vague: true })).toEqual(["vague-wording"]);
  });

  test("a switch can change the severity; the rule's wins over its type's", () => {
    const [finding] = check(SPEC, { rules: { vague: "HIGH", "vague-wording": "LOW" } });
    expect(finding?.severity).toBe("LOW");
  });

  test("every finding type has a rule, every rule an id of its own", () => {
    expect(new Set(RULES.map(({ type }) => type))).toEqual(new Set(FINDING_TYPES));
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  });

  test("whatever the text, it ends, and every line is one of the text's", () => {
    const piece = fc.constantFrom(
      ...[
        "# A",
        "## 1 B",
        "- **FR-001** The app must be fast.",
        "| From | To |",
        "|---|---|",
        "| a | b |",
        "```mermaid",
        "stateDiagram",
        "a --> b: c",
      ],
      ...[
        "```",
        "> quote",
        "<!-- whetstone-disable -->",
        "TODO",
        "See section 4.",
        "*x* is a y",
        "**",
        "`",
        "[a](#b)",
        "5.1 A b is the c.",
        "",
        "\u0000",
        "’",
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (lines) => {
        const text = lines.join("\n");
        const count = text.split(/\r\n?|\n/).length;
        for (const { line, endLine } of check(text)) {
          expect(line).toBeGreaterThan(0);
          expect(endLine).toBeGreaterThanOrEqual(line);
          expect(endLine).toBeLessThanOrEqual(count);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("the same text gives the same findings", () => {
    expect(check(SPEC)).toEqual(check(SPEC));
  });
});
