import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { taskIn } from "../../test/contract/agents-run.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { formFile } from "../agents/human/form-file.ts";
import { pageDesk } from "./desk.ts";

/** A desk with a form on it. */
async function laid(signal = new AbortController().signal) {
  const path = join(temporaryFolder(), "R1-engineer-GAP-FLOW-001-2.md");
  const notice = "Line 3: no confidence --> add it.";
  writeFileSync(path, formFile({ ...taskIn("/"), notice, earlier: "## Mine\n" }));
  const desk = pageDesk();
  const closed = desk.open(path, signal);
  await expect.poll(() => desk.task()).toBeDefined();
  return { path, desk, closed };
}

test("a form lies on the desk in its parts until it is handed in, and what is handed in is the file", async () => {
  const { path, desk, closed } = await laid();
  expect(desk.task()).toMatchObject({ wrong: "Line 3: no confidence --> add it.", text: "## Mine" });
  expect(desk.task()?.task).toContain("Resolve GAP-FLOW-001.");
  expect(desk.handIn("R9-another-run", "text")).toBe(false);
  expect(desk.handIn("R1-engineer-GAP-FLOW-001-2", "## Better\n")).toBe(true);
  expect([await closed, readFileSync(path, "utf8"), desk.task()]).toEqual([{}, "## Better\n", undefined]);
});

test("a run that is stopped takes its form from the desk", async () => {
  const stopping = new AbortController();
  const { desk, closed } = await laid(stopping.signal);
  stopping.abort();
  await closed;
  expect([desk.task(), desk.handIn("R1-engineer-GAP-FLOW-001-2", "late")]).toEqual([undefined, false]);
});
