import { homedir } from "node:os";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { stateFolder, userFolder } from "./user-folder.ts";

const isWindows = process.platform === "win32";
const set = resolve("/settings");

it.each([
  ["settings", userFolder, isWindows ? "APPDATA" : "XDG_CONFIG_HOME", ".config"],
  ["state", stateFolder, isWindows ? "LOCALAPPDATA" : "XDG_STATE_HOME", ".local/state"],
] as const)(
  "%s are where the environment says, unless that is relative, else at home",
  (_, folder, variable, usual) => {
    const home = resolve(homedir(), usual, "whetstone");
    expect(folder({ [variable]: set })).toBe(resolve(set, "whetstone"));
    expect(folder({ [variable]: "relative" })).toBe(home);
    expect(folder({})).toBe(home);
  },
);
