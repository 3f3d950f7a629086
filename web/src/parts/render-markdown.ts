import MarkdownIt from "markdown-it";
import { bounded } from "./bounded.ts";

/** Raw HTML, automatic links and images are off, because agents' documents are untrusted. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
parser.disable("image");
parser.validateLink = () => true;
parser.renderer.rules.link_open = () => '<span class="link">';
parser.renderer.rules.link_close = (tokens, index) => {
  let open = index;
  while (open > 0 && tokens[open]?.type !== "link_open") open -= 1;
  return ` ${targetHtml(String(tokens[open]?.attrGet("href") ?? ""))}</span>`;
};
for (const cell of ["th_open", "td_open"]) {
  parser.renderer.rules[cell] = (tokens, index) => {
    const align = /^text-align:(left|center|right)$/.exec(String(tokens[index]?.attrGet("style") ?? ""))?.[1];
    const name = cell === "th_open" ? "th" : "td";
    return align === undefined ? `<${name}>` : `<${name} class="${align}">`;
  };
}
/** The `old` and `new` blocks of an agent's change are coloured like a diff. */
const CHANGE_SIDES: ReadonlyMap<string, string> = new Map([
  ["old", "removed"],
  ["new", "added"],
]);
// A table may scroll sideways, so it must be reachable by keyboard.
parser.renderer.rules.table_open = () => '<div class="scrolls" tabindex="0"><table>';
parser.renderer.rules.table_close = () => "</table></div>";
for (const block of ["fence", "code_block"]) {
  parser.renderer.rules[block] = (tokens, index) => {
    const side = CHANGE_SIDES.get(String(tokens[index]?.info ?? "").trim());
    const code = parser.utils.escapeHtml(String(tokens[index]?.content ?? ""));
    return `<pre tabindex="0"${side === undefined ? "" : ` class="${side}"`}><code>${code}</code></pre>\n`;
  };
}

const LONGEST_TARGET = 300;

/** Shows a link's target beside its text; it can be clicked only if it is a web address and shown in full. */
function targetHtml(target: string): string {
  const shown = parser.utils.escapeHtml(target.slice(0, LONGEST_TARGET));
  const isWeb = /^https?:\/\/[^\s/@]+(?:\/|$)/i.test(target) && target.length <= LONGEST_TARGET;
  if (!isWeb) return `<code class="target">${shown}</code>`;
  return `<a class="target" href="${shown}" target="_blank" rel="noopener noreferrer nofollow">${shown}</a>`;
}

export function renderMarkdown(text: string): string {
  return parser.render(bounded(text));
}

/** A rendered block with its first and last line in the document. */
export interface RenderedBlock {
  readonly line: number;
  readonly endLine: number;
  readonly html: string;
}

/** Renders a document block by block, so that each can have notes in the margin. */
export function renderBlocks(text: string): RenderedBlock[] {
  const environment = {};
  const tokens = parser.parse(bounded(text), environment);
  const blocks: RenderedBlock[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    if (tokens[start]?.nesting === 1) while (end < tokens.length && !isClosing(tokens[end - 1])) end += 1;
    const [line = 0, endLine = line + 1] = tokens[start]?.map ?? [];
    const html = parser.renderer.render(tokens.slice(start, end), parser.options, environment);
    blocks.push({ line: line + 1, endLine, html });
    start = end;
  }
  return blocks;
}

function isClosing(token: { nesting: number; level: number } | undefined): boolean {
  return token?.nesting === -1 && token.level === 0;
}
