import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Makes a script that Node can run out of a TypeScript entry, and tells where it is. */
export async function bundle(entry: string, packages: "external" | "bundle" = "external"): Promise<string> {
  const name = `${packages}-${entry}`.replaceAll(/[^\w]+/g, "-");
  const outfile = join(ROOT, "node_modules", ".cache", "whetstone-tests", `${name}-${process.pid}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages,
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}
