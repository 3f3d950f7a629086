import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";
import { JOURNAL } from "../mediator/session-paths.ts";

/** The markdown files below a folder, sorted by name; dependencies and session folders are skipped. */
export function* listMarkdown(
  folder: string,
  isExcluded: (name: string, above: string) => boolean,
  above = "",
): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (entries.some(({ name }) => name === JOURNAL)) return;
  for (const entry of entries) {
    const { name } = entry;
    if (name === "node_modules" || isExcluded(name, above)) continue;
    if (entry.isDirectory()) yield* listMarkdown(join(folder, name), isExcluded, `${above}${name}/`);
    else if (entry.isFile() && /\.(?:md|markdown)$/i.test(name)) yield above + name;
  }
}

/** Reads a spec; `shown` is its path as the person wrote it. */
export function readSpecBytes(file: string, shown: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError("the spec cannot be read", { target: shown, fix: "Check its permissions.", cause });
  }
}
