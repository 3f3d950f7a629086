import { resolve } from "node:path";
import { findConfigFile, readConfigFile } from "./config-file.ts";
import { type FlagValue, type ResolvedConfig, resolveConfig } from "./resolve-config.ts";

interface LoadConfigOptions {
  /** The folder where the search for a file begins, and which `file` is relative to. */
  readonly folder: string;
  /** The file given with `--config`; no other is searched for. */
  readonly file?: string | undefined;
  readonly flags?: readonly FlagValue[];
}

/** Loads the configuration for a folder; throws a `UsageError` that names a wrong value (SPEC 18). */
export async function loadConfig({ folder, file, flags = [] }: LoadConfigOptions): Promise<ResolvedConfig> {
  const path = file === undefined ? findConfigFile(folder) : resolve(folder, file);
  return resolveConfig(path === undefined ? undefined : await readConfigFile(path), flags);
}
