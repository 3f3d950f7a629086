import { count, field, text } from "../json-fields.ts";
import { priceOf, usageOf } from "../model/prices.ts";
import { wholePrompt } from "../process/scratch.ts";
import type { Told } from "./envelope-reader.ts";
import { programFailure } from "./program-faults.ts";
import type { ProgramForm, ProgramOptions } from "./program-options.ts";

/**
 * Codex (`codex exec`), seen to work with 0.166. Its sandbox lets it read and not write; project documents, rules and
 * MCP servers of the person stay out of the run, and nothing of it is kept. Its messages come whole.
 */
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
    return (event) => interpret(event, state, options);
  },
});

function interpret(event: unknown, state: { error: string }, options: ProgramOptions): Told[] {
  switch (text(event, "type")) {
    case "item.started":
    case "item.completed":
      return item(field(event, "item"));
    case "turn.completed":
      return [{ type: "usage", usage: usageIn(field(event, "usage"), options) }];
    case "error":
      // Told while it still tries again; what counts is how the turn ends.
      state.error = text(event, "message") ?? state.error;
      return [{ type: "note", message: state.error }];
    case "turn.failed": {
      const said = text(event, "error", "message") ?? state.error;
      return [{ type: "failure", failure: programFailure("codex", said) }];
    }
    default:
      return [];
  }
}

function item(value: unknown): Told[] {
  switch (text(value, "type")) {
    case "agent_message": {
      const message = text(value, "text");
      return message === undefined
        ? []
        : [{ type: "restart" }, { type: "piece", text: message }, { type: "document", text: message }];
    }
    case "command_execution":
      return [{ type: "note", message: text(value, "command") ?? "" }];
    default:
      return [];
  }
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
