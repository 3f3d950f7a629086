import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { stateFolder, userFolder } from "../../config/user-folder.ts";
import { withoutAppendix } from "../../documents/stated/appendix.ts";
import { folderInbox } from "../../engine/folder-inbox.ts";
import { guardSession } from "../../engine/guard/session-guard.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { nodeProcesses } from "../../engine/node-processes.ts";
import { coldFolder } from "../../engine/rollback/cold-storage.ts";
import { readState, type SessionStore, type StoreParts } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import { TEMPORARY } from "../../mediator/session-paths.ts";
import type { State } from "../../mediator/state.ts";
import { earlierTexts } from "../../mediator/working-spec/author-edits.ts";
import { commandLine } from "../../model/command-line.ts";
import { isOpen, openCount } from "../../model/counting.ts";
import type { Gap } from "../../model/gap.ts";
import type { Files } from "../../ports/files.ts";
import type { SessionInbox } from "../../ports/session-inbox.ts";
import { memoryHome } from "../../testing/memory-home.ts";
import type { CliContext } from "../cli-context.ts";
import { shownFolder } from "./spec-place.ts";

export function storeParts(folder: string): StoreParts {
  for (const path of [dirname(folder), folder]) refuseLink(path);
  const guard = guardSession(nodeFiles(folder, { scratch: TEMPORARY }), systemClock);
  return { files: guard.files, guard, inbox: inboxOf(folder), clock: systemClock, processes: nodeProcesses };
}

/** Refuses a link of the User's account: an agent could redirect our writes with it. System links are fine. */
function refuseLink(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  const isUsers = process.getuid === undefined || process.getuid() === entry?.uid;
  if (!entry?.isSymbolicLink() || !isUsers) return;
  throw new WhetstoneError("PATH_REFUSED", "the session folder is a link, and Whetstone does not write through links", {
    target: path,
    fix: `If you did not make it, an agent may have: check where it leads (${readlinkSync(path)}) and put the folder back. If you did, set session_folder to the folder itself.`,
  });
}

/** The inbox of a session, in the User's state folder; the same for every path that leads to the session. */
function inboxOf(folder: string): SessionInbox {
  const session = createHash("sha256").update(realPlace(folder)).digest("hex").slice(0, 32);
  return folderInbox(nodeFiles(join(stateFolder(), "inbox", session)));
}

/** The real path, also of a folder that does not exist yet. */
function realPlace(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPlace(dirname(path)), basename(path));
}

/** The state of a session, read without a lock. */
export async function stateIn(folder: string): Promise<State> {
  const state = await readState(storeParts(folder).files);
  if (!state) throw new WhetstoneError("NO_SESSION", "no session here", { target: folder });
  return state;
}

/** The folder of a session's spec. A path that ends with a slash is that folder. */
export function specFolderOf(session: string, specPath: string): string {
  const path = join(session, ...specPath.split("/"));
  return specPath.endsWith("/") ? path : dirname(path);
}

export function specFiles(session: string, specPath: string): Files {
  return nodeFiles(specFolderOf(session, specPath), { isUserFolder: true });
}

/** The folders that running a session needs besides its own. */
export function sessionPlaces(session: string, { config, session: { specPath } }: State, { env }: CliContext) {
  const cold = nodeFiles(coldFolder(config.archive.coldPath, { env }));
  return { specFolder: specFiles(session, specPath), cold, promptFolder: userFolder(env) };
}

/** The path of the source: a file, or a folder of several. */
export function sourcePath(session: string, { session: { specPath } }: State): string {
  return join(session, ...specPath.split("/"));
}

/** The path of the final spec, if there is one; a folder for several files. */
export function finishedPath(session: string, { stop, config, spec, session: facts }: State): string | undefined {
  if (stop.type !== "ended" || stop.specPath === undefined) return undefined;
  const source = join(session, ...facts.specPath.split("/"));
  if (config.inPlace || spec.source.some(({ path }) => path === stop.specPath)) return source;
  // The final version of a framework's spec is in the session folder (SPEC 12).
  const folder = facts.framework ? session : specFolderOf(session, facts.specPath);
  const path = stop.specPath.split("/");
  return join(folder, ...(spec.text.length === 1 ? path : path.slice(0, 1)));
}

