import type { IncomingMessage } from "node:http";

export const MOST_BODY = 1024 * 1024;

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: 400 | 413 | 415; readonly why: string };

/** The JSON of a request. A form of another site cannot say that it is JSON, so nothing else is read. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await readBytes(request);
  if (bytes === undefined) return { ok: false, status: 413, why: `At most ${MOST_BODY} bytes are taken.` };
  if (bytes.length === 0) return { ok: true, value: undefined };
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return { ok: false, status: 415, why: "Only JSON is taken." };
  try {
    return { ok: true, value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return { ok: false, status: 400, why: "That is not JSON." };
  }
}

/** `undefined` when there is too much; what still comes is then not kept. */
function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > MOST_BODY) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BODY) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}
