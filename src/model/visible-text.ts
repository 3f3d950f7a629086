/** Characters that control a terminal instead of being shown: C0 except tab and line feed, DEL, C1, bidi. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes control characters visible, so that agents' text cannot move the cursor. Line feeds and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(OBEYED, visibleCharacter);
}

/** As `visibleText`, on one line of at most `limit` characters, cut between words where possible. */
export function visibleLine(text: string, limit = Number.POSITIVE_INFINITY): string {
  const bounded = text.slice(0, limit * 4);
  const line = visibleText(bounded).replace(/\s+/g, " ").trim();
  if (line.length <= limit && bounded.length === text.length) return line;
  const characters = Array.from(line.slice(0, 2 * limit + 2)); // a character has at most two UTF-16 units
  if (characters.length <= limit && bounded.length === text.length) return line;
  const cut = characters.slice(0, Math.max(0, limit - 1)).join("");
  const end = characters[limit - 1] === " " ? -1 : cut.lastIndexOf(" ");
  return `${end < cut.length / 2 ? cut.trimEnd() : cut.slice(0, end)}…`;
}

/** JSON that is safe to print on a terminal: control characters are escaped, the value stays the same. */
export function visibleJson(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, undefined, indent) ?? "null";
  return json.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function visibleCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
