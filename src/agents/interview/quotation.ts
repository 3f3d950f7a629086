import { occurs } from "../../documents/changes/occurs.ts";

const LONGEST = 200;

/** Words of a passage that can stand between quotation marks and are found in the spec again (SPEC 5, No change needed). */
export function quotationFrom(text: string, draft: string): string | undefined {
  const pieces = text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.replace(/^[\s>]*(?:(?:[-*+|]|#{1,6}|\d{1,9}[.)])\s+)?/, "").split(/["“”]/))
    .map((piece) => piece.trim().slice(0, LONGEST).trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return pieces.toSorted((a, b) => b.length - a.length).find((piece) => occurs(draft, piece));
}
