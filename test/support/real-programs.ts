import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Program } from "../../src/agents/programs/programs.ts";

const FOLDERS = [process.env.WHETSTONE_TEST_PROGRAMS ?? "", ...(process.env.PATH ?? "").split(delimiter)].filter(
  Boolean,
);
/** What every program is given as its key. */
export const PROGRAM_KEY = "sk-ant-key-of-the-contract-0123456789";

/** Where a program is: on PATH, or in the folder that WHETSTONE_TEST_PROGRAMS names. */
export function installed(program: Program): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** What points a program at our own model server, by its own settings for a base URL. */
export interface Wiring {
  readonly environment: Readonly<Record<string, string>>;
  readonly extra?: readonly string[];
  readonly model?: string;
  /** Settings below the home folder. */
  readonly files?: Readonly<Record<string, string>>;
}

export const WIRINGS: Readonly<Record<Program, (url: string) => Wiring>> = {
  claude: (url) => ({ environment: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: PROGRAM_KEY } }),
  codex: (url) => ({
    environment: { CONTRACT_API_KEY: PROGRAM_KEY },
    extra: [
      "--config",
      "model_provider=contract",
      "--config",
      `model_providers.contract={name="contract",base_url="${url}/v1",env_key="CONTRACT_API_KEY",wire_api="responses",request_max_retries=0,stream_max_retries=0}`,
    ],
  }),
  gemini: (url) => ({
    environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: PROGRAM_KEY },
    files: { ".gemini/settings.json": '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' },
  }),
  opencode: (url) => ({
    environment: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider: {
          contract: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: PROGRAM_KEY },
            models: { m: {} },
          },
        },
      }),
    },
    model: "contract/m",
  }),
};
