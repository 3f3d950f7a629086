import MarkdownIt, { type Token } from "markdown-it";

/**
 * Block structure only: inline text is parsed by whoever needs it, which halves the time. Reference definitions are
 * off because `[H1]: title` is how models write an issue, not a link.
 */
const parser = new MarkdownIt({ html: true, linkify: false, typographer: false });
parser.core.ruler.enableOnly(["normalize", "block"]);
parser.block.ruler.disable("reference");

export type { Token };

export function tokenize(text: string): Token[] {
  return parser.parse(text, {});
}
