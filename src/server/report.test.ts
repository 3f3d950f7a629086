import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Report } from "./report.ts";
import { REPORT_MARK, reportPage } from "./report.ts";

const HOSTILE = '</script><script>alert(1)</script><!-- <img src="https://example.com/x" onerror=alert(2)>';

function made(script = 'if ("a<!--b" && /<\\/script>/i) 1', style = "body{}") {
  const report = { data: { view: HOSTILE }, documents: { "source.md": HOSTILE } } as unknown as Report;
  return reportPage(report, { script, style });
}

describe("a report", () => {
  test("holds what agents wrote as data that no word of theirs can leave", () => {
    const page = made();
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    expect(page).not.toContain("<img");
    const [, json = ""] = /id="documents">(.*)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ "source.md": HOSTILE });
  });

  test("lets run its own script and style by their fingerprints, and nothing else", () => {
    const page = made();
    const [, script = ""] = /<script type="module">(.*)<\/script>/.exec(page) ?? [];
    const fingerprint = createHash("sha256").update(script).digest("base64");
    expect(page).toContain(`script-src 'sha256-${fingerprint}'; style-src 'sha256-`);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain("unsafe");
  });

  test("a script that names script elements stays whole", () => {
    expect(made()).toContain('if ("a\\x3c!--b" && /<\\/script>/i) 1');
  });

  test("can be told from other files", () => {
    expect(made().startsWith(REPORT_MARK)).toBe(true);
  });
});
