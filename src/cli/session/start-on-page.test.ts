import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LISTED_MODEL, startModelServer } from "../../../test/support/model-server.ts";
import { recordedContext } from "../../../test/support/recorded-context.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { readState } from "../../engine/session-store.ts";
import { assignableGaps } from "../../mediator/round/choose-gaps.ts";
import { startOnPage } from "./start-on-page.ts";

const SPEC = `# Relay

## Flow

- GAP-FLOW-001 (LOW): What happens to a message that is too large is not said.
- GAP-FLOW-002 (HIGH): The order of messages is not said.
- GAP-FLOW-003: Who may send is not said.
`;

function started(env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const spec = join(folder, "relay.md");
  writeFileSync(spec, SPEC);
  const { context, written } = recordedContext({ cwd: folder, env });
  return { folder, spec, written, start: startOnPage(context) };
}

describe("a session that is looked at before it begins", () => {
  test("shows the gaps in the order of work, who would work, and that the interview costs nothing", async () => {
    const { folder, spec, start, written } = started();
    const preview = await start.preview(spec, { budget: 2 });
    expect(preview.gaps.slice(0, 1)).toMatchObject([
      { id: "GAP-FLOW-002", severity: "HIGH", where: "relay.md:6, Flow" },
    ]);
    expect(preview).toMatchObject({
      settings: { engineer: "interview", budget: 2 },
      offered: ["interview", "human"],
    });
    expect(preview.expected).toContain("it costs nothing");
    expect(readdirSync(folder)).toEqual(["relay.md"]);
    expect(written).toEqual({ stdout: "", stderr: "" });
  });

  test("says which local server was found, and the session that is begun stays with it", async () => {
    const server = await startModelServer(() => ({ type: "status", status: 500 }));
    const { spec, start } = started({ WHETSTONE_LOCAL_SERVERS: server.url });
    const { agentNotes, settings, problem } = await start.preview(spec, {});
    const folder = await start.begin(spec, {}, {}).finally(server.close);
    expect([agentNotes, problem]).toEqual([
      [expect.stringContaining(`found on this computer at ${server.url}/v1`)],
      undefined,
    ]);
    expect(settings.reviewer).toBe(`openai-compatible:${LISTED_MODEL}`);
    const { engineer } = (await readState(nodeFiles(folder)))?.config.agents ?? {};
    expect(engineer).toMatchObject({ model: LISTED_MODEL, baseUrl: `${server.url}/v1` });
  });

  test("names the model of a key, with what is expected of it", async () => {
    const { spec, start } = started({ ANTHROPIC_API_KEY: "not-a-key" });
    const preview = await start.preview(spec, {});
    expect(preview.offered).toEqual(["interview", "human", expect.stringMatching(/^anthropic:/)]);
    expect(preview.expected).toMatch(/tokens in .* USD/);
    expect(JSON.stringify(preview)).not.toContain("not-a-key");
  });
});

describe("a session that is begun on the page", () => {
  test("works on what the person left, in their order, and asks for no approval again", async () => {
    const { spec, start } = started();
    const folder = await start.begin(
      spec,
      { maxRounds: 7 },
      {
        drop: "GAP-FLOW-002",
        severity: "GAP-FLOW-001 CRITICAL",
        order: "GAP-FLOW-003",
        scope: "Relays of one machine.",
        add: "HIGH: what happens at midnight",
      },
    );
    const state = await readState(nodeFiles(folder));
    if (!state) throw new Error("there is no session");
    const gaps = assignableGaps(state).filter((gap) => gap.origin !== "check");
    expect(gaps.map(({ id, severity }) => [id, severity])).toEqual([
      ["GAP-FLOW-003", "MEDIUM"],
      ["GAP-FLOW-001", "CRITICAL"],
      ["GAP-USER-001", "HIGH"],
    ]);
    expect([state.setup.approved, state.limits.maxRounds]).toEqual([true, 7]);
    expect(state.session.scope).toBe("Relays of one machine.");
  });

  test("with a survey is shown to the person again: more gaps may come", async () => {
    const { spec, start } = started();
    const state = await readState(nodeFiles(await start.begin(spec, { survey: true }, {})));
    expect(state?.setup.approved).toBe(false);
  });

  test("is not begun with a choice that does not name a gap of the spec", async () => {
    const { folder, spec, start } = started();
    await expect(start.begin(spec, {}, { drop: "GAP-NONE-001" })).rejects.toThrow("GAP-NONE-001 is not in the list");
    expect(existsSync(join(folder, "sessions"))).toBe(false);
  });

  test.each(["command:node evil.mjs", "replay:/elsewhere", "claude", "nobody"])(
    "cannot be given %s as an agent: the page starts no program of its own",
    async (engineer) => {
      const { folder, spec, start } = started();
      await expect(start.preview(spec, { engineer })).rejects.toThrow("cannot be chosen on the page");
      await expect(start.begin(spec, { reviewer: engineer }, {})).rejects.toThrow("cannot be chosen on the page");
      expect(existsSync(join(folder, "sessions"))).toBe(false);
    },
  );
});
