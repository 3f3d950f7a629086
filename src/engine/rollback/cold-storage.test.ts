import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { proposalDocument, reviewDocument } from "../../../test/support/canonical-documents.ts";
import type { Config } from "../../model/config.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { GapId } from "../../model/ids.ts";
import { memoryFiles } from "../../testing/memory-files.ts";
import { scriptedAgent } from "../../testing/scripted-agent.ts";
import { testSession } from "../../testing/test-session.ts";
import { readState } from "../session-store.ts";
import { coldFolder, coldSessions, pruneCold, writeManifest } from "./cold-storage.ts";

const SOURCE =
  "# Depot\n\n## Open questions\n\n- GAP-DEPOT-001: Rule 1 is not said.\n\n- GAP-DEPOT-002: Rule 2 is not said.\n";
const [FIRST, SECOND] = ["round_001_rolled_back_1.tar.gz", "round_002_rolled_back_1.tar.gz"];
const DAY = 24 * 3600 * 1000;

/** A session with two archives that has ended, and where they might have gone. */
async function ended(
  policy: Config["archive"]["policy"],
  more: { attended?: boolean; keep?: string; answer?: string } = {},
) {
  const engineer = scriptedAgent((task) => proposalDocument({ gap: task.label.gaps[0] as GapId }));
  const reviewer = scriptedAgent((task) =>
    task.label.gaps.length === 0
      ? "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n"
      : reviewDocument({ reviews: task.label.gaps.map((gap) => ({ gap })) }),
  );
  const cold = memoryFiles();
  const config = { parallelGaps: 1, archive: { ...DEFAULT_CONFIG.archive, policy } };
  const session = testSession({
    source: SOURCE,
    engineer,
    reviewer,
    config,
    cold,
    attended: more.attended ?? false,
    answer: (question) => (question.kind === "archives" && more.answer ? { options: [more.answer] } : undefined),
  });
  await session.runToEndOf(2);
  await session.command({ type: "rollback", rounds: 2, reason: "bad", retry: { way: "same", adjustments: [] } });
  if (more.keep !== undefined) await session.command({ type: "archive-keep", path: more.keep });
  const { reason } = await session.run();
  const names = (await session.files.list("")).map((entry) => entry.path).filter((path) => path.endsWith(".tar.gz"));
  return { session, cold, reason, names };
}

describe("the archives of a session that has ended (SPEC 13.10)", () => {
  it.each([
    ["keep", [FIRST, SECOND]],
    ["delete", []],
    ["recent", [FIRST, SECOND]],
    ["cold", []],
  ] as const)("are dealt with as the policy %s says", async (policy, left) => {
    const { names, reason } = await ended(policy);
    expect(reason).toBe("ended");
    expect(names).toEqual(left);
  });

  it("go to cold storage unasked where nobody is there, with a manifest", async () => {
    const { session, cold, names } = await ended("ask");
    expect(names).toEqual([]);
    expect(session.questions.map((question) => question.kind)).toEqual(["archives"]);
    const [stored] = await coldSessions(cold);
    expect(stored?.folder).toBe("spec/2026-01-12_session_test");
    expect(stored?.manifest).toMatchObject({
      version: 1,
      session: "test",
      archives: [
        { file: FIRST, reason: "bad", keep: false },
        { file: SECOND, reason: "bad", keep: false },
      ],
    });
    expect((await readState(session.files))?.archives.settled).toMatchObject([
      { path: FIRST, became: "cold", place: `spec/2026-01-12_session_test/${FIRST}` },
      { path: SECOND, became: "cold" },
    ]);
  });

  it("wait for the person's answer where there is one", async () => {
    const { session, names, reason } = await ended("ask", { attended: true });
    expect([reason, names]).toEqual(["waiting", [FIRST, SECOND]]);
    const question = (await readState(session.files))?.questions[0]?.id ?? "";
    const answer = { question, options: ["delete"], fields: {}, via: "library" } as const;
    expect(await session.command({ type: "answer", answer })).toMatchObject({ ok: true });
    expect((await session.run()).reason).toBe("ended");
    expect(await session.files.exists(FIRST)).toBe(false);
  });

  it.each(["delete", "cold"] as const)("that are kept explicitly outlive the policy %s", async (policy) => {
    expect((await ended(policy, { keep: SECOND })).names).toEqual([SECOND]);
  });
});

describe("cold storage", () => {
  it("loses archives after their days, each with a line in the log, but none that is kept", async () => {
    const { cold } = await ended("cold");
    const [stored] = await coldSessions(cold);
    if (!stored) throw new Error("nothing is stored");
    const { folder, manifest } = stored;
    const archives = manifest.archives.map((one) => ({ ...one, keep: one.file === SECOND }));
    await writeManifest(cold, { folder, manifest: { ...manifest, archives } });
    await cold.writeAtomic("spec/mine/notes.tar.gz", "mine");
    const moved = Date.parse(manifest.moved);
    expect(await pruneCold(cold, { now: moved + 29 * DAY, days: 30 })).toEqual([]);
    expect(await pruneCold(cold, { now: moved + 30 * DAY, days: 30 })).toEqual([`${folder}/${FIRST}`]);
    expect(await cold.exists(`${folder}/${SECOND}`)).toBe(true);
    expect(await cold.readText("spec/mine/notes.tar.gz")).toBe("mine");
    expect(await cold.readText("cleanup_log.txt")).toMatch(
      /^2026-\S+Z removed spec\/\S+_1\.tar\.gz \(older than 30 days\)\n$/,
    );
  });

  it("leaves a folder alone whose manifest is not its own", async () => {
    const cold = memoryFiles();
    const evil = {
      version: 1,
      session: "x",
      spec: "x",
      moved: "2000-01-01T00:00:00Z",
      archives: [{ file: "../../precious" }],
    };
    await cold.writeAtomic("spec/x/manifest.json", JSON.stringify(evil));
    expect(await pruneCold(cold, { now: Date.now(), days: 0 })).toEqual([]);
  });

  it("stands where the system keeps such things, unless the person says where", () => {
    const home = join("/", "home", "ann");
    const at = (path: string, platform: NodeJS.Platform, env: Record<string, string> = {}) =>
      coldFolder(path, { platform, env, home });
    const byDefault = DEFAULT_CONFIG.archive.coldPath;
    expect(at(byDefault, "linux")).toBe(join(home, ".whetstone", "archive"));
    expect(at(byDefault, "linux", { XDG_DATA_HOME: "/data" })).toBe(join("/data", "whetstone", "archive"));
    expect(at(byDefault, "linux", { XDG_DATA_HOME: "relative" })).toBe(join(home, ".whetstone", "archive"));
    expect(at(byDefault, "win32", { LOCALAPPDATA: "/local", XDG_DATA_HOME: "/data" })).toBe(
      join("/local", "whetstone", "archive"),
    );
    expect(at("~/mine", "linux", { XDG_DATA_HOME: "/data" })).toBe(join(home, "mine"));
    expect(() => at("mine", "linux")).toThrow(/not an absolute path/);
  });
});
