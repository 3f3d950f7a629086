import { describe, expect, test } from "vitest";
import type { AgentSetting } from "../model/config.ts";
import { formatAgentSetting, parseAgentSetting } from "./agent-setting.ts";

describe("the short form of an agent", () => {
  test.each<[string, AgentSetting]>([
    ["auto", { kind: "auto" }],
    ["replay:recorded/run 1", { kind: "replay", folder: "recorded/run 1" }],
    ["anthropic:some-model:beta", { kind: "anthropic", model: "some-model:beta" }],
    ["command:node agent.mjs -v", { kind: "command", command: ["node", "agent.mjs", "-v"] }],
  ])("%s is read", (text, setting) => {
    expect(parseAgentSetting(text)).toEqual(setting);
    expect(formatAgentSetting(setting)).toBe(text);
  });

  test.each(["", "Auto", "replay:", "a b", ":x"])("%j is none", (text) => {
    expect(parseAgentSetting(text)).toBeUndefined();
  });
});
