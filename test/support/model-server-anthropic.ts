import { contentText, type Frame, isRecord, type Protocol, records } from "./model-server-protocol.ts";

const STOP = { stop: "end_turn", length: "max_tokens", filter: "refusal", tools: "tool_use" } as const;
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic Messages. */
export const anthropicMessages: Protocol = {
  name: "anthropic",
  matches: (path) => path.endsWith("/messages"),
  read: (body, _path, headers) => {
    const messages = records(body.messages);
    const user = messages.find(({ role }) => role === "user");
    return {
      protocol: "anthropic",
      model: String(body.model),
      stream: body.stream === true,
      system: contentText(body.system),
      prompt: contentText(user?.content),
      tools: records(body.tools).map(({ name }) => String(name)),
      toolResults: messages.flatMap(({ content }) =>
        records(content)
          .filter(({ type }) => type === "tool_result")
          .map((part) => contentText(part.content)),
      ),
      cacheable: cacheable(body.system),
      headers,
      body,
    };
  },
  refusal: ({ headers, body }) => {
    if (!headers["x-api-key"] && !headers.authorization)
      return { status: 401, message: "x-api-key header is required" };
    if (!headers["anthropic-version"]) return { status: 400, message: "anthropic-version: header is required" };
    if (typeof body.max_tokens !== "number") return { status: 400, message: "max_tokens: Field required" };
    return undefined;
  },
  errorBody: (status, message, code) => ({
    type: "error",
    error: { type: code ?? ERROR_TYPES[status] ?? "api_error", message },
  }),
  errorEvent: (message) => [{ event: "error", data: { type: "error", error: { type: "overloaded_error", message } } }],
  opening: ({ id, model, tokens }) => [
    frame("message_start", {
      message: {
        id,
        type: "message",
        role: "assistant",
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: usageOf({ ...tokens, output: 1 }),
      },
    }),
    frame("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    frame("ping", {}),
  ],
  piece: (text) => [frame("content_block_delta", { index: 0, delta: { type: "text_delta", text } })],
  toolCalls: (calls) => [
    frame("content_block_stop", { index: 0 }),
    ...calls.flatMap((call, position) => {
      const index = position + 1;
      return [
        frame("content_block_start", {
          index,
          content_block: { type: "tool_use", id: `toolu_${index}`, name: call.name, input: {} },
        }),
        frame("content_block_delta", {
          index,
          delta: { type: "input_json_delta", partial_json: JSON.stringify(call.input) },
        }),
        frame("content_block_stop", { index }),
      ];
    }),
  ],
  closing: (_text, finish, { tokens }) => [
    ...(finish === "tools" ? [] : [frame("content_block_stop", { index: 0 })]),
    frame("message_delta", {
      delta: { stop_reason: STOP[finish], stop_sequence: null },
      usage: { output_tokens: tokens.output },
    }),
    frame("message_stop", {}),
  ],
  whole: (text, calls, finish, { id, model, tokens }) => ({
    id,
    type: "message",
    role: "assistant",
    model,
    content: [
      { type: "text", text },
      ...calls.map((call, index) => ({
        type: "tool_use",
        id: `toolu_${index + 1}`,
        name: call.name,
        input: call.input,
      })),
    ],
    stop_reason: STOP[finish],
    stop_sequence: null,
    usage: usageOf(tokens),
  }),
};

function frame(type: string, fields: object): Frame {
  return { event: type, data: { type, ...fields } };
}

function usageOf(tokens: { input: number; cached: number; cacheWrite: number; output: number }): object {
  return {
    input_tokens: tokens.input - tokens.cached - tokens.cacheWrite,
    cache_read_input_tokens: tokens.cached,
    cache_creation_input_tokens: tokens.cacheWrite,
    output_tokens: tokens.output,
  };
}

/** The system text up to its last block with `cache_control`. */
function cacheable(system: unknown): string {
  const blocks = records(system);
  const last = blocks.findLastIndex((block) => isRecord(block.cache_control));
  return contentText(blocks.slice(0, last + 1));
}
