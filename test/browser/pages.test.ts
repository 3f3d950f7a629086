import { describe, expect, test } from "vitest";
import { audit } from "./audit.ts";
import { finishedDemo, picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const PHONE = { width: 375, height: 700 };
const DESK = { width: 1280, height: 900 };

/** Each page, by what stands behind the `#`, and words that are on it when it is whole. */
const PAGES: readonly (readonly [name: string, path: string, words: string])[] = [
  ["sessions", "", "Finished"],
  ["changes", "/s/sessions%2Fparcel-lockers", "A pickup code is valid for 72 hours"],
  ["convergence", "/s/sessions%2Fparcel-lockers/convergence", "Words in the spec"],
  ["gap", "/s/sessions%2Fparcel-lockers/gap/GAP-LOCK-001", "What changed since round"],
  ["rounds", "/s/sessions%2Fparcel-lockers/round", "Round 4"],
  ["round", "/s/sessions%2Fparcel-lockers/round/1", "Format repairs"],
  ["decide", "/s/sessions%2Fparcel-lockers/decide", "No question to answer"],
  ["rollback", "/s/sessions%2Fparcel-lockers/rollback", "Undone rounds"],
  ["start-list", "/start", "Choose the spec to refine"],
  ["document", "/s/sessions%2Fparcel-lockers/file/round_001%2Freviewer.md/7", "Source, with"],
];

describe.skipIf(SKIPPED)(`every page${SKIPPED}`, () => {
  test("is accessible in light and dark, fits a phone, and asks nobody else", async () => {
    const { page, problems, strangers } = await watchedPage();
    await page.goto(await serve(await finishedDemo()));
    for (const [name, path, words] of PAGES) {
      await page.goto(`${new URL(page.url()).origin}/#${path}`);
      await page.getByText(words).filter({ visible: true }).first().waitFor();
      await picture(page, name);
      await page.evaluate(
        "for (const one of document.querySelectorAll('details:not(.attempt ~ .attempt)')) one.open = true",
      );
      expect(await audit(page), name).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(PHONE.width);
      await page.setViewportSize(DESK);
    }
    expect(problems).toEqual([]);
    expect(strangers).toEqual([]);
  });
});
