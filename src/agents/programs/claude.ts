import { defined } from "../../model/defined.ts";
import type { AgentTask } from "../../ports/agent.ts";
import { count, type EventContent, field, programFailure, text } from "./envelope-reader.ts";
import type { ProgramForm } from "./program-form.ts";

const WORDS =
  "--print --output-format stream-json --verbose --include-partial-messages --no-session-persistence --strict-mcp-config --disable-slash-commands";

/** Claude Code (`claude -p`), tested with 2.1: only tools that read, or none, and without the User's own settings. */
export const claude: ProgramForm = {
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
};

function variables({ budget }: AgentTask): Readonly<Record<string, string | undefined>> {
  return {
    CLAUDE_CODE_SAFE_MODE: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // `resilient` repeats runs, so that each try is reported.
    CLAUDE_CODE_MAX_RETRIES: "1",
    ...defined({ CLAUDE_CODE_MAX_OUTPUT_TOKENS: budget.outputTokens?.toString() }),
    // Set if Whetstone itself runs inside Claude Code, which then refuses to start.
    CLAUDECODE: undefined,
    CLAUDE_CODE_ENTRYPOINT: undefined,
  };
}

function interpret(event: unknown): EventContent {
  if (text(event, "type") === "result") return conclude(event);
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

function conclude(event: unknown): EventContent {
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
  const message = document ?? text(event, "subtype") ?? "no result";
  return { usage, failure: programFailure("claude", message, field(event, "api_error_status")) };
}
