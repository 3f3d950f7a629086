/** Whether two texts differ in blanks and line ends at most. It stops at the first difference, and makes no strings. */
export function sameWords(a: string, b: string): boolean {
  let inA = afterBlanks(a, 0);
  let inB = afterBlanks(b, 0);
  while (inA < a.length && inB < b.length) {
    const isBlankBoth = isBlank(a.charCodeAt(inA)) && isBlank(b.charCodeAt(inB));
    if (!isBlankBoth && a.charCodeAt(inA) !== b.charCodeAt(inB)) return false;
    inA = isBlankBoth ? afterBlanks(a, inA) : inA + 1;
    inB = isBlankBoth ? afterBlanks(b, inB) : inB + 1;
  }
  return afterBlanks(a, inA) === a.length && afterBlanks(b, inB) === b.length;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
}
