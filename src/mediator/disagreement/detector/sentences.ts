const BEGINS = new Set([...'"“*`'].map((mark) => mark.charCodeAt(0)));

/** Whether what stands at a place can begin a sentence: a capital, a quotation or a mark-up. */
export function beginsSentence(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 65 && code <= 90) || BEGINS.has(code);
  const character = text.charAt(at);
  return BEGINS.has(code) || character.toLowerCase() !== character;
}

export function isBlank(code: number): boolean {
  return code <= 32;
}
