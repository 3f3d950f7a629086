import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { resourceFolder } from "../engine/prompt-files.ts";
import { InternalError } from "../errors/whetstone-error.ts";
import type { BuiltPage } from "./report-page.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Names as the build makes them; nothing that could leave its folder. */
const ASSET = /^(?:assets\/)?[A-Za-z0-9][\w-]*\.(?:html|js|css|svg)$/;

/** The built page, from `dist/web` of this package. */
export async function pageAsset(path: string): Promise<{ type: string; data: Uint8Array } | undefined> {
  const type = TYPES[extname(path)];
  if (!ASSET.test(path) || type === undefined) return undefined;
  const data = await readFile(join(await pageFolder(), path)).catch(() => undefined);
  return data && { type, data };
}

async function pageFolder(): Promise<string> {
  return join(dirname(await resourceFolder()), "dist", "web");
}

export async function builtPage(): Promise<BuiltPage> {
  const folder = join(await pageFolder(), "assets");
  const names = await readdir(folder).catch(() => []);
  const read = async (ending: string) => {
    const name = names.find((file) => file.endsWith(ending));
    if (name === undefined) throw new InternalError(`the page is not built: no ${ending} in ${folder}`);
    return readFile(join(folder, name), "utf8");
  };
  return { script: await read(".js"), style: await read(".css") };
}
