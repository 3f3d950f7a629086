/**
 * Finds the words of a text in one pass over its characters, without making strings of them: from, to, and two numbers
 * that together are the same for the same word and, among the words of a session, for no other. A word goes on over a
 * dot, underscore or hyphen between letters: `status.md`.
 */
export function scanWords(text: string, found: (from: number, to: number, low: number, high: number) => void): void {
  let from = -1;
  let low = 0;
  let high = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (isLetter(code) || (from !== -1 && isJoint(code) && isLetter(text.charCodeAt(at + 1)))) {
      if (from === -1) {
        from = at;
        low = 0x811c9dc5;
        high = 0x01000193;
      }
      low = Math.imul(low ^ code, 0x01000193);
      high = (Math.imul(high ^ code, 0x5bd1e995) + 0x9e3779b9) | 0;
    } else if (from !== -1) {
      found(from, at, low, high);
      from = -1;
    }
  }
}

/** Letters and digits of the scripts that have them in the first plane; the lines of drawings are none. */
function isLetter(code: number): boolean {
  if (code < 0xaa) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return (
    code <= 0x1fff ||
    (code >= 0x2c00 && code <= 0x2dff) ||
    (code >= 0x3040 && code <= 0xd7ff) ||
    (code >= 0xf900 && code <= 0xfdff)
  );
}

function isJoint(code: number): boolean {
  return code === 46 || code === 95 || code === 45;
}
