import { usageOf } from "../model/prices.ts";
import { wholePrompt } from "../process/scratch.ts";
import { count, type EventContent, field, programFailure, text } from "./envelope-reader.ts";
import type { ProgramForm } from "./program-form.ts";

const WORDS =
  "exec --json --sandbox read-only --skip-git-repo-check --ephemeral --ignore-rules --color never --config mcp_servers={} --config project_doc_max_bytes=0";

/** Codex (`codex exec`), tested with 0.166: in a read-only sandbox, and without the User's own settings. */
export const codex: ProgramForm = {
  vendor: "openai",
  input: wholePrompt,
  words: () => WORDS.split(" "),
  lastWords: ["-"],
  interpreter: ({ model, priceOf }) => {
    const price = model === undefined ? undefined : priceOf(model);
    let error = "";
    return (event) => {
      switch (text(event, "type")) {
        case "item.started":
        case "item.completed":
          return item(field(event, "item"));
        case "turn.completed":
          return { usage: usageOf([tokensIn(field(event, "usage"))], price) };
        case "turn.failed":
          return { failure: programFailure("codex", text(event, "error", "message") ?? error) };
        case "error":
          // Reported while it is still retrying; only the end of the turn counts.
          error = text(event, "message") ?? error;
          return { note: error };
        default:
          return {};
      }
    };
  },
};

function item(value: unknown): EventContent {
  const type = text(value, "type");
  if (type === "command_execution") return { note: text(value, "command") ?? "" };
  const message = type === "agent_message" ? text(value, "text") : undefined;
  return message === undefined ? {} : { restart: true, piece: message, document: message };
}

function tokensIn(usage: unknown) {
  return {
    input: count(usage, "input_tokens"),
    output: count(usage, "output_tokens"),
    cachedInput: count(usage, "cached_input_tokens"),
    cacheWrite: count(usage, "cache_write_input_tokens"),
  };
}
