import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const BUILT = resolve(import.meta.dirname, "../../dist/web");
const assets = readdirSync(join(BUILT, "assets"));

describe("the built page", () => {
  test("has at most 180 KB of script, compressed", () => {
    const scripts = assets.filter((name) => name.endsWith(".js"));
    const bytes = scripts.map((name) => gzipSync(readFileSync(join(BUILT, "assets", name))).length);
    expect(scripts).toHaveLength(1); // a report holds one
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(180 * 1024);
  });

  test("loads nothing from elsewhere and has no script inline", () => {
    const page = readFileSync(join(BUILT, "index.html"), "utf8");
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path = ""]) => path);
    expect(loaded.length).toBeGreaterThanOrEqual(2);
    expect(loaded.filter((path) => !/^\/[\w./-]+$/.test(path))).toEqual([]);
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=/);
    const style = assets
      .filter((name) => name.endsWith(".css"))
      .map((name) => readFileSync(join(BUILT, "assets", name), "utf8"));
    expect(style.join("")).not.toMatch(/url\(|@import/);
  });
});
