// A mark for the build that changes with the sources; the state cache uses it (src/engine/kept-state.ts).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sources = fileURLToPath(new URL("../src", import.meta.url));

/** For esbuild's `define`. */
export function buildMark() {
  const hash = createHash("sha256");
  for (const path of readdirSync(sources, { recursive: true }).sort()) {
    if (path.endsWith(".ts") && !path.endsWith(".test.ts")) hash.update(readFileSync(join(sources, path)));
  }
  return { "process.env.WHETSTONE_BUILD": JSON.stringify(hash.digest("hex").slice(0, 16)) };
}
