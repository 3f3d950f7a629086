import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundle } from "../support/bundle.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runChild } from "./child.ts";

const NOBODY = 65_534;

/** Somebody whom permissions stop, unlike the superuser; undefined where there is nobody of the kind. */
function somebody(): { readonly uid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const canRun = spawnSync(process.execPath, ["-e", ""], { uid: NOBODY }).status === 0;
  return canRun ? { uid: NOBODY } : undefined;
}

describe.runIf(process.platform !== "win32")("a folder that may not be written", () => {
  it("stops the session with what to do, and lets it run once that is done", async ({ skip }) => {
    const as = somebody();
    if (as === undefined) return skip("the superuser runs this, and nobody else can run Node");
    const folder = temporaryFolder();
    const session = join(folder, "session");
    const script = join(folder, "script.mjs");
    mkdirSync(session);
    copyFileSync(await bundle("test/faults/small-session-child.ts", "bundle"), script);
    if (as.uid !== undefined) for (const place of [folder, session]) chownSync(place, as.uid, as.uid);

    chmodSync(session, 0o555);
    const refused = await runChild(script, { folder }, as);
    expect(refused).toMatchObject({ killed: false, code: 1 });
    expect(refused.stderr).toContain("Writing lock.json failed: permission denied.");
    expect(refused.stderr).toContain("Change the permissions there, then run the command again");
    chmodSync(session, 0o755);
    expect(await runChild(script, { folder }, as)).toMatchObject({ code: 0, stderr: "" });
  });
});
