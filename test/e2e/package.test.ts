import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder } from "./run-cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** What `npm publish` would send, by its path. */
function packed(): readonly string[] {
  const words = ["pack", "--dry-run", "--ignore-scripts", "--json"];
  const { stdout } = spawnSync("npm", words, { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

describe("the package", () => {
  test("holds what the program needs, and little else", () => {
    const files = packed();
    expect(files).toEqual(
      expect.arrayContaining(["dist/cli/main.js", "dist/web/index.html", "resources/prompts/engineer.md", "LICENSE"]),
    );
    expect(files.filter((path) => /\.map$|\.test\.|^(?:src|test|web|scripts)\//.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith(".d.ts")).length).toBeLessThan(120);
  });

  test("is installed from a lock that names every platform's builds, each with its sum, and no registry", () => {
    type Locked = { integrity?: string; resolved?: string; optionalDependencies?: Record<string, string> };
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const { "": _, ...packages }: Record<string, Locked> = lock.packages;
    const builds = Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {}));
    expect(builds).toContain("@biomejs/cli-win32-x64");
    expect(builds.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([]);
    expect(Object.values(packages).filter(({ integrity, resolved }) => !integrity || resolved)).toEqual([]);
  });

  test("holds what its pages link to", () => {
    const files = packed();
    const missing = files
      .filter((path) => path.endsWith(".md"))
      .flatMap((page) => {
        const links = readFileSync(join(ROOT, page), "utf8").matchAll(/\]\((?!\w+:)([^)#\s]+)/g);
        const paths = [...links].map(([, link = ""]) => posix.join(dirname(page), link));
        const isThere = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
        return paths.filter((path) => !isThere(path)).map((path) => `${page}: ${path}`);
      });
    expect(missing).toEqual([]);
  });

  test("has types for both of its exports that need nothing else", () =>
    inTempFolder(
      {
        "program.ts": [
          'import { check, runSession, type State } from "whetstone";',
          'import { scriptedAgent, testSession } from "whetstone/testing";',
          "const count: number = check('').length;",
          "const round = (state: State): number => state.records.length;",
          "export { count, round, runSession, scriptedAgent, testSession };",
        ].join("\n"),
        "package.json": '{ "type": "module" }',
      },
      async (folder) => {
        mkdirSync(join(folder, "node_modules"));
        symlinkSync(ROOT, join(folder, "node_modules/whetstone"), "junction");
        const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
        const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
        const roots = ["--typeRoots", join(ROOT, "node_modules/@types")];
        const run = spawnSync(process.execPath, [tsc, ...options, ...roots, "program.ts"], {
          cwd: folder,
          encoding: "utf8",
        });
        expect(run.stdout).toBe("");
      },
    ));
});
