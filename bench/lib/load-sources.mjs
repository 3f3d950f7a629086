// Bundles some sources as the build does, so that a bench can measure functions that the package does not export.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { buildMark } from "../../scripts/build-mark.mjs";
import { externalPackages } from "../../scripts/external-packages.mjs";
import { withoutUnused } from "../../scripts/without-unused.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Imports the named sources (paths below src/) as one module. */
export async function loadSources(name, sources) {
  return import(pathToFileURL(await bundleSources(name, sources)).href);
}

/** Bundles the sources into one module, and returns its path. */
export async function bundleSources(name, sources) {
  const folder = join(root, "node_modules", ".cache", "whetstone-bench");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}-${process.pid}.mjs`);
  await build({
    stdin: { contents: sources.map((path) => `export * from "./src/${path}";`).join("\n"), resolveDir: root },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: externalPackages(),
    define: buildMark(),
    plugins: [withoutUnused()],
    logLevel: "warning",
  });
  return outfile;
}
