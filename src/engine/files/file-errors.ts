import { lstatSync, type Stats } from "node:fs";
import { WhetstoneError } from "../../errors/whetstone-error.ts";

const GO_ON = "then run the command again. No finished work is lost.";

type FileProblem = readonly [code: string, problem: string, fix: string];

const FULL: FileProblem = ["DISK_FULL", "there is no space left on the disk", "Free some space"];
const REFUSED: FileProblem = ["NOT_PERMITTED", "permission denied", "Change the permissions there"];
const TOO_MANY: FileProblem = ["FILE_FAILED", "too many files are open", "Close other programs or raise the limit"];

/** What the system's codes mean to a person: seldom a bug. */
export const FILE_PROBLEMS: Readonly<Record<string, FileProblem>> = {
  ENOENT: ["FILE_FAILED", "no such file or folder", "Check the path"],
  ENOTDIR: ["FILE_FAILED", "part of the path is not a folder", "Check the path"],
  EISDIR: ["FILE_FAILED", "it is a folder, not a file", "Check the path"],
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: ["READ_ONLY", "the disk is read-only", "Make it writable or use another folder"],
  EACCES: REFUSED,
  EPERM: REFUSED,
  EBUSY: ["FILE_FAILED", "another program is using the file", "Close that program"],
  EIO: ["DISK_FAILED", "the disk reported an error", "Check the disk"],
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
};

/** Nothing of that name, or a file where a folder would have to be. */
const MISSING = new Set(["ENOENT", "ENOTDIR"]);

/** What the system refused, said so that a person can set it right. Errors of ours pass unchanged. */
export function fileError(doing: string, path: string, cause: unknown): WhetstoneError {
  if (cause instanceof WhetstoneError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  const [code, problem, fix] = FILE_PROBLEMS[errorCode(cause)] ?? ["FILE_FAILED", said, "Check the path"];
  return new WhetstoneError(code, `${doing} ${path} failed: ${problem}.`, {
    target: cause instanceof Error && "path" in cause ? String(cause.path) : path,
    fix: `${fix}, ${GO_ON}`,
    cause,
  });
}

/** `ENOENT` and its like; empty for anything that is not the system's error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** What stands at the path itself; the usual answer that nothing does costs no exception. */
export function lookAt(absolute: string): Stats | undefined {
  return unlessMissing(() => lstatSync(absolute, { throwIfNoEntry: false }));
}

/** Undefined when nothing stands at the path of the call, which is not an error. */
export function unlessMissing<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (MISSING.has(errorCode(error))) return undefined;
    throw error;
  }
}
