import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The User's settings for all specs: below `%APPDATA%`, `$XDG_CONFIG_HOME` or `~/.config`. It may not exist. */
export function userFolder(env: Environment = process.env): string {
  return folderFor(env[process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME"], ".config");
}

/** This computer's own state, which nobody edits: below `%LOCALAPPDATA%`, `$XDG_STATE_HOME` or `~/.local/state`. */
export function stateFolder(env: Environment = process.env): string {
  return folderFor(env[process.platform === "win32" ? "LOCALAPPDATA" : "XDG_STATE_HOME"], ".local/state");
}

/** Relative paths in these variables are ignored, as the XDG specification demands. */
function folderFor(named: string | undefined, usual: string): string {
  return join(named !== undefined && isAbsolute(named) ? named : join(homedir(), usual), "whetstone");
}
