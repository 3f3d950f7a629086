import MarkdownIt, { type Token } from "markdown-it";

/**
 * Block structure only: inline text is parsed by whoever needs it, which halves the time. Reference definitions are
 * off because `[H1]: title` is how models write an issue, not a link.
 */
const parser = new MarkdownIt({ html: true, linkify: false, typographer: false });
parser.core.ruler.enableOnly(["normalize", "block"]);
parser.block.ruler.disable("reference");

/** The fields of a token that block rules set and `buildBlocks` reads. */
class BlockToken {
  map: [number, number] | null = null;
  content = "";
  markup = "";
  info = "";
  attrs: [string, string][] | null = null;
  children: null = null;
  meta: null = null;
  block = true;
  hidden = false;
  level = 0;
  readonly type: string;
  readonly tag: string;
  readonly nesting: number;

  constructor(type: string, tag: string, nesting: number) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}

/** The library defines each field of a token at run time, which costs a third of the parsing. */
parser.block.State = class extends parser.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = new BlockToken(type, tag, nesting);
    if (nesting < 0) this.level--;
    token.level = this.level;
    if (nesting > 0) this.level++;
    this.tokens.push(token as unknown as Token);
    return token as unknown as Token;
  }
};

export type { Token };

export function tokenize(text: string): Token[] {
  return parser.parse(text, {});
}
