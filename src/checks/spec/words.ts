import { keywordsOf } from "../../documents/spec/keywords.ts";

/** How many words, as stems, two texts have in common. */
export function sharedStems(a: string, b: string): number {
  const stems = keywordsOf(a);
  return [...keywordsOf(b)].filter((word) => stems.has(word)).length;
}

/** A name without markup, case, spaces and plural: `AwaitingApproval`, "Awaiting approvals". */
export function normalName(name: string): string {
  const bare = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return bare.length > 4 && bare.endsWith("s") && !bare.endsWith("ss") && !bare.endsWith("us")
    ? bare.slice(0, -1)
    : bare;
}

/** The first words of a text, for a message. */
export function excerpt(text: string, most = 80): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
