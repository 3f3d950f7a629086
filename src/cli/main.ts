#!/usr/bin/env node
import { readFileSync } from "node:fs";
import nodeModule from "node:module";

// Missing in Node 20. With it, later starts skip compiling.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  // Nothing else is loaded: scripts and shell prompts ask for the version often.
  process.stdout.write(`${readVersion()}\n`);
} else {
  const { runCli } = await import("./run-cli.ts");
  await runCli(argv, readVersion());
}

/** The path is the same from `src/cli/` and from `dist/cli/`. */
function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
