import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { REPORT_MARK } from "../../src/server/report.ts";
import { runCli } from "../e2e/run-cli.ts";
import { audit } from "./audit.ts";
import { demoFolder, finishedDemo, picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

/** Each view, and words that are on it when it is whole. */
const VIEWS: readonly (readonly [path: string, words: string])[] = [
  ["", "A pickup code is valid for 72 hours"],
  ["convergence", "Words in the spec"],
  ["gap/GAP-LOCK-001", "What changed since round"],
  ["round", "Rolled back to the end of round 3"],
  ["round/1", "Format repairs"],
  ["rollback", "The analysis: rollback_analysis_round_004_1.md"],
  ["file/round_001%2Freviewer.md/7", "Source, with"],
];

describe.skipIf(SKIPPED)(`a report${SKIPPED}`, () => {
  test("opens from the disk without a network, shows every view, and changes nothing", async () => {
    const folder = await finishedDemo();
    const run = await runCli(["report", "--json"], { cwd: folder });
    expect(run.code, run.stderr).toBe(0);
    const { report } = JSON.parse(run.stdout) as { report: string };
    const { page, problems, strangers } = await watchedPage({ offline: true });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url().split("#")[0] ?? ""));
    const address = pathToFileURL(report).href;
    for (const [path, words] of VIEWS) {
      await page.goto(`${address}#/s/report/${path}`);
      await page.getByText(words).filter({ visible: true }).first().waitFor();
      await page.evaluate(
        "for (const one of document.querySelectorAll('details:not(.attempt ~ .attempt)')) one.open = true",
      );
      if (path === "") {
        expect(await audit(page)).toEqual([]);
        await picture(page, "report");
      }
      expect(
        await page.getByRole("button", { name: /Continue|Finish|Confirm|Apply|Keep it|Change|Comment/ }).count(),
        path,
      ).toBe(0);
    }
    expect(new Set(asked)).toEqual(new Set([address]));
    expect(problems).toEqual([]);
    expect(strangers).toEqual([]);
  });

  test("is given by the page, too", async () => {
    const { page } = await watchedPage();
    await page.goto(await serve(await demoFolder()));
    await page.getByRole("link", { name: "parcel-lockers" }).click();
    const given = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download report" }).click();
    const path = await (await given).path();
    expect((await given).suggestedFilename()).toBe("parcel-lockers_report.html");
    const report = readFileSync(path, "utf8");
    expect([report.startsWith(REPORT_MARK), report.includes("GAP-LOCK-001")]).toEqual([true, true]);
  });

  test("is written over an earlier one, and over nothing else", async () => {
    const folder = await demoFolder();
    expect((await runCli(["report", "-o", "r.html"], { cwd: folder })).code).toBe(0);
    expect((await runCli(["report", "-o", "r.html"], { cwd: folder })).code).toBe(0);
    writeFileSync(join(folder, "r.html"), "<!doctype html>mine");
    const refused = await runCli(["report", "-o", "r.html"], { cwd: folder });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("not a Whetstone report")]);
  });
});
