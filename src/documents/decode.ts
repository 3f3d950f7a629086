/** A document's text, or why its bytes are none (SPEC 5: what is not UTF-8 is WRONG_FORMAT). */
export type Decoded =
  | { readonly text: string; readonly undecodable?: false }
  | { readonly undecodable: true; readonly reason: string };

/** Decodes strict UTF-8 without its byte order mark, with `\n` as the only line end; NUL means a binary file. */
export function decode(bytes: Uint8Array): Decoded {
  const decoded = decodeExact(bytes);
  if (decoded.undecodable) return decoded;
  const text = decoded.text.startsWith("\uFEFF") ? decoded.text.slice(1) : decoded.text;
  return { text: text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text };
}

/** The same without any normalization: for a person's own file, which is written back as it was. */
export function decodeExact(bytes: Uint8Array): Decoded {
  const nul = bytes.indexOf(0);
  if (nul !== -1) return { undecodable: true, reason: `byte ${nul} is NUL` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { undecodable: true, reason: "the bytes are not valid UTF-8" };
  }
}
