import { resolve } from "node:path";
import { findConfigFile, readConfigFile } from "./config-file.ts";
import { type FlagValue, type ResolvedConfig, resolveConfig } from "./resolve-config.ts";

export interface LoadConfigOptions {
  /** Where the search for a file begins, and what `file` is relative to. */
  readonly folder: string;
  /** `--config`: this file and no other. */
  readonly file?: string | undefined;
  readonly flags?: readonly FlagValue[];
}

/** The configuration in force for a folder. Throws a `UsageError` that names a wrong value (SPEC 18). */
export async function loadConfig({ folder, file, flags = [] }: LoadConfigOptions): Promise<ResolvedConfig> {
  const path = file === undefined ? findConfigFile(folder) : resolve(folder, file);
  return resolveConfig(path === undefined ? undefined : await readConfigFile(path), flags);
}
