/** Where the word ends that begins at a place: it goes on over a dot, underscore or hyphen between letters: `status.md`. */
function endOfWord(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === LETTER) continue;
    if ((kind !== JOINT && kind !== DOT) || KINDS[text.charCodeAt(at + 1)] !== LETTER) break;
  }
  return at;
}

/** The words of a text, each with what is joined to it. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (KINDS[text.charCodeAt(at)] !== LETTER) continue;
    const end = endOfWord(text, at);
    words.push(text.slice(at, end));
    at = end;
  }
  return words;
}

/** Whether two letters or digits follow each other between two places of a text: what says anything has them. */
export function hasWord(text: string, from: number, end: number): boolean {
  for (let at = from + 1; at < end; at += 2) {
    if (KINDS[text.charCodeAt(at)] !== LETTER) continue;
    if (KINDS[text.charCodeAt(at - 1)] === LETTER) return true;
    if (at + 1 < end && KINDS[text.charCodeAt(at + 1)] === LETTER) return true;
  }
  return false;
}

/** What a character is to the scanner. A dot both joins and ends. */
export const [LETTER, JOINT, DOT, END, FEED] = [1, 2, 3, 4, 5] as const;

/** Of each character of the first plane; 0 for any other. The lines of drawings are no letters. */
export const KINDS = kindsOfCharacters();

function kindsOfCharacters(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  const ranges = [48, 57, 65, 90, 97, 122, 0xaa, 0x1fff, 0x2c00, 0x2dff, 0x3040, 0xd7ff, 0xf900, 0xfdff];
  for (let at = 0; at < ranges.length; at += 2) kinds.fill(LETTER, ranges[at], (ranges[at + 1] ?? 0) + 1);
  const special = { "_-": JOINT, ".": DOT, ":!?": END, "\n": FEED };
  for (const [marks, kind] of Object.entries(special)) for (const mark of marks) kinds[mark.charCodeAt(0)] = kind;
  return kinds;
}
