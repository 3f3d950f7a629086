import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { anthropicMessages } from "./model-server-anthropic.ts";
import { openaiChat } from "./model-server-chat.ts";
import { googleGenerate } from "./model-server-google.ts";
import {
  type AnswerFacts,
  type Frame,
  isRecord,
  type ModelReply,
  type ModelRequest,
  type Protocol,
  type TokenCounts,
} from "./model-server-protocol.ts";
import { openaiResponses } from "./model-server-responses.ts";

export type { ModelReply, ModelRequest, ToolCall } from "./model-server-protocol.ts";

const PROTOCOLS = [anthropicMessages, openaiChat, openaiResponses, googleGenerate];

/** The model that `GET /v1/models` lists. */
export const LISTED_MODEL = "listed:8b";

/** Chooses the reply; `number` counts the requests from 1. */
export type Script = (request: ModelRequest, number: number) => ModelReply | Promise<ModelReply>;

export interface ModelServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/**
 * A model provider on this machine that speaks Anthropic Messages, OpenAI Chat Completions, OpenAI Responses and
 * Google generateContent, streamed or whole, with the faults that real ones have. Counts tokens as bytes over four,
 * and caches as they do: Anthropic what was marked, the others a common beginning of at least 1024 tokens.
 */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const cache = new PromptCache();
  const server = createServer((request, response) => {
    answer(request, response, script, requests, cache).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  script: Script,
  requests: ModelRequest[],
  cache: PromptCache,
): Promise<void> {
  const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
  const body = await bodyOf(incoming);
  if (incoming.method === "GET" && path === "/v1/models")
    return sendJson(response, 200, { object: "list", data: [{ id: LISTED_MODEL, object: "model" }] });
  if (path.endsWith("/messages/count_tokens"))
    return sendJson(response, 200, { input_tokens: tokensOf(JSON.stringify(body)) });
  const protocol = PROTOCOLS.find((each) => each.matches(path));
  if (!protocol || incoming.method !== "POST") {
    return sendJson(response, 404, { error: { type: "not_found_error", message: `no route ${path}` } });
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
  );
  const request = protocol.read(body, path, headers);
  requests.push(request);
  const refusal = protocol.refusal(request);
  if (refusal)
    return sendJson(response, refusal.status, protocol.errorBody(refusal.status, refusal.message, undefined));
  const reply = await script(request, requests.length);
  if (reply.type === "status") {
    const message = reply.message ?? `status ${reply.status}`;
    return sendJson(response, reply.status, protocol.errorBody(reply.status, message, reply.code), reply.headers);
  }
  const facts = factsOf(request, reply, cache, requests.length);
  if (request.stream) await sendStream(response, protocol, reply, facts);
  else sendWhole(response, protocol, reply, facts);
}

async function sendStream(
  response: ServerResponse,
  protocol: Protocol,
  reply: Exclude<ModelReply, { type: "status" }>,
  facts: AnswerFacts,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  const send = (frames: readonly Frame[]) => {
    for (const frame of frames) response.write(encodeFrame(frame));
  };
  const text = textOf(reply);
  send(protocol.opening(facts));
  for (const piece of piecesOf(reply)) {
    send(protocol.piece(piece, facts));
    if (reply.type === "text" && reply.delayMs !== undefined) await delay(reply.delayMs);
  }
  switch (reply.type) {
    case "text":
      send(protocol.closing(text, reply.finish ?? "stop", facts));
      break;
    case "tool-calls":
      send(protocol.toolCalls(reply.calls, text, facts));
      send(protocol.closing(text, "tools", facts));
      break;
    case "error-event":
      send(protocol.errorEvent(reply.message ?? "Overloaded", facts));
      response.end();
      return;
    case "cut":
      // Let what was written arrive before the connection breaks.
      await delay(50);
      if (reply.how === "reset") response.destroy();
      else response.end();
      return;
    case "hang":
      return;
  }
  if (protocol.terminator !== undefined) response.write(`data: ${protocol.terminator}\n\n`);
  response.end();
}

function sendWhole(
  response: ServerResponse,
  protocol: Protocol,
  reply: Exclude<ModelReply, { type: "status" }>,
  facts: AnswerFacts,
): void {
  switch (reply.type) {
    case "text":
      sendJson(response, 200, protocol.whole(textOf(reply), [], reply.finish ?? "stop", facts));
      break;
    case "tool-calls":
      sendJson(response, 200, protocol.whole(textOf(reply), reply.calls, "tools", facts));
      break;
    case "error-event":
      sendJson(response, 529, protocol.errorBody(529, reply.message ?? "Overloaded", undefined));
      break;
    case "cut":
      response.destroy();
      break;
    case "hang":
      break;
  }
}

/** Each character of the text is one byte, so that bytes that are not UTF-8 can be sent inside JSON. */
function textOf(reply: Exclude<ModelReply, { type: "status" }>): string {
  const text = reply.type === "tool-calls" ? (reply.talk ?? "") : reply.text;
  return Buffer.from(text).toString("latin1");
}

function piecesOf(reply: Exclude<ModelReply, { type: "status" }>): string[] {
  const whole = textOf(reply);
  if (whole === "") return [];
  if (reply.type !== "text" || typeof reply.text !== "string" || reply.pieceLength === undefined) return [whole];
  const length = reply.pieceLength;
  const characters = Array.from(reply.text);
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(characters.slice(index * length, (index + 1) * length).join("")).toString("latin1"),
  );
}

function encodeFrame({ event, data }: Frame): Buffer {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return Buffer.from(`${name}data: ${JSON.stringify(data)}\n\n`, "latin1");
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_test", ...headers });
  response.end(Buffer.from(JSON.stringify(value), "latin1"));
}

async function bodyOf(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function factsOf(request: ModelRequest, reply: ModelReply, cache: PromptCache, number: number): AnswerFacts {
  const output = reply.type === "status" ? 0 : tokensOf(textOf(reply));
  return { id: `answer_${number}`, model: request.model, tokens: { ...cache.count(request), output } };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

class PromptCache {
  readonly #seen: { readonly key: string; readonly text: string }[] = [];

  count(request: ModelRequest): Omit<TokenCounts, "output"> {
    const text = `${request.system}\n${request.prompt}\n${request.toolResults.join("\n")}`;
    const key = `${request.protocol} ${request.model}`;
    const earlier = this.#seen.filter((each) => each.key === key);
    const input = tokensOf(text);
    if (request.cacheable !== undefined) {
      const marked = request.cacheable;
      const tokens = tokensOf(marked);
      const hit = marked !== "" && earlier.some((each) => each.text === marked);
      this.#seen.push({ key, text: marked });
      return { input, cached: hit ? tokens : 0, cacheWrite: hit ? 0 : tokens };
    }
    const longest = Math.max(0, ...earlier.map((each) => commonLength(each.text, text)));
    this.#seen.push({ key, text });
    const cached = Math.floor(longest / 4);
    return { input, cached: cached >= 1024 ? cached : 0, cacheWrite: 0 };
  }
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
