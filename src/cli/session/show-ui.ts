import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isSessionFolder, keyOf } from "../../engine/find-sessions.ts";
import { openStore } from "../../engine/session-store.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { commandLine } from "../../model/command-line.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import { plural } from "../../model/plural.ts";
import { createRoutes } from "../../server/create-routes.ts";
import { pageDesk } from "../../server/desk.ts";
import { startServer } from "../../server/start-server.ts";
import type { CliContext } from "../cli-context.ts";
import { configFlags } from "../config-flags.ts";
import { typedNumber } from "../typed-word.ts";
import { beginSession, placeOf, type RefineOptions } from "./begin-session.ts";
import { changeSettings } from "./change-settings.ts";
import { setAside, tellLaterVersion } from "./earlier-sessions.ts";
import { findFrameworkHome, locateSession } from "./locate-session.ts";
import { makeAgents } from "./make-agents.ts";
import { sessionPlaces, storeParts } from "./session-parts.ts";
import { readSource, shownFolder } from "./spec-place.ts";
import { startOnPage } from "./start-on-page.ts";

interface UiOptions {
  readonly port: string;
  readonly host: string;
  readonly open: boolean;
  readonly allowRemote?: true;
  readonly origin?: string;
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);

interface ShowOptions extends UiOptions {
  /** Continue the shown session at once. */
  readonly run?: true;
}

/** Serves the page until interrupted. Sessions that run here stop with it and can be resumed. */
export async function showUi(word: string | undefined, options: ShowOptions, context: CliContext): Promise<void> {
  refuseRemote(options, context);
  const { root, show, session } = await shownPlace(word, context);
  const routes = createRoutes({
    root,
    storeParts,
    hubParts: (folder) => {
      const desk = pageDesk();
      return {
        store: storeParts(folder),
        desk,
        openAgents: (config) => makeAgents(config.agents, context, desk.open),
        places: (state) => sessionPlaces(folder, state, context),
      };
    },
    start: startOnPage(context),
  });
  if (session !== undefined) {
    // Reads a long journal while the browser starts; the page reports errors.
    void routes
      .hub(session)
      .state()
      .catch(() => undefined);
    if (options.run) routes.hub(session).start();
  }
  const remote = !LOOPBACK.has(options.host);
  const origin = originOf(options.origin ?? context.env.WHETSTONE_ORIGIN);
  const port = typedNumber(options.port, "--port", 0, 65_535);
  const server = await startServer({ host: options.host, port, route: routes.route, remote, ...origin });
  const address = server.address(show);
  context.output.result(address);
  context.output.note("Stop with Ctrl-C.");
  if (options.open) openBrowser(address);
  await interrupted(context.interruption());
  const state =
    session &&
    (await routes
      .hub(session)
      .state()
      .catch(() => undefined));
  await routes.close();
  await server.close();
  if (session === undefined || !state || state.stop.type === "ended") return;
  const { length } = state.questions;
  const waiting = length === 0 ? "" : ` ${plural(length, "question is", "questions are")} waiting.`;
  const goOn = commandLine("resume", shownFolder(session, context.cwd));
  context.output.note(`Stopped.${waiting} Continue with: ${goOn}`);
}

/** `refine --ui`: starts or continues the session on the page. */
export async function refineOnPage(word: string, options: RefineOptions, context: CliContext): Promise<void> {
  const other = (["json", "dryRun", "answers", "yes"] as const).find((option) => options[option] !== undefined);
  if (other !== undefined) {
    throw new UsageError("these options cannot be combined", {
      target: `--ui with --${other === "dryRun" ? "dry-run" : other}`,
      fix: "Leave one of them out.",
    });
  }
  const place = await placeOf(word, options, context);
  if (!isSessionFolder(place.folder) || options.new) {
    readSource(place.spec); // throws before the earlier session is moved
    const agents = await makeAgents(place.config.agents, context); // throws before anything is created
    tellLaterVersion(place, context);
    await setAside(place.folder, context);
    await (await beginSession(place, agents, context)).close();
  } else if (configFlags(options).flags.length > 0) {
    const store = await openStore(storeParts(place.folder));
    await changeSettings(store, options, context).finally(() => store.close());
  }
  await showUi(place.folder, { host: "127.0.0.1", port: "0", open: options.open ?? true, run: true }, context);
}

function refuseRemote({ host, allowRemote }: UiOptions, { output }: CliContext): void {
  if (LOOPBACK.has(host)) return;
  if (!allowRemote) {
    throw new UsageError("that address can be reached from other computers", {
      target: `--host ${host}`,
      fix: "Add --allow-remote if that is what you want: anyone with the address can read your specs, decide in your sessions and start new ones, and nothing is encrypted.",
    });
  }
  output.note(
    "Other computers can reach this page. Anyone with the address can do what you can, and nothing is encrypted.",
  );
}

interface Place {
  readonly root: string;
  readonly show?: string;
  readonly session?: string;
}

/** What to show: a folder of sessions, one session, or a spec that has none yet. */
async function shownPlace(word: string | undefined, context: CliContext): Promise<Place> {
  const path = resolve(context.cwd, word ?? ".");
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  // Sessions of a framework's specs are kept in the project, outside the framework's folders.
  const project = findFrameworkHome(context.cwd, word ?? ".", DEFAULT_CONFIG.sessionFolder)?.root;
  if (isFolder && !isSessionFolder(path)) return { root: project === undefined ? path : resolve(project) };
  if (word !== undefined && /[\\/]/.test(word) && !existsSync(path))
    throw new UsageError("no such file or folder", {
      target: word,
      fix: "Name a folder, a spec or a session.",
    });
  const session = await locateSession(word, context).catch((error: unknown) => {
    if (!isFolder && existsSync(path)) return undefined;
    throw error;
  });
  if (session === undefined) {
    const root = project === undefined ? dirname(path) : resolve(project);
    return { root, show: `/start/${encodeURIComponent(keyOf(root, path))}` };
  }
  const root = dirname(session);
  return { root, session, show: `/s/${encodeURIComponent(keyOf(root, session))}` };
}

/** Only https, so that what a proxy passes on is encrypted. */
function originOf(text: string | undefined): { readonly origin?: string } {
  if (text === undefined || text === "") return {};
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" && url.pathname === "/" && url.search === "") return { origin: url.origin };
  throw new UsageError("not a valid origin", {
    target: `--origin ${text}`,
    fix: "An origin is https:// and a host, plus a port unless it is 443: https://specs.example.org",
  });
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener("abort", () => done(), { once: true });
  });
}

/** The program that opens a browser; `xdg-open` on other systems. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Best effort: the address is printed anyway. */
function openBrowser(address: string): void {
  const [program = "xdg-open", ...args] = OPENERS[process.platform] ?? [];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
