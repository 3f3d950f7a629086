import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { audit } from "./audit.ts";
import { picture, serve, watchedPage } from "./browser.ts";
import { SKIPPED } from "./find-chromium.ts";

const LONG = 120_000;

describe.skipIf(SKIPPED)(`a folder without a session${SKIPPED}`, () => {
  test("says which one it is, and plays the demo", { timeout: LONG }, async () => {
    const folder = temporaryFolder();
    const { page, problems } = await watchedPage();
    await page.goto(await serve(folder));
    await page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    await page.getByText(folder).waitFor();
    expect(await audit(page)).toEqual([]);
    await picture(page, "first-steps");
    await page.getByRole("button", { name: "Play the demo" }).click();
    await page.getByText("Finished").filter({ visible: true }).first().waitFor({ timeout: 60_000 });
    expect(existsSync(join(folder, "whetstone-demo", "parcel-lockers_v1.0.md"))).toBe(true);
    expect(problems).toEqual([]);
  });

  test("takes a new spec, and writes over none", { timeout: LONG }, async () => {
    const folder = temporaryFolder();
    const { page } = await watchedPage();
    await page.goto(await serve(folder));
    await page.getByText("Write a new spec").click();
    await page.getByLabel("File name").fill("my-feature");
    expect(await audit(page)).toEqual([]);
    await picture(page, "new-spec");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("heading", { name: "Start: my-feature.md" }).waitFor();
    await page.getByText(/gaps found/).waitFor();
    const text = readFileSync(join(folder, "my-feature.md"), "utf8");
    await page.getByRole("link", { name: "Choose another spec" }).click();
    await page.getByText("Write a new spec").click();
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("alert").getByText("my-feature.md already exists").waitFor();
    await page.getByLabel("File name").fill("other");
    await page.getByRole("alert").waitFor({ state: "detached" });
    expect(readFileSync(join(folder, "my-feature.md"), "utf8")).toBe(text);
  });

  test("lists the specs of frameworks and folders as well as files", { timeout: LONG }, async () => {
    const folder = temporaryFolder();
    const files = ["specs/001-booking/spec.md", "openspec/changes/add/specs/search/spec.md", "docs/a.md", "docs/b.md"];
    for (const path of [...files, ".kiro/specs/upload/requirements.md"]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), "# A\n\n- The limit is TBD.\n");
    }
    const { page } = await watchedPage();
    await page.goto(await serve(folder));
    await page.getByRole("main").getByRole("link", { name: "Start a session" }).click();
    for (const name of [".kiro/specs/upload", "openspec/changes/add", "specs/001-booking", "docs", "docs/a.md"]) {
      await page.getByRole("link", { name, exact: true }).waitFor();
    }
    await page.getByRole("listitem").filter({ hasText: "Kiro, 1 file" }).waitFor();
    expect(await audit(page)).toEqual([]);
    await picture(page, "start-layouts");
    await page.getByRole("link", { name: "docs", exact: true }).click();
    await page.getByText("2 gaps found").waitFor();
  });
});
