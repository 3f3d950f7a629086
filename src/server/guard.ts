import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Who may talk to the server: whoever opened it on this computer, from its own page. */
export interface Guard {
  readonly token: string;
  /** `127.0.0.1:4321` and the like: anything else in Host is another site's name for this address. */
  readonly hosts: ReadonlySet<string>;
}

export const COOKIE = "whetstone";

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly status: 401 | 403; readonly why: string };

/** Host, Origin and the cookie are all right, or why not (DNS rebinding, cross-site requests). */
export function admitRequest(request: IncomingMessage, guard: Guard): Verdict {
  const origin = originProblem(request, guard);
  if (origin !== undefined) return { ok: false, status: 403, why: origin };
  const token = cookieOf(request);
  if (token === undefined || !isSame(token, guard.token)) {
    return { ok: false, status: 401, why: "open the address that `whetstone ui` printed" };
  }
  return { ok: true };
}

/** What is wrong with the request's Host or Origin. */
export function originProblem(request: IncomingMessage, guard: Guard): string | undefined {
  const { host, origin } = request.headers;
  if (host === undefined || !guard.hosts.has(host)) return "this is not the server's name";
  if (origin !== undefined && origin !== `http://${host}`) return "the request comes from another site";
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string" && site !== "same-origin" && site !== "none")
    return "the request comes from another site";
  return undefined;
}

export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function cookieOf(request: IncomingMessage): string | undefined {
  const cookies = (request.headers.cookie ?? "").split(";").map((part) => part.trim());
  return cookies.find((part) => part.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
