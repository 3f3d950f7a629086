/** What the server answers to one request. */
export type ModelReply =
  | {
      readonly type: "text";
      /** Bytes that are not UTF-8 go out as they are, in one piece. */
      readonly text: string | Uint8Array;
      /** Characters in a piece; all at once unless told. */
      readonly pieceLength?: number;
      /** Between pieces: slow tokens. */
      readonly delayMs?: number;
      readonly finish?: "stop" | "length" | "filter";
    }
  | { readonly type: "tool-calls"; readonly talk?: string; readonly calls: readonly ToolCall[] }
  | {
      readonly type: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      readonly code?: string;
    }
  /** The text goes out, then the connection breaks: reset, or closed as if all were well but without an ending. */
  | { readonly type: "cut"; readonly text: string; readonly how: "reset" | "close" }
  /** The text goes out, then an error comes as an event of the stream. */
  | { readonly type: "error-event"; readonly text: string; readonly message?: string }
  /** The text goes out, then nothing more. */
  | { readonly type: "hang"; readonly text: string };

export interface ToolCall {
  readonly name: string;
  readonly input: object;
}

/** A request as the server understood it. */
export interface ModelRequest {
  readonly protocol: ProtocolName;
  readonly model: string;
  readonly stream: boolean;
  /** Standing instructions, joined. */
  readonly system: string;
  /** The first message of the person, joined. */
  readonly prompt: string;
  readonly tools: readonly string[];
  /** What tools gave back so far, in order. */
  readonly toolResults: readonly string[];
  /** The text up to the last place that the client marked for caching; undefined where the protocol has no marks. */
  readonly cacheable?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Record<string, unknown>;
}

export type ProtocolName = "anthropic" | "openai-chat" | "openai-responses" | "google";

export interface TokenCounts {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** One server-sent event. `data` is a value whose strings hold one character for each byte. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
}

export interface AnswerFacts {
  readonly id: string;
  readonly model: string;
  readonly tokens: TokenCounts;
}

/** One provider's way of speaking. */
export interface Protocol {
  readonly name: ProtocolName;
  matches(path: string): boolean;
  read(body: Record<string, unknown>, path: string, headers: ModelRequest["headers"]): ModelRequest;
  /** Why the request would be refused, as the provider does. */
  refusal(request: ModelRequest): { readonly status: number; readonly message: string } | undefined;
  errorBody(status: number, message: string, code: string | undefined): object;
  errorEvent(message: string, facts: AnswerFacts): Frame[];
  opening(facts: AnswerFacts): Frame[];
  piece(text: string, facts: AnswerFacts): Frame[];
  toolCalls(calls: readonly ToolCall[], talk: string, facts: AnswerFacts): Frame[];
  closing(text: string, finish: "stop" | "length" | "filter" | "tools", facts: AnswerFacts): Frame[];
  /** After the last event, for protocols that say so. */
  readonly terminator?: string;
  /** The answer when no stream is wanted. */
  whole(
    text: string,
    calls: readonly ToolCall[],
    finish: "stop" | "length" | "filter" | "tools",
    facts: AnswerFacts,
  ): object;
}

/** The text in content that may be a string or a list of parts. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join("");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
