import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { audit } from "./audit.ts";
import { demoFolder, picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

describe.skipIf(SKIPPED)(`the demo on the page${SKIPPED}`, () => {
  test("is watched and decided with the mouse, from the list to the finished spec", async () => {
    const folder = await demoFolder();
    const { page, problems, strangers } = await watchedPage();
    await page.goto(await serve(folder));
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("link", { name: "parcel-lockers" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    const headers = await decideAll(
      page,
      async (header) => {
        expect(await audit(page)).toEqual([]);
        await picture(page, `decide-${header.toLowerCase()}`);
        if (header === "Conflict") await seeBothSides(page);
        if (header === "Divergence") await wantBackAndStay(page);
        await choiceFor(page, header).check();
        await page.getByRole("button", { name: "Confirm" }).click();
      },
      () => page.getByRole("link", { name: /^Answer/ }).click(),
    );
    expect(headers).toEqual(expect.arrayContaining(["Conflict", "Unanswered", "Divergence", "Archives"]));
    await page.getByRole("link", { name: "Changes" }).click();
    await page.getByText("A pickup code is valid for 72 hours").filter({ visible: true }).first().waitFor();
    expect(readFileSync(join(folder, "parcel-lockers_v1.0.md"), "utf8")).toContain("A pickup code is valid for 72");
    expect(problems).toEqual([]);
    expect(strangers).toEqual([]);
  });

  test("is decided by keyboard alone", async () => {
    const { page, problems } = await watchedPage();
    await page.goto(await serve(await demoFolder()));
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    await press(page, "parcel-lockers");
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await press(page, "Continue");
    await decideAll(
      page,
      async (header) => {
        await page.keyboard.press(await numberOf(choiceFor(page, header)));
        await page.locator(".effects p").first().waitFor();
        await page.keyboard.press("Enter");
      },
      () => press(page, /^Answer/),
    );
    await page.getByText("Finished").filter({ visible: true }).first().waitFor();
    await press(page, "Changes");
    await page.getByText("A pickup code is valid for 72 hours").filter({ visible: true }).first().waitFor();
    expect(problems).toEqual([]);
  });
});

/** Two positions with the texts of both, side by side; the other ways below. */
async function seeBothSides(page: Page): Promise<void> {
  const boxes = await page.locator(".option").evaluateAll((options) =>
    options.map((option) => {
      const { left, top } = option.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top) };
    }),
  );
  const [a, b, c] = boxes;
  expect([a?.top === b?.top, (a?.left ?? 0) < (b?.left ?? 0), (c?.top ?? 0) > (a?.top ?? 0)]).toEqual([
    true,
    true,
    true,
  ]);
  await page.locator(".option").nth(0).getByText("A code runs out 72 hours after").first().waitFor();
  await page.locator(".option").nth(1).locator(".diff .added").getByText("A pickup code is valid").waitFor();
}

/** Looks at what going back would undo, asks for it, and after the analysis decides against it. */
async function wantBackAndStay(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Rollback" }).click();
  const target = page.getByRole("article").filter({ hasText: "Back to the end of round 2" });
  await target.getByText(/gaps? changes?/).click();
  expect(await audit(page)).toEqual([]);
  await picture(page, "rollback");
  await target.getByText("Undo 1 round").click();
  await target.getByRole("button", { name: "Analyze, then ask me" }).click();
  await target.getByLabel(/^Reason/).fill("nothing came of it");
  await target.locator("form").getByRole("button", { name: "Analyze, then ask me" }).click();
  await page
    .locator(".waiting")
    .filter({ hasText: "Rollback" })
    .getByRole("link", { name: /^Answer/ })
    .click();
  await page.getByLabel("Do not undo anything").check();
  await picture(page, "decide-rollback");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.locator(".eyebrow").getByText("Divergence").waitFor();
}

/** As the recorded person answers; where they say nothing, the first option. */
function choiceFor(page: Page, header: string) {
  if (header === "Divergence") return page.getByLabel(/Accept the complexity/i);
  return page.getByRole("radio").first();
}

/** Decides whatever is asked until the session has ended and nothing waits; the headers of the questions, in order. */
async function decideAll(
  page: Page,
  decide: (header: string) => Promise<void>,
  open: () => Promise<void>,
): Promise<string[]> {
  const headers: string[] = [];
  // What becomes of the archives is asked when everything else is done (SPEC 13.10).
  while (headers.at(-1) !== "Archives") {
    const form = page.locator("form.decide");
    const link = page.getByRole("link", { name: /^Answer/ });
    await form.or(link).first().waitFor();
    // After an answer the next question comes by itself.
    if (await link.isVisible()) await open();
    const header = (await form.locator(".eyebrow .kind").textContent()) ?? "";
    headers.push(header);
    const question = (await form.locator(".actions .id").textContent()) ?? "";
    await decide(header);
    await page.getByText(question, { exact: true }).waitFor({ state: "detached" });
  }
  return headers;
}

/** Goes on with Tab until the focus is on something of that name, and presses Enter there. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    const text =
      (await page
        .locator("*:focus")
        .textContent({ timeout: 1000 })
        .catch(() => "")) ?? "";
    if (typeof name === "string" ? text.trim() === name : name.test(text.trim())) return page.keyboard.press("Enter");
  }
  throw new Error(`Tab never reaches ${name}`);
}

async function numberOf(choice: ReturnType<Page["getByLabel"]>): Promise<string> {
  return ((await choice.locator("xpath=..").locator("kbd").first().textContent()) ?? "").trim();
}
