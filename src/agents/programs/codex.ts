import { count, field, text } from "../json-fields.ts";
import { priceOf, usageOf } from "../model/prices.ts";
import { wholePrompt } from "../process/scratch.ts";
import type { Told } from "./envelope-reader.ts";
import { programFailure } from "./program-faults.ts";
import type { ProgramForm, ProgramOptions } from "./program-options.ts";

/** Codex (`codex exec`), seen to work with 0.166: its sandbox reads only, and nothing of the person's joins the run. */
export const codex = (options: ProgramOptions): ProgramForm => ({
  input: wholePrompt,
  words: () => [
    "exec",
    "--json",
    "--sandbox",
    "read-only",
    "--skip-git-repo-check",
    "--ephemeral",
    "--ignore-rules",
    "--color",
    "never",
    "--config",
    "mcp_servers={}",
    "--config",
    "project_doc_max_bytes=0",
  ],
  lastWords: ["-"],
  interpreter: () => {
    const state = { error: "" };
    return (event, told) => interpret(event, told, state, options);
  },
});

function interpret(event: unknown, told: Told, state: { error: string }, options: ProgramOptions): void {
  const type = text(event, "type");
  if (type === "item.started" || type === "item.completed") item(field(event, "item"), told);
  if (type === "turn.completed") told.usage(usageIn(field(event, "usage"), options));
  if (type === "turn.failed") told.fail(programFailure("codex", text(event, "error", "message") ?? state.error));
  // Told while it still tries again; what counts is how the turn ends.
  if (type !== "error") return;
  state.error = text(event, "message") ?? state.error;
  told.note(state.error);
}

function item(value: unknown, told: Told): void {
  const type = text(value, "type");
  if (type === "command_execution") told.note(text(value, "command") ?? "");
  const message = type === "agent_message" ? text(value, "text") : undefined;
  if (message === undefined) return;
  told.restart();
  told.piece(message);
  told.document(message);
}

function usageIn(usage: unknown, { model, prices }: ProgramOptions) {
  const tokens = {
    input: count(usage, "input_tokens"),
    output: count(usage, "output_tokens"),
    cachedInput: count(usage, "cached_input_tokens"),
    cacheWrite: count(usage, "cache_write_input_tokens"),
  };
  return usageOf([tokens], model === undefined ? undefined : priceOf(`openai:${model}`, prices));
}
