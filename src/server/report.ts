import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { readEntries } from "../engine/folder-home.ts";
import { resourceFolder } from "../engine/load-prompt-kit.ts";
import { InternalError } from "../errors/whetstone-error.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import type { GapId } from "../model/ids.ts";
import type { Files } from "../ports/files.ts";
import { isShown } from "./file-reply.ts";
import { type GapTurn, gapHistories } from "./gap-history.ts";
import { rollbackView, viewOf } from "./session-view.ts";
import { specView } from "./spec-view.ts";

export type Report = NonNullable<Awaited<ReturnType<typeof readReport>>>;
export type ReportData = Report["data"];

/** A report stays small enough to attach to a message. */
const MOST_BYTES = 24 * 1024 * 1024;

/** The data of a report; `leftOut` lists documents that did not fit. */
export async function readReport(files: Files, most = MOST_BYTES) {
  const entries = await readEntries(files);
  const state = fold(entries);
  if (!state) return undefined;
  const { documents, leftOut } = await readDocuments(files, most);
  const histories: Readonly<Record<GapId, readonly GapTurn[]>> = Object.fromEntries(gapHistories(entries, state));
  const views = { view: viewOf(state), spec: specView(state), rollback: rollbackView(state) };
  return { data: { ...views, histories, leftOut }, documents };
}

async function readDocuments(files: Files, most: number) {
  const documents: Record<string, string> = {};
  const leftOut: string[] = [];
  const entries = (await files.list("", { recursive: true })).filter(
    ({ kind, path }) => kind === "file" && isShown(path) && path.endsWith(".md"),
  );
  let left = most;
  for (const { path, bytes } of entries.sort((a, b) => rank(a.path) - rank(b.path))) {
    const text = bytes <= left ? await files.readText(path) : undefined;
    if (text === undefined) leftOut.push(path);
    else {
      documents[path] = text;
      left -= bytes;
    }
  }
  return { documents, leftOut };
}

/** The order in which documents are included: records, rounds, attempts, then prompts. */
function rank(path: string): number {
  if (!path.includes("/")) return 0;
  if (path.includes("/prompts/")) return 3;
  return path.includes("/attempts/") ? 2 : 1;
}

/** The beginning of every report file, by which it is recognized before it is overwritten. */
export const REPORT_MARK = "<!doctype html><!-- whetstone report -->";

interface BuiltPage {
  readonly script: string;
  readonly style: string;
}

/**
 * The page with a session as one HTML file. A file has no response headers, so its security policy is a meta element:
 * only the script and style with these hashes may run, and nothing can be fetched.
 */
export function reportPage({ data, documents }: Report, page: BuiltPage): string {
  const script = inScript(page.script);
  const runs = `script-src '${fingerprint(script)}'; style-src '${fingerprint(page.style)}'`;
  const policy = `default-src 'none'; ${runs}; base-uri 'none'; form-action 'none'`;
  return [
    REPORT_MARK,
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
    `<title>Whetstone report</title><style>${page.style}</style></head><body><div id="page"></div>`,
    `<script type="application/json" id="report">${inJson(data)}</script>`,
    `<script type="application/json" id="documents">${inJson(documents)}</script>`,
    `<script type="module">${script}</script></body></html>`,
  ].join("\n");
}

/** Escapes `<`, so that no text can close the surrounding element. */
function inJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** The same for a script. `</script` and `<!--` occur only in strings and patterns, where the escape has the same meaning. */
function inScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, "\\x3c");
}

function fingerprint(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** File names as the build makes them; `assets` is the only folder. */
const ASSET = /^(?:assets\/)?[A-Za-z0-9][\w-]*\.(?:html|js|css|svg)$/;

/** A file of the built page in `dist/web`. */
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
