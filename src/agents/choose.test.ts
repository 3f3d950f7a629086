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

it("takes the interview where there is nothing, or only a server whose model nobody named, and says so in a line", () => {
  const { setting, sentence } = chooseAgents({}, nothing);
  expect(setting).toEqual({ kind: "interview" });
  expect(sentence).toContain("No API key and no agent program found");
  expect(sentence).not.toContain("\n");
  expect(chooseAgents({ OPENAI_COMPATIBLE_API_KEY: KEY }, nothing).setting).toEqual({ kind: "interview" });
});
