import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { admitRequest, COOKIE, type Guard, isSame, originProblem } from "./guard.ts";

/** A request that was let in. */
export interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** The body as JSON, bounded; `undefined` when there is none. */
  readonly body: unknown;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What a route gives back; `undefined` when it has written the response itself. */
export type Reply =
  | { readonly status: number; readonly type: string; readonly data: string | Uint8Array; readonly name?: string }
  | undefined;

export type Route = (call: Call) => Promise<Reply>;

export interface PageServer {
  /** With the token that opens it. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly route: Route;
}

const MOST_BODY = 1024 * 1024;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the page on this computer only, to whoever has the address with its token. */
export async function startServer(options: ServerOptions): Promise<PageServer> {
  const token = randomBytes(24).toString("base64url");
  const hosts = new Set<string>();
  const guard: Guard = { token, hosts };
  const server = createServer((request, response) => {
    void answer(request, response, guard, options.route).catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  const port = await listen(server, options);
  const name = options.host.includes(":") ? `[${options.host}]` : options.host;
  for (const host of [name, "localhost", "127.0.0.1", "[::1]"]) hosts.add(`${host}:${port}`);
  return {
    url: `http://${name}:${port}/?token=${token}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server, { host, port }: ServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fix = "Choose another one with --port, or none to take a free one.";
      reject(
        new WhetstoneError("PORT", `the port ${port} cannot be used: ${error.code}`, {
          target: host,
          fix,
          cause: error,
        }),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, guard: Guard, route: Route): Promise<void> {
  for (const [name, value] of [
    ["Content-Security-Policy", POLICY],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "no-referrer"],
    ["Cache-Control", "no-store"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
  ] as const) {
    response.setHeader(name, value);
  }
  const url = new URL(request.url ?? "/", "http://page");
  if (exchangeToken(request, response, guard, url)) return;
  const verdict = admitRequest(request, guard);
  if (!verdict.ok) return send(response, text(verdict.status, verdict.why));
  const body = await readBody(request);
  if (body === "too large") return send(response, text(413, "the request is too large"));
  const path = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const call = { method: request.method ?? "GET", path, query: url.searchParams, body, request, response };
  const reply = await route(call).catch(problemReply);
  if (reply) send(response, reply);
}

/** The token in the address becomes a cookie that no other site can use, and leaves the address bar. */
function exchangeToken(request: IncomingMessage, response: ServerResponse, guard: Guard, url: URL): boolean {
  const token = url.searchParams.get("token");
  if (token === null || request.method !== "GET" || url.pathname !== "/") return false;
  const host = request.headers.host;
  if (host === undefined || !guard.hosts.has(host) || !isSame(token, guard.token)) {
    send(
      response,
      text(originProblem(request, guard) === undefined ? 401 : 403, "this address does not open the page"),
    );
    return true;
  }
  response.setHeader("Set-Cookie", `${COOKIE}=${guard.token}; HttpOnly; SameSite=Strict; Path=/`);
  response.writeHead(303, { Location: "/" }).end();
  return true;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BODY) return "too large";
    chunks.push(chunk as Buffer);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function problemReply(error: unknown): Reply {
  if (error instanceof WhetstoneError) {
    const { code, message, target, fix } = error;
    return json(400, { error: { code, message, target, fix } });
  }
  return json(500, { error: { code: "INTERNAL", message: error instanceof Error ? error.message : String(error) } });
}

export function json(status: number, value: unknown): NonNullable<Reply> {
  return { status, type: "application/json; charset=utf-8", data: JSON.stringify(value) };
}

export function text(status: number, value: string): NonNullable<Reply> {
  return { status, type: "text/plain; charset=utf-8", data: value };
}

function send(response: ServerResponse, reply: NonNullable<Reply>): void {
  if (reply.name !== undefined) response.setHeader("Content-Disposition", `attachment; filename="${reply.name}"`);
  response.writeHead(reply.status, { "Content-Type": reply.type }).end(reply.data);
}
