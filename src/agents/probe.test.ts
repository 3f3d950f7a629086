import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../engine/system-clock.ts";
import { findKeys, pathLookup } from "./choose-agents.ts";
import { openAgent } from "./open-agents.ts";
import { findPrograms, tryAgent } from "./probe.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "probe-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("finds keys by name and never tells them", () => {
  const findings = findKeys({ GEMINI_API_KEY: "key-of-the-probe-1", OPENAI_API_KEY: "" });
  expect(findings.map(({ provider, found }) => [provider, found])).toEqual([
    ["anthropic", undefined],
    ["openai", undefined],
    ["google", "GEMINI_API_KEY"],
    ["openai-compatible", undefined],
  ]);
  expect(JSON.stringify(findings)).not.toContain("key-of-the-probe-1");
});

it.skipIf(process.platform === "win32")("finds programs on PATH with their versions, or says why not", async () => {
  const program = async (name: string, script: string, mode = 0o755) => {
    await writeFile(join(folder, name), `#!${process.execPath}\n${script}\n`);
    await chmod(join(folder, name), mode);
  };
  await program("claude", "console.log('2.1.197 (Claude Code)')");
  await program("codex", "console.error('broken ' + process.env.A_TOKEN); process.exit(1)");
  await program("gemini", "console.log('1.0.0')", 0o644);
  const environment = { PATH: folder, A_TOKEN: "token-of-the-probe-1" };
  const findings = findPrograms(pathLookup(environment), environment);
  expect(findings).toEqual([
    { program: "claude", path: join(folder, "claude"), version: "2.1.197" },
    { program: "codex", path: join(folder, "codex"), problem: "broken [redacted]" },
    { program: "gemini" },
    { program: "opencode" },
  ]);
});

it("looks for the endings that Windows allows", async () => {
  await writeFile(join(folder, "claude.CMD"), "");
  const find = pathLookup({ Path: folder, PATHEXT: ".EXE;.CMD" }, "win32");
  expect(find("claude")).toBe(join(folder, "claude.CMD"));
  expect(find("codex")).toBeUndefined();
});

it("tries an agent with one tiny run", async () => {
  await writeFile(join(folder, "engineer.md"), "ready");
  const agent = await openAgent({ kind: "replay", folder: "." }, { clock: systemClock, environment: {}, base: folder });
  const outcome = await tryAgent(agent, new AbortController().signal);
  expect(outcome).toMatchObject({ type: "document" });
});
