import { expect, it } from "vitest";
import { type AgentSources, chooseAgents } from "./choose-agents.ts";

const KEY = "sk-secret-of-the-test-1";
const SERVED = [{ baseUrl: "http://127.0.0.1:9/v1", model: "qwen3:8b" }];
const everything = (name: string) => `/usr/bin/${name}`;

/** A computer with nothing on it but this. */
const choose = (sources: Partial<AgentSources>) =>
  chooseAgents({ environment: {}, findProgram: () => undefined, findServers: async () => [], ...sources });
/** Asking takes time: only where there is nothing else. */
const neverAsked = () => Promise.reject(new Error("asked"));

it("takes a key in the environment before any program, and says so without the key", async () => {
  const environment = { OPENAI_API_KEY: KEY };
  const choice = await choose({ environment, findProgram: everything, findServers: neverAsked });
  expect(choice.setting.kind).toBe("openai");
  expect(choice.sentence).toBe("Using openai:gpt-6.1-sol, because OPENAI_API_KEY is set.");
  expect(JSON.stringify(choice)).not.toContain(KEY);
});

it("takes the first program on PATH when there is no key", async () => {
  const environment = { OPENAI_API_KEY: "" };
  expect(await choose({ environment, findProgram: everything, findServers: neverAsked })).toEqual({
    setting: { kind: "claude" },
    sentence: "Using claude, found at /usr/bin/claude.",
  });
  const gemini = (name: string) => (name === "gemini" ? "/x/gemini" : undefined);
  expect((await choose({ findProgram: gemini })).setting).toEqual({ kind: "gemini" });
});

it("takes any of the names that a provider's key has", async () => {
  expect((await choose({ environment: { GEMINI_API_KEY: KEY } })).setting.kind).toBe("google");
});

it("takes the first local server with a model when there is neither, and says which and where", async () => {
  const findServers = async () => [{ baseUrl: "http://127.0.0.1:8/v1" }, ...SERVED];
  expect(await choose({ findServers })).toMatchObject({
    setting: { kind: "openai-compatible", model: "qwen3:8b", baseUrl: "http://127.0.0.1:9/v1" },
    sentence: "Using openai-compatible:qwen3:8b, found on this computer at http://127.0.0.1:9/v1.",
  });
});

it("takes the interview where there is nothing, or only a server whose model nobody named, and says so in a line", async () => {
  const { setting, sentence } = await choose({});
  expect(setting).toEqual({ kind: "interview" });
  expect(sentence).toContain("No API key, agent program or local model server found");
  expect(sentence).not.toContain("\n");
  const keyOnly = await choose({ environment: { OPENAI_COMPATIBLE_API_KEY: KEY } });
  expect(keyOnly.setting).toEqual({ kind: "interview" });
});
