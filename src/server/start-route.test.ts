import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { State } from "../mediator/state.ts";
import type { Call } from "./reply.ts";
import { type StartParts, startRoute } from "./start-route.ts";

/** A folder with two specs, and what was asked of the front end. */
function folder() {
  const root = temporaryFolder();
  mkdirSync(join(root, "specs"));
  writeFileSync(join(root, "specs", "relay.md"), "# Relay");
  writeFileSync(join(root, "specs", "done.md"), "# Done");
  mkdirSync(join(root, "specs", "sessions", "done"), { recursive: true });
  writeFileSync(join(root, "specs", "sessions", "done", "journal.jsonl"), "");
  const asked: unknown[] = [];
  const hub = () => ({ state: async () => ({ session: { specPath: "../../done.md" } }) as State });
  const start: StartParts = {
    preview: async (spec, wish) => {
      asked.push([spec, wish]);
      return { scope: "relay" } as Awaited<ReturnType<StartParts["preview"]>>;
    },
    begin: async (spec, wish, inventory) => {
      asked.push([spec, wish, inventory]);
      return join(root, "specs", "sessions", "relay");
    },
    demo: () => Promise.reject(new Error("no demo")),
  };
  const ask = async (method: string, path: readonly string[], body?: unknown) => {
    const reply = await startRoute({ root, start, hub }, path, { method, body } as Call);
    return { status: reply?.status, value: reply ? JSON.parse(String(reply.data)) : undefined };
  };
  return { root, asked, ask };
}

describe("starting a session from the page", () => {
  test("lists the specs below the folder, each with the session that it has", async () => {
    const { ask } = folder();
    const { value } = await ask("GET", []);
    expect(value.specs).toEqual(
      expect.arrayContaining([{ key: "specs/relay.md" }, { key: "specs/done.md", session: "specs/sessions/done" }]),
    );
  });

  test("knows a folder as a spec, and the folder that the page is opened on", async () => {
    const { root, asked, ask } = folder();
    for (const key of ["specs", "."]) expect((await ask("POST", [key, "preview"], { wish: {} })).status).toBe(200);
    expect(asked).toEqual([
      [join(root, "specs"), {}],
      [root, {}],
    ]);
  });

  test("takes a new spec into the folder, and writes over none", async () => {
    const { root, ask } = folder();
    expect(await ask("POST", [], { name: "checkout", text: "# Checkout" })).toMatchObject({
      status: 201,
      value: { spec: "checkout.md" },
    });
    expect((await ask("POST", [], { name: "checkout.md", text: "# Mine" })).status).toBe(409);
    expect(readFileSync(join(root, "checkout.md"), "utf8")).toBe("# Checkout");
  });

  test.each(["../out", "a/b", ".hidden", "", "nul\0", "x".repeat(200)])(
    "takes no spec by the name %j",
    async (name) => {
      const { root, ask } = folder();
      expect((await ask("POST", [], { name, text: "# Checkout" })).status).toBe(400);
      expect(readdirSync(root)).toEqual(["specs"]);
    },
  );

  test("hands what the person wants to whoever begins it, and names the session", async () => {
    const { root, asked, ask } = folder();
    const inventory = { drop: "GAP-FLOW-001", add: "HIGH: what happens at midnight" };
    const { status, value } = await ask("POST", ["specs/relay.md", "begin"], { wish: { budget: 2 }, inventory });
    expect([status, value.session]).toEqual([201, "specs/sessions/relay"]);
    expect(asked).toEqual([[join(root, "specs", "relay.md"), { budget: 2 }, inventory]]);
  });

  test.each([
    ["no wish at all", {}],
    ["a number that is none", { wish: { maxRounds: "many" } }],
    ["a field that the inventory has not", { wish: {}, inventory: { destroy: "GAP-FLOW-001" } }],
  ])("refuses %s", async (_what, body) => {
    const { asked, ask } = folder();
    expect((await ask("POST", ["specs/relay.md", "begin"], body)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test.each([
    ["a way out of the folder", "../relay.md"],
    ["an absolute path", "/etc/motd.md"],
    ["a file that is no markdown", "specs/keys.txt"],
    ["a link", "specs/link.md"],
    ["a file below a link", "linked/secret.md"],
    ["what is not there", "specs/none.md"],
  ])("does not know %s as a spec", async (_what, key) => {
    const { root, asked, ask } = folder();
    const outside = temporaryFolder();
    writeFileSync(join(root, "specs", "keys.txt"), "secret");
    writeFileSync(join(outside, "secret.md"), "secret");
    symlinkSync(join(outside, "secret.md"), join(root, "specs", "link.md"));
    symlinkSync(outside, join(root, "linked"));
    expect((await ask("POST", [key, "preview"], { wish: {} })).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
