const END = String.raw`(?:\r?\n|\r(?!\n))`;

/** Settings between `---` at the start of a file. They begin with a key or a comment; otherwise `---` is a rule. */
const FRONT_MATTER = new RegExp(
  String.raw`^\uFEFF?---[ \t]*${END}(?=#|[\w"'-]{1,100}[^\r\n]{0,200}:)(?:(?!---|\.\.\.)[^\r\n]*${END}){1,200}(?:---|\.\.\.)[ \t]*(?:${END}|$)`,
);

/** The front matter of a text, with its last line end; empty if there is none. */
export function frontMatterOf(text: string): string {
  return FRONT_MATTER.exec(text)?.[0] ?? "";
}

/** A text with its front matter blanked: markdown would read it as a heading, and line numbers must not change. */
export function withoutFrontMatter(text: string): string {
  const front = frontMatterOf(text);
  return front.replace(/[^\r\n]/g, "") + text.slice(front.length).replace(/^\uFEFF/, "");
}
