// Runs the property tests with a random seed, or with WHETSTONE_TEST_SEED. Arguments select files: `npm run
// test:explore -- src/model`.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const seed = process.env.WHETSTONE_TEST_SEED ?? String(randomInt(2 ** 31));
const seedHint = `seed ${seed} (again: set WHETSTONE_TEST_SEED=${seed} and run npm run test:explore)`;

console.log(seedHint);
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...propertyTests(process.argv.slice(2))], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, WHETSTONE_TEST_SEED: seed },
});
console.log(seedHint);
process.exit(status ?? 1);

function propertyTests(words) {
  const files = ["src", "test"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".test.ts") && words.every((word) => file.includes(word)))
    .filter((file) => /from "fast-check"/.test(readFileSync(join(root, file), "utf8")));
  if (files.length === 0) throw new Error(`no property test matches ${words.join(" ")}`);
  return files;
}
