import { resolve } from "node:path";
import { expect, it } from "vitest";
import { stateFolder, userFolder } from "./user-folder.ts";

const home = resolve("/home/ada");
const set = resolve("/settings");

it.each([
  ["linux", {}, resolve(home, ".config/whetstone")],
  ["linux", { XDG_CONFIG_HOME: set }, resolve(set, "whetstone")],
  ["darwin", { XDG_CONFIG_HOME: "relative" }, resolve(home, ".config/whetstone")],
  ["win32", { APPDATA: set, XDG_CONFIG_HOME: resolve("/other") }, resolve(set, "whetstone")],
] as const)("on %s with %j is %s", (platform, env, expected) => {
  expect(userFolder({ platform, env, home })).toBe(expected);
});

it.each([
  ["linux", {}, resolve(home, ".local/state/whetstone")],
  ["linux", { XDG_STATE_HOME: set }, resolve(set, "whetstone")],
  ["darwin", { XDG_STATE_HOME: "relative" }, resolve(home, ".local/state/whetstone")],
  ["win32", { LOCALAPPDATA: set, XDG_STATE_HOME: resolve("/other") }, resolve(set, "whetstone")],
] as const)("what nobody sets is on %s with %j in %s", (platform, env, expected) => {
  expect(stateFolder({ platform, env, home })).toBe(expected);
});
