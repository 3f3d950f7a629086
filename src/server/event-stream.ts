import { type Call, json, type Reply } from "./reply.ts";
import type { SessionHub } from "./session-hub.ts";
import { viewOf } from "./session-view.ts";
import type { HubMessage } from "./view-patch.ts";

const BEAT_MILLISECONDS = 15_000;
/** A page that does not take what it is sent is cut off: it comes again, and begins anew. */
const MOST_WAITING = 64 * 1024 * 1024;

/** Server-sent events: what happens from the state on that the page has. */
export async function streamEvents(hub: SessionHub, { response, query, request }: Call): Promise<undefined> {
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8", Connection: "keep-alive" });
  const write = (message: HubMessage) => {
    const id = message.type === "patch" ? `id: ${message.patch.seq}\n` : "";
    response.write(`${id}data: ${JSON.stringify(message)}\n\n`);
    if (response.writableLength > MOST_WAITING) response.destroy();
  };
  const unsubscribe = hub.subscribe(write);
  const beat = setInterval(() => response.write(": still here\n\n"), BEAT_MILLISECONDS);
  response.on("close", () => {
    clearInterval(beat);
    unsubscribe();
  });
  const since = Number(request.headers["last-event-id"] ?? query.get("since") ?? 0);
  // What happened while the page was away is not kept as patches: it fetches the whole again.
  if ((await hub.state()).seq !== since) write({ type: "reset" });
  write({ type: "running", running: await hub.running() });
  return undefined;
}

/** The whole of it, or that nothing changed since. */
export async function viewReply(hub: SessionHub, since: string | null): Promise<Reply> {
  const state = await hub.state();
  const running = await hub.running();
  return json(200, since === String(state.seq) ? { running } : { view: viewOf(state), running });
}
