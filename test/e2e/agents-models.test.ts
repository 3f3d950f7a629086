import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { answerPrompt } from "../support/answer-prompt.ts";
import { type ModelReply, type ModelRequest, startModelServer } from "../support/model-server.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

const KEYS = { ANTHROPIC_API_KEY: "sk-ant-end-to-end-4711", OPENAI_API_KEY: "sk-proj-end-to-end-0815" };
const GAPS = ["GAP-DELIVER-001", "GAP-DELIVER-002", "GAP-DELIVER-003"];
const SPEC = `# Relay\n\n## Delivery\n\n${GAPS.map((gap) => `- ${gap} (HIGH): What ${gap} asks is not said.`).join("\n")}\n`;
const AGENTS = ["--engineer", "anthropic:claude-sonnet-5-5", "--reviewer", "openai:gpt-6.1-sol"];

/** Each run's first tries, by what it is about. The messages of providers have been seen to quote the key. */
const FAULTS: Record<string, readonly ((key: string, text: string) => ModelReply)[]> = {
  "GAP-DELIVER-001": [
    (key) => ({ type: "status", status: 429, headers: { "retry-after": "1" }, message: `slow down, ${key}` }),
  ],
  "GAP-DELIVER-002": [(key) => ({ type: "status", status: 529, message: `overloaded for ${key}` })],
  "GAP-DELIVER-003": [(_, text) => ({ type: "cut", text: text.slice(0, 80), how: "reset" })],
  review: [
    (_, text) => ({ type: "cut", text: text.slice(0, 80), how: "close" }),
    () => ({ type: "status", status: 503 }),
  ],
};

function keyOf({ headers }: ModelRequest): string {
  return headers["x-api-key"] ?? headers.authorization?.replace("Bearer ", "") ?? "";
}

/** `refine` to its end against our own server: what it wrote, what it said, what was asked of the models. */
async function session(faulty: boolean) {
  const tries = new Map<string, number>();
  const server = await startModelServer((request) => {
    // A model might write what it should not.
    const { about, document: text } = answerPrompt(
      request,
      `A sender is told within 5 s. My key is ${keyOf(request)}.`,
    );
    const number = tries.get(about) ?? 0;
    tries.set(about, number + 1);
    const fault = faulty ? FAULTS[about]?.[number] : undefined;
    return fault ? fault(keyOf(request), text) : { type: "text", text, pieceLength: 30, delayMs: faulty ? 10 : 0 };
  });
  try {
    return await inTempFolder({ "relay.md": SPEC }, async (cwd) => {
      const env = { ...KEYS, ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: `${server.url}/v1` };
      const run = await runCli(["refine", "relay.md", ...AGENTS, "--yes"], { cwd, env });
      return { run, files: await filesBelow(cwd), tries, requests: server.requests.length };
    });
  } finally {
    await server.close();
  }
}

async function filesBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name));
  const texts = paths.map(
    async (path) => [path.slice(folder.length + 1).replaceAll(sep, "/"), await readFile(path, "latin1")] as const,
  );
  return new Map(await Promise.all(texts));
}

/** Of a session, what agents wrote and what came of it: without times and counts of what was spent. */
function documentsIn(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    [...files].filter(([path]) => /(?:engineer|reviewer|final-review)[^/]*\.md$|_v1\.0\.md$/.test(path)),
  );
}

describe("whetstone refine with models of two providers", () => {
  test("ends under faults with the documents that it has without, each fault told, and no key on disk", async () => {
    const [calm, stormy] = await Promise.all([session(false), session(true)]);
    expect(calm.run.code, calm.run.stderr).toBe(0);
    expect(stormy.run.code, stormy.run.stderr).toBe(0);
    const faults = Object.values(FAULTS).flat().length;
    expect(stormy.requests).toBe(calm.requests + faults);
    expect(stormy.run.stderr.match(/; retrying in \S+ s/g)).toHaveLength(faults);
    expect(documentsIn(stormy.files)).toEqual(documentsIn(calm.files));
    expect(Object.keys(documentsIn(calm.files))).toEqual(
      expect.arrayContaining(["relay_v1.0.md", "sessions/relay/round_001/engineer.md"]),
    );
    for (const { run, files } of [calm, stormy]) {
      expect(files.get("relay_v1.0.md")).toContain("My key is [redacted].");
      const told = [...files, ["standard error", run.stderr], ["standard output", run.stdout]];
      for (const [path, text] of told) for (const key of Object.values(KEYS)) expect(text, path).not.toContain(key);
    }
  });
});
