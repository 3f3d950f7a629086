const END = String.raw`(?:\r?\n|\r(?!\n))`;

/** Settings between `---` at the head of a file: the first of them is a key or a comment, so that a rule is none. */
const FRONT_MATTER = new RegExp(
  String.raw`^\uFEFF?---[ \t]*${END}(?=#|[\w"'-]{1,100}[^\r\n]{0,200}:)(?:(?!---|\.\.\.)[^\r\n]*${END}){1,200}(?:---|\.\.\.)[ \t]*(?:${END}|$)`,
);

/** The front matter of a text, with the line end behind it; empty where there is none. */
export function frontMatterOf(text: string): string {
  return FRONT_MATTER.exec(text)?.[0] ?? "";
}

/** A text with the lines of its front matter empty: markdown would read them as a heading, and lines keep their number. */
export function withoutFrontMatter(text: string): string {
  const front = frontMatterOf(text);
  return front.replace(/[^\r\n]/g, "") + text.slice(front.length).replace(/^\uFEFF/, "");
}
