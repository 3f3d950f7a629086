import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { check } from "../../checks/check.ts";
import { sarifLog } from "./sarif-log.ts";

/** The schema of OASIS, as published for SARIF 2.1.0. */
const schema = JSON.parse(
  readFileSync(new URL("../../../test/fixtures/sarif-2.1.0.schema.json", import.meta.url), "utf8"),
);
const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

const TEXT = "# X\n\n- FR-1: Files are kept.\n\nThe limit is TBD.\n\n- FR-1: Mails are sent.\n";

function log(file: string, text = TEXT): { runs: { results: Record<string, unknown>[] }[] } {
  return sarifLog([{ file, text, findings: check(text), known: [] }], "1.2.3") as never;
}

describe("SARIF", () => {
  test("validates against the schema, with findings and without", () => {
    expect([validate(log("a b/spec.md")), validate.errors]).toEqual([true, null]);
    expect([validate(log("spec.md", "# X\n\nFine.\n")), validate.errors]).toEqual([true, null]);
    const known = sarifLog([{ file: "spec.md", text: TEXT, findings: [], known: check(TEXT) }], "1.2.3");
    expect([validate(known), validate.errors]).toEqual([true, null]);
    expect(validate({ version: "2.1.0", runs: [{ results: [{}] }] })).toBe(false);
  });

  test("a result has its rule, its level and its place", () => {
    const [first, second] = log("spec.md").runs[0]?.results ?? [];
    expect(first).toMatchObject({
      ruleId: "explicit-marker",
      level: "warning",
      baselineState: "new",
      partialFingerprints: { "whetstone/v2": expect.stringMatching(/^explicit-marker:TBD:[0-9a-f]{16}$/) },
    });
    expect(second).toMatchObject({
      ruleId: "duplicate-id",
      level: "error",
      relatedLocations: [{ physicalLocation: { region: { startLine: 3 } } }],
    });
    expect(first?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "spec.md", index: 0 },
          region: { startLine: 5, startColumn: 14, endLine: 5, endColumn: 17 },
        },
      },
    ]);
  });

  test("a finding is known again by its passage, wherever it moves; the same words twice are two", () => {
    const names = (text: string): unknown[] =>
      (log("spec.md", text).runs[0]?.results ?? []).map(({ partialFingerprints }) => partialFingerprints);
    const [a, b] = ["Files are kept for TBD days.\n", "Keys are kept for TBD days.\n"];
    const [first, second, third, ...more] = names(`# X\n\n${a}\n${b}\n${a}`);
    expect(new Set([first, second, third].map((name) => JSON.stringify(name))).size).toBe(3);
    expect(more).toEqual([]);
    expect(names(`# X\n\nMoved.\n\n${b}`)).toEqual([second]);
  });

  test.each([
    ["docs/my spec.md", "docs/my%20spec.md"],
    ["/home/me/spec.md", "file:///home/me/spec.md"],
    ["C:/specs/a#b.md", "file:///C:/specs/a%23b.md"],
    ["-", "stdin"],
  ])("%s is the URI %s", (file, uri) => {
    expect(JSON.stringify(log(file))).toContain(`"uri":"${uri}"`);
  });
});
