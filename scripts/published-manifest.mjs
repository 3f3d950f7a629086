// Removes scripts and development fields from package.json while the package is made: `prepack` keeps a copy,
// `postpack` restores it.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const [manifest, aside] = ["package.json", "package.json.developed"].map(
  (name) => new URL(`../${name}`, import.meta.url),
);

if (process.argv[2] === "restore") {
  if (existsSync(aside)) renameSync(aside, manifest);
} else {
  const text = readFileSync(manifest, "utf8");
  const { scripts, devDependencies, allowScripts, overrides, ...published } = JSON.parse(text);
  if (scripts === undefined) throw new Error("package.json is the published one already: git checkout package.json");
  writeFileSync(aside, text);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}
