import { expect, it } from "vitest";
import { safeMessage, secretsOf } from "./secrets.ts";

it("takes out terminal sequences and shows what a terminal would obey", () => {
  expect(safeMessage("\u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007two\u202Ethree\u0000", [])).toBe(
    "red two<U+202E>three␀",
  );
});

it("takes out secrets of the environment and keys that have a provider's shape", () => {
  const secrets = secretsOf({ MY_TOKEN: "s3cret/value+1", HOME: "/home/someone" });
  expect(safeMessage("a s3cret/value+1 b s3cret%2Fvalue%2B1 c sk-ant-abcdefghijklmnop", secrets)).toBe(
    "a [redacted] b [redacted] c [redacted]",
  );
});

it("cuts a long message", () => {
  expect(safeMessage("x".repeat(5000), []).length).toBe(600);
});

it("does not take ordinary words for secrets", () => {
  expect(
    secretsOf({ DB_PASSWORD: "postgres", A_KEY: "short", SSH_AUTH_SOCK: "/tmp/agent.1234", KEYBOARD: "querty12345" }),
  ).toEqual([]);
});

it("finds keys by the usual names", () => {
  const names = [
    "ANTHROPIC_API_KEY",
    "OPENAI_APIKEY",
    "GITHUB_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "npm_config__auth",
    "gh_pat",
  ];
  for (const name of names) expect(secretsOf({ [name]: "abcdefgh12345678" })).toEqual(["abcdefgh12345678"]);
});
