import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The built page, from `dist/web` of this package; nothing above that folder. */
export async function pageAsset(path: string): Promise<{ type: string; data: Uint8Array } | undefined> {
  const root = join(dirname(fileURLToPath(import.meta.url)), "web");
  const file = normalize(join(root, path === "" || path === "." ? "index.html" : path));
  const type = TYPES[extname(file)];
  if (!file.startsWith(root + sep) || type === undefined) return undefined;
  const data = await readFile(file).catch(() => undefined);
  return data && { type, data };
}
