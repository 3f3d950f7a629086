import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../errors/whetstone-error.ts";
import { JOURNAL } from "../mediator/session-paths.ts";

/** From the folder on, in order of name; dependencies and sessions hold no specs of the person's. */
export function* markdownIn(
  folder: string,
  isLeftOut: (name: string, above: string) => boolean,
  above = "",
): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (entries.some(({ name }) => name === JOURNAL)) return;
  for (const entry of entries) {
    const { name } = entry;
    if (name === "node_modules" || isLeftOut(name, above)) continue;
    if (entry.isDirectory()) yield* markdownIn(join(folder, name), isLeftOut, `${above}${name}/`);
    else if (entry.isFile() && /\.(?:md|markdown)$/i.test(name)) yield above + name;
  }
}

/** Of a spec that is named; `shown` is as the person names it. */
export function bytesOf(file: string, shown: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError("the spec cannot be read", { target: shown, fix: "Check its permissions.", cause });
  }
}
