import type { LanguageModel } from "ai";
import type { Environment } from "../secrets.ts";
import { type ModelSpec, PROVIDER_FACTS, type Provider } from "./model-spec.ts";

export interface Connection {
  readonly apiKey: string | undefined;
  /** Empty where nobody has said it. */
  readonly baseUrl: string;
}

export interface ConnectionSettings {
  /** Wins over the environment. Needed for `openai-compatible`, unless the environment has it. */
  readonly baseUrl?: string;
  /** The variable that holds the key, where it is not the provider's usual one. */
  readonly keyVariable?: string;
}

export function connectionFor(provider: Provider, settings: ConnectionSettings, environment: Environment): Connection {
  const facts = PROVIDER_FACTS[provider];
  const keys = settings.keyVariable === undefined ? facts.keys : [settings.keyVariable];
  const baseUrl = settings.baseUrl ?? firstSet(facts.baseUrls, environment);
  return {
    apiKey: firstSet(keys, environment),
    baseUrl: baseUrl === undefined ? facts.baseUrl : withVersion(baseUrl, facts.baseUrl),
  };
}

/** Loads the SDK of that one provider, so that a session with another pays nothing for it. */
export async function loadModel({ provider, model }: ModelSpec, connection: Connection): Promise<LanguageModel> {
  const { baseUrl: baseURL, apiKey = "" } = connection;
  switch (provider) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic({ baseURL, apiKey })(model);
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI({ baseURL, apiKey }).responses(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI({ baseURL, apiKey })(model);
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      // Local servers want no key but often the header, so there is always one.
      return createOpenAICompatible({ name: "compatible", baseURL, apiKey: apiKey || "none", includeUsage: true })(
        model,
      );
    }
  }
}

/** Whether the server is on this machine, where runs cost nothing. */
export function isLocal(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].includes(new URL(baseUrl).hostname);
}

/** Programs and SDKs disagree whether a base URL ends with the version; without any path it is added. */
function withVersion(baseUrl: string, usual: string): string {
  const trimmed = baseUrl.replace(/\/$/, "");
  if (usual === "" || !URL.canParse(trimmed) || new URL(trimmed).pathname !== "/") return trimmed;
  return trimmed + new URL(usual).pathname;
}

function firstSet(names: readonly string[], environment: Environment): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== "");
}
