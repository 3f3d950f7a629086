import { visibleLine, visibleText } from "../../model/visible-text.ts";

/** Untrusted text for one line of markdown: its markup is escaped, also what would end a table cell. */
export function inlineText(text: string, limit?: number): string {
  return escapeMarks(visibleLine(text, limit));
}

function escapeMarks(line: string): string {
  return line
    .replace(/\\(?=[|<\]]|$)/g, "\\\\")
    .replace(/\|/g, "\\|")
    .replace(/<(?=[A-Za-z/!?])/g, "&lt;")
    .replace(/\](?=[([])/g, "]\\");
}

/** Untrusted text of several lines as a block quote, which nothing in it can end (SPEC 2, in the User's words). */
export function quotedText(text: string, limit = 20_000): string {
  const shown = visibleText(text.length > limit ? `${text.slice(0, limit)}…` : text).trim();
  return shown
    .replace(/<(?=[A-Za-z/!?])/g, "&lt;")
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** Untrusted text as inline code: for paths, commands and names. */
export function codeText(text: string, limit?: number): string {
  const line = visibleLine(text, limit).replace(/\|/g, "\\|");
  if (line === "") return "";
  if (!line.includes("`")) return `\`${line}\``;
  return `\`\` ${line.replace(/``+/g, "`")} \`\``;
}
