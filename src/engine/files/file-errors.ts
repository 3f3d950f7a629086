import { lstatSync, type Stats } from "node:fs";
import { WhetstoneError } from "../../errors/whetstone-error.ts";

const GO_ON = "then run the command again. No finished work is lost.";

type FileProblem = readonly [code: string, problem: string, fix: string];

const FULL: FileProblem = ["DISK_FULL", "there is no space left on the disk", "Free some space"];
const REFUSED: FileProblem = ["NOT_PERMITTED", "permission denied", "Change the permissions there"];
const TOO_MANY: FileProblem = ["FILE_FAILED", "too many files are open", "Close other programs or raise the limit"];

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

const MISSING = new Set(["ENOENT", "ENOTDIR"]);

/** An error that says how to fix what the system refused. Our own errors are returned unchanged. */
export function fileError(doing: string, path: string, cause: unknown): WhetstoneError {
  if (cause instanceof WhetstoneError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const [code, problem, fix] = FILE_PROBLEMS[errorCode(cause)] ?? ["FILE_FAILED", message, "Check the path"];
  return new WhetstoneError(code, `${doing} ${path} failed: ${problem}.`, {
    target: cause instanceof Error && "path" in cause ? String(cause.path) : path,
    fix: `${fix}, ${GO_ON}`,
    cause,
  });
}

/** Turns what the system refuses into an error that a person can act on. */
export async function withFileErrors<T>(doing: string, path: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw fileError(doing, path, error);
  }
}

/** `ENOENT` and the like; empty if it is not a system error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The status of the path itself, without following links. That nothing exists is common, so it costs no exception. */
export function lookAt(absolute: string): Stats | undefined {
  return unlessMissing(() => lstatSync(absolute, { throwIfNoEntry: false }));
}

export function unlessMissing<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (MISSING.has(errorCode(error))) return undefined;
    throw error;
  }
}
