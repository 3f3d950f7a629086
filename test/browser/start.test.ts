import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { audit } from "./audit.ts";
import { picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const EXAMPLES = resolve(import.meta.dirname, "../../examples");

describe.skipIf(SKIPPED)(`a session that is started on the page${SKIPPED}`, () => {
  test("leads to a finished spec by what is written on the screen alone", async () => {
    const folder = temporaryFolder();
    copyFileSync(join(EXAMPLES, "quick-split.md"), join(folder, "quick-split.md"));
    const { page, problems } = await watchedPage();
    await page.goto(await serve(folder));
    const reader = readerOf(page);
    await page.getByText("1 spec found.").waitFor();
    await reader.press("link", "Start a session");
    await reader.press("link", "quick-split.md");
    await page.getByText(/gaps found/).waitFor();
    expect(await audit(page)).toEqual([]);
    await picture(page, "start");
    await page.getByRole("button", { name: "Select 4, " }).click();
    await page.getByRole("button", { name: "Select 6, " }).click({ modifiers: ["Shift"] });
    expect(await page.getByLabel("Select", { exact: true }).inputValue()).toBe("4-6");
    await page.getByRole("button", { name: "Select 5, " }).click();
    expect(await page.getByLabel("Select", { exact: true }).inputValue()).toBe("4, 6");
    await picture(page, "start-selected");
    await page.getByRole("button", { name: "Drop" }).click();
    expect(await page.locator("tr.dropped").count()).toBe(2);
    await page
      .getByRole("checkbox", { name: /^Work on/ })
      .nth(3)
      .click();
    await page
      .getByRole("checkbox", { name: /^Work on/ })
      .nth(5)
      .click({ modifiers: ["Shift"] });
    expect(await page.locator("tr.dropped").count()).toBe(0);
    await reader.press("checkbox", "Work on GAP-FUNCTIONAL-002");
    await reader.choose("Severity of GAP-FUNCTIONAL-001", "HIGH");
    await reader.write("More gaps, one per line", "LOW: how long a link stays valid");
    await reader.press("button", "Move GAP-FUNCTIONAL-001 to the top");
    await page.getByText("Ctrl+Enter starts").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("link", { name: /how long a link stays valid.* added by you/ }).waitFor();
    await answerAll(page, reader);
    // Everything was kept: the spec is as it was, and no second one is written.
    await page.getByText("The finished spec is quick-split.md").waitFor();
    expect(readdirSync(folder).filter((name) => name.endsWith(".md"))).toEqual(["quick-split.md"]);
    const spec = readFileSync(join(folder, "quick-split.md"), "utf8");
    expect(spec).toBe(readFileSync(join(EXAMPLES, "quick-split.md"), "utf8"));
    expect(problems).toEqual([]);
    expect(reader.steps()).toBeLessThanOrEqual(40);
  });

  test("is begun for a spec that is named, and by `refine --ui`, which runs it at once", async () => {
    const folder = temporaryFolder();
    const spec = "parcel-lockers.md";
    copyFileSync(join(EXAMPLES, spec), join(folder, spec));
    const { page, problems } = await watchedPage();
    await page.goto(await serve(folder, ["ui", spec, "--no-open"]));
    await page.getByRole("heading", { name: `Start: ${spec}` }).waitFor();
    await page.goto(await serve(folder, ["refine", spec, "--ui", "--no-open"]));
    await page.getByRole("link", { name: /^Answer(?: \d+ questions)?$/ }).waitFor();
    await page.goto(await serve(folder, ["ui", spec, "--no-open"]));
    await page.getByRole("heading", { name: "parcel-lockers" }).waitFor();
    await page.getByText("Waiting for").first().waitFor();
    expect(problems).toEqual([]);
  });
});

type Role = "link" | "button" | "checkbox" | "radio";

/** Somebody who knows only what they read; every press is counted. */
function readerOf(page: Page) {
  let steps = 0;
  return {
    steps: () => steps,
    async press(role: Role, name: string | RegExp): Promise<void> {
      steps += 1;
      await page
        .getByRole(role, { name, exact: typeof name === "string" })
        .first()
        .click();
    },
    async choose(label: string, choice: string): Promise<void> {
      steps += 1;
      await page.getByLabel(label).selectOption(choice);
    },
    async write(label: string, text: string): Promise<void> {
      steps += 1;
      await page.getByLabel(label).fill(text);
    },
  };
}

/** Takes what is recommended, else lets the passage stand, until there is a spec to see. */
async function answerAll(page: Page, reader: ReturnType<typeof readerOf>): Promise<void> {
  const spec = page.getByText("The finished spec is");
  const decide = page.getByRole("link", { name: /^Answer/ });
  const confirm = page.getByRole("button", { name: "Confirm" });
  for (;;) {
    await spec.or(decide).or(confirm).first().waitFor();
    if (await spec.isVisible()) return;
    if (await decide.isVisible()) await reader.press("link", /^Answer/);
    const id = await page.getByText(/^Q-[A-Z\d]+-\d+[a-z]?$/).textContent();
    const recommended = page.getByRole("radio", { name: /recommended/ });
    await recommended.or(page.getByRole("radio").first()).first().waitFor();
    const isFine = (await page.getByRole("radio", { name: /Keep (?:it as it is|both)/ }).count()) > 0;
    await reader.press(
      "radio",
      (await recommended.count()) > 0 ? /recommended/ : isFine ? /Keep (?:it as it is|both)/ : /./,
    );
    await reader.press("button", "Confirm");
    await page.getByText(id ?? "", { exact: true }).waitFor({ state: "detached" });
  }
}
