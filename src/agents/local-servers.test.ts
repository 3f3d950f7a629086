import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { localServers } from "./local-servers.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (body: unknown) =>
  serve((_, response) => void response.end(typeof body === "string" ? body : JSON.stringify(body)));
const list = (...data: object[]) => ({ object: "list", data });
const find = (...addresses: string[]) => localServers({ WHETSTONE_LOCAL_SERVERS: addresses.join(", ") })();

it("finds the first model that each server lists, in the order of the addresses", async () => {
  const seen: unknown[] = [];
  const slow = await serve(({ url, headers }, response) => {
    seen.push(url, headers.authorization);
    setTimeout(() => response.end(JSON.stringify(list({ id: "qwen3:8b", object: "model" }, { id: "b" }))), 50);
  });
  const quick = await answering(list({ id: "embed", type: "embeddings" }, { id: "/My Models/ä.gguf", type: "llm" }));
  expect(await find(`${slow}/`, quick)).toEqual([
    { baseUrl: `${slow}/v1`, model: "qwen3:8b" },
    { baseUrl: `${quick}/v1`, model: "/My Models/ä.gguf" },
  ]);
  expect(seen).toEqual(["/v1/models", undefined]);
});

it.each([
  ["no models", list()],
  ["only embedding models", list({ id: "embed", type: "embedding" })],
  ["no list", { data: [{ id: "a" }] }],
  ["a page", "<html>"],
  ["a name that is no text", list({ id: 7 })],
  ["a name that would move the cursor", list({ id: "a\u001b[2J" })],
  ["a name that would turn the line around", list({ id: "a\u202eb" })],
  ["a name that is too long", list({ id: "a".repeat(301) })],
  ["more than a list of models can be", list({ id: "a", more: "x".repeat(1_000_000) })],
])("takes nothing from a server that answers with %s", async (_, body) => {
  const address = await answering(body);
  expect(await find(address)).toEqual([{ baseUrl: `${address}/v1` }]);
});

it("takes nothing from one that refuses, leads elsewhere, breaks off or is not there", async () => {
  const good = await answering(list({ id: "a" }));
  const refusing = await serve((_, response) => void response.writeHead(401).end(JSON.stringify(list({ id: "a" }))));
  const leading = await serve((_, response) => void response.writeHead(302, { location: `${good}/v1/models` }).end());
  const breaking = await serve((_, response) => {
    response.writeHead(200, { "content-length": 100 }).write('{"object"');
    setTimeout(() => response.destroy(), 20);
  });
  const found = await find(refusing, leading, breaking, "http://127.0.0.1:1", good);
  expect(found.map(({ model }) => model)).toEqual([undefined, undefined, undefined, undefined, "a"]);
});

it("waits for none that does not answer, or does not come to an end", async () => {
  const silent = await serve(() => undefined);
  const endless = await serve((_, response) => {
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  });
  const good = await answering(list({ id: "a" }));
  const found = await find(silent, endless, good);
  expect(found.map(({ model }) => model)).toEqual([undefined, undefined, "a"]);
});

it("asks none where none is named, and refuses what is not on this computer", async () => {
  expect(await find("")).toEqual([]);
  await expect(find("http://models.example.com")).rejects.toThrow("not http on this computer");
  await expect(find("https://127.0.0.1:1")).rejects.toThrow("not http on this computer");
  await expect(find("11434")).rejects.toThrow("not http on this computer");
});
