import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Makes a script that Node can run out of a TypeScript entry, and tells where it is. Packages stay outside of it. */
export async function bundle(entry: string): Promise<string> {
  const name = entry.replaceAll(/[^\w]+/g, "-");
  const outfile = join(ROOT, "node_modules", ".cache", "whetstone-tests", `${name}-${process.pid}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}
