// Which dependencies stay outside of what is built.
import { readFileSync } from "node:fs";

/** As dozens of files of their own these take longer to load than all of ours; types name them, so they stay dependencies. */
const BUNDLED = ["markdown-it", "zod"];

export function externalPackages() {
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));
}
