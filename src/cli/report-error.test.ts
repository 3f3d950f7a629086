import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordedContext } from "../../test/support/recorded-context.ts";
import { UsageError, WhetstoneError } from "../errors/whetstone-error.ts";
import { asWhetstoneError, reportError } from "./report-error.ts";

function report(error: WhetstoneError, json = false, env: Record<string, string> = {}) {
  const { context, written } = recordedContext({ json, env });
  const code = reportError(error, context);
  return { ...written, code };
}

describe("reportError", () => {
  test("says the message, the target and the fix, and gives the error's exit code", () => {
    const error = new UsageError("it is wrong", { target: "a.md:3", fix: "Mend it." });
    expect(report(error)).toEqual({
      stdout: "",
      stderr: "error: it is wrong\n   at: a.md:3\n  fix: Mend it.\n",
      code: 2,
    });
  });

  test("with --json is one document on standard output", () => {
    const { stdout, stderr } = report(new WhetstoneError("LOCKED", "busy"), true);
    expect(JSON.parse(stdout)).toEqual({ error: { code: "LOCKED", message: "busy", target: null, fix: null } });
    expect(stderr).toBe("");
  });

  test("shows a stack only under WHETSTONE_DEBUG, with its causes", () => {
    const error = asWhetstoneError(new TypeError("x is undefined"));
    expect(report(error).stderr).not.toContain("report-error.test");
    const shown = report(error, false, { WHETSTONE_DEBUG: "1" }).stderr;
    expect(shown).toContain("caused by: TypeError: x is undefined");
    expect(shown).toContain("report-error.test");
  });
});

describe("asWhetstoneError", () => {
  test("keeps our own errors", () => {
    const error = new UsageError("x");
    expect(asWhetstoneError(error)).toBe(error);
  });

  test("tells what the file system refuses in words", () => {
    let thrown: unknown;
    try {
      readFileSync("no/such/file");
    } catch (error) {
      thrown = error;
    }
    const error = asWhetstoneError(thrown);
    expect(error).toMatchObject({
      code: "FILE_FAILED",
      message: "no such file or folder",
      target: "no/such/file",
      fix: "Check the path.",
      exitCode: 1,
    });
  });

  test("takes everything else for a bug of ours and says where to report it", () => {
    const error = asWhetstoneError("a string");
    expect(error).toMatchObject({ code: "INTERNAL", message: "a string", exitCode: 1 });
    expect(error.fix).toContain("report");
  });
});
