import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Reply, text } from "./reply.ts";

/** Who may talk to the server: whoever opened it on this computer, from its own page. */
export interface Guard {
  readonly token: string;
  /** Cookies are shared by all ports of a host, so that each server has one of its own. */
  readonly cookie: string;
  /** `127.0.0.1:4321` and the like: anything else in Host is another site's name for this address. */
  readonly hosts: ReadonlySet<string>;
  /** Where a proxy in front of the server is reached, `https://specs.example.org`; its host is one of `hosts`. */
  readonly origin?: string;
}

/** What is answered where Host, Origin or the cookie is not right (DNS rebinding, cross-site requests). */
export function refuseRequest(request: IncomingMessage, guard: Guard): Reply {
  const problem = hostProblem(request, guard) ?? originProblem(request, guard);
  if (problem !== undefined) return text(403, problem);
  const isOurs = isSame(cookieOf(request, guard.cookie) ?? "", guard.token);
  return isOurs ? undefined : text(401, "Open the address that `whetstone ui` printed.");
}

/** A name for this address that is not ours is how another site reaches a server on this computer. */
export function hostProblem({ headers }: IncomingMessage, { hosts }: Guard): string | undefined {
  return headers.host !== undefined && hosts.has(headers.host)
    ? undefined
    : "This server does not go by that host name.";
}

/** The token that came is the one that was made, told in the same time whatever they share. */
export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The browser says so where a page of another site is behind a request. */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

function originProblem(request: IncomingMessage, guard: Guard): string | undefined {
  const { host, origin } = request.headers;
  const other = origin !== undefined && origin !== `http://${host}` && origin !== guard.origin;
  return other || isCrossSite(request) ? "The request comes from another site." : undefined;
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? "").split(";").map((part) => part.trim());
  return cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}
