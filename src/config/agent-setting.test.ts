import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAgentSetting, parseAgentSetting, splitCommandLine } from "./agent-setting.ts";

describe("the short form of an agent", () => {
  test.each([
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

describe("splitCommandLine", () => {
  test("parts at white space and keeps quoted words together", () => {
    expect(splitCommandLine(`  node "my agent.mjs" --name='a b'c "" \t x`)).toEqual([
      "node",
      "my agent.mjs",
      "--name=a bc",
      "",
      "x",
    ]);
  });

  test("a backslash is an ordinary character, so that Windows paths stay whole", () => {
    expect(splitCommandLine(String.raw`C:\tools\agent.exe "C:\my files\x" "say \"hi\""`)).toEqual([
      String.raw`C:\tools\agent.exe`,
      String.raw`C:\my files\x`,
      'say "hi"',
    ]);
  });

  test("a quote that is not closed is refused", () => {
    expect(() => splitCommandLine('node "agent')).toThrow(/not closed/);
  });

  test("what is formatted splits into the same words", () => {
    const word = fc.string().filter((text) => !text.endsWith("\\") && !text.includes('\\"'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (command) => {
        const line = formatAgentSetting({ kind: "command", command }).slice("command:".length);
        expect(splitCommandLine(line)).toEqual(command);
      }),
    );
  });
});
