// Which dependencies stay outside of what is built.
import { readFileSync } from "node:fs";

/** What every command loads is bundled: as dozens of files of their own these take longer to load than all of ours. */
const BUNDLED = ["commander", "diff", "markdown-it", "node-diff3", "zod"];

export function externalPackages() {
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));
}
