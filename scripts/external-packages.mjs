// Lists the dependencies that are not bundled.
import { readFileSync } from "node:fs";

/**
 * Bundled, because as dozens of files they load slower than all of our code. They stay dependencies, because our types
 * name them.
 */
const BUNDLED = ["markdown-it", "zod"];

export function externalPackages() {
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));
}
