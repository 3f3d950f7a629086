import {
  type AnswerFacts,
  contentText,
  type Frame,
  isRecord,
  type Protocol,
  records,
} from "./model-server-protocol.ts";

const STOP = { stop: "stop", length: "length", filter: "content_filter", tools: "tool_calls" } as const;

/** OpenAI Chat Completions, as OpenAI itself and every compatible server speaks it. */
export const openaiChat: Protocol = {
  name: "openai-chat",
  matches: (path) => path.endsWith("/chat/completions"),
  read: (body, _path, headers) => {
    const messages = records(body.messages);
    const isSystem = (role: unknown) => role === "system" || role === "developer";
    return {
      protocol: "openai-chat",
      model: String(body.model),
      stream: body.stream === true,
      system: messages
        .filter(({ role }) => isSystem(role))
        .map(({ content }) => contentText(content))
        .join("\n"),
      prompt: contentText(messages.find(({ role }) => role === "user")?.content),
      tools: records(body.tools).map((tool) => (isRecord(tool.function) ? String(tool.function.name) : "")),
      toolResults: messages.filter(({ role }) => role === "tool").map(({ content }) => contentText(content)),
      headers,
      body,
    };
  },
  refusal: ({ headers }) =>
    headers.authorization ? undefined : { status: 401, message: "You didn't provide an API key." },
  errorBody: openaiError,
  errorEvent: (message) => [{ data: { error: { message, type: "server_error", param: null, code: "server_error" } } }],
  opening: (facts) => [chunk(facts, { role: "assistant", content: "" }, null)],
  piece: (content, facts) => [chunk(facts, { content }, null)],
  toolCalls: (calls, _talk, facts) => [
    chunk(facts, { tool_calls: calls.map((call, index) => toolCall(call.name, call.input, index)) }, null),
  ],
  closing: (_text, finish, facts) => [
    chunk(facts, {}, STOP[finish]),
    { data: { ...base(facts), choices: [], usage: usageOf(facts) } },
  ],
  terminator: "[DONE]",
  whole: (text, calls, finish, facts) => ({
    ...base(facts),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text,
          ...(calls.length === 0
            ? {}
            : { tool_calls: calls.map((call, index) => toolCall(call.name, call.input, index)) }),
        },
        finish_reason: STOP[finish],
      },
    ],
    usage: usageOf(facts),
  }),
};

/** The error body that both of OpenAI's protocols share. */
export function openaiError(status: number, message: string, code: string | undefined): object {
  const type = status === 429 ? "rate_limit_error" : status >= 500 ? "server_error" : "invalid_request_error";
  return { error: { message, type, param: null, code: code ?? null } };
}

function base({ id, model }: AnswerFacts): object {
  return { id, object: "chat.completion.chunk", created: 1_700_000_000, model };
}

function chunk(facts: AnswerFacts, delta: object, finish: string | null): Frame {
  return { data: { ...base(facts), choices: [{ index: 0, delta, finish_reason: finish }], usage: null } };
}

function toolCall(name: string, input: object, index: number): object {
  return { index, id: `call_${index}`, type: "function", function: { name, arguments: JSON.stringify(input) } };
}

function usageOf({ tokens }: AnswerFacts): object {
  return {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
    prompt_tokens_details: { cached_tokens: tokens.cached },
  };
}
