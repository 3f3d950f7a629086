import { MOST_REQUEST_BYTES, type SessionInbox } from "../ports/session-inbox.ts";

/** An inbox in memory, as `folderInbox` is one on disk. */
export function memoryInbox(): SessionInbox {
  const requests = new Map<string, string>();
  const replies = new Map<string, string>();
  return {
    send: async (id, request) => void requests.set(id, request),
    withdraw: async (id) => void requests.delete(id),
    async takeReply(id) {
      const text = replies.get(id);
      replies.delete(id);
      return text;
    },
    waiting: async () => [...requests.keys()].sort(),
    read: async (id) => {
      const request = requests.get(id);
      return request === undefined || Buffer.byteLength(request) > MOST_REQUEST_BYTES ? undefined : request;
    },
    async reply(id, text) {
      replies.set(id, text);
      requests.delete(id);
    },
  };
}
