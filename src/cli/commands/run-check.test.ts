import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordedContext } from "../../../test/support/recorded-context.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runCheck } from "./run-check.ts";

test("names the next step on a screen, and not in a log", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "q.md"), "# Q\n\nThe limit is TBD.\n");
  const [shown, logged] = [recordedContext({ cwd, terminal: true }), recordedContext({ cwd })];
  for (const { context } of [shown, logged]) await runCheck(["q.md"], {}, context);
  expect(shown.written.stderr).toContain("Settle what is open: whetstone refine q.md\n");
  expect(logged.written.stderr).not.toContain("refine");
});
