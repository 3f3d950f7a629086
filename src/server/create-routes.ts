import { isSessionFolder, keyOf, pathOfKey } from "../engine/find-sessions.ts";
import { readEntries } from "../engine/folder-home.ts";
import { homeOf, type StoreParts } from "../engine/session-store.ts";
import { summaryReader } from "../engine/session-summary.ts";
import { parseCommandValue } from "../mediator/commands/command.ts";
import { answerableQuestion } from "../mediator/make-question.ts";
import type { State } from "../mediator/state.ts";
import { isGapId } from "../model/ids.ts";
import type { Files } from "../ports/files.ts";
import { deskRoute } from "./desk.ts";
import { fileReply } from "./file-reply.ts";
import { gapHistories } from "./gap-history.ts";
import { homesBelow, listSessions } from "./list-sessions.ts";
import { previewAnswer } from "./preview-answer.ts";
import { type Call, json, NOTHING, type Reply, text } from "./reply.ts";
import { builtPage, pageAsset, readReport, reportPage } from "./report.ts";
import type { HubParts } from "./run-here.ts";
import { type SessionHub, sessionHub } from "./session-hub.ts";
import { rollbackView, viewOf } from "./session-view.ts";
import { specView } from "./spec-view.ts";
import { type StartParts, startRoute } from "./start-route.ts";
import type { HubMessage } from "./view-patch.ts";

interface RouteParts {
  readonly root: string;
  storeParts(folder: string): StoreParts;
  hubParts(folder: string): HubParts;
  readonly start: StartParts;
}

/** The HTTP API of the page. A session's key is its folder relative to the root. */
export function createRoutes(parts: RouteParts) {
  const hubs = new Map<string, SessionHub>();
  const hub = (folder: string): SessionHub => {
    const known = hubs.get(folder) ?? sessionHub(parts.hubParts(folder));
    hubs.set(folder, known);
    return known;
  };
  const listed = {
    root: parts.root,
    homes: homesBelow(parts.root, (folder) => homeOf(parts.storeParts(folder))),
    knownHub: (key: string) => hubs.get(pathOfKey(parts.root, key) ?? ""),
    summary: summaryReader(),
  };
  return {
    hub,
    async route(call: Call): Promise<Reply> {
      const [first, second, key, ...rest] = call.path;
      if (first !== "api") return assetReply(call);
      if (second === "specs")
        return startRoute({ root: parts.root, start: parts.start, hub }, call.path.slice(2), call);
      if (second === "demo" && call.method === "POST") {
        return json(201, { session: keyOf(parts.root, await parts.start.demo(parts.root)) });
      }
      if (second !== "sessions") return NOTHING;
      if (key === undefined) return listSessions(listed);
      const folder = pathOfKey(parts.root, key);
      if (folder === undefined || !isSessionFolder(folder)) {
        return json(404, { error: { code: "NO_SESSION", message: "There is no such session." } });
      }
      return sessionRoute(parts.storeParts(folder).files, hub(folder), rest, call);
    },
    async close() {
      await Promise.all([...hubs.values()].map((hub) => hub.close()));
    },
  };
}

async function sessionRoute(files: Files, hub: SessionHub, rest: readonly string[], call: Call): Promise<Reply> {
  const [what = "", id = ""] = rest;
  if (call.method === "GET" && what === "gaps" && isGapId(id)) {
    const histories = gapHistories(await readEntries(files), await hub.state());
    return json(200, histories.get(id) ?? []);
  }
  switch (`${call.method} ${rest.join("/")}`) {
    case "GET ":
      return viewReply(hub, call.query.get("since"));
    case "GET events":
      return streamEvents(hub, call);
    case "GET file":
      return fileReply(files, call.query.get("path") ?? "");
    case "GET spec":
      return json(200, specView(await hub.state()));
    case "GET report":
      return reportReply(files);
    case "GET rollback":
      return json(200, rollbackView(await hub.state()));
    case "POST commands":
      return commandReply(hub, call.body);
    case "POST preview":
      return previewReply(await hub.state(), call.body);
    case "GET task":
    case "POST task":
      return hub.desk ? deskRoute(hub.desk, call.method, call.body) : NOTHING;
    case "POST run":
      hub.start();
      return json(202, {});
    case "POST stop":
      await hub.stop();
      return json(200, {});
    default:
      return NOTHING;
  }
}

/** The report as plain text, so that the browser downloads it and does not render it on this origin. */
async function reportReply(files: Files): Promise<Reply> {
  const report = await readReport(files);
  return report ? text(200, reportPage(report, await builtPage())) : NOTHING;
}

async function commandReply(hub: SessionHub, body: unknown): Promise<Reply> {
  const command = parseCommandValue(body);
  if (typeof command === "string") return json(400, { error: { code: "COMMAND", message: command } });
  const result = await hub.command(command);
  return result.ok
    ? json(200, { message: result.message })
    : json(409, { error: { code: "REFUSED", message: result.problem, fix: result.fix } });
}

/** The preview of an answer that the page is about to send. */
async function previewReply(state: State, body: unknown): Promise<Reply> {
  const command = parseCommandValue(body);
  if (typeof command === "string" || command.type !== "answer") return NOTHING;
  const { answer } = command;
  const question = answerableQuestion(state, answer.question);
  // The question may have been answered elsewhere meanwhile; that is not an error.
  return json(200, question === undefined ? {} : { lines: await previewAnswer(state, question, answer) });
}

async function assetReply({ path, method }: Call): Promise<Reply> {
  if (method !== "GET") return text(405, "Only GET.");
  const asset = await pageAsset(path.length === 0 ? "index.html" : path.join("/"));
  return asset ? { status: 200, ...asset } : NOTHING;
}

const BEAT_MILLISECONDS = 15_000;
/** Most unsent bytes for a slow page; beyond that it is disconnected, reconnects and loads the session again. */
const MOST_WAITING = 64 * 1024 * 1024;

/** Server-sent events from the page's version of the session on. */
async function streamEvents(hub: SessionHub, { response, query, request }: Call): Promise<undefined> {
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
  // Old patches are not kept: a page with an older version has to load the session again.
  if ((await hub.state()).seq !== since) write({ type: "reset" });
  write({ type: "running", running: await hub.running() });
  return undefined;
}

/** The view, left out if nothing changed since the page's version. */
async function viewReply(hub: SessionHub, since: string | null): Promise<Reply> {
  const state = await hub.state();
  const running = await hub.running();
  return json(200, since === String(state.seq) ? { running } : { view: viewOf(state), running });
}
