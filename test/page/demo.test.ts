import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoFolder, launch, picture, SKIPPED, serve, watchedPage } from "./browser.ts";

const LONG = 120_000;

describe.skipIf(SKIPPED)(`the demo on the page${SKIPPED ? ` (skipped: ${SKIPPED})` : ""}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  test("is watched and decided with the mouse, from its list to its finished spec", { timeout: LONG }, async () => {
    const folder = await demoFolder();
    const { page, problems, strangers } = await watchedPage(browser);
    await page.goto(await serve(folder));
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await picture(page, "sessions");
    await page.getByRole("link", { name: "parcel-lockers" }).click();
    await page.getByRole("button", { name: "Go on" }).click();
    const kinds = await decideAll(page, async (kind) => {
      await picture(page, `decide-${kind}`);
      const first = page.getByRole("radio").first();
      await (kind === "Divergence" ? page.getByLabel(/Accept the complexity/i) : first).check();
      await page.getByRole("button", { name: "Confirm" }).click();
    });
    expect(kinds).toContain("Conflict");
    await picture(page, "session-ended");
    await page.getByRole("link", { name: "See the spec" }).click();
    await page.getByText("A pickup code is valid for 72 hours").first().waitFor();
    await picture(page, "spec");
    const spec = readFileSync(join(folder, "parcel-lockers_v1.0.md"), "utf8");
    expect(spec).toContain("A pickup code is valid for 72 hours");
    expect(problems).toEqual([]);
    expect(strangers).toEqual([]);
  });

  test("is decided by keyboard alone", { timeout: LONG }, async () => {
    const folder = await demoFolder();
    const { page, problems } = await watchedPage(browser);
    await page.goto(await serve(folder));
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    await tabTo(page, "parcel-lockers");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Go on" }).waitFor();
    await tabTo(page, "Go on");
    await page.keyboard.press("Enter");
    await decideAll(
      page,
      async (kind) => {
        await page.keyboard.press(kind === "Divergence" ? await numberOf(page, /Accept the complexity/i) : "1");
        await page.locator(".effects p").first().waitFor();
        await page.keyboard.press("Enter");
      },
      async () => {
        await tabTo(page, /^Decide:/);
        await page.keyboard.press("Enter");
      },
    );
    await tabTo(page, "See the spec");
    await page.keyboard.press("Enter");
    await page.getByText("A pickup code is valid for 72 hours").first().waitFor();
    expect(problems).toEqual([]);
  });
});

/** Decides whatever is asked until the session has ended; the headers of the questions, in order. */
async function decideAll(
  page: Page,
  decide: (header: string) => Promise<void>,
  open = async () => page.getByRole("link", { name: /^Decide:/ }).click(),
): Promise<string[]> {
  const headers: string[] = [];
  const ended = page.getByRole("link", { name: "See the spec" });
  const asked = page.getByRole("link", { name: /^Decide:/ });
  for (;;) {
    await ended.or(asked).first().waitFor({ timeout: 60_000 });
    if (await ended.isVisible()) return headers;
    await open();
    const title = page.locator("form.decide h1");
    await title.waitFor();
    const header = (await title.innerText()).trim();
    headers.push(header);
    const question = await page.locator("form.decide .row .quiet").innerText();
    await decide(header);
    await page.getByText(question, { exact: true }).waitFor({ state: "detached" });
  }
}

/** Goes on with Tab until the focus is on something of that name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText?.trim() ?? "");
    if (typeof name === "string" ? text === name : name.test(text)) return;
  }
  throw new Error(`Tab never reaches ${name}`);
}

async function numberOf(page: Page, label: RegExp): Promise<string> {
  const text = await page.locator(".option label").filter({ hasText: label }).locator("kbd").innerText();
  return text.trim();
}
