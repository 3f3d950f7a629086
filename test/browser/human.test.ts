import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { audit } from "./audit.ts";
import { picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const SPEC = "# Lending\n\n## Rules\n\n- A book is lent for TBD days.\n";
const PROPOSAL = `## Gap Resolution: GAP-RULES-001

**Confidence:** HIGH

### Proposed Solution

Two weeks, as in most libraries.

### Spec Changes

**Change 1: replace** in "Rules"

\`\`\`old
- A book is lent for TBD days.
\`\`\`

\`\`\`new
- A book is lent for 14 days.
\`\`\`

### Examples

- A book lent on 1 May is due on 15 May; on 16 May it is late.

### Trade-offs

- Readers of long books come twice.
`;

describe.skipIf(SKIPPED)(`a person's own role${SKIPPED}`, () => {
  test("is written on the page beside the task, which marks what is quoted; what the gate refuses comes back with its reasons and the text", {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "lending.md"), SPEC);
    const { page, problems } = await watchedPage();
    const agents = ["--engineer", "human", "--reviewer", "interview"];
    await page.goto(await serve(folder, ["refine", "lending.md", "--ui", "--no-open", ...agents]));
    await page.getByRole("link", { name: "Write", exact: true }).click();
    await page.getByText("You are the Engineer", { exact: true }).waitFor();
    await page.getByText("Task: GAP-RULES-001, round 1").waitFor();
    const quoted = page.locator(".raw .marked");
    expect(await quoted.allTextContents()).toEqual([expect.stringContaining("- A book is lent for TBD days.")]);
    expect(await page.getByLabel("Your document").inputValue()).toContain("```old\n- A book is lent for TBD days.\n");
    expect(await audit(page)).toEqual([]);
    await picture(page, "write");
    await handIn(
      page,
      PROPOSAL.replace("- A book is lent for TBD days.\n```\n\n```new", "- Not there.\n```\n\n```new"),
    );
    await page.getByText("Not accepted.").waitFor();
    expect(await quoted.count()).toBe(0);
    expect(await page.getByLabel("Your document").inputValue()).toContain("- Not there.");
    await page.getByRole("region", { name: "What was wrong with it" }).getByText("Not there.").first().waitFor();
    expect(await audit(page)).toEqual([]);
    await picture(page, "write-again");
    await handIn(page, PROPOSAL);
    await page.getByText("You are the Engineer", { exact: true }).waitFor({ state: "detached" });
    await expect
      .poll(() => readFileSync(join(folder, "sessions", "lending", "spec.md"), "utf8"), { timeout: 30_000 })
      .toContain("lent for 14 days");
    expect(problems).toEqual([]);
  });
});

async function handIn(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your document").fill(text);
  await page.getByRole("button", { name: "Submit" }).click();
}
