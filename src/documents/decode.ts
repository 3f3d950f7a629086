/** What came of the bytes of a document (SPEC 5: what is not UTF-8 is WRONG_FORMAT). */
export type Decoded =
  | { readonly text: string; readonly undecodable?: false }
  | { readonly undecodable: true; readonly reason: string };

/** UTF-8, strictly; without a byte order mark, with `\n` as the only line end. NUL is refused: no text has it. */
export function decode(bytes: Uint8Array): Decoded {
  const decoded = decodeExact(bytes);
  if (decoded.undecodable) return decoded;
  const text = decoded.text.startsWith("\uFEFF") ? decoded.text.slice(1) : decoded.text;
  return { text: text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text };
}

/** The same to the byte: a person's own file, which is given back as it was. */
export function decodeExact(bytes: Uint8Array): Decoded {
  const nul = bytes.indexOf(0);
  if (nul !== -1) return { undecodable: true, reason: `byte ${nul} is NUL` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { undecodable: true, reason: "the bytes are not valid UTF-8" };
  }
}