/** Whether the session wrote its result into the User's own files, at its end or by `export --in-place`. */
export function isInSource(session: string, state: State): boolean {
  return state.spec.read !== undefined || finishedPath(session, state) === sourcePath(session, state);
}

/** A session as shown to the User: `folder` is as they would type it, `root` is absolute. */
export interface SeenSession {
  readonly state: State;
  readonly folder: string;
  readonly root: string;
}

/** The next steps after a session, in order; `rest` says what to do with open gaps. */
export function nextLines({ state, folder }: SeenSession, rest: string, further = false): string[] {
  if (state.stop.type !== "ended") return [`${rest}: ${commandLine("resume", folder)}`];
  const [source, finished] = [sourcePath(folder, state), finishedPath(folder, state)];
  const isApart = finished !== undefined && !isInSource(folder, state);
  // A session that has ended cannot be continued: open gaps are asked about when its result is refined.
  const refine =
    isApart && !state.session.framework ? commandLine("refine", finished) : commandLine("refine", "--new", source);
  const next = openCount(state.gaps) > 0 ? rest : further ? "Refine it further" : undefined;
  return [
    ...(isApart && state.session.framework
      ? [`Write it into your own files: ${commandLine("export", folder, "--in-place")}`]
      : []),
    ...(next === undefined ? [] : [`${next}: ${refine}`]),
  ];
}

/** How to change an answer after the session has ended. */
export function changeLine({ state, folder }: SeenSession): string {
  const source = sourcePath(folder, state);
  const edit = (isInSource(folder, state) ? undefined : finishedPath(folder, state)) ?? source;
  return `To change an answer, edit ${edit}. To be asked again: ${commandLine("refine", "--new", source)}`;
}

export function refuseEnded(state: State, root: string, cwd: string): void {
  if (state.stop.type !== "ended") return;
  const folder = shownFolder(root, cwd);
  throw new UsageError("the session has ended", { target: folder, fix: changeLine({ state, folder, root }) });
}

/** How many gaps are answered, and open until the answers are in the spec. */
export function unwrittenAnswers({ gaps, decisions, stop }: State): number {
  const isAnswered = ({ id }: Gap) => decisions.findLast((made) => made.gaps.includes(id))?.passages !== undefined;
  return stop.type === "ended" ? 0 : gaps.filter((gap) => isOpen(gap) && isAnswered(gap)).length;
}

/** The User's files whose text the session neither read nor wrote; missing files do not count. */
export function changedFiles(state: State, root: string): string[] {
  const known = [...earlierTexts(state)].flat();
  const paths = state.spec.source.map(({ path }) => path);
  return paths.filter((path) => {
    const now = fileOf(root, state.session.specPath, path)?.trimEnd();
    return now !== undefined && !known.some((file) => file.path === path && file.text.trimEnd() === now);
  });
}

/** `alerts.md has changed since the session read it` */
export function changedText(files: readonly string[]): string {
  return `${files.join(", ")} ${files.length === 1 ? "has" : "have"} changed since the session read ${files.length === 1 ? "it" : "them"}`;
}

/** The current text of a User's file; undefined if it is gone. */
function fileOf(root: string, specPath: string, path: string): string | undefined {
  const file = join(specFolderOf(root, specPath), ...path.split("/"));
  return existsSync(file) ? withoutAppendix(readFileSync(file, "utf8")) : undefined;
}

/** Parts for a session in memory, for a preview: it has the path of its folder, but nothing is written there. */
export function inMemory(folder: string): StoreParts {
  const home = memoryHome({ clock: systemClock });
  const { root: _, ...documents } = home.documents;
  return { ...storeParts(folder), home: { ...home, documents } };
}

export function isInMemory({ home, files }: Pick<SessionStore, "home" | "files">): boolean {
  return home.place !== files.root;
}
