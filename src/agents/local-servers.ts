import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import * as z from "zod";
import { UsageError } from "../errors/whetstone-error.ts";
import { isLocal } from "./model/language-model.ts";
import type { Environment } from "./secrets.ts";

/** An address on this computer where a model server may listen, and the first model that it lists. */
export interface FoundServer {
  readonly baseUrl: string;
  readonly model?: string;
}

export type FindServers = () => Promise<readonly FoundServer[]>;

/** Ollama, LM Studio and llama.cpp on their usual ports (SPEC 15.2). */
const USUAL = ["http://127.0.0.1:11434", "http://127.0.0.1:1234", "http://127.0.0.1:8080"];
const VARIABLE = "WHETSTONE_LOCAL_SERVERS";
/** Time limits for all servers together; longer for named addresses, whose server may be busy. */
const [USUAL_MILLISECONDS, NAMED_MILLISECONDS] = [300, 3000];
const MOST_BYTES = 1_000_000;

/** Asks the usual addresses, or those named in the environment; an empty value asks none. */
export function localServers(environment: Environment): FindServers {
  return async () => {
    const named = environment[VARIABLE]?.split(/[\s,]+/).filter((word) => word !== "");
    const baseUrls = (named ?? USUAL).map(baseUrlOf);
    const signal = AbortSignal.timeout(named ? NAMED_MILLISECONDS : USUAL_MILLISECONDS);
    return Promise.all(baseUrls.map((baseUrl) => look(baseUrl, signal)));
  };
}

function baseUrlOf(address: string): string {
  if (isLocal(address) && new URL(address).protocol === "http:") return `${new URL(address).origin}/v1`;
  throw new UsageError(`${VARIABLE} contains an address that is not http on this computer`, {
    target: address,
    fix: "Write addresses like http://127.0.0.1:11434. Set up any other server in the configuration, with base_url.",
  });
}

async function look(baseUrl: string, signal: AbortSignal): Promise<FoundServer> {
  const model = await firstModel(baseUrl, signal).catch(() => undefined);
  return model === undefined ? { baseUrl } : { baseUrl, model };
}

/** Any program may answer there, so model names must be printable on one line. */
const modelList = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ id: z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,300}$/u), type: z.string().optional() })),
});

async function firstModel(baseUrl: string, signal: AbortSignal): Promise<string | undefined> {
  // Without a shared agent no proxy is used; redirects are not followed, and no key is sent.
  const request = get(`${baseUrl}/models`, { agent: false, signal });
  try {
    const [response]: IncomingMessage[] = await once(request, "response");
    if (response?.statusCode !== 200) return undefined;
    const { data } = modelList.parse(JSON.parse(await textOf(response)));
    return data.find(({ type }) => type !== "embedding" && type !== "embeddings")?.id;
  } finally {
    request.on("error", () => undefined).destroy();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("too long for a list of models");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
