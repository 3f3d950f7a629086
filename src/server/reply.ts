import type { IncomingMessage, ServerResponse } from "node:http";
import { WhetstoneError } from "../errors/whetstone-error.ts";

export interface Call {
  readonly method: string;
  /** The decoded parts of the path; one part may contain slashes. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The response of a route; `undefined` if the route has already written it. */
export type Reply = { readonly status: number; readonly type: string; readonly data: string | Uint8Array } | undefined;

export type Route = (call: Call) => Promise<Reply>;

export function json(status: number, value: unknown): NonNullable<Reply> {
  return { status, type: "application/json; charset=utf-8", data: JSON.stringify(value) };
}

export function text(status: number, value: string): NonNullable<Reply> {
  return { status, type: "text/plain; charset=utf-8", data: value };
}

export const NOTHING = text(404, "Not found.");

/** An error as JSON, with the same fields as `--json` on the command line. */
export function problemReply(error: unknown): NonNullable<Reply> {
  if (error instanceof WhetstoneError) {
    const { code, message, target, fix } = error;
    return json(400, { error: { code, message, target, fix } });
  }
  return json(500, { error: { code: "INTERNAL", message: error instanceof Error ? error.message : String(error) } });
}

/** An error's message and fix as text. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, fix } = error as Error & { readonly fix?: string };
  return fix === undefined ? message : `${message.replace(/\.$/, "")}. ${fix}`;
}

export function send(response: ServerResponse, reply: NonNullable<Reply>): void {
  response.writeHead(reply.status, { "Content-Type": reply.type }).end(reply.data);
}

export const MOST_BODY = 1024 * 1024;

/** The JSON of a request, or the refusal. Only the JSON content type is read, because forms of other sites cannot send it. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | { readonly refusal: NonNullable<Reply> }> {
  const bytes = await readBytes(request);
  if (bytes === undefined) return { refusal: text(413, `The request is larger than ${MOST_BODY} bytes.`) };
  if (bytes.length === 0) return { value: undefined };
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return { refusal: text(415, "The request must be JSON.") };
  try {
    return { value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return { refusal: text(400, "The request is not valid JSON.") };
  }
}

/** `undefined` if the body is too large. */
async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > MOST_BODY) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
