import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export interface UserSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** What a person set for all their specs: below `%APPDATA%`, `$XDG_CONFIG_HOME` or `~/.config`. It need not exist. */
export function userFolder(around: Partial<UserSurroundings> = {}): string {
  return folderFor(around, "APPDATA", "XDG_CONFIG_HOME", ".config");
}

/** The same for what is this computer's own and nobody sets: `%LOCALAPPDATA%`, `$XDG_STATE_HOME`, `~/.local/state`. */
export function stateFolder(around: Partial<UserSurroundings> = {}): string {
  return folderFor(around, "LOCALAPPDATA", "XDG_STATE_HOME", ".local/state");
}

function folderFor(around: Partial<UserSurroundings>, windows: string, xdg: string, usual: string): string {
  const { platform = process.platform, env = process.env, home = homedir() } = around;
  const named = env[platform === "win32" ? windows : xdg];
  // The XDG specification has relative paths ignored.
  return join(named !== undefined && isAbsolute(named) ? named : join(home, usual), "whetstone");
}
