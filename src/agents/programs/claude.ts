import { defined } from "../../model/defined.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { count, field, programFailure, type Told, text } from "./envelope-reader.ts";
import type { ProgramForm } from "./program-options.ts";

const WORDS =
  "--print --output-format stream-json --verbose --include-partial-messages --no-session-persistence --strict-mcp-config --disable-slash-commands";

/** Claude Code (`claude -p`), seen to work with 2.1: tools that read or none, nothing of the person's joins the run. */
export const claude = (): ProgramForm => ({
  input: (task) => task.prompt,
  words: ({ prefacePath, codebase }) => [
    ...WORDS.split(" "),
    "--system-prompt-file",
    prefacePath,
    "--tools",
    codebase === undefined ? "" : "Read,Grep,Glob",
    ...(codebase === undefined ? [] : ["--add-dir", codebase]),
  ],
  variables,
  interpreter: () => interpret,
});

function variables({ budget }: AgentTask): Readonly<Record<string, string | undefined>> {
  return {
    CLAUDE_CODE_SAFE_MODE: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // Our back-off owns the retries, so that each of them is told.
    CLAUDE_CODE_MAX_RETRIES: "1",
    ...defined({ CLAUDE_CODE_MAX_OUTPUT_TOKENS: budget.outputTokens?.toString() }),
    // Set when we are ourselves run by it, and then it refuses to start.
    CLAUDECODE: undefined,
    CLAUDE_CODE_ENTRYPOINT: undefined,
  };
}

function interpret(event: unknown): Told {
  if (text(event, "type") === "result") return concluded(event);
  const streamed = text(event, "type") === "stream_event" ? field(event, "event") : undefined;
  switch (text(streamed, "type")) {
    case "message_start":
      return { restart: true };
    case "content_block_delta":
      return { piece: text(streamed, "delta", "text") };
    case "content_block_start":
      return { note: text(streamed, "content_block", "name") };
    default:
      return {};
  }
}

function concluded(event: unknown): Told {
  const spent = field(event, "usage");
  const cached = count(spent, "cache_read_input_tokens");
  const usage = {
    inputTokens: count(spent, "input_tokens") + cached + count(spent, "cache_creation_input_tokens"),
    outputTokens: count(spent, "output_tokens"),
    cachedInputTokens: cached,
    costUsd: count(event, "total_cost_usd"),
  };
  const document = text(event, "result");
  if (field(event, "is_error") !== true && document !== undefined) return { usage, document };
  const said = document ?? text(event, "subtype") ?? "no result";
  return { usage, failure: programFailure("claude", said, field(event, "api_error_status")) };
}
