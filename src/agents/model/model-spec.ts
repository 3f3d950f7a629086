export const PROVIDERS = ["anthropic", "openai", "google", "openai-compatible"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A model and who serves it: `anthropic:claude-sonnet-5-5`. */
export interface ModelSpec {
  readonly provider: Provider;
  readonly model: string;
}

interface ProviderFacts {
  /** Variables that may hold the key, and the base URL, in the order in which they are looked up. */
  readonly keys: readonly string[];
  readonly baseUrls: readonly string[];
  /** Where nothing else is said; empty where it must be said. */
  readonly baseUrl: string;
  /** The model that is meant by the provider's name alone. */
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
