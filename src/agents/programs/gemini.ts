import { usageOf } from "../model/prices.ts";
import type { Spent } from "../outcomes.ts";
import { count, field, programFailure, text } from "./envelope-reader.ts";
import type { ProgramForm, ProgramSettings } from "./program-form.ts";

const WORDS =
  "--output-format stream-json --approval-mode plan --skip-trust --extensions none --allowed-mcp-server-names none";

/** Gemini CLI (`gemini`), tested with 0.61: in plan mode, which only reads, and without the User's own settings. */
export const gemini: ProgramForm = {
  vendor: "google",
  input: (task) => task.prompt,
  words: ({ codebase = "" }) => [...WORDS.split(" "), ...(codebase ? ["--include-directories", codebase] : [])],
  variables: (_task, scratch) => ({ GEMINI_SYSTEM_MD: scratch.prefacePath }),
  interpreter: ({ priceOf }) => {
    let error = "";
    return (event) => {
      switch (text(event, "type")) {
        case "message":
          return text(event, "role") === "assistant" ? { piece: text(event, "content") } : {};
        case "tool_use":
          return { restart: true, note: text(event, "tool_name") ?? "tool" };
        case "error":
          error = text(event, "message") ?? error;
          return { note: error };
        case "result": {
          const usage = usageIn(field(event, "stats"), priceOf);
          if (text(event, "status") !== "error") return { usage };
          return { usage, failure: programFailure("gemini", text(event, "error", "message") ?? error) };
        }
        default:
          return {};
      }
    };
  },
};

/** The cost is known only if the price of every model used is. */
function usageIn(stats: unknown, priceOf: ProgramSettings["priceOf"]): Spent {
  const models = Object.entries(field(stats, "models") ?? {});
  const usages = models.map(([name, usage]) => usageOf([tokensIn(usage)], priceOf(name)));
  const whole = usageOf([tokensIn(stats)], undefined);
  const known = usages.length > 0 && usages.every(({ costUsd }) => costUsd !== undefined);
  return known ? { ...whole, costUsd: usages.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0) } : whole;
}

function tokensIn(value: unknown) {
  return {
    input: count(value, "input_tokens"),
    output: count(value, "output_tokens"),
    cachedInput: count(value, "cached"),
  };
}
