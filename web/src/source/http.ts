import { visibleText } from "../../../src/model/visible-text.ts";

/** Longest text of a view in characters; whole documents are fetched separately. */
const LONGEST = 600_000;
const SUSPECT = /\\u00[01189]|\\u007f|[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The JSON at this path. Throws an Error with the server's message. */
export async function getJson<Value>(path: string): Promise<Value> {
  const response = await fetch(path);
  const text = await response.text();
  if (!response.ok) throw new Error(wordsOf(text, response.status));
  return parseVisible(text) as Value;
}

/** Posts JSON and returns the response's value, or why it was refused. */
export async function postJson<Value>(path: string, body: unknown): Promise<{ value: Value } | { refusal: string }> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    return response.ok ? { value: parseVisible(text) as Value } : { refusal: wordsOf(text, response.status) };
  } catch {
    return { refusal: "The server is not responding. Is `whetstone ui` still running?" };
  }
}

/** Parses JSON and makes control characters in its strings visible, so that they cannot act on the page. */
export function parseVisible(json: string): unknown {
  if (!SUSPECT.test(json) && !hasEndlessText(json)) return JSON.parse(json);
  return JSON.parse(json, (_key, value: unknown) => (typeof value === "string" ? visible(value) : value));
}

/** Whether some string is too long. Scanning is cheaper than visiting every parsed value, which doubles the parsing time. */
function hasEndlessText(json: string): boolean {
  let start = -1;
  for (let at = json.indexOf('"'); at >= 0 && json.length > LONGEST; at = json.indexOf('"', at + 1)) {
    if (start < 0) start = at;
    else if (!isEscaped(json, at)) {
      if (at - start > LONGEST) return true;
      start = -1;
    }
  }
  return false;
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}

function visible(text: string): string {
  return visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);
}

function wordsOf(text: string, status: number): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message: string; fix?: string } };
    if (error) return visible(error.fix === undefined ? error.message : `${error.message} ${error.fix}`);
  } catch {
    // The body is plain text, not JSON.
  }
  return visible(text.slice(0, 1000)) || `The server answered with ${status}.`;
}
