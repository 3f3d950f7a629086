import { expect, it } from "vitest";
import { chooseAgents } from "./choose.ts";

const KEY = "sk-secret-of-the-test-1";
const nothing = () => undefined;
const everything = (name: string) => `/usr/bin/${name}`;

it("takes a key in the environment before any program, and says so without the key", () => {
  const choice = chooseAgents({ OPENAI_API_KEY: KEY }, everything);
  expect(choice?.setting.kind).toBe("openai");
  expect(choice?.sentence).toBe("Using openai:gpt-6.1-sol, because OPENAI_API_KEY is set.");
  expect(JSON.stringify(choice)).not.toContain(KEY);
});

it("takes the first program on PATH when there is no key", () => {
  expect(chooseAgents({ OPENAI_API_KEY: "" }, everything)).toEqual({
    setting: { kind: "claude" },
    sentence: "Using claude, found at /usr/bin/claude.",
  });
  expect(chooseAgents({}, (name) => (name === "gemini" ? "/x/gemini" : undefined))?.setting).toEqual({
    kind: "gemini",
  });
});

it("takes any of the names that a provider's key has", () => {
  expect(chooseAgents({ GEMINI_API_KEY: KEY }, nothing)?.setting.kind).toBe("google");
});

it("chooses nothing where there is nothing, nor a server whose model nobody named", () => {
  expect(chooseAgents({}, nothing)).toBeUndefined();
  expect(chooseAgents({ OPENAI_COMPATIBLE_API_KEY: KEY }, nothing)).toBeUndefined();
});
