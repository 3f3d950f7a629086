import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { defined, orUndefined } from "../model/defined.ts";
import { type Guard, hostProblem, isCrossSite, isSame, refuseRequest } from "./guard.ts";
import { problemReply, type Reply, type Route, readBody, send, text } from "./reply.ts";

interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly route: Route;
  /** Accept connections from other computers, by any of this computer's names and addresses. */
  readonly remote?: boolean;
  /** The https origin of a proxy in front of this server. */
  readonly origin?: string;
}

const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Serves the page, by default on this computer only, to whoever has the address with its token. */
export async function startServer(options: ServerOptions) {
  const token = randomBytes(24).toString("base64url");
  const { origin, route } = options;
  const server = createServer();
  server.requestTimeout = 30_000;
  const port = await listen(server, options);
  const name = hostName(options.host);
  const names = [name, "localhost", "127.0.0.1", "[::1]", ...(options.remote ? ownNames() : [])];
  const hosts = [...names.map((host) => `${host}:${port}`), ...(origin === undefined ? [] : [new URL(origin).host])];
  const guard: Guard = { token, hosts: new Set(hosts), cookie: `whetstone-${port}`, ...defined({ origin }) };
  server.on("request", (request, response) => {
    void answer(request, response, guard, route).catch(() => response.destroy());
  });
  const ownAddress = `http://${options.host === "0.0.0.0" || options.host === "::" ? "localhost" : name}:${port}`;
  return {
    port,
    /** The address of the page with its token; `show` is the part behind the `#`, such as `/s/KEY`. */
    address(show?: string) {
      const at = show === undefined ? "" : `&show=${encodeURIComponent(show)}`;
      return `${origin ?? ownAddress}/?token=${token}${at}`;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function hostName(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return [hostname(), hostname().toLowerCase(), ...addresses.map(({ address }) => hostName(address))];
}

async function listen(server: Server, { host, port }: ServerOptions): Promise<number> {
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const problem = `cannot use port ${port} on ${host}: ${error.code}`;
    const fix = "Choose another port with --port, or leave it out to use a free one.";
    throw new WhetstoneError("PORT", problem, { target: host, fix, cause: error });
  });
  return (server.address() as AddressInfo).port;
}

async function answer(request: IncomingMessage, response: ServerResponse, guard: Guard, route: Route): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const url = urlOf(request);
  if (!url) return send(response, text(400, "This is not a valid address."));
  const early = exchangeToken(request, response, guard, url) ?? refuseRequest(request, guard);
  if (early) return sendAndClose(response, early);
  const body = await readBody(request);
  if ("refusal" in body) return sendAndClose(response, body.refusal);
  const call = {
    method: request.method ?? "GET",
    path: pathOf(url),
    query: url.searchParams,
    body: body.value,
    request,
    response,
  };
  const reply = await route(call).catch(problemReply);
  if (reply) send(response, reply);
}

/** Closes the connection without reading the rest of the request. */
function sendAndClose(response: ServerResponse, reply: NonNullable<Reply>): void {
  response.setHeader("Connection", "close");
  send(response, reply);
}

function urlOf(request: IncomingMessage): URL | undefined {
  const path = request.url ?? "/";
  return path.startsWith("/") ? orUndefined(() => new URL(`http://page${path}`)) : undefined;
}

/** The decoded parts of the path; one that cannot be decoded becomes `\0`, which names nothing. */
function pathOf(url: URL): string[] {
  const parts = url.pathname.split("/").filter((part) => part !== "");
  return parts.map((part) => orUndefined(() => decodeURIComponent(part)) ?? "\u0000");
}

/** Moves the token from the address into a strict, http-only cookie, so that it leaves the address bar. */
function exchangeToken(request: IncomingMessage, response: ServerResponse, guard: Guard, url: URL): Reply {
  const token = url.searchParams.get("token");
  if (token === null || request.method !== "GET" || url.pathname !== "/") return undefined;
  const problem = hostProblem(request, guard);
  if (problem !== undefined) return text(403, problem);
  if (!isSame(token, guard.token))
    return text(401, "This link is no longer valid. Open the address that `whetstone ui` printed last.");
  // Secure only if the request came by the https origin's host: a proxy may also call this server by another name.
  const secure = guard.origin === undefined || request.headers.host !== new URL(guard.origin).host ? "" : "; Secure";
  response.setHeader("Set-Cookie", `${guard.cookie}=${guard.token}; HttpOnly; SameSite=Strict; Path=/${secure}`);
  const place = `/${placeOf(url.searchParams.get("show"))}`;
  if (isCrossSite(request)) return steppingStone(place);
  response.setHeader("Location", place);
  return text(303, "");
}

function placeOf(show: string | null): string {
  return show !== null && /^\/[\w/%.~!*()-]{0,2000}$/.test(show) ? `#${show}` : "";
}

/** A page that navigates to itself: after a link from another site (a chat) the browser withholds strict cookies until then. */
function steppingStone(place: string) {
  const page = `<!doctype html><title>Whetstone</title><meta http-equiv="refresh" content="0; url=${place}">`;
  return { status: 200, type: "text/html; charset=utf-8", data: page };
}
