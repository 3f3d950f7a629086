import {
  type AnswerFacts,
  contentText,
  type Frame,
  isRecord,
  type Protocol,
  records,
} from "./model-server-protocol.ts";

const STOP = { stop: "STOP", length: "MAX_TOKENS", filter: "SAFETY", tools: "STOP" } as const;

/** Google's generateContent. */
export const googleGenerate: Protocol = {
  name: "google",
  matches: (path) => /:(?:stream)?[gG]enerateContent$/.test(path),
  read: (body, path, headers) => {
    const contents = records(body.contents);
    const parts = (content: unknown) => (isRecord(content) ? records(content.parts) : []);
    return {
      protocol: "google",
      model: /\/models\/([^:]+):/.exec(path)?.[1] ?? "",
      stream: path.includes(":stream"),
      system: contentText(parts(body.systemInstruction)),
      prompt: contentText(parts(contents.find(({ role }) => role !== "model"))),
      tools: records(body.tools).flatMap((tool) => records(tool.functionDeclarations).map(({ name }) => String(name))),
      toolResults: contents.flatMap((content) =>
        parts(content)
          .filter((part) => isRecord(part.functionResponse))
          .map((part) => JSON.stringify(part.functionResponse)),
      ),
      headers,
      body,
    };
  },
  refusal: ({ headers }) =>
    headers["x-goog-api-key"] || headers.authorization ? undefined : { status: 403, message: "Missing API key." },
  errorBody: (status, message, code) => ({ error: { code: status, message, status: code ?? "UNKNOWN" } }),
  errorEvent: (message) => [{ data: { error: { code: 503, message, status: "UNAVAILABLE" } } }],
  opening: () => [],
  piece: (text, facts) => [candidate([{ text }], undefined, facts)],
  toolCalls: (calls, _talk, facts) => [
    candidate(
      calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
      undefined,
      facts,
    ),
  ],
  closing: (_text, finish, facts) => [candidate([{ text: "" }], STOP[finish], facts)],
  whole: (text, calls, finish, facts) =>
    candidate(
      [{ text }, ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } }))],
      STOP[finish],
      facts,
    ).data as object,
};

function candidate(
  parts: readonly object[],
  finishReason: string | undefined,
  { id, model, tokens }: AnswerFacts,
): Frame {
  return {
    data: {
      candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason ? { finishReason } : {}) }],
      usageMetadata: {
        promptTokenCount: tokens.input,
        cachedContentTokenCount: tokens.cached,
        candidatesTokenCount: tokens.output,
        totalTokenCount: tokens.input + tokens.output,
      },
      modelVersion: model,
      responseId: id,
    },
  };
}
