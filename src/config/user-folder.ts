import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a person set for all their specs: below `%APPDATA%`, `$XDG_CONFIG_HOME` or `~/.config`. It need not exist. */
export function userFolder(env: Environment = process.env): string {
  return folderFor(env[process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME"], ".config");
}

/** The same for what is this computer's own and nobody sets: `%LOCALAPPDATA%`, `$XDG_STATE_HOME`, `~/.local/state`. */
export function stateFolder(env: Environment = process.env): string {
  return folderFor(env[process.platform === "win32" ? "LOCALAPPDATA" : "XDG_STATE_HOME"], ".local/state");
}

/** The XDG specification has relative paths ignored. */
function folderFor(named: string | undefined, usual: string): string {
  return join(named !== undefined && isAbsolute(named) ? named : join(homedir(), usual), "whetstone");
}
