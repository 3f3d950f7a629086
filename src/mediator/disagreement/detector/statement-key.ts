/** A number for the letters and digits of a text: the same for texts that differ in case, marks and blanks only. */
export function statementKey(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    const code = folded(text.charCodeAt(index));
    if (code === 0) continue;
    low = Math.imul(low ^ code, 0x01000193);
    high = (Math.imul(high ^ code, 0x5bd1e995) + 0x9e3779b9) | 0;
  }
  // 52 bits: among the statements of a session no two meet by chance.
  return (low >>> 0) * 0x100000 + (high & 0xfffff);
}

/** 0 for what does not count. */
function folded(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code + 32;
  if (code >= 48 && code <= 57) return code;
  return code > 127 ? code : 0;
}
