import { orUndefined } from "../../model/defined.ts";
import { failure } from "../outcomes.ts";
import type { Scratch } from "../process/scratch.ts";
import type { Environment } from "../secrets.ts";
import { count, type EventContent, field, programFailure, text } from "./envelope-reader.ts";
import type { ProgramForm } from "./program-form.ts";

/** OpenCode (`opencode run`), tested with 1.18: as an agent of ours, with only tools that read, or none. */
export const opencode: ProgramForm = {
  input: (task) => task.prompt,
  words: () => ["run", "--format", "json", "--pure", "--agent", "whetstone", "--title", "whetstone"],
  variables: (_task, scratch, { environment }) => ({ OPENCODE_CONFIG_CONTENT: configuration(scratch, environment) }),
  interpreter: () => {
    const spent = { input: 0, output: 0, cached: 0, cost: 0 };
    return (event) => interpret(event, spent);
  },
};

/** Added to the User's own variable, which may configure providers. */
function configuration({ codebase, prefacePath }: Scratch, environment: Environment): string {
  const reads = codebase !== undefined;
  const outside = reads ? { [`${codebase}/**`]: "allow", [codebase]: "allow" } : {};
  return JSON.stringify({
    ...orUndefined(() => JSON.parse(environment.OPENCODE_CONFIG_CONTENT ?? "{}")),
    share: "disabled",
    autoupdate: false,
    agent: {
      whetstone: {
        mode: "primary",
        description: "Writes one document.",
        prompt: `{file:${prefacePath}}`,
        tools: { "*": false, read: reads, grep: reads, glob: reads, list: reads },
        permission: { edit: "deny", bash: "deny", webfetch: "deny", external_directory: { "*": "deny", ...outside } },
      },
    },
  });
}

type Sum = Record<"input" | "output" | "cached" | "cost", number>;

function interpret(event: unknown, spent: Sum): EventContent {
  const part = field(event, "part");
  switch (text(event, "type")) {
    case "step_start":
      return { restart: true };
    case "text":
      return { piece: text(part, "text") };
    case "tool_use":
      return { note: text(part, "tool") ?? "tool" };
    case "step_finish":
      return stepFinished(part, spent);
    case "error": {
      const error = field(event, "error");
      const message = text(error, "data", "message") ?? text(error, "message") ?? text(error, "name") ?? "error";
      return { failure: programFailure("opencode", message, field(error, "data", "statusCode")) };
    }
    default:
      return {};
  }
}

function stepFinished(part: unknown, spent: Sum): EventContent {
  const cached = count(part, "tokens", "cache", "read");
  spent.input += count(part, "tokens", "input") + cached + count(part, "tokens", "cache", "write");
  spent.output += count(part, "tokens", "output") + count(part, "tokens", "reasoning");
  spent.cached += cached;
  spent.cost += count(part, "cost");
  const usage = {
    inputTokens: spent.input,
    outputTokens: spent.output,
    cachedInputTokens: spent.cached,
    // It reports a cost of 0 both for free models and for models without a known price.
    ...(spent.cost > 0 ? { costUsd: spent.cost } : {}),
  };
  const isCut = text(part, "reason") === "length";
  return isCut
    ? { usage, failure: failure("too-large", "opencode: the answer reached the maximum output.") }
    : { usage };
}
