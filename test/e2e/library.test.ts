import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { proposalDocument } from "../support/canonical-documents.ts";
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

const LOCKERS = "# Lockers\n\n## Codes\n\nA code opens a locker. TODO: how long does a code live?\n";

describe("the programs of docs/library.md", () => {
  test("read, judge and apply documents", () =>
    inTempFolder({}, async (folder) => {
      const given = [
        `const text = "# S\\n\\n- The system MUST answer within TBD.\\n";`,
        `const proposal = ${JSON.stringify(proposalDocument({ gap: "GAP-TIME-001", changes: [{ kind: "replace", old: "TBD", new: "2 s" }] }))};`,
      ].join("\n");
      const { stdout, stderr, status } = run(folder, `${given}\n${documents}`);
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
      expect(stdout).toContain("3 explicit-marker");
      expect(stdout).toContain("true 0\n");
      expect(stdout).toContain("- The system MUST answer within 2 s.\n");
    }));

  test("run a session to its finished spec", () =>
    inTempFolder({ "lockers.md": LOCKERS }, async (folder) => {
      const { stdout, stderr, status } = run(folder, session);
      expect({ stdout, stderr, status }).toEqual({ stdout: "ended ended\n", stderr: "", status: 0 });
      const spec = LOCKERS.replace(
        "TODO: how long does a code live?",
        "A code MUST expire 72 hours after it was issued.",
      );
      expect(readFileSync(join(folder, "lockers_v1.0.md"), "utf8")).toBe(spec);
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
