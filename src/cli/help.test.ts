import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../model/command-words.ts";
import { createContext } from "./context.ts";
import { HELP, withHelpFlag } from "./help.ts";
import { createProgram } from "./program.ts";

const program = createProgram(createContext([], "1.0.0", process));

const EXAMPLES = Object.values(HELP).flatMap((commands) => Object.entries(commands));

describe("the help", () => {
  test("has every command in a group, with two or three examples", () => {
    const names = ["help", ...program.commands.map((command) => command.name())].sort();
    expect(EXAMPLES.map(([name]) => name).sort()).toEqual(names);
    for (const [, examples] of EXAMPLES) expect([2, 3]).toContain(examples.length);
    for (const group of Object.keys(HELP)) expect(program.helpInformation()).toContain(`\n${group}\n`);
    expect(program.helpInformation()).toContain("\nFollow a session:\n  status");
  });

  test("of a command below another is shown by its two words", () => {
    expect(withHelpFlag(["help", "gap", "add"], program)).toEqual(["gap", "add", "--help"]);
    for (const words of [
      ["help", "gap"],
      ["help", "refine", "add"],
      ["gap", "add", "x"],
    ])
      expect(withHelpFlag(words, program)).toEqual(words);
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
