// Builds dist/: the code by esbuild (one chunk graph, so that the command line starts fast), the types by tsc.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { externalPackages } from "./external-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

if (!existsSync(join(root, "src"))) process.exit(0); // an installed package has no sources: nothing to build

const { build } = await import("esbuild");
rmSync(join(root, "dist"), { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: ["src/index.ts", "src/testing/index.ts", "src/cli/main.ts"],
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: externalPackages(),
  banner: { js: 'import { createRequire as __r } from "node:module"; const require = __r(import.meta.url);' },
  minifySyntax: true,
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
});
for (const folder of bundledPackages(metafile)) {
  const licence = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) throw new Error(`${folder} is bundled and has no licence file`);
  cpSync(join(root, folder, licence), join(root, "dist", "licenses", `${folder.split("node_modules/").at(-1)}.txt`));
}

const { build: buildPage } = await import("vite");
await buildPage({ configFile: join(root, "web", "vite.config.ts") });

const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = spawnSync(process.execPath, [join(dirname(typescript), "bin", "tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
process.exit(tsc.status ?? 1);

/** The packages that code was taken from, with those that they need: their licences go with it. */
function bundledPackages({ inputs }) {
  const folders = Object.keys(inputs).map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return new Set(folders.filter((folder) => folder !== undefined));
}
