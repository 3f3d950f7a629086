import { createHash } from "node:crypto";
import type { Report } from "./report-data.ts";

export interface BuiltPage {
  readonly script: string;
  readonly style: string;
}

/** How a file that this made begins: so that it can be told from any other before it is written over. */
export const REPORT_MARK = "<!doctype html><!-- whetstone report -->";

/**
 * The page with a session in it, as one file. From a disk no policy can be sent along: it stands in the file, and lets
 * run what has these fingerprints and nothing else. Nothing can be fetched.
 */
export function reportPage({ data, documents }: Report, page: BuiltPage): string {
  const script = inScript(page.script);
  const policy = [
    "default-src 'none'",
    `script-src '${fingerprint(script)}'`,
    `style-src '${fingerprint(page.style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
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

/** No word in it can end the element that it stands in. */
function inJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** The same for a script: in texts and in patterns, where alone these can stand, the escape means the same. */
function inScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, "\\x3c");
}

function fingerprint(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
