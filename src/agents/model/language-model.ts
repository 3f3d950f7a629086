import type { LanguageModel } from "ai";
import type { Environment } from "../secrets.ts";

export interface Connection {
  readonly apiKey: string | undefined;
  /** Empty if it is not configured. */
  readonly baseUrl: string;
}

export interface ConnectionSettings {
  /** Takes precedence over the environment. `openai-compatible` needs one of the two. */
  readonly baseUrl?: string;
  /** The environment variable for the key, if not the provider's usual one. */
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

/** Loads only the SDK of this provider. */
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
      // Local servers need no key but often require the header.
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

/** Programs and SDKs disagree whether a base URL includes the version; it is added if there is no path. */
function withVersion(baseUrl: string, usual: string): string {
  const trimmed = baseUrl.replace(/\/$/, "");
  if (usual === "" || !URL.canParse(trimmed) || new URL(trimmed).pathname !== "/") return trimmed;
  return trimmed + new URL(usual).pathname;
}

function firstSet(names: readonly string[], environment: Environment): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== "");
}

export const PROVIDERS = ["anthropic", "openai", "google", "openai-compatible"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A model and its provider: `anthropic:claude-sonnet-5-5`. */
export interface ModelSpec {
  readonly provider: Provider;
  readonly model: string;
}

interface ProviderFacts {
  /** Environment variables for the key, and for the base URL, in order of precedence. */
  readonly keys: readonly string[];
  readonly baseUrls: readonly string[];
  /** The default; empty if it must be configured. */
  readonly baseUrl: string;
  /** The model that the provider's name alone stands for. */
  readonly model: string;
}

export const PROVIDER_FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  anthropic: {
    keys: ["ANTHROPIC_API_KEY"],
    baseUrls: ["ANTHROPIC_BASE_URL"],
    baseUrl: "https://api.anthropic.com/v1",
    model: "claude-sonnet-5-5",
  },
  openai: {
    keys: ["OPENAI_API_KEY"],
    baseUrls: ["OPENAI_BASE_URL"],
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-6.1-sol",
  },
  google: {
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    baseUrls: ["GOOGLE_GEMINI_BASE_URL"],
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    model: "gemini-3.8-flash",
  },
  "openai-compatible": {
    keys: ["OPENAI_COMPATIBLE_API_KEY"],
    baseUrls: ["OPENAI_COMPATIBLE_BASE_URL"],
    baseUrl: "",
    model: "",
  },
};
