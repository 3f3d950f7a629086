import { copyFileSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { audit } from "./audit.ts";
import { picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const EXAMPLES = resolve(import.meta.dirname, "../../examples");
const WORDS = ["refine", "quick-split.md", "--ui", "--no-open", "--set", "inventory.approve=true"];

describe.skipIf(SKIPPED)(`the approval of the gaps on the page${SKIPPED}`, () => {
  test("takes ranges, severities and a scope, and the session goes on with what is left", {
    timeout: 60_000,
  }, async () => {
    const folder = temporaryFolder();
    copyFileSync(join(EXAMPLES, "quick-split.md"), join(folder, "quick-split.md"));
    const { page, problems } = await watchedPage();
    await page.goto(await serve(folder, WORDS));
    await page.getByRole("link", { name: "Answer", exact: true }).click();
    await page.getByRole("button", { name: "Drop" }).click();
    await page.getByRole("alert").getByText("Name at least one gap.").waitFor();
    await page.getByRole("button", { name: "Select 2, " }).click();
    await page.getByRole("button", { name: "Select 4, " }).click({ modifiers: ["Shift"] });
    expect(await page.getByLabel("Select", { exact: true }).inputValue()).toBe("2-4");
    expect(await audit(page)).toEqual([]);
    await picture(page, "decide-inventory");
    await page.getByRole("button", { name: "Drop" }).click();
    await page.getByLabel("Select", { exact: true }).fill("40-50");
    await page.getByRole("button", { name: "Park" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Select", { exact: true }).fill("");
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByLabel(/^Why they are left out/).fill("Not in this release.");
    await page.getByLabel(/^Scope/).fill("Only the trip itself.");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("1 of 4").waitFor();
    const decisions = readFileSync(join(folder, "sessions", "quick-split", "decisions.md"), "utf8");
    expect(decisions).toContain("Not in this release.");
    expect(problems).toEqual([]);
  });
});
