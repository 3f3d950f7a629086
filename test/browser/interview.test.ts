import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runCli } from "../e2e/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { audit } from "./audit.ts";
import { picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const LONG = 120_000;
const SPEC = `# Lending

## Privacy

## Edge Cases

- What happens when a book comes back late?

## Rules

- A book is lent for TBD days.
- A member borrows at most TBD books at once.
`;

describe.skipIf(SKIPPED)(`an interview on the page${SKIPPED}`, () => {
  test("goes by mouse from the first question to the finished spec, each effect seen before", {
    timeout: LONG,
  }, async () => {
    const { page, problems, folder } = await begun();
    await page.getByText("findings from the checks: lines 3, 7, 11, 12.").waitFor();
    const line = page.locator(".stretch").filter({ has: page.getByText("A book is lent for TBD days.") });
    expect(await line.locator("aside").textContent()).toContain("line 11");
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByText("1 of 4").waitFor();
    await page.getByRole("heading", { name: 'The section "Privacy" is empty. What should it say?' }).waitFor();
    await page.getByRole("radio", { name: /Write the section/ }).click();
    await page.getByLabel("Your words").fill("Loans are deleted after a year.");
    await page.locator(".effects .added").getByText("Loans are deleted after a year.").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("2 of 4").waitFor();
    await editInPlace(page);
    await page.getByText("3 of 4").waitFor();
    await page.getByLabel('Replace "TBD" with').fill("14");
    const diff = page.locator(".effects .diff");
    await diff.getByText("- A book is lent for 14 days.").waitFor();
    expect(await diff.locator(".removed").textContent()).toContain("A book is lent for TBD days.");
    expect(await audit(page)).toEqual([]);
    await picture(page, "interview-edit");
    await page.getByRole("button", { name: "Confirm" }).click();
    // The fourth is asked when the round with the others is done: it comes by itself.
    await page.getByText("4 of 4").waitFor();
    await page.getByRole("radio", { name: /Keep it as it is/ }).click();
    await page.getByText("Nothing changes.").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Finished").filter({ visible: true }).first().waitFor();
    expect(readFileSync(join(folder, "lending_v1.0.md"), "utf8")).toBe(
      SPEC.replace("TBD days", "14 days")
        .replace("What happens when a book comes back late?", "A late book costs 1 EUR a day.")
        .replace("## Privacy\n", "## Privacy\n\nLoans are deleted after a year.\n"),
    );
    expect(problems).toEqual([]);
  });

  test("goes by keyboard alone, what is typed at once being the answer", { timeout: LONG }, async () => {
    const { page, problems, folder } = await begun();
    await page.getByRole("link", { name: /^Answer/ }).focus();
    await page.keyboard.press("Enter");
    for (const [position, key, words] of [
      ["1 of 4", "a", "Loans are deleted after a year."],
      ["2 of 4", "a", "It costs 1 EUR a day."],
      ["3 of 4", "", "14"],
      ["4 of 4", "e", "- A member borrows at most 5 books at once."],
    ] as const) {
      await page.getByText(position).waitFor();
      // Without a key the words go where the focus is.
      if (key !== "") {
        await leaveText(page);
        await page.keyboard.press(key);
      }
      await page.locator(":is(textarea, input[type=text]):focus").waitFor();
      if (words.startsWith("- ")) await page.keyboard.press("Control+A");
      await page.keyboard.type(words);
      await page.locator(".effects .diff .added").filter({ hasText: words.trim() }).waitFor();
      await page.keyboard.press("Control+Enter");
    }
    await page.getByText("Finished").filter({ visible: true }).first().waitFor();
    const spec = readFileSync(join(folder, "lending_v1.0.md"), "utf8");
    for (const words of ["lent for 14 days", "It costs 1 EUR a day.", "at most 5 books", "deleted after a year"]) {
      expect(spec).toContain(words);
    }
    expect(problems).toEqual([]);
  });

  test("refuses what answers nothing, and forgets the refusal with the next key", { timeout: LONG }, async () => {
    const { page } = await begun();
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByText("2 of 4").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "The passage" }).fill("to be decided");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alert").getByText("leaves it open").waitFor();
    await picture(page, "interview-refused");
    await page.getByRole("textbox", { name: "The passage" }).fill("- When a book comes back late, its lender pays.");
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  test("puts words in place of the marker alone, and shows a sentence that an edit leaves out", {
    timeout: LONG,
  }, async () => {
    const spec = (date: string) =>
      `# Club\n\n## Rules\n\n- Fees are due on ${date}. Late fees are waived for students.\n\n## Hall\n\n- The hall closes at ten. Keys stay at the desk, costs TBD.\n`;
    const { page, problems, folder } = await begun(spec("TBD"));
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByText("1 of 2").waitFor();
    await page.getByRole("link", { name: "Decide (2 left)" }).waitFor();
    await page.getByLabel('Replace "TBD" with').fill("the first of May");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("2 of 2").waitFor();
    // By keyboard the marker is selected: what is typed replaces it alone.
    await leaveText(page);
    await page.keyboard.press("e");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("5 EUR");
    const text = page.getByRole("textbox", { name: "The passage" });
    expect(await text.inputValue()).toBe("- The hall closes at ten. Keys stay at the desk, costs 5 EUR.");
    await text.fill("- Keys stay at the desk, costs 5 EUR.");
    await page.locator(".effects .diff .added").filter({ hasText: "- Keys stay at the desk" }).waitFor();
    expect(await page.locator(".effects .diff .removed").textContent()).toContain("The hall closes at ten.");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Finished").filter({ visible: true }).first().waitFor();
    expect(readFileSync(join(folder, "lending_v1.0.md"), "utf8")).toBe(
      spec("the first of May").replace(
        "The hall closes at ten. Keys stay at the desk, costs TBD",
        "Keys stay at the desk, costs 5 EUR",
      ),
    );
    expect(problems).toEqual([]);
  });

  test("edits a line of a diagram, and a marker, where they stand", { timeout: LONG }, async () => {
    const diagram =
      "```mermaid\nstateDiagram-v2\n  [*] --> lent\n  lent --> back\n  lent --> lost\n  back --> [*]\n```\n";
    const { page, folder } = await begun(`# Lending\n\n## States\n\n${diagram}\n## Limits\n\n- Grace period: TBD\n`);
    await page.getByRole("link", { name: /^Answer/ }).click();
    for (const [position, words] of [
      ["1 of 2", "\n  lost --> [*]"],
      ["2 of 2", "30 days"],
    ] as const) {
      await page.getByText(position).waitFor();
      await leaveText(page);
      await page.keyboard.press("e");
      await page.locator(":is(textarea, input[type=text]):focus").waitFor();
      await page.keyboard.type(words);
      await page.locator(".effects .diff .added").filter({ hasText: words.trim() }).waitFor();
      await page.keyboard.press("Control+Enter");
    }
    await page.getByText("Finished").filter({ visible: true }).first().waitFor();
    const spec = readFileSync(join(folder, "lending_v1.0.md"), "utf8");
    expect(spec).toContain("  lent --> lost\n  lost --> [*]\n  back --> [*]\n```\n");
    expect(spec).toContain("- Grace period: 30 days\n");
  });

  test("keeps an answer that is half given, on another page and in another tab", { timeout: LONG }, async () => {
    const { page, problems } = await begun();
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByRole("radio", { name: /Write the section/ }).click();
    await page.getByLabel("Your words").fill("Loans are deleted");
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByText("2 of 4").waitFor();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("textbox", { name: "The passage" }).fill("- A late book");
    await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "Changes" }).click();
    await page.getByRole("heading", { name: "Changes" }).waitFor();
    await page.getByRole("link", { name: /^Decide/ }).click();
    await page.getByText("1 of 4").waitFor();
    expect(await page.getByLabel("Your words").inputValue()).toBe("Loans are deleted");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("link", { name: "Next question" }).click();
    await other.getByText("2 of 4").waitFor();
    expect(await other.getByRole("textbox", { name: "The passage" }).inputValue()).toBe("- A late book");
    expect(problems).toEqual([]);
  });

  test("lets an answer be changed until it is written", { timeout: LONG }, async () => {
    const { page, problems, folder } = await begun();
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByRole("radio", { name: /Write the section/ }).click();
    await page.getByLabel("Your words").fill("Loans are deleted after a year.");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("2 of 4").waitFor();
    const given = page.getByRole("region", { name: "Answered, not in the spec yet" });
    await given.getByText("Loans are deleted after a year.").waitFor();
    expect(await audit(page)).toEqual([]);
    await page.getByRole("navigation", { name: "Session" }).getByRole("link", { name: "Changes" }).click();
    await page.getByText("1 of them answered, not in the spec yet").waitFor();
    const answered = page.getByRole("region", { name: "Answered, not in the spec yet: 1" });
    expect(await answered.getByRole("listitem").textContent()).toContain("answered");
    await page.getByRole("region", { name: "Waiting for your answer: 3" }).waitFor();
    await page.getByRole("link", { name: /^Decide/ }).click();
    await given.getByRole("link", { name: "Change it" }).click();
    await page.getByText("1 of 4").waitFor();
    expect(await page.getByLabel("Your words").inputValue()).toBe("Loans are deleted after a year.");
    await page.getByLabel("Your words").fill("Loans are kept.");
    await page.locator(".effects .added").getByText("Loans are kept.").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    for (const position of ["2 of 4", "3 of 4", "4 of 4"]) {
      await page.getByText(position).waitFor();
      await page.getByRole("radio", { name: /Keep it as it is/ }).click();
      await page.getByRole("button", { name: "Confirm" }).click();
    }
    await page.getByText("Finished").filter({ visible: true }).first().waitFor();
    const spec = readFileSync(join(folder, "lending_v1.0.md"), "utf8");
    expect(spec).toBe(SPEC.replace("## Privacy\n", "## Privacy\n\nLoans are kept.\n"));
    expect(problems).toEqual([]);
  });

  test("leaves a question once it is answered, and a key pressed again decides nothing", {
    timeout: LONG,
  }, async () => {
    const { page, problems, folder } = await begun("# Lamp\n\n- It turns off after TBD.\n- It costs TBD.\n");
    await page.getByRole("link", { name: /^Answer/ }).click();
    for (const position of ["1 of 2", "2 of 2"]) {
      await page.getByText(position).waitFor();
      await page.getByText("once the questions waiting now are answered. More may follow.").waitFor();
      await leaveText(page);
      await page.keyboard.press("l");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
    }
    await page.getByText("No question to answer. Paused: every question was left for later.").waitFor();
    expect(await page.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await page.keyboard.press("Enter");
    // An answer that is looked at again and not changed neither counts twice nor resumes the session.
    await page.getByRole("link", { name: "Change it" }).last().click();
    await page.getByText("lending.md:4").first().waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("No question to answer. Paused").waitFor();
    const journal = readFileSync(join(folder, "sessions/lending/journal.jsonl"), "utf8");
    expect(journal.match(/"type":"question_answered"/g)).toHaveLength(2);
    expect(journal).not.toContain('"type":"resumed"');
    expect(problems).toEqual([]);
  });

  test("is abandoned only by whoever says so twice", { timeout: LONG }, async () => {
    const { page, problems, folder } = await begun();
    await runCli(["finish", "sessions/lending"], { cwd: folder });
    await page.getByRole("link", { name: /^Decide/ }).click();
    await page.getByRole("radio", { name: /Abandon it/ }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alert").getByText("cannot be resumed").waitFor();
    await page.getByRole("radio", { name: /Keep working/ }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: /Abandon it/ }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("button", { name: "Yes: Abandon it" }).click();
    await page.getByText("Abandoned").filter({ visible: true }).first().waitFor();
    expect(problems).toEqual([]);
  });

  test("opens of two passages the one to be edited, and keeps open what was changed", { timeout: LONG }, async () => {
    const rules =
      "# Loans\n\n- **FR-001**: Loans end on Friday.\n- **FR-001**: Fees are paid in cash.\n- It costs TBD.\n";
    const { page, problems } = await begun(rules);
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByText("Which one should get a new id?").waitFor();
    const [first, second] = [1, 2].map((number) => page.getByRole("textbox", { name: `Passage ${number}` }));
    await page.getByRole("button", { name: "Edit", exact: true }).last().click();
    await second?.and(page.locator(":focus")).waitFor();
    expect(await first?.count()).toBe(0);
    await second?.fill("- **FR-002**: Fees are paid in cash.");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await first?.fill("- **FR-001**: Loans end on Monday.");
    await page.locator(".effects .added").getByText("Loans end on Monday.").waitFor();
    await page.locator(".effects .added").getByText("FR-002").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    const given = page.getByRole("region", { name: "Answered, not in the spec yet" });
    await given.getByText("Loans end on Monday. / - **FR-002**: Fees").waitFor();
    expect(problems).toEqual([]);
  });

  test("of a framework's spec says where the result is, and how it gets into the files", {
    timeout: LONG,
  }, async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "specs/001-loans"), { recursive: true });
    writeFileSync(join(folder, "specs/001-loans/spec.md"), "# Loans\n\n- Lent for TBD days.\n");
    const { page, problems } = await watchedPage();
    const words = [
      "refine",
      "specs/001-loans",
      "--ui",
      "--no-open",
      "--engineer",
      "interview",
      "--reviewer",
      "interview",
    ];
    await page.goto(await serve(folder, words));
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByLabel('Replace "TBD" with').fill("14");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("The finished spec is spec_v1.0.md in the session folder.").waitFor();
    await page.getByText("whetstone export specs/001-loans/spec.md --in-place").waitFor();
    expect(problems).toEqual([]);
  });

  test("has a text that grows with what is written into it", { timeout: LONG }, async () => {
    const { page } = await begun();
    await page.getByRole("link", { name: /^Answer/ }).click();
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const text = page.getByRole("textbox", { name: "The passage" });
    const before = (await text.boundingBox())?.height ?? 0;
    await text.fill(Array.from({ length: 9 }, (_, index) => `- line ${index}`).join("\n"));
    expect((await text.boundingBox())?.height).toBeGreaterThan(before + 100);
  });
});

async function begun(spec = SPEC) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "lending.md"), spec);
  const { page, problems } = await watchedPage();
  const words = ["refine", "lending.md", "--ui", "--no-open", "--engineer", "interview", "--reviewer", "interview"];
  await page.goto(await serve(folder, words));
  await page.getByRole("link", { name: /^Answer/ }).waitFor();
  return { page, problems, folder };
}

/** If a new question has a text, that has the focus; Escape leaves it, so that a letter chooses. */
async function leaveText(page: Page): Promise<void> {
  await page.locator(":is(h1, textarea, input[type=text]):focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("h1:focus").waitFor();
}

/** The passage becomes the text: it is there to be changed, and its words are not typed again. */
async function editInPlace(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const text = page.getByRole("textbox", { name: "The passage" });
  expect(await text.inputValue()).toBe("- What happens when a book comes back late?");
  await text.fill("- A late book costs 1 EUR a day. What happens then?");
  await text.fill("- A late book costs 1 EUR a day.");
  await page.locator(".effects .diff .added").getByText("1 EUR a day.").waitFor();
  await picture(page, "interview-in-place");
  await page.getByRole("button", { name: "Confirm" }).click();
}
