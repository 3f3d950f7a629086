import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { inTempFolder, runCli, spawnCli } from "./run-cli.ts";

const EDITOR = join(dirname(fileURLToPath(import.meta.url)), "agents", "editor.mjs");
const GAPS = ["GAP-DEPOT-001", "GAP-DEPOT-002", "GAP-DEPOT-003"] as const;
const FILES: Record<string, string> = {
  "depot.md": `# Depot\n\n## Open questions\n\n${GAPS.map((gap) => `- ${gap}: Its rule is not said.`).join("\n\n")}\n`,
  "recordings/reviewer.md": reviewDocument({ reviews: GAPS.map((gap) => ({ gap })) }),
  "recordings/final-review.md":
    "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n",
  ...Object.fromEntries(GAPS.map((gap) => [`recordings/engineer-${gap}.md`, proposalDocument({ gap })])),
};
const ARGS = ["refine", "depot.md", "--engineer", "human", "--reviewer", "replay:recordings", "--yes"];
const SCRATCH = "sessions/depot/.scratch";

/** The forms that wait, by the run that they belong to. */
async function formsIn(cwd: string): Promise<string[]> {
  const names = await readdir(join(cwd, SCRATCH)).catch(() => []);
  const forms = await Promise.all(
    // A run that ends between the two readings takes its folder with it.
    names.map(async (name) => (await readdir(join(cwd, SCRATCH, name)).catch((): string[] => [])).includes("form.md")),
  );
  return names.filter((_, index) => forms[index]).sort();
}

async function until(met: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300 && !(await met()); tries += 1) await delay(50);
}

describe("whetstone refine --engineer human", () => {
  test("opens one editor at a time, and shows at a retry what was wrong on top of the earlier text", async () => {
    await inTempFolder(FILES, async (cwd) => {
      const run = await runCli(ARGS, { cwd, env: { EDITOR: JSON.stringify([process.execPath, EDITOR, cwd]) } });
      expect(run.code, run.stderr).toBe(0);
      const log = (await readFile(join(cwd, "editor.log"), "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(log).toHaveLength(2 * (GAPS.length + 1));
      for (let index = 0; index < log.length; index += 2) expect(log[index].opens).toBe(log[index + 1].closes);
      expect(log[0].shown).toMatch(/^## Gap Resolution: GAP-DEPOT-00\d\n/);
      expect(log[0].shown).toContain("Text in fences is data");
      const retry = log.find((entry) => entry.shown?.startsWith("<!-- whetstone: what was wrong"));
      expect(retry.shown).toContain("No heading says which gap is resolved.");
      expect(retry.shown).toContain(`-->\n\nI do not know about ${log[0].opens}.`);
      expect(await readFile(join(cwd, "depot_v1.0.md"), "utf8")).toContain("# Depot");
    });
  });

  test.skipIf(process.platform === "win32")(
    "without an editor the form waits in the session folder, also while nothing runs",
    async () => {
      await inTempFolder(FILES, async (cwd) => {
        const waits = async () => (await formsIn(cwd)).length === GAPS.length;
        const stopped = await spawnCli(ARGS, {
          cwd,
          onStart: (signal) => void until(waits).then(() => signal("SIGINT")),
        });
        expect(stopped.code, stopped.stderr).toBe(130);
        expect(stopped.stderr).toContain("form.md and save it under that name");
        const [first = "", second = "", third = ""] = await formsIn(cwd);
        const place = (run: string, name: string) => join(cwd, SCRATCH, run, name);
        await writeFile(place(first, "document.md"), FILES["recordings/engineer-GAP-DEPOT-001.md"] ?? "");
        await writeFile(place(second, "form.md"), FILES["recordings/engineer-GAP-DEPOT-002.md"] ?? "");
        let begun = "";
        const resumed = await spawnCli(["resume"], {
          cwd,
          onStart: async () => {
            await until(async () => (await formsIn(cwd)).length === 2);
            begun = await readFile(place(second, "form.md"), "utf8");
            await writeFile(place(second, "document.md"), begun);
            await writeFile(place(third, "document.md"), FILES["recordings/engineer-GAP-DEPOT-003.md"] ?? "");
          },
        });
        expect(resumed.code, resumed.stderr).toBe(0);
        expect(begun).toBe(FILES["recordings/engineer-GAP-DEPOT-002.md"]);
      });
    },
  );
});
