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
 * Moves to the next word of a text before `end`, in one pass over its characters and without making strings of them;
 * false when there is none. A word goes on over a dot, underscore or hyphen between letters: `status.md`.
 */
export function nextWord(text: string, end: number, cursor: WordCursor): boolean {
  let at = cursor.to;
  while (at < end && LETTERS[text.charCodeAt(at)] !== LETTER) at += 1;
  if (at >= end) return false;
  let low = 0x811c9dc5;
  let high = 0x01000193;
  cursor.from = at;
  while (at < end) {
    const code = text.charCodeAt(at);
    const kind = LETTERS[code];
    if (kind !== LETTER && (kind !== JOINT || at + 1 >= end || LETTERS[text.charCodeAt(at + 1)] !== LETTER)) break;
    low = Math.imul(low ^ code, 0x01000193);
    high = (Math.imul(high ^ code, 0x5bd1e995) + 0x9e3779b9) | 0;
    at += 1;
  }
  cursor.to = at;
  cursor.low = low;
  cursor.high = high;
  return true;
}

/** Whether two letters or digits follow each other between two places of a text: what says anything has them. */
export function hasWord(text: string, from: number, end: number): boolean {
  for (let at = from + 1; at < end; at += 2) {
    if (LETTERS[text.charCodeAt(at)] !== LETTER) continue;
    if (LETTERS[text.charCodeAt(at - 1)] === LETTER) return true;
    if (at + 1 < end && LETTERS[text.charCodeAt(at + 1)] === LETTER) return true;
  }
  return false;
}

const LETTER = 1;
const JOINT = 2;

/** Of each character of the first plane: 1 for letters and digits, 2 for what joins them. The lines of drawings are none. */
const LETTERS = letters();

function letters(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  const ranges = [48, 57, 65, 90, 97, 122, 0xaa, 0x1fff, 0x2c00, 0x2dff, 0x3040, 0xd7ff, 0xf900, 0xfdff];
  for (let at = 0; at < ranges.length; at += 2) kinds.fill(LETTER, ranges[at], (ranges[at + 1] ?? 0) + 1);
  for (const joint of "._-") kinds[joint.charCodeAt(0)] = JOINT;
  return kinds;
}
