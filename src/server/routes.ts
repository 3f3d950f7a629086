import { basename, join, relative } from "node:path";
import { parseCommandValue } from "../engine/command-schema.ts";
import { commandSession } from "../engine/command-session.ts";
import { draftSpec } from "../engine/draft-spec.ts";
import type { StoreParts } from "../engine/session-store.ts";
import { openBySeverity } from "../model/counting.ts";
import { type Call, json, type Reply, type Route, text } from "./http-server.ts";
import type { HubMessage, HubParts, SessionHub } from "./session-hub.ts";
import { sessionHub } from "./session-hub.ts";
import { viewOf } from "./session-view.ts";

export interface RouteParts {
  /** Below this folder sessions are looked for. */
  readonly root: string;
  findSessions(): string[];
  storeParts(folder: string): StoreParts;
  hubParts(folder: string): HubParts;
  /** A file of the built page, or undefined. */
  asset(path: string): Promise<{ readonly type: string; readonly data: Uint8Array } | undefined>;
}

export interface Routes {
  readonly route: Route;
  close(): Promise<void>;
}

/** What the page may ask for. A session is named by its folder below the root, and only sessions that are there exist. */
export function createRoutes(parts: RouteParts): Routes {
  const hubs = new Map<string, SessionHub>();
  const hub = (folder: string): SessionHub => {
    const known = hubs.get(folder) ?? sessionHub(parts.hubParts(folder));
    hubs.set(folder, known);
    return known;
  };
  const find = (key: string | undefined) =>
    parts.findSessions().find((folder) => key !== undefined && keyOf(parts.root, folder) === key);

  const route: Route = async (call) => {
    const [first, second, key, ...rest] = call.path;
    if (first !== "api") return assetReply(parts, call);
    if (second !== "sessions") return text(404, "there is nothing here");
    if (key === undefined) return listSessions(parts, hub);
    const folder = find(key);
    if (folder === undefined) return json(404, { error: { code: "NO_SESSION", message: "there is no such session" } });
    return sessionRoute(parts, hub(folder), folder, rest.join("/"), call);
  };
  return {
    route,
    async close() {
      await Promise.all([...hubs.values()].map((one) => one.close()));
    },
  };
}

/** `specs~sessions~checkout`: one path segment for a folder. */
export function keyOf(root: string, folder: string): string {
  return relative(root, folder).split(/[\\/]/).join("~") || ".";
}

async function listSessions(parts: RouteParts, hub: (folder: string) => SessionHub): Promise<Reply> {
  const sessions = await Promise.all(
    parts.findSessions().map(async (folder) => {
      const one = hub(folder);
      const state = await one.state();
      return {
        key: keyOf(parts.root, folder),
        name: state.session.name,
        folder: relative(parts.root, folder) || basename(folder),
        stop: state.stop,
        round: state.round?.number ?? state.records.length,
        open: openBySeverity(state.gaps),
        questions: state.questions.map(({ id, header, text: words }) => ({ id, header, text: words })),
        running: one.running,
        at: state.at,
      };
    }),
  );
  return json(200, { sessions });
}

async function sessionRoute(
  parts: RouteParts,
  hub: SessionHub,
  folder: string,
  what: string,
  call: Call,
): Promise<Reply> {
  switch (`${call.method} ${what}`) {
    case "GET ":
      return json(200, { view: viewOf(await hub.state()), running: hub.running });
    case "GET events":
      return streamEvents(hub, call);
    case "GET file":
      return fileReply(parts.storeParts(folder), call.query.get("path") ?? "");
    case "GET draft": {
      const draft = await draftSpec({ files: parts.storeParts(folder).files, state: await hub.state() });
      return json(200, draft);
    }
    case "POST commands": {
      const command = parseCommandValue(call.body);
      if (typeof command === "string") return json(400, { error: { code: "COMMAND", message: command } });
      const { state: _, ...result } = await commandSession(
        parts.storeParts(folder),
        command,
        new AbortController().signal,
      );
      return json(result.ok ? 200 : 409, result);
    }
    case "POST run":
      hub.start();
      return json(202, { running: true });
    case "POST stop":
      await hub.stop();
      return json(200, { running: false });
    default:
      return text(404, "there is nothing here");
  }
}

/** Server-sent events: everything from `since` on, then as it happens. */
async function streamEvents(hub: SessionHub, { response, query, request }: Call): Promise<undefined> {
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8", Connection: "keep-alive" });
  const write = (message: HubMessage) => {
    const id = message.type === "patch" ? `id: ${message.patch.seq}\n` : "";
    response.write(`${id}data: ${JSON.stringify(message)}\n\n`);
  };
  const unsubscribe = hub.subscribe(write);
  const since = Number(request.headers["last-event-id"] ?? query.get("since") ?? 0);
  // What happened while the page was away is not kept as patches: it fetches the whole again.
  if ((await hub.state()).seq !== since) write({ type: "reset" });
  write({ type: "running", running: hub.running });
  const beat = setInterval(() => response.write(": still here\n\n"), 15_000);
  request.on("close", () => {
    clearInterval(beat);
    unsubscribe();
  });
  return undefined;
}

const SHOWN =
  /^(?:source|status|decisions|draft)\.md$|^(?:round_\d+|\.)\/?(?:prompts\/|attempts\/)?[A-Za-z0-9._+-]+\.md$|^rollback_analysis_[A-Za-z0-9_]+\.md$/;

/** Documents of the session, nothing else of the disk: the Files port refuses what leaves the folder. */
async function fileReply(store: StoreParts, path: string): Promise<Reply> {
  if (!SHOWN.test(path) || path.includes("..")) return text(403, "that is no document of the session");
  const content = await store.files.readText(path);
  return content === undefined ? text(404, "the document is gone") : text(200, content);
}

async function assetReply(parts: RouteParts, { path, method }: Call): Promise<Reply> {
  if (method !== "GET") return text(405, "only GET");
  const asset =
    (await parts.asset(join(...path, ""))) ?? (path[0] === "assets" ? undefined : await parts.asset("index.html"));
  return asset ? { status: 200, ...asset } : text(404, "there is nothing here");
}
