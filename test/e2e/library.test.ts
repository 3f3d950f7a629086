import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder } from "./run-cli.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The programs of docs/library.md, as they stand there. */
const [documents = "", session = ""] = [
  ...readFileSync(join(ROOT, "docs/library.md"), "utf8").matchAll(/^```js\n([\s\S]*?)^```$/gm),
].map(([, code]) => code ?? "");

/** Runs a program in a folder that has the package installed. */
function run(folder: string, program: string) {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/whetstone"), "junction");
  writeFileSync(join(folder, "program.mjs"), program);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the programs of docs/library.md", () => {
  test("read, judge and compare documents", () =>
    inTempFolder({}, async (folder) => {
      const given = [
        `const spec = "# S\\n\\n- The system MUST answer quickly.\\n";`,
        `const proposal = "## GAP-FLOW-001: Retries\\n\\n**Confidence**: HIGH\\n\\n### Proposed Solution\\n\\nThree.\\n";`,
        `const review = "## Review: GAP-FLOW-001\\n\\n### [HIGH-1]: No wait is given between tries\\n\\nA server is flooded.\\n";`,
      ].join("\n");
      const { stdout, stderr, status } = run(folder, `${given}\n${documents}`);
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      expect(stdout).toContain("3 vague-wording");
      expect(stdout).toContain("No wait is given between tries: IGNORED");
    }));

  test("run a session to its finished spec", () =>
    inTempFolder({ "lockers.md": "# Lockers\n" }, async (folder) => {
      const { stdout, stderr, status } = run(folder, session);
      expect({ stdout, stderr, status }).toEqual({ stdout: "ended ended\n", stderr: "", status: 0 });
      expect(readFileSync(join(folder, "lockers_v1.0.md"), "utf8")).toContain("MUST expire 72 hours");
      expect(readFileSync(join(folder, "sessions/lockers/status.md"), "utf8")).toContain("COMPLETE");
    }));
});

test("the library's entry loads nothing that spawns a process or talks to a network", () =>
  inTempFolder({}, async (folder) => {
    const program = `
      await import("whetstone");
      const loaded = process.moduleLoadList.filter((name) => /^NativeModule (child_process|http|https|tls)$/.test(name));
      console.log(JSON.stringify(loaded));
    `;
    expect(run(folder, program)).toEqual({ status: 0, stdout: "[]\n", stderr: "" });
  }));
