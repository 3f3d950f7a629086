import { errorCode, FILE_PROBLEMS } from "../engine/files/file-errors.ts";
import type { ExitCode } from "../errors/exit-codes.ts";
import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import type { CliContext } from "./cli-context.ts";

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

function fileError(thrown: unknown): WhetstoneError | undefined {
  const known = FILE_PROBLEMS[errorCode(thrown)];
  if (known === undefined || !(thrown instanceof Error)) return undefined;
  const [code, message, fix] = known;
  const target = "path" in thrown && typeof thrown.path === "string" ? { target: thrown.path } : {};
  return new WhetstoneError(code, message, { ...target, fix: `${fix}.`, cause: thrown });
}

function stackOf(error: Error): string {
  const stack = error.stack ?? String(error);
  return error.cause instanceof Error ? `${stack}\ncaused by: ${stackOf(error.cause)}` : stack;
}
