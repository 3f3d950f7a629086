import type { IncomingMessage } from "node:http";
import { type Reply, text } from "./reply.ts";

export const MOST_BODY = 1024 * 1024;

/** The JSON of a request, or why not. A form of another site cannot say that it is JSON: nothing else is read. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | { readonly refusal: NonNullable<Reply> }> {
  const bytes = await readBytes(request);
  if (bytes === undefined) return { refusal: text(413, `At most ${MOST_BODY} bytes are taken.`) };
  if (bytes.length === 0) return { value: undefined };
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return { refusal: text(415, "Only JSON is taken.") };
  try {
    return { value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return { refusal: text(400, "That is not JSON.") };
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
