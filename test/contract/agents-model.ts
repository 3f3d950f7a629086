import { createModelAgent } from "../../src/agents/model/create-model-agent.ts";
import type { Provider } from "../../src/agents/model/language-model.ts";
import { type ModelReply, startModelServer } from "../support/model-server.ts";
import { type AgentKind, KEY_NAME, type Place, type Situation } from "./agents-kind.ts";

/** A model behind our own server, reached through the provider's real SDK. */
export function modelKind(provider: Provider, basePath: string): AgentKind {
  return {
    name: `${provider}:MODEL`,
    rawBytes: false,
    streams: true,
    async open(situation, place) {
      const reply = replyFor(situation, place);
      const server = await startModelServer(() => reply);
      const agent = createModelAgent({
        spec: { provider, model: "contract-model" },
        baseUrl: `${server.url}${basePath}`,
        keyVariable: KEY_NAME,
        prices: {},
        ...place,
      });
      return { agent, close: () => server.close() };
    },
  };
}

export function replyFor(situation: Situation, place: Place): ModelReply {
  const key = place.environment[KEY_NAME] ?? "";
  switch (situation.type) {
    case "answers":
      return textReply(situation.document);
    case "answers-blank":
      return { type: "text", text: " \n" };
    case "answers-nothing":
      return { type: "text", text: "" };
    case "hangs":
      return { type: "hang", text: "" };
    case "crashes":
      return { type: "status", status: 400, message: "\u001b[31mthat is wrong\u0000" };
    case "breaks-off":
      return { type: "cut", text: situation.part, how: "reset" };
    case "tells-key":
      return situation.where === "document"
        ? { type: "text", text: `The key is ${key}.`, pieceLength: 4 }
        : { type: "status", status: 401, message: `invalid key ${key}` };
  }
}

/** In pieces where it is text; bytes that are not go out at once. */
function textReply(document: Uint8Array): ModelReply {
  const text = Buffer.from(document).toString("utf8");
  const isText = Buffer.from(text).equals(document);
  return isText ? { type: "text", text, pieceLength: 16 } : { type: "text", text: document };
}
