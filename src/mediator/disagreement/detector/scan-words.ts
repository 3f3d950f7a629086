/** Where the scanner stands: the word that it found last, and two numbers that together stand for it and no other. */
export interface WordCursor {
  from: number;
  to: number;
  low: number;
  high: number;
}

export function wordCursor(): WordCursor {
  return { from: 0, to: 0, low: 0, high: 0 };
}

/**
 * Moves to the next word of a text, in one pass over its characters and without making strings of them; false at the
 * end. A word goes on over a dot, underscore or hyphen between letters: `status.md`.
 */
export function nextWord(text: string, cursor: WordCursor): boolean {
  const { length } = text;
  let at = cursor.to;
  while (at < length && LETTERS[text.charCodeAt(at)] !== 1) at += 1;
  if (at >= length) return false;
  let low = 0x811c9dc5;
  let high = 0x01000193;
  cursor.from = at;
  while (at < length) {
    const code = text.charCodeAt(at);
    const kind = LETTERS[code];
    if (kind === 0 || (kind === JOINT && (at + 1 >= length || LETTERS[text.charCodeAt(at + 1)] !== 1))) break;
    low = Math.imul(low ^ code, 0x01000193);
    high = (Math.imul(high ^ code, 0x5bd1e995) + 0x9e3779b9) | 0;
    at += 1;
  }
  cursor.to = at;
  cursor.low = low;
  cursor.high = high;
  return true;
}

const JOINT = 2;

/** Of each character of the first plane: 1 for letters and digits, 2 for what joins them. The lines of drawings are none. */
const LETTERS = letters();

function letters(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  const ranges = [48, 57, 65, 90, 97, 122, 0xaa, 0x1fff, 0x2c00, 0x2dff, 0x3040, 0xd7ff, 0xf900, 0xfdff];
  for (let at = 0; at < ranges.length; at += 2) kinds.fill(1, ranges[at], (ranges[at + 1] ?? 0) + 1);
  for (const joint of "._-") kinds[joint.charCodeAt(0)] = JOINT;
  return kinds;
}
