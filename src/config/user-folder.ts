import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export interface UserSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The folder with what a person set for all their specs: `%APPDATA%\whetstone` on Windows, `$XDG_CONFIG_HOME/whetstone`
 * where that is set, else `~/.config/whetstone`. It need not exist.
 */
export function userFolder(around: Partial<UserSurroundings> = {}): string {
  const { platform = process.platform, env = process.env, home = homedir() } = around;
  const named = platform === "win32" ? env.APPDATA : env.XDG_CONFIG_HOME;
  // The XDG specification has relative paths ignored.
  return join(named !== undefined && isAbsolute(named) ? named : join(home, ".config"), "whetstone");
}

/**
 * The folder with what is this computer's own and nobody sets: `%LOCALAPPDATA%\whetstone` on Windows,
 * `$XDG_STATE_HOME/whetstone` where that is set, else `~/.local/state/whetstone`. It need not exist.
 */
export function stateFolder(around: Partial<UserSurroundings> = {}): string {
  const { platform = process.platform, env = process.env, home = homedir() } = around;
  const named = platform === "win32" ? env.LOCALAPPDATA : env.XDG_STATE_HOME;
  return join(named !== undefined && isAbsolute(named) ? named : join(home, ".local", "state"), "whetstone");
}
