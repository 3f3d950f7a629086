import type { AgentTask } from "../../ports/agent.ts";
import { count, field, text } from "../json-fields.ts";
import type { Told } from "./envelope-reader.ts";
import { programFailure } from "./program-faults.ts";
import type { ProgramForm } from "./program-options.ts";

/** Claude Code (`claude -p`), seen to work with 2.1: tools that read or none, nothing of the person's joins the run. */
export const claude = (): ProgramForm => ({
  input: (task) => task.prompt,
  words: (scratch) => [
    "--print",
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-partial-messages",
    "--no-session-persistence",
    "--strict-mcp-config",
    "--disable-slash-commands",
    "--system-prompt-file",
    scratch.prefacePath,
    "--tools",
    scratch.folders.length === 0 ? "" : "Read,Grep,Glob",
    ...scratch.folders.flatMap((folder) => ["--add-dir", folder]),
  ],
  variables,
  interpreter: () => interpret,
});

function variables(task: AgentTask): Readonly<Record<string, string | undefined>> {
  return {
    CLAUDE_CODE_SAFE_MODE: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // Our back-off owns the retries, so that each of them is told.
    CLAUDE_CODE_MAX_RETRIES: "1",
    ...(task.budget.outputTokens === undefined
      ? {}
      : { CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(task.budget.outputTokens) }),
    // Set when we are ourselves run by it, and then it refuses to start.
    CLAUDECODE: undefined,
    CLAUDE_CODE_ENTRYPOINT: undefined,
  };
}

function interpret(event: unknown, told: Told): void {
  const type = text(event, "type");
  if (type === "stream_event") streamed(field(event, "event"), told);
  if (type === "result") concluded(event, told);
}

function streamed(event: unknown, told: Told): void {
  const type = text(event, "type");
  if (type === "message_start") told.restart();
  if (type === "content_block_delta") told.piece(text(event, "delta", "text"));
  const tool = type === "content_block_start" ? text(event, "content_block", "name") : undefined;
  if (tool !== undefined) told.note(tool);
}

function concluded(event: unknown, told: Told): void {
  const usage = field(event, "usage");
  const cached = count(usage, "cache_read_input_tokens");
  told.usage({
    inputTokens: count(usage, "input_tokens") + cached + count(usage, "cache_creation_input_tokens"),
    outputTokens: count(usage, "output_tokens"),
    cachedInputTokens: cached,
    costUsd: count(event, "total_cost_usd"),
  });
  const result = text(event, "result");
  const said = result ?? text(event, "subtype") ?? "no result";
  if (field(event, "is_error") !== true && result !== undefined) told.document(result);
  else told.fail(programFailure("claude", said, field(event, "api_error_status")));
}
