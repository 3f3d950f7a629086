import { EXIT_CODES, type ExitCode } from "../errors/exit-codes.ts";
import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import type { CliContext } from "./context.ts";

export function reportError(error: WhetstoneError, context: Pick<CliContext, "output" | "json" | "env">): ExitCode {
  const { output } = context;
  const { code, message, target, fix } = error;
  if (context.json) output.event({ error: { code, message, target: target ?? null, fix: fix ?? null } });
  else {
    const paint = output.notePaint;
    output.note(`${paint.red("error:")} ${message}`);
    if (target !== undefined) output.note(`${paint.dim("   at:")} ${target}`);
    if (fix !== undefined) output.note(`${paint.dim("  fix:")} ${fix}`);
  }
  if ((context.env.WHETSTONE_DEBUG ?? "") !== "") output.note(stackOf(error));
  return error.exitCode;
}

export function asWhetstoneError(thrown: unknown): WhetstoneError {
  if (thrown instanceof WhetstoneError) return thrown;
  return (
    fileError(thrown) ?? new InternalError(thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
  );
}

const FILE_ERRORS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOENT: ["there is no such file or folder", "Check the path."],
  EACCES: ["permission was denied", "Check who may read and write there."],
  EPERM: ["the operation is not permitted", "Check who may read and write there."],
  EROFS: ["the file system is read-only", "Use a folder that can be written to."],
  ENOSPC: ["the disk is full", "Free some space and run the command again: what was done before is kept."],
  EDQUOT: ["the disk quota is used up", "Free some space and run the command again: what was done before is kept."],
  EISDIR: ["this is a folder, not a file", "Name a file."],
  ENOTDIR: ["a part of this path is not a folder", "Check the path."],
  EMFILE: ["too many files are open", "Raise the limit of open files (ulimit -n)."],
};

/** What the file system refuses is seldom a bug: it is told in words. */
function fileError(thrown: unknown): WhetstoneError | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown) || typeof thrown.code !== "string") return undefined;
  const known = FILE_ERRORS[thrown.code];
  if (known === undefined) return undefined;
  const [message, fix] = known;
  const target = "path" in thrown && typeof thrown.path === "string" ? { target: thrown.path } : {};
  return new WhetstoneError(`FILE_${thrown.code}`, message, {
    ...target,
    fix,
    cause: thrown,
    exitCode: EXIT_CODES.failed,
  });
}

function stackOf(error: Error): string {
  const own = error.stack ?? String(error);
  return error.cause instanceof Error ? `${own}\ncaused by: ${stackOf(error.cause)}` : own;
}
