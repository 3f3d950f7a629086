import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { matrixCount, readStatements } from "./support/statements.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TITLES = new Set(
  readdirSync(HERE)
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => [...readFileSync(`${HERE}${name}`, "utf8").matchAll(/\bit(?:\.\w+)?\(\s*(["'`])(.*?)\1,/g)])
    .map(([, , title]) => title),
);

describe("the table of statements", () => {
  it.each(readStatements())("$document names a test or says why there is none, in every row", ({ rows }) => {
    expect(rows.length).toBeGreaterThan(0);
    const lacking = rows.filter(({ test }) => !test.startsWith("differs on purpose:") && !TITLES.has(test));
    expect(lacking).toEqual([]);
  });

  it.each(readStatements())("$document has each row's line, statement and ruling in order", ({ rows }) => {
    expect(rows.filter(({ line, statement }) => !/^\d+$/.test(line) || statement === "")).toEqual([]);
    const lines = rows.map(({ line }) => Number(line));
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  it("has a row for every test that is named after a statement", () => {
    const named = new Set(readStatements().flatMap(({ rows }) => rows.map(({ test }) => test)));
    const documents = readStatements().map(({ document }) => document);
    const stray = [...TITLES].filter(
      (title) => documents.some((one) => title?.startsWith(`${one} §`)) && !named.has(title ?? ""),
    );
    expect(stray).toEqual([]);
  });

  it("is counted for the closing lines of a test run", () => {
    expect(matrixCount()).toMatch(/^contract matrix: \d+ statements/);
  });
});
