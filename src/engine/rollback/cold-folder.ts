import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../../errors/whetstone-error.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Where cold storage is: the path that was set, else where this system keeps such data (SPEC 13.10). */
export function coldFolder(path: string, around: Partial<Surroundings> = {}): string {
  const { platform = process.platform, env = process.env, home = homedir() } = around;
  if (path === DEFAULT_CONFIG.archive.coldPath) {
    const data = platform === "win32" ? env.LOCALAPPDATA : env.XDG_DATA_HOME;
    // The XDG specification has relative paths ignored.
    if (data !== undefined && isAbsolute(data)) return join(data, "whetstone", "archive");
  }
  const expanded = /^~(?=$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
  if (isAbsolute(expanded)) return expanded;
  throw new UsageError("the folder for cold storage is not an absolute path", {
    target: `archive.cold_path: ${path}`,
    fix: "Give an absolute path, or one that begins with ~.",
  });
}
