import {
  chmodSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ASIDE, TEMPORARY } from "../../mediator/session-paths.ts";
import { refusal } from "../../ports/file-path.ts";
import type { FileKind } from "../../ports/files.ts";
import { retryBusy } from "../files/retry-busy.ts";
import { type Look, lookAt } from "./look.ts";

/** Of a path as the name of a file aside: no system holds names without end. */
const LONGEST_NAME = 60;

let temporaries = 0;

export interface Lost {
  readonly kind: FileKind;
  /** Of a link, where it leads. */
  readonly content: Buffer;
  readonly mode: number;
}

/** Makes it again at a path where nothing stands. */
export function putBack(root: string, path: string, { kind, content, mode }: Lost): void {
  const absolute = realPlace(root, path);
  if (kind === "link") symlinkSync(content.toString(), absolute);
  else if (kind === "folder") makeFolder(root, path);
  else {
    temporaries += 1;
    const temporary = join(ownFolder(root, TEMPORARY), `${process.pid}-back-${temporaries}.tmp`);
    // What was durable before somebody touched it is durable again.
    writeFileSync(temporary, content, { flag: "wx", flush: true });
    retryBusy(process.platform, () => renameSync(temporary, absolute));
  }
  if (kind !== "link") chmodSync(absolute, mode);
}

/** Whoever swaps the folder above for a link in this very moment finds nothing of ours behind it. */
function makeFolder(root: string, path: string): void {
  const absolute = placeOf(root, path);
  const made = mkdirSync(absolute, { recursive: true });
  try {
    realPlace(root, path);
  } catch (error) {
    if (made !== undefined) rmdirSync(absolute);
    throw error;
  }
}

/**
 * Takes away what stands there and says where it lies now, as a part of what is told. Nothing is deleted by what a listing
 * says: it may be a lie by the time it is used, and a person may have put there what they wanted to keep. Of the folder
 * itself and of those that this needs only what is no folder goes.
 */
export function clear(root: string, path: string, { kind }: Look): string {
  const absolute = realPlace(root, path);
  if (path === "" || path === TEMPORARY || path === ASIDE) {
    if (kind !== "folder") unlinkSync(absolute);
    return "";
  }
  if (kind === "folder") chmodSync(absolute, 0o700); // a folder that cannot be written cannot be moved
  const folder = ownFolder(root, ASIDE);
  const name = path.replaceAll("/", "_").slice(-LONGEST_NAME);
  let free = name;
  for (let count = 2; lookAt(join(folder, free)) !== undefined; count += 1) free = `${count}_${name}`;
  retryBusy(process.platform, () => renameSync(absolute, join(folder, free)));
  return ` (moved to ${ASIDE}/${free})`;
}

/** Names come from our own paths and from listings; neither may climb. */
export function placeOf(root: string, path: string): string {
  const names = path === "" ? [] : path.split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) throw refusal(path, "it leads out");
  return join(root, ...names);
}

/** Someone may swap a folder for a link at any time: what is behind it is not ours to touch. */
function realPlace(root: string, path: string): string {
  const absolute = placeOf(root, path);
  const folder = dirname(absolute);
  if (path !== "" && realpathSync(folder) !== folder) throw refusal(path, "a link on the way leads elsewhere");
  return absolute;
}

function ownFolder(root: string, path: string): string {
  const look = lookAt(join(root, path));
  if (look !== undefined) clear(root, path, look);
  mkdirSync(join(root, path), { recursive: true });
  return join(root, path);
}
