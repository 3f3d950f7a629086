import type { Files } from "../ports/files.ts";
import { MOST_REQUEST_BYTES, type SessionInbox } from "../ports/session-inbox.ts";

/** An inbox in a folder: one file for each request, its reply beside it. */
export function folderInbox(files: Files): SessionInbox {
  return {
    send: (id, request) => files.writeAtomic(requestPath(id), request),
    withdraw: (id) => files.remove(requestPath(id)),
    async takeReply(id) {
      const text = await files.readText(replyPath(id));
      if (text !== undefined) await files.remove(replyPath(id));
      return text;
    },
    async waiting() {
      // a folder that cannot be listed has no commands; the session continues
      const entries = await files.list("").catch(() => []);
      return entries.flatMap(({ kind, path }) => (kind === "file" && /^([^.]+)\.json$/.exec(path)?.[1]) || []);
    },
    async read(id) {
      const bytes = (await files.stat(requestPath(id)))?.bytes ?? 0;
      return bytes > MOST_REQUEST_BYTES ? undefined : files.readText(requestPath(id));
    },
    async reply(id, text) {
      await files.writeAtomic(replyPath(id), text);
      await files.remove(requestPath(id));
    },
  };
}

function requestPath(id: string): string {
  return `${id}.json`;
}

function replyPath(id: string): string {
  return `${id}.reply.json`;
}
