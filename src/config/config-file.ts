import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";

export interface ConfigFileValues {
  readonly file: string;
  readonly values: unknown;
}

const ENDINGS = [".json", ".ts", ".mts", ".js", ".mjs", ".cjs"];
const NAMES = ENDINGS.map((ending) => `whetstone.config${ending}`);

/** Searches the folder and those above it in its git repository: files further up may belong to somebody else. */
export function findConfigFile(folder: string): string | undefined {
  for (const candidate of foldersUpward(folder)) {
    const found = NAMES.filter((name) => existsSync(join(candidate, name)));
    if (found.length > 1) {
      throw new UsageError(`found several configuration files: ${found.join(", ")}`, {
        target: candidate,
        fix: "Keep one of them, or name it with --config.",
      });
    }
    if (found[0] !== undefined) return join(candidate, found[0]);
  }
  return undefined;
}

export async function readConfigFile(file: string): Promise<ConfigFileValues> {
  if (!existsSync(file)) throw new UsageError("no such configuration file", { target: file });
  if (!ENDINGS.includes(extname(file))) {
    throw new UsageError(`a configuration file ends in ${ENDINGS.join(", ")}`, { target: file });
  }
  return { file, values: await (extname(file) === ".json" ? readJson : evaluate)(file) };
}

/** The folder and those above it up to the root of its git repository; only the folder if there is no repository. */
export function foldersUpward(folder: string): string[] {
  const start = resolve(folder);
  const visited: string[] = [];
  for (let here = start; ; here = dirname(here)) {
    visited.push(here);
    if (existsSync(join(here, ".git"))) return visited;
    if (dirname(here) === here) return [start];
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the configuration is not JSON: ${message}`, {
      target: file,
      fix: "Fix the file there.",
      cause: error,
    });
  }
}

async function evaluate(file: string): Promise<unknown> {
  const { requireConfirmed } = await import("./confirm-code.ts"); // loaded here because few configurations are code, and hashing loads slowly
  await requireConfirmed(file);
  const module = await importCode(file).catch((error: unknown) => {
    throw new UsageError(`the configuration failed to run: ${error instanceof Error ? error.message : String(error)}`, {
      target: file,
      fix: "Fix the file.",
      cause: error,
    });
  });
  if (typeof module === "object" && module !== null && "default" in module) return module.default;
  throw new UsageError("the configuration has no default export", {
    target: file,
    fix: "Write `export default { max_rounds: 12 }`.",
  });
}

/** Loads code with jiti, because Node 20 cannot strip types itself (docs/decisions/0004-configuration.md). */
async function importCode(file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  return createJiti(import.meta.url, { fsCache: false, moduleCache: false, interopDefault: false }).import(file);
}
