import { findHidden } from "../markdown/inline.ts";

/** The quotations of a text in `"…"`, `“…”` or lines after `>`, in order; code only where nothing else is quoted. */
export function readQuotations(text: string): string[] {
  if (!/["“`>]/.test(text)) return [];
  const code = findHidden(text).filter((span) => span.kind === "code");
  let masked = "";
  for (const { start, end } of code) masked += text.slice(masked.length, start) + "x".repeat(end - start);
  const quoted = [...quotedIn(text, masked + text.slice(masked.length)), ...quoteLines(text)];
  const found =
    quoted.length > 0 ? quoted : code.map(({ start, end, ticks }) => text.slice(start + ticks, end - ticks));
  return found.map((words) => words.trim()).filter((words) => words !== "");
}

const OPENS = /(?:^|[\s([{/“—–,;:])"{0,2}$/u;
const CLOSES = /[\s.,;:!?)\]}"”—–/-]/u;

function quotedIn(text: string, masked: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let lastClosed = 0;
  for (const { index, 0: mark } of masked.matchAll(/["“”]/g)) {
    const after = masked[index + 1] ?? " ";
    const before = masked.slice(Math.max(0, index - 3), index);
    // Outside a quotation, a mark before white space opens one only if nothing, or another one and a comma, is before it.
    const mayOpen = depth === 0 ? !/\s/.test(after) || /^\s*$|["”],\s?$/.test(before) : !CLOSES.test(after);
    const opens = mark === "“" || (mark === '"' && mayOpen && OPENS.test(before));
    const closes = !opens && depth > 0 && (mark !== '"' || CLOSES.test(after));
    if (opens) {
      if (depth === 0) start = index + 1;
      depth += 1;
    } else if (closes) {
      depth -= 1;
      lastClosed = index;
      if (depth === 0) found.push(text.slice(start, index));
    }
  }
  // A quotation that ends within a quoted word of the spec: "the message "Task not".
  if (depth > 0 && lastClosed > start) found.push(text.slice(start, lastClosed));
  return found;
}

function quoteLines(text: string): string[] {
  const quotes = text.match(/(?:^[ \t]*>.*(?:\n|$))+/gm) ?? [];
  return quotes.map((lines) =>
    lines
      .replace(/^[ \t]*>[ \t]?/gm, "")
      .trim()
      .replace(/^"(.*)"$/s, "$1"),
  );
}
