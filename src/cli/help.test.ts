import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../model/command-words.ts";
import { createContext } from "./context.ts";
import { COMMAND_HELP } from "./help.ts";
import { createProgram } from "./program.ts";

const program = createProgram(createContext([], "1.0.0", process));

describe("the help", () => {
  test("has every command in a group, with two or three examples", () => {
    const names = ["help", ...program.commands.map((command) => command.name())].sort();
    expect(Object.keys(COMMAND_HELP).sort()).toEqual(names);
    for (const [group, ...examples] of Object.values(COMMAND_HELP)) {
      expect(group).toMatch(/^[A-Z].*:$/);
      expect([2, 3]).toContain(examples.length);
    }
    expect(program.helpInformation()).toContain("\nFollow a session:\n  status");
  });

  test.each(Object.values(COMMAND_HELP).flatMap(([, ...examples]) => examples))("%s can be written so", (example) => {
    const [name, ...words] = parseCommand(example.replace(/ >.*/, ""));
    if (name === "help") return;
    const command = program.commands.find((one) => one.name() === name);
    const sub = command?.commands.find((one) => one.name() === words[0]);
    const known = [command, sub].flatMap((one: Command | undefined) => one?.options.map(({ long }) => long) ?? []);
    expect(command).toBeDefined();
    if (command?.commands.length && name !== "decisions") expect(sub).toBeDefined();
    for (const word of words.filter((each) => each.startsWith("--"))) expect(known).toContain(word);
  });
});
