import { lstatSync, type Stats } from "node:fs";
import { WhetstoneError } from "../../errors/whetstone-error.ts";

const GO_ON = "then run `whetstone resume`: nothing that was finished is lost.";

/** Nothing of that name, or a file where a folder would have to be. */
const MISSING = new Set(["ENOENT", "ENOTDIR"]);

/** What the system refused, said so that a person can mend it. Errors of ours pass unchanged. */
export function fileError(doing: string, path: string, cause: unknown): WhetstoneError {
  if (cause instanceof WhetstoneError) return cause;
  const [code, problem, fix] = describe(errorCode(cause), cause);
  return new WhetstoneError(code, `${doing} ${path} failed: ${problem}.`, { target: path, fix, cause });
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

function describe(code: string, cause: unknown): [code: string, problem: string, fix: string] {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return ["DISK_FULL", "there is no space left on the disk", `Free some space, ${GO_ON}`];
    case "EROFS":
      return ["READ_ONLY", "the disk is read-only", `Make it writable or move the session elsewhere, ${GO_ON}`];
    case "EACCES":
    case "EPERM":
      return ["NOT_PERMITTED", "it is not permitted", `Give yourself the right to do that there, ${GO_ON}`];
    case "EBUSY":
      return ["FILE_FAILED", "another program holds the file", `Close that program, ${GO_ON}`];
    case "EIO":
      return ["DISK_FAILED", "the disk reported an error", `Check the disk, ${GO_ON}`];
    case "EMFILE":
    case "ENFILE":
      return ["FILE_FAILED", "too many files are open", `Close other programs or raise the limit, ${GO_ON}`];
    default: {
      const said = cause instanceof Error ? cause.message : String(cause);
      return ["FILE_FAILED", said, `Look at what stands at that path, ${GO_ON}`];
    }
  }
}
