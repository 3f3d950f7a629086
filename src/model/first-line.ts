const LONGEST = 160;

/** What a text begins with, short enough for a title. */
export function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  return line.slice(0, LONGEST).trim();
}
