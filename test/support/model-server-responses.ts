import { openaiError } from "./model-server-chat.ts";
import { type AnswerFacts, contentText, type Frame, type Protocol, records } from "./model-server-protocol.ts";

/** OpenAI Responses. */
export const openaiResponses: Protocol = {
  name: "openai-responses",
  matches: (path) => path.endsWith("/responses"),
  read: (body, _path, headers) => {
    const input = typeof body.input === "string" ? [{ role: "user", content: body.input }] : records(body.input);
    const isSystem = (role: unknown) => role === "system" || role === "developer";
    const instructions = typeof body.instructions === "string" ? [body.instructions] : [];
    return {
      protocol: "openai-responses",
      model: String(body.model),
      stream: body.stream === true,
      system: [
        ...instructions,
        ...input.filter(({ role }) => isSystem(role)).map(({ content }) => contentText(content)),
      ].join("\n"),
      prompt: input
        .filter(({ role }) => role === "user")
        .map(({ content }) => contentText(content))
        .join("\n"),
      tools: records(body.tools).map(({ name, type }) => String(name ?? type)),
      toolResults: input.filter(({ type }) => type === "function_call_output").map(({ output }) => contentText(output)),
      headers,
      body,
    };
  },
  refusal: ({ headers }) =>
    headers.authorization ? undefined : { status: 401, message: "You didn't provide an API key." },
  errorBody: openaiError,
  errorEvent: (message, facts) => [
    frame("response.failed", {
      response: { ...responseOf(facts, "failed"), error: { code: "server_error", message } },
    }),
  ],
  opening: (facts) => [
    frame("response.created", { response: responseOf(facts, "in_progress") }),
    frame("response.in_progress", { response: responseOf(facts, "in_progress") }),
    frame("response.output_item.added", { output_index: 0, item: messageItem("", "in_progress") }),
    frame("response.content_part.added", { ...PART, part: textPart("") }),
  ],
  piece: (delta) => [frame("response.output_text.delta", { ...PART, delta, logprobs: [] })],
  toolCalls: (calls, talk) => [
    ...endOfMessage(talk),
    ...calls.flatMap((call, index) => {
      const item = functionCall(call.name, call.input, index);
      const place = { item_id: `fc_${index}`, output_index: index + 1 };
      return [
        frame("response.output_item.added", {
          output_index: index + 1,
          item: { ...item, arguments: "", status: "in_progress" },
        }),
        frame("response.function_call_arguments.delta", { ...place, delta: JSON.stringify(call.input) }),
        frame("response.function_call_arguments.done", { ...place, arguments: JSON.stringify(call.input) }),
        frame("response.output_item.done", { output_index: index + 1, item }),
      ];
    }),
  ],
  closing: (text, finish, facts) => [
    ...(finish === "tools" ? [] : endOfMessage(text)),
    finish === "length" || finish === "filter"
      ? frame("response.incomplete", {
          response: {
            ...responseOf(facts, "incomplete"),
            incomplete_details: { reason: finish === "length" ? "max_output_tokens" : "content_filter" },
          },
        })
      : frame("response.completed", {
          response: { ...responseOf(facts, "completed"), output: [messageItem(text, "completed")] },
        }),
  ],
  whole: (text, calls, _finish, facts) => ({
    ...responseOf(facts, "completed"),
    output: [messageItem(text, "completed"), ...calls.map((call, index) => functionCall(call.name, call.input, index))],
  }),
};

const PART = { item_id: "msg_0", output_index: 0, content_index: 0 };

let sequence = 0;
function frame(type: string, fields: object): Frame {
  sequence += 1;
  return { event: type, data: { type, sequence_number: sequence, ...fields } };
}

function endOfMessage(text: string): Frame[] {
  return [
    frame("response.output_text.done", { ...PART, text, logprobs: [] }),
    frame("response.content_part.done", { ...PART, part: textPart(text) }),
    frame("response.output_item.done", { output_index: 0, item: messageItem(text, "completed") }),
  ];
}

function textPart(text: string): object {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function messageItem(text: string, status: string): object {
  const content = status === "completed" ? [textPart(text)] : [];
  return { id: "msg_0", type: "message", role: "assistant", status, content };
}

function functionCall(name: string, input: object, index: number): object {
  return {
    id: `fc_${index}`,
    type: "function_call",
    call_id: `call_${index}`,
    name,
    arguments: JSON.stringify(input),
    status: "completed",
  };
}

function responseOf({ id, model, tokens }: AnswerFacts, status: string): object {
  const usage = {
    input_tokens: tokens.input,
    input_tokens_details: { cached_tokens: tokens.cached },
    output_tokens: tokens.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens.input + tokens.output,
  };
  return {
    id,
    object: "response",
    created_at: 1_700_000_000,
    status,
    model,
    output: [],
    error: null,
    incomplete_details: null,
    usage: status === "in_progress" ? null : usage,
  };
}
