import { findHidden } from "../../documents/markdown/inline.ts";

/** Stands for each character of a code span, an URL or a tag: something is there, but its words do not count. */
export const CODE = "\uE000";
/** Stands for each character between quotation marks: someone else's words. */
export const QUOTED = "\uE001";

/**
 * The text with the words that do not count blotted out. Every other character stays where it is, so that an offset
 * in the result is an offset in the text.
 */
export function mask(text: string): string {
  let masked = text;
  if (text.includes("`") || text.includes("<!--")) masked = maskCode(masked);
  if (masked.includes("](")) masked = masked.replace(/\]\([^()\s]{0,500}(?: "[^"\n]{0,200}")?\)/g, blank);
  if (masked.includes("://"))
    masked = masked.replace(/\bhttps?:\/\/[^\s<>)\]]{1,500}/g, (url) => CODE.repeat(url.length));
  if (masked.includes("<")) masked = masked.replace(/<\/?[a-z][^<>\n]{0,200}>/gi, blank);
  return maskQuotes(masked);
}

function maskCode(text: string): string {
  let out = "";
  let done = 0;
  for (const span of findHidden(text)) {
    const inner = text.slice(span.start, span.end);
    out += text.slice(done, span.start) + inner.replace(/[^\n]/g, span.kind === "code" ? CODE : " ");
    done = span.end;
  }
  return out + text.slice(done);
}

function blank(match: string): string {
  return " ".repeat(match.length);
}

function maskQuotes(text: string): string {
  let masked = text;
  if (masked.includes('"')) masked = masked.replace(/"[^"]{1,400}"/g, quoted);
  if (masked.includes("“") || masked.includes("„") || masked.includes("«"))
    masked = masked.replace(/[“„][^“”„]{1,400}[”“]|«[^«»]{1,400}»/g, quoted);
  if (mayQuote(masked))
    masked = masked.replace(/(?<![\p{L}\d])(?:'[^'\n]{2,120}'|‘[^‘’\n]{1,120}’)(?![\p{L}\d])/gu, quoted);
  return masked;
}

/** An apostrophe is no quotation mark: only one behind a space or a bracket can open a quotation. */
function mayQuote(text: string): boolean {
  return text.includes(" '") || text.includes("('") || text.startsWith("'") || text.includes("‘");
}

function quoted(match: string): string {
  return match.replace(/[^\n]/g, QUOTED);
}
