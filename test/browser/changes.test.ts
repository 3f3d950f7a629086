import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runCli } from "../e2e/run-cli.ts";
import { audit } from "./audit.ts";
import { demoFolder, finishedDemo, picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const LONG = 120_000;
/** What GAP-LOCK-002 wrote into the demo's spec in round 1, and a line of the author's. */
const WRITTEN = "After five wrong codes within 10 minutes";
const OWN = "A courier scans the parcel's label.";

describe.skipIf(SKIPPED)(`the changes of a session on the page${SKIPPED}`, () => {
  test("are what a finished session shows first, with who wrote what, decisions, and what is open", {
    timeout: LONG,
  }, async () => {
    const { page, problems } = await watchedPage();
    await page.goto(await serve(await finishedDemo()));
    await page.getByRole("link", { name: "parcel-lockers" }).click();
    await page.getByText("The finished spec is parcel-lockers_v1.0.md").waitFor();
    await page.getByText("parcel-lockers_v1.0.md ends with an appendix, which is not part of the spec: 2").waitFor();
    const passage = page.locator(".stretch").filter({ hasText: "A pickup code is valid for 72 hours" });
    expect(await passage.locator(".removed").textContent()).toContain("How long a pickup code is valid is not said");
    expect(await passage.locator("aside").textContent()).toContain("GAP-LOCK-001");
    expect(await passage.locator("aside").textContent()).toContain("round 4 · decision");
    await passage.getByRole("button", { name: "decision" }).click();
    await page.locator("#DECISION-R2-002 p.quiet").filter({ visible: true }).first().waitFor();
    expect(await headings(page)).toEqual(["Changes", "Decisions", "Decided without you", "Open gaps", "Records"]);
    expect(await page.locator("header .session").textContent()).toBe("parcel-lockers");
    await page.getByText("Finished · 4 rounds · no open gaps, 1 parked").waitFor();
    await page.getByRole("listitem").filter({ hasText: "ISSUE-R1-002 on GAP-LOCK-002" }).waitFor();
    expect(await page.getByRole("button", { name: /^Comment on line/ }).count()).toBe(0);
    for (const form of ["Every line", "Rendered"]) {
      await page.getByRole("radio", { name: form }).check();
      await page.getByText(OWN).waitFor();
      expect(await audit(page), form).toEqual([]);
      await picture(page, `changes-${form}`);
    }
    await page.getByRole("link", { name: "Convergence" }).click();
    const even = page.locator("rect.net").filter({ hasText: /weighted net 0$/ });
    await even.first().waitFor({ state: "attached" });
    expect(await even.first().getAttribute("class")).toBe("net even");
    expect(problems).toEqual([]);
  });

  test("have comments: on what a gap wrote they are an issue, which the next prompt has", {
    timeout: LONG,
  }, async () => {
    const folder = await begunDemo();
    const { page, problems } = await watchedPage();
    await openSession(page, folder);
    await picture(page, "changes-running");
    expect(await page.locator(".counts").textContent()).toBe("open 1 CRITICAL 1 HIGH 1 MEDIUM 1 LOW 1 parked");
    const form = await commentOn(page, WRITTEN);
    await picture(page, "comment-form");
    expect(await form.getByRole("radio", { name: /An issue on GAP-LOCK-002/ }).isChecked()).toBe(true);
    expect(await audit(page)).toEqual([]);
    await form.getByLabel("Your comment").fill("Ten minutes keep a tenant out in the rain.");
    await form.getByRole("button", { name: "Add comment" }).click();
    const card = page.getByRole("complementary", { name: /^Your comment, ISSUE-R\d+-\d+$/ });
    await card.getByText("Ten minutes keep a tenant out in the rain.").waitFor();
    expect(await card.textContent()).toContain("on GAP-LOCK-002");
    expect(await audit(page)).toEqual([]);
    await picture(page, "comments");
    await page.getByRole("link", { name: "GAP-LOCK-002" }).first().click();
    await page
      .locator(".eyebrow")
      .filter({ hasText: /GAP-LOCK-002.*NEEDS REVISION/ })
      .waitFor();
    expect(problems).toEqual([]);
    await answer(folder, "ask");
    await answer(folder, "C");
    const round = join(folder, "sessions", "parcel-lockers", "round_003");
    const prompt = readFileSync(join(round, "prompts", "engineer-GAP-LOCK-002-1.md"), "utf8");
    expect(prompt).toMatch(
      /\(MEDIUM, raised by the User\) on GAP-LOCK-002\n```\nTen minutes keep a tenant out in the rain\./,
    );
  });

  test("have comments: on a line of the author's they are a gap, and so they are where the person says so", {
    timeout: LONG,
  }, async () => {
    const { page, problems } = await watchedPage();
    await openSession(page, await begunDemo());
    await page.getByRole("radio", { name: "Every line" }).check();
    const first = await commentOn(page, OWN);
    await first.getByText("Your comment becomes a new gap").waitFor();
    await first.getByRole("button", { name: "Add comment" }).click();
    await first.getByText("Write your comment first.").waitFor();
    await first.getByLabel("Your comment").fill("What if the label cannot be read?");
    expect(await first.getByRole("alert").count()).toBe(0);
    await first.getByLabel("Severity").selectOption("HIGH");
    await first.getByRole("button", { name: "Add comment" }).click();
    await page.getByRole("complementary", { name: "Your comment, GAP-USER-001" }).waitFor();
    await page.getByText("Comment added.").waitFor();
    const second = await commentOn(page, WRITTEN);
    await second.getByRole("radio", { name: "A new gap" }).check();
    await second.getByLabel("Your comment").fill("Is the count kept for each tenant?");
    await second.getByRole("button", { name: "Add comment" }).click();
    await page.getByRole("complementary", { name: "Your comment, GAP-USER-002" }).waitFor();
    await page.locator(".board").getByText("What if the label cannot be read?").waitFor();
    expect(problems).toEqual([]);
  });

  test("are commented on by keyboard alone, and Escape leaves the form", { timeout: LONG }, async () => {
    const { page, problems } = await watchedPage();
    await openSession(page, await begunDemo());
    await page.getByRole("radio", { name: "Every line" }).check();
    await page.getByRole("button", { name: "Comment on line 1", exact: true }).waitFor();
    // Past the download button to the line numbers.
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    for (const key of ["ArrowDown", "ArrowDown", "PageDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    const form = page.getByRole("form", { name: /^Comment on line \d+$/ });
    const name = (await form.getAttribute("aria-label")) ?? "";
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    expect(await page.locator("*:focus").getAttribute("aria-label")).toBe(name);
    await page.keyboard.press("Enter");
    await page.keyboard.type("From the keyboard");
    await page.keyboard.press("Tab");
    while ((await page.locator("*:focus").textContent()) !== "Add comment") await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page
      .getByRole("complementary", { name: /^Your comment/ })
      .getByText("From the keyboard")
      .waitFor();
    expect(problems).toEqual([]);
  });

  test("keep comments that are begun until they are sent or thrown away", { timeout: LONG }, async () => {
    const { page, problems } = await watchedPage();
    await openSession(page, await begunDemo());
    await page.getByRole("radio", { name: "Every line" }).check();
    const first = await commentOn(page, WRITTEN);
    await first.getByLabel("Your comment").fill("Ten minutes");
    await first.getByLabel("Severity").selectOption("HIGH");
    await commentOn(page, OWN, 1);
    const forms = page.getByRole("form", { name: /^Comment on line/ });
    expect(await forms.count()).toBe(2);
    await page.getByRole("link", { name: /^Decide/ }).click();
    await page.getByRole("button", { name: "Confirm" }).waitFor();
    await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "Changes" }).click();
    await forms.waitFor();
    expect(await forms.getByLabel("Your comment").inputValue()).toBe("Ten minutes");
    await forms.getByRole("button", { name: "Cancel" }).click();
    await forms.getByText("Discard what you wrote?").waitFor();
    await forms.getByLabel("Your comment").press("End");
    await forms.getByLabel("Your comment").pressSequentially(" are long.");
    await page.keyboard.press("Escape");
    await forms.getByLabel("Your comment").press("Control+Enter");
    const card = page.getByRole("complementary", { name: /^Your comment, ISSUE-R/ });
    await card.getByText("Ten minutes are long.").waitFor();
    expect(await card.textContent()).toContain("HIGH");
    await page.getByRole("radio", { name: "Every line" }).check();
    const second = await commentOn(page, OWN);
    await second.getByLabel("Your comment").fill("Never mind.");
    await second.getByRole("button", { name: "Cancel" }).click();
    await second.getByRole("button", { name: "Discard comment" }).click();
    await page.reload();
    await card.waitFor();
    expect(await forms.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("keep comments with their words, say which have lost them, and take only marked words for the anchor", {
    timeout: LONG,
  }, async () => {
    const folder = await begunDemo();
    const { page, problems } = await watchedPage();
    await openSession(page, folder);
    await page.getByRole("radio", { name: "Every line" }).check();
    await page.evaluate(`{
      const text = [...document.querySelectorAll(".same .text")].find((one) => one.textContent.includes("goes back"));
      const at = text.textContent.indexOf("goes back");
      getSelection().setBaseAndExtent(text.firstChild, at, text.firstChild, at + 9);
    }`);
    const form = await commentOn(page, "A parcel that nobody collects");
    expect(await form.locator("blockquote").textContent()).toBe("goes back");
    await form.getByLabel("Your comment").fill("Who pays for that?");
    await form.getByRole("button", { name: "Add comment" }).click();
    await page.getByRole("complementary", { name: "Your comment, GAP-USER-001" }).waitFor();
    const spec = join(folder, "sessions", "parcel-lockers", "spec.md");
    const edit = (words: string, others: string) =>
      writeFileSync(spec, readFileSync(spec, "utf8").replace(words, others));
    const card = page.locator(".line:has(+ .comment)");
    const line = Number(await card.locator(".number").textContent());
    edit("# Parcel lockers\n", "# Parcel lockers\n\nFor one house.\n");
    await answer(folder, "ask");
    await page.locator(".diff").getByText("For one house.").waitFor();
    await expect.poll(async () => Number(await card.locator(".number").textContent())).toBe(line + 2);
    edit("goes back to the courier", "is returned");
    await answer(folder, "C");
    await page.getByRole("heading", { name: "1 comment lost its place" }).waitFor();
    const lost = page.getByRole("region", { name: "1 comment lost its place" });
    expect(await lost.textContent()).toContain("goes back");
    expect(await audit(page)).toEqual([]);
    await picture(page, "comments-lost");
    await runCli(["gap", "wont-fix", "GAP-USER-001", "--reason", "Settled."], { cwd: folder });
    await page.getByRole("region", { name: "1 comment is closed" }).getByText("Who pays for that?").waitFor();
    expect(await lost.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

function headings(page: Page): Promise<string[]> {
  return page.locator("main > section > h2").allTextContents();
}

/** The demo up to the first question: round 2, and GAP-LOCK-002 is accepted. */
async function begunDemo(): Promise<string> {
  const folder = await demoFolder();
  const run = await runCli(["resume", "sessions/parcel-lockers"], { cwd: folder });
  if (!readFileSync(join(folder, "sessions/parcel-lockers/spec.md"), "utf8").includes(WRITTEN))
    throw new Error(run.stderr);
  return folder;
}

async function openSession(page: Page, folder: string): Promise<void> {
  await page.goto(await serve(folder));
  await page.getByRole("link", { name: "parcel-lockers" }).click();
  await page.getByText(WRITTEN).waitFor();
}

/** Presses the number of the line that has these words. */
async function commentOn(page: Page, words: string, at = 0) {
  await page
    .locator(".line")
    .filter({ hasText: words })
    .getByRole("button", { name: /^Comment on line/ })
    .click();
  const form = page.getByRole("form", { name: /^Comment on line/ }).nth(at);
  await form.waitFor();
  return form;
}

/** Answers what waits, and lets the session go on to the next question. */
async function answer(folder: string, option: string): Promise<void> {
  const session = "sessions/parcel-lockers";
  const answered = await runCli(["answer", "--option", option, "--session", session], { cwd: folder });
  if (answered.code !== 0) throw new Error(answered.stderr);
  await runCli(["resume", session], { cwd: folder });
}
