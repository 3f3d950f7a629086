import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Reply, text } from "./reply.ts";

/** What a request must have to be answered: an allowed host name, the page's own origin, and the token in a cookie. */
export interface Guard {
  readonly token: string;
  /** The cookie's name, different for each server, because all ports of a host share cookies. */
  readonly cookie: string;
  /** Allowed values of the Host header, such as `127.0.0.1:4321`. */
  readonly hosts: ReadonlySet<string>;
  /** The origin of a proxy in front of the server, such as `https://specs.example.org`; its host is one of `hosts`. */
  readonly origin?: string;
}

/** The refusal of a request with a wrong Host, Origin or cookie (DNS rebinding, cross-site requests). */
export function refuseRequest(request: IncomingMessage, guard: Guard): Reply {
  const problem = hostProblem(request, guard) ?? originProblem(request, guard);
  if (problem !== undefined) return text(403, problem);
  const isOurs = isSame(cookieOf(request, guard.cookie) ?? "", guard.token);
  return isOurs ? undefined : text(401, "Open the address that `whetstone ui` printed.");
}

/** Refuses other host names: with DNS rebinding a site points its own name at this computer. */
export function hostProblem({ headers }: IncomingMessage, { hosts }: Guard): string | undefined {
  return headers.host !== undefined && hosts.has(headers.host)
    ? undefined
    : "This server does not go by that host name.";
}

/** Compares tokens in constant time. */
export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether the browser says that another site made the request. */
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
