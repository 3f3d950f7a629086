// Builds dist/: the code with esbuild (one chunk graph, so that the command line starts fast), the types with tsc. Only
// the declarations that the two exports reach are kept.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildMark } from "./build-mark.mjs";
import { externalPackages } from "./external-packages.mjs";
import { withoutUnused } from "./without-unused.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** CommonJS packages need a `require`. */
const REQUIRE = 'import { createRequire as __r } from "node:module"; const require = __r(import.meta.url);';

const { build } = await import("esbuild");
rmSync(join(root, "dist"), { recursive: true, force: true });
const options = {
  metafile: true,
  absWorkingDir: root,
  outdir: "dist",
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: externalPackages(),
  define: buildMark(),
  banner: { js: REQUIRE },
  plugins: [withoutUnused()],
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: "linked",
  sourcesContent: false,
  logLevel: "warning",
};
const entryPoints = ["src/index.ts", "src/testing/index.ts", "src/cli/run-cli.ts"];
const { metafile: apart } = await build({ ...options, entryPoints, write: false });
const shared = join(root, "dist", "shared.js");
mkdirSync(join(root, "dist"));
writeFileSync(
  shared,
  smallModules(apart)
    .map((file) => `import ${JSON.stringify(join(root, file))};`)
    .join("\n"),
);
const { metafile } = await build({ ...options, entryPoints, inject: [shared] });
rmSync(shared);
// Built alone, because `--version` loads nothing else.
await build({
  ...options,
  entryPoints: ["src/cli/main.ts"],
  banner: {},
  plugins: [externalFile("./run-cli.ts", "./run-cli.js")],
});
for (const file of Object.keys(metafile.outputs).filter((output) => output.endsWith(".js"))) {
  const code = readFileSync(join(root, file), "utf8");
  // Creating a `require` takes time, and few chunks need it. The line stays empty, for the source maps.
  if (!code.includes("__require")) writeFileSync(join(root, file), code.replace(REQUIRE, ""));
}
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
if (tsc.status !== 0) process.exit(1);
const types = join(root, "dist", "types");
const needed = reachableTypes(["index.d.ts", "testing/index.d.ts"].map((entry) => join(types, entry)));
for (const file of readdirSync(types, { recursive: true })) {
  if (file.endsWith(".d.ts") && !needed.has(join(types, file))) rmSync(join(types, file));
}

/**
 * Modules that starting and `check` would load in tiny chunks: opening a file takes longer than running it, so they go
 * into one chunk.
 */
function smallModules({ outputs }) {
  const starts = ["src/cli/run-cli.ts", "src/cli/commands/run-check.ts"];
  const loaded = new Set(Object.keys(outputs).filter((file) => starts.includes(outputs[file].entryPoint)));
  for (const file of loaded) {
    for (const { path, kind, external } of outputs[file].imports) {
      if (kind === "import-statement" && !external) loaded.add(path);
    }
  }
  // Including what it imports, so that nothing large and no package is pulled in.
  const isSmall = (file) => {
    const { bytes, entryPoint, imports } = outputs[file];
    const needed = imports.filter(({ kind, path }) => kind === "import-statement" && !path.startsWith("node:"));
    return bytes < 4000 && entryPoint === undefined && needed.every(({ path, external }) => !external && isSmall(path));
  };
  return [...loaded].filter(isSmall).flatMap((file) => Object.keys(outputs[file].inputs));
}

/** Leaves an import external, because another build writes that file. */
function externalFile(source, path) {
  return {
    name: "besides",
    setup: ({ onResolve }) =>
      onResolve({ filter: /./ }, (found) => (found.path === source ? { path, external: true } : undefined)),
  };
}

/** The entries and all declarations that they import. */
function reachableTypes(entries) {
  const reached = new Set(entries);
  for (const file of reached) {
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      reached.add(resolve(dirname(file), path.replace(/\.ts$/, ".d.ts")));
    }
  }
  return reached;
}

/** The packages whose code is bundled: their licences are copied. */
function bundledPackages({ inputs }) {
  const folders = Object.keys(inputs).map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return new Set(folders.filter((folder) => folder !== undefined));
}
