import { expect, it } from "vitest";
import { connectionFor, isLocal } from "./language-model.ts";
import { parseModelSpec } from "./model-spec.ts";

it("reads provider and model, and colons in the model", () => {
  expect(parseModelSpec("anthropic:claude-x")).toEqual({ provider: "anthropic", model: "claude-x" });
  expect(parseModelSpec("openai-compatible:llama3:8b")).toEqual({ provider: "openai-compatible", model: "llama3:8b" });
});

it("gives a provider alone its default, and leaves other names to others", () => {
  expect(parseModelSpec("openai")?.model).toMatch(/^gpt/);
  expect(parseModelSpec("claude")).toBeUndefined();
});

it.each(["anthropic:", "openai-compatible", "openai:a b", "google:\u0007"])("refuses %j", (text) => {
  expect(() => parseModelSpec(text)).toThrow(/names no model/);
});

it("adds the version to a base URL that has no path", () => {
  const at = (baseUrl: string) => connectionFor("anthropic", {}, { ANTHROPIC_BASE_URL: baseUrl }).baseUrl;
  expect(at("http://localhost:1234")).toBe("http://localhost:1234/v1");
  expect(at("http://localhost:1234/")).toBe("http://localhost:1234/v1");
  expect(at("https://proxy.example/anthropic/v1")).toBe("https://proxy.example/anthropic/v1");
});

it("prefers the configured address and key variable to the environment's usual ones", () => {
  const environment = { OPENAI_API_KEY: "usual", MINE: "own", OPENAI_BASE_URL: "http://a/v1" };
  expect(connectionFor("openai", { baseUrl: "http://b/v1", keyVariable: "MINE" }, environment)).toEqual({
    apiKey: "own",
    baseUrl: "http://b/v1",
  });
});

it("knows which addresses are on this machine", () => {
  expect(isLocal("http://127.0.0.1:11434/v1")).toBe(true);
  expect(isLocal("https://api.openai.com/v1")).toBe(false);
});
