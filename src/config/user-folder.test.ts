import { resolve } from "node:path";
import { expect, it } from "vitest";
import { userFolder } from "./user-folder.ts";

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
