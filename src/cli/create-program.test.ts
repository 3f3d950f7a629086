import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../model/command-words.ts";
import { createContext } from "./cli-context.ts";
import { PARENTS } from "./commands/command-row.ts";
import { COMMANDS, createProgram } from "./create-program.ts";

const program = createProgram(createContext([], "1.0.0", process));

const ROWS = COMMANDS.flatMap(([, rows]) => rows);
const EXAMPLES: readonly (readonly [name: string, examples: readonly string[]])[] = [
  ...ROWS.flatMap(({ usage, examples }) =>
    examples === undefined ? [] : [[usage.split(" ")[0] ?? "", examples] as const],
  ),
  ...Object.entries(PARENTS).map(([name, [, ...examples]]) => [name, examples] as const),
];

describe("the help", () => {
  test("has every command in a group, with two or three examples", () => {
    const names = program.commands.map((command) => command.name()).filter((name) => name !== "help");
    expect(EXAMPLES.map(([name]) => name).sort()).toEqual(names.sort());
    for (const [, examples] of EXAMPLES) expect([2, 3]).toContain(examples.length);
    for (const [group] of COMMANDS) expect(program.helpInformation()).toContain(`\n${group}\n`);
    expect(program.helpInformation()).toContain("\nFollow a session:\n  status");
  });

  test("of a command below another is shown by its two words", async () => {
    await expect(program.parseAsync(["help", "gap", "bogus"], { from: "user" })).rejects.toThrow('"gap bogus"');
    await expect(program.parseAsync(["help", "gap", "add"], { from: "user" })).rejects.toThrow("help was shown");
  });

  test.each(EXAMPLES.flatMap(([name, examples]) => examples.map((words) => `${name} ${words}`)))(
    "%s can be written so",
    (example) => {
      const [name, ...words] = parseCommand(example.replace(/ >.*/, ""));
      if (name === "help") return;
      const command = program.commands.find((each) => each.name() === name);
      const sub = command?.commands.find((each) => each.name() === words[0]);
      const known = [command, sub].flatMap((each: Command | undefined) => each?.options.map(({ long }) => long) ?? []);
      expect(command).toBeDefined();
      if (command?.commands.length && name !== "decisions") expect(sub).toBeDefined();
      for (const word of words.filter((each) => each.startsWith("--"))) expect(known).toContain(word);
    },
  );
});
