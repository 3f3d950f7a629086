import MarkdownIt from "markdown-it";
import { useMemo } from "preact/hooks";

/** HTML off, nothing linked by guess, nothing loaded: what agents write is untrusted. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
parser.disable("image");
parser.validateLink = () => true;
parser.renderer.rules.link_open = () => '<span class="link">';
// A link is shown with where it leads, and never followed from here.
parser.renderer.rules.link_close = (tokens, index) => {
  let open = index;
  while (open > 0 && tokens[open]?.type !== "link_open") open -= 1;
  const target = String(tokens[open]?.attrGet("href") ?? "");
  return ` <code class="target">${parser.utils.escapeHtml(target.slice(0, 300))}</code></span>`;
};

const LONGEST_LINE = 20_000;
const LONGEST = 600_000;

export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => parser.render(bounded(text)), [text]);
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function Raw({ text, mark }: { text: string; mark?: ReadonlySet<number> }) {
  const lines = useMemo(() => bounded(text).split("\n"), [text]);
  return (
    <pre class="raw" tabIndex={0}>
      {lines.map((line, index) => (
        <div key={index} class={mark?.has(index + 1) ? "line marked" : "line"}>
          <span class="number">{index + 1}</span>
          {line || " "}
        </div>
      ))}
    </pre>
  );
}

/** Control characters made visible, endless lines and texts cut: the page must stay usable whatever comes. */
function bounded(text: string): string {
  const shown = text
    .slice(0, LONGEST)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "�");
  const lines = shown
    .split("\n")
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line));
  return text.length > LONGEST ? `${lines.join("\n")}\n\n… cut here` : lines.join("\n");
}
