#!/usr/bin/env node
import { readFileSync } from "node:fs";
import nodeModule from "node:module";

// Not in Node 20; where it exists the second start skips compiling.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  // Nothing else is loaded for this: scripts ask for the version often, and shell prompts do on every line.
  process.stdout.write(`${readVersion()}\n`);
} else {
  const { runCli } = await import("./run-cli.ts");
  await runCli(argv, readVersion());
}

/** The same relative place from `src/cli/` and from `dist/cli/`. */
function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
