import { build } from "esbuild";
import { expect, test } from "vitest";

/** The files that are there when this one is: what it imports, without what it only loads when needed. */
async function loadedWith(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    metafile: true,
    write: false,
    outdir: "dist",
    splitting: true,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty" },
    packages: "external",
    logLevel: "silent",
  });
  const first = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === entry);
  const outputs = new Set([first ?? ""]);
  for (const output of outputs) {
    for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
      if (kind === "import-statement") outputs.add(path);
    }
  }
  return [...outputs].flatMap((output) => [output, ...Object.keys(metafile.outputs[output]?.inputs ?? {})]);
}

test.each([
  ["the words of the command line", "src/cli/create-program.ts"],
  ["check", "src/cli/commands/run-check.ts"],
  ["inspect", "src/cli/commands/inspect-files.ts"],
  ["the page", "web/src/main.tsx"],
])("%s starts without the schemas of the journal", async (_, entry) => {
  const loaded = await loadedWith(entry);
  expect(loaded).toContain(entry);
  expect(loaded.filter((file) => file === "zod" || file === "src/model/shapes.ts")).toEqual([]);
});
