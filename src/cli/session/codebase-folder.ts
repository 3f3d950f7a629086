import { statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { ResolvedConfig } from "../../config/resolve-config.ts";
import { slashed } from "../../engine/files/slashed.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Config } from "../../model/config.ts";

/**
 * The configuration as the session keeps it: a codebase that was named on the command line is meant from the working
 * folder, one in a file from that file's folder; kept is the way from the spec's folder, wherever that may be moved.
 */
export function withCodebase({ config, origins }: ResolvedConfig, specFolder: string, cwd: string): Config {
  if (config.codebase === undefined) return config;
  const origin = origins.get("codebase");
  const folder = resolve(origin?.from === "file" ? dirname(origin.file) : cwd, config.codebase);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError("the codebase is not a folder", {
      target: config.codebase,
      fix: "Name a folder that exists.",
    });
  }
  return { ...config, codebase: slashed(relative(specFolder, folder)) || "." };
}
