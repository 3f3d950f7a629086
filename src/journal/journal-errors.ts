import { WhetstoneError } from "../errors/whetstone-error.ts";
import { JOURNAL_VERSION } from "./line.ts";

export function damaged(name: string, line: number, why: string): WhetstoneError {
  return new WhetstoneError("JOURNAL_DAMAGED", `Line ${line} of ${name} is damaged: ${why}.`, {
    target: `${name}:${line}`,
    fix: recovery(line),
  });
}

export function numberedWrongly(name: string, line: number, seq: number): WhetstoneError {
  return damaged(name, line, `it is entry ${seq} where entry ${line - 1} belongs, so lines are missing or duplicated`);
}

export function notUnderstood(name: string, line: number, problem: string): WhetstoneError {
  return new WhetstoneError("JOURNAL_NOT_UNDERSTOOD", `Line ${line} of ${name} is not understood: ${problem}.`, {
    target: `${name}:${line}`,
    fix: "The line is intact, so another version of Whetstone wrote it. Update with `npm install -g whetstone@latest`, or use the version that wrote it.",
  });
}

/** The journal has a version that this program cannot read. Nothing was changed. */
export function unknownVersion(name: string, version: number, target: string): WhetstoneError {
  const says = `${name} uses version ${version} of the journal format; this program reads version ${JOURNAL_VERSION}.`;
  if (version > JOURNAL_VERSION) {
    return new WhetstoneError("JOURNAL_VERSION", says, {
      target,
      fix: "Update Whetstone: `npm install -g whetstone@latest`.",
    });
  }
  return new WhetstoneError(OLD_JOURNAL, `${says} An older Whetstone started this session; it was left unchanged.`, {
    target,
    fix: "Run `whetstone export SESSION` to print its spec. To continue the session, use the version of Whetstone that started it; to refine that spec with this version, move the session folder away and start over.",
  });
}

/** The code of the error for a journal of an older version. */
export const OLD_JOURNAL = "JOURNAL_OLD";

/** Somebody else wrote to the journal, or put another file in its place, while this process had it open. */
export function changedOutside(name: string): WhetstoneError {
  return new WhetstoneError("JOURNAL_CHANGED", `${name} was changed by another program while it was open here.`, {
    target: name,
    fix: "Stop the other program (a second `whetstone` or a git checkout, perhaps), then run `whetstone resume`.",
  });
}

/** An earlier write or sync failed, so what the disk holds is not known. */
export function broken(name: string, cause: unknown): WhetstoneError {
  return new WhetstoneError("JOURNAL_BROKEN", `${name} can no longer be written: an earlier write failed.`, {
    target: name,
    fix: "Fix the first error, then run `whetstone resume`.",
    cause,
  });
}

export function closed(name: string): WhetstoneError {
  return new WhetstoneError("JOURNAL_CLOSED", `${name} was closed.`, { target: name });
}

function recovery(line: number): string {
  const cut =
    line <= 2
      ? "the session cannot be restored from it. Its spec so far is in spec.md beside the journal. Move the session folder away and start over with `whetstone refine`."
      : `copy the file, delete line ${line} and all below it, and run \`whetstone resume\`: the session continues from entry ${line - 2} and redoes what came after it.`;
  return `Nothing was changed. Restore the file from a backup or from version control. Without one, ${cut}`;
}
