import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { stateFolder, userFolder } from "../../config/user-folder.ts";
import { withoutAppendix } from "../../documents/spec/appendix.ts";
import { folderInbox } from "../../engine/folder-inbox.ts";
import { guardSession } from "../../engine/guard/session-guard.ts";
import { nodeFiles } from "../../engine/node-files.ts";
import { nodeProcesses } from "../../engine/node-processes.ts";
import { coldFolder } from "../../engine/rollback/cold-storage.ts";
import { readState, type StoreParts } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import { TEMPORARY } from "../../mediator/session-paths.ts";
import { earlierTexts } from "../../mediator/spec/author-edits.ts";
import type { State } from "../../mediator/state.ts";
import { commandLine } from "../../model/command-line.ts";
import { openCount } from "../../model/counting.ts";
import type { Files } from "../../ports/files.ts";
import type { SessionInbox } from "../../ports/session-inbox.ts";
import type { CliContext } from "../context.ts";

export function storeParts(folder: string): StoreParts {
  for (const path of [dirname(folder), folder]) refuseLink(path);
  const guard = guardSession(nodeFiles(folder, { scratch: TEMPORARY }), systemClock);
  return { files: guard.files, guard, inbox: inboxOf(folder), clock: systemClock, processes: nodeProcesses };
}

/** Whoever replaced the folder by a link would have what we write elsewhere. The system's own links are no agent's. */
function refuseLink(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  const isTheirs = process.getuid === undefined || process.getuid() === entry?.uid;
  if (!entry?.isSymbolicLink() || !isTheirs) return;
  throw new WhetstoneError("PATH_REFUSED", "the session folder is a link, and Whetstone does not write through links", {
    target: path,
    fix: `If you did not make it, an agent may have: check where it leads (${readlinkSync(path)}) and put the folder back. If you did, set session_folder to the folder itself.`,
  });
}

/** Of the person's own, for each session one, whichever way they came to its folder. */
function inboxOf(folder: string): SessionInbox {
  const session = createHash("sha256").update(realPlace(folder)).digest("hex").slice(0, 32);
  return folderInbox(nodeFiles(join(stateFolder(), "inbox", session)));
}

/** Also of what is not there yet. */
function realPlace(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPlace(dirname(path)), basename(path));
}

/** The state of a session, read without a lock. */
export async function stateIn(folder: string): Promise<State> {
  const state = await readState(storeParts(folder).files);
  if (!state) throw new WhetstoneError("NO_SESSION", "no session here", { target: folder });
  return state;
}

/** The folder of the spec of a session, where the finished one goes. A path with a slash at its end is that folder. */
export function specFolderOf(session: string, specPath: string): string {
  const path = join(session, ...specPath.split("/"));
  return specPath.endsWith("/") ? path : dirname(path);
}

export function specFiles(session: string, specPath: string): Files {
  return nodeFiles(specFolderOf(session, specPath), { isUserFolder: true });
}

/** What else of this computer a session that is carried out needs. */
export function sessionPlaces(session: string, { config, session: { specPath } }: State, { env }: CliContext) {
  const cold = nodeFiles(coldFolder(config.archive.coldPath, { env }));
  return { specFolder: specFiles(session, specPath), cold, promptFolder: userFolder(env) };
}

/** The spec that the person named: a file, or a folder of several. */
export function sourcePath(session: string, { session: { specPath } }: State): string {
  return join(session, ...specPath.split("/"));
}

/** Where the finished spec is, once there is one; of several files their folder. */
export function finishedPath(session: string, { stop, config, spec, session: facts }: State): string | undefined {
  if (stop.type !== "ended" || stop.specPath === undefined) return undefined;
  const source = join(session, ...facts.specPath.split("/"));
  if (config.inPlace || spec.source.some(({ path }) => path === stop.specPath)) return source;
  // A framework's spec is finished in the session folder (SPEC 12).
  const folder = facts.framework ? session : specFolderOf(session, facts.specPath);
  const path = stop.specPath.split("/");
  return join(folder, ...(spec.text.length === 1 ? path : path.slice(0, 1)));
}

/** A session as the person sees it: `folder` is as they would write it, `root` absolute. */
export interface SeenSession {
  readonly state: State;
  readonly folder: string;
  readonly root: string;
}

/** What can be done with what a session left, in this order; `rest` says what is done with what is open, if anything is. */
export function nextLines(seen: SeenSession, rest: string, further = false): string[] {
  const { state, folder } = seen;
  if (state.stop.type !== "ended") return [`${rest}: ${commandLine("resume", folder)}`];
  const takeOver = takeOverCommand(seen);
  const then = takeOver === undefined ? rest : `Then ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
  // A session that ended is not gone on with: what it left open is asked about when its result is refined.
  const beside = resultBeside(seen);
  const refine = beside ? commandLine("refine", beside) : commandLine("refine", "--new", sourcePath(folder, state));
  return [
    ...(takeOver === undefined ? [] : [`Write it into your own files: ${takeOver}`]),
    ...(openCount(state.gaps) > 0 ? [`${then}: ${refine}`] : further ? [`Refine it further: ${refine}`] : []),
  ];
}

/** The finished spec, where it is a file of its own beside the source. */
function resultBeside(seen: SeenSession): string | undefined {
  const { state, folder } = seen;
  const finished = finishedPath(folder, state);
  return finished === sourcePath(folder, state) || state.session.framework || isTakenOver(seen) ? undefined : finished;
}

/** Whether `refine --new` goes on with what the session left open: there is no result beside the source to refine. */
export function goesOnAnew(seen: SeenSession): boolean {
  return openCount(seen.state.gaps) > 0 && resultBeside(seen) === undefined;
}

/** How an answer is changed once the session has ended: one way everywhere, since the result is the person's own file. */
export function changeLine(seen: SeenSession): string {
  const { state, folder } = seen;
  const source = sourcePath(folder, state);
  const result = state.session.framework ? source : finishedPath(folder, state);
  const edit = result === undefined ? [] : [`To change an answer, edit ${result}.`];
  const anew = commandLine("refine", "--new", source);
  return [...edit, `To be asked ${goesOnAnew(seen) ? "about what is open" : "again"}: ${anew}`].join(" ");
}

export function refuseEnded(state: State, root: string, cwd: string): void {
  if (state.stop.type !== "ended") return;
  const folder = relative(cwd, root) || ".";
  throw new UsageError("the session has ended", { target: folder, fix: changeLine({ state, folder, root }) });
}

/** A framework's spec is finished in the session folder, until the person has it in their own files. */
export function takeOverCommand({ state, folder, root }: SeenSession): string | undefined {
  const { session } = state;
  const finished = finishedPath(folder, state);
  if (!session.framework || finished === undefined || finished === sourcePath(folder, state)) return undefined;
  return isTakenOver({ state, root }) ? undefined : commandLine("export", folder, "--in-place");
}

/** Whether the person's own files have the text of the session. */
function isTakenOver({ state: { spec, session }, root }: Pick<SeenSession, "state" | "root">): boolean {
  return spec.text.every(({ path, text }) => fileOf(root, session.specPath, path) === text);
}

/** Files of the person's that have other text than the session read or gave; one that is gone says nothing. */
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

/** A file of the person's as it is now; `undefined` where it is gone. */
export function fileOf(root: string, specPath: string, path: string): string | undefined {
  const file = join(specFolderOf(root, specPath), ...path.split("/"));
  return existsSync(file) ? withoutAppendix(readFileSync(file, "utf8")) : undefined;
}
