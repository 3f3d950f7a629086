import type { IncomingMessage, ServerResponse } from "node:http";
import { WhetstoneError } from "../errors/whetstone-error.ts";

/** A request that was let in. */
export interface Call {
  readonly method: string;
  /** Decoded, so that one part may hold slashes. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** The body as JSON; `undefined` when there is none. */
  readonly body: unknown;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What a route gives back; `undefined` when it has written the response itself. */
export type Reply =
  | { readonly status: number; readonly type: string; readonly data: string | Uint8Array; readonly name?: string }
  | undefined;

export type Route = (call: Call) => Promise<Reply>;

export function json(status: number, value: unknown): NonNullable<Reply> {
  return { status, type: "application/json; charset=utf-8", data: JSON.stringify(value) };
}

export function text(status: number, value: string): NonNullable<Reply> {
  return { status, type: "text/plain; charset=utf-8", data: value };
}

export const NOTHING = text(404, "There is nothing here.");

/** What went wrong, in the same form as on the command line. */
export function problemReply(error: unknown): NonNullable<Reply> {
  if (error instanceof WhetstoneError) {
    const { code, message, target, fix } = error;
    return json(400, { error: { code, message, target, fix } });
  }
  return json(500, { error: { code: "INTERNAL", message: error instanceof Error ? error.message : String(error) } });
}

export function send(response: ServerResponse, reply: NonNullable<Reply>): void {
  response.writeHead(reply.status, { "Content-Type": reply.type }).end(reply.data);
}
