import { expect, it } from "vitest";
import { connectionFor, isLocal } from "./language-model.ts";

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
