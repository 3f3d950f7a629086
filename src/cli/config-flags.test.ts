import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { recordedContext } from "../../test/support/recorded-context.ts";
import { addCommand } from "./commands/command-row.ts";
import { CONFIG_OPTIONS, type ConfigFlagOptions, configFlags } from "./config-flags.ts";

async function read(...argv: string[]) {
  const program = new Command().exitOverride();
  let read: ReturnType<typeof configFlags> = { file: undefined, flags: [] };
  const load = async (options: ConfigFlagOptions) => {
    read = configFlags(options);
    return () => undefined;
  };
  addCommand(program, { usage: "try", text: "", options: CONFIG_OPTIONS, load }, "Try:", recordedContext().context);
  await program.parseAsync(["try", ...argv], { from: "user" });
  return read;
}

describe("configFlags", () => {
  test("reads named flags and --set, keys in either spelling", async () => {
    expect(
      await read(
        "--config",
        "c.json",
        "--max-rounds",
        "7",
        "--set",
        "rollback.max_session=3",
        "--set",
        "lateHigh=note",
      ),
    ).toEqual({
      file: "c.json",
      flags: [
        { flag: "--set rollback.max_session", path: "rollback.maxSession", value: 3 },
        { flag: "--set lateHigh", path: "lateHigh", value: "note" },
        { flag: "--max-rounds", path: "maxRounds", value: 7 },
      ],
    });
  });

  test("splits a command into words without a shell", async () => {
    expect((await read("--engineer-cmd", 'node "my agent.mjs" $HOME')).flags).toEqual([
      {
        flag: "--engineer-cmd",
        path: "agents.engineer",
        value: { kind: "command", command: ["node", "my agent.mjs", "$HOME"] },
      },
    ]);
  });

  test("a value may hold an equals sign; a setting without one is refused", async () => {
    expect((await read("--set", "session_folder=a=b")).flags[0]?.value).toBe("a=b");
    await expect(read("--set", "max_rounds")).rejects.toThrow("KEY=VALUE");
  });
});
